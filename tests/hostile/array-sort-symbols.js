// SPDX-License-Identifier: MIT
// expect: value "TypeError"
try { [Symbol(), 1, Symbol()].sort() } catch (e) { return e.name }
