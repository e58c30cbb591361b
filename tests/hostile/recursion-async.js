// SPDX-License-Identifier: MIT
// expect: value "RangeError"
async function f() { return await f() }
try { await f() } catch (e) { return e.name }
