// SPDX-License-Identifier: MIT
// expect: value [7, "TypeError", true]
const p = { x: 7 }, o = { __proto__: p }
let name
try { null.x } catch (e) { name = e.name }
return [o.x, name, Object.getPrototypeOf({ __proto__: null }) === null]
