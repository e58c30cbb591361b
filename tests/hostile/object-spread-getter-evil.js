// SPDX-License-Identifier: MIT
// expect: value [1, true]
const o = { get a() { delete this.b; this.c = 1; return 1 }, b: 2 }
const r = { ...o }
return [r.a, !("b" in r)]
