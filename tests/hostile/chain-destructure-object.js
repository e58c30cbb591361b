// SPDX-License-Identifier: MIT
// expect: value 4999
// source: [["let {", 1], ["v{i}={i},", 5000], ["}={};v4999", 1]]
