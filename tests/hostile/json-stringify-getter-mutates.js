// SPDX-License-Identifier: MIT
// expect: value true
const o = { get a() { delete this.b; this.c = 1; return 1 }, b: 2 }
return JSON.stringify(o) === '{"a":1}'
