// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: value "RangeError"
const f = (...a) => f(...a, 1)
try { f() } catch (e) { return e.name }
