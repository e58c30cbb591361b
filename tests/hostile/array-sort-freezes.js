// SPDX-License-Identifier: MIT
// expect: value "TypeError"
const a = [3, 2, 1]
try { a.sort((x, y) => { Object.freeze(a); return x - y }) } catch (e) { return e.name }
