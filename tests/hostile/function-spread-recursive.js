// SPDX-License-Identifier: MIT
// expect: value "RangeError"
// expect: error MemoryLimitExceeded
const a = new Array(50000).fill(0)
function f(...x) { return f(...x) }
try { return f(...a) } catch (e) { return e.name }
