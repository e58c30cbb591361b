// SPDX-License-Identifier: MIT
// expect: value 199999
// source: [["let r;switch(199999){", 1], ["case {i}:r={i};break;", 200000], ["}r", 1]]
