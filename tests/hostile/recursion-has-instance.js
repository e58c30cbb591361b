// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const o = { [Symbol.hasInstance]: () => 1 instanceof o }
try { 1 instanceof o } catch (e) { return e.name }
