// SPDX-License-Identifier: MIT
// expect: value 149999
// source: [["let r;switch(149999){", 1], ["case {i}:r={i};break;", 150000], ["}r", 1]]
