// SPDX-License-Identifier: MIT
// expect: value [50000, 49999, 0]
// source: [["const d=[],r=(n)=>({[Symbol.dispose](){d.push(n)}});{", 1], ["using a{i}=r({i});", 50000], ["}[d.length,d[0],d[49999]]", 1]]
