// SPDX-License-Identifier: MIT
// expect: value 3
let r
const t = { then(f) { f({ then(g) { g({ then(h) { h(3) } }) } }) } }
return await t
