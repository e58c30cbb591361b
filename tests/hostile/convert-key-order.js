// SPDX-License-Identifier: MIT
// expect: value ["TypeError", 1]
let n = 0
try { null[{ toString() { n++ } }] = (n++, 1) } catch (e) { return [e.name, n] }
