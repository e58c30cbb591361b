// SPDX-License-Identifier: MIT
// expect: value ["undefined", "undefined"]
const o = {}; o.leak = 1; globalThis.constructor
return [typeof leak, typeof globalThis.leak]
