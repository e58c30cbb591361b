// SPDX-License-Identifier: MIT
// expect: value [60, 59, 0]
// source: [["const d=[],r=(n)=>({[Symbol.dispose](){d.push(n)}});", 1], ["{using a=r({i});", 60], ["}", 60], ["[d.length,d[0],d[59]]", 1]]
