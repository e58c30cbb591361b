// SPDX-License-Identifier: MIT
// expect: value "RangeError"
try { "xy".repeat(2 ** 28) } catch (e) { return e.name }
