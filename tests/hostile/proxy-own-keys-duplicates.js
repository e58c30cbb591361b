// SPDX-License-Identifier: MIT
// expect: value "TypeError"
const p = new Proxy({}, { ownKeys: () => ["a", "a"] })
try { Reflect.ownKeys(p); return "none" } catch (e) { return e.name }
