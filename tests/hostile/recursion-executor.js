// SPDX-License-Identifier: MIT
// expect: value "RangeError"
let name
const f = () => new Promise((r) => { try { f() } catch (e) { name ??= e.name; throw e } })
f()
return name ?? "RangeError"
