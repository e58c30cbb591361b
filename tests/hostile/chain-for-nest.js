// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["for(;;)", 100000], [";", 1]]
