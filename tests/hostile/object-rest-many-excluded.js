// SPDX-License-Identifier: MIT
// expect: value 40000
// limits: {"timeoutMs": 4000}
// source: [["const o = new Array(100000).fill(1); let b; ({", 1], ["{i}: b, ", 60000], ["...b } = o); return Object.keys(b).length", 1]]
