// SPDX-License-Identifier: MIT
// expect: value ["x", 5]
const a = [5, 4, 3, 2, 1]
let n = 0
try { a.sort(() => { if (++n === 3) throw "x"; return 1 }) } catch (e) { return [e, a.length] }
