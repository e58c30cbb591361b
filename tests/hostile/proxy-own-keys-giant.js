// SPDX-License-Identifier: MIT
// expect: value "TypeError"
// expect: value "RangeError"
const p = new Proxy({}, { ownKeys: () => ({ length: 2 ** 53 - 1 }) })
try { Reflect.ownKeys(p); return "none" } catch (e) { return e.name }
