// SPDX-License-Identifier: MIT
// expect: value true
const o = { get a() { for (let i = 0; i < 1000; i++) this["z" + i] = i; delete this.b; return 1 }, b: 2 }
return Object.assign({}, o).b === undefined
