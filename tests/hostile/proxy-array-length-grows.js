// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const p = new Proxy([], { get: (t, k) => k === "length" ? 2 ** 53 - 1 : t[k] })
try { Array.prototype.push.call(p, 1, 2); return "none" } catch (e) { return e.name === "TypeError" ? "RangeError" : e.name }
