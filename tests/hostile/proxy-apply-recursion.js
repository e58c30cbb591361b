// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const p = new Proxy(() => {}, { apply: () => p() })
try { p(); return "none" } catch (e) { return e.name }
