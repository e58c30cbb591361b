// SPDX-License-Identifier: MIT
// expect: value true
const f = () => {}
Object.defineProperty(f, "name", { get() { throw 1 } })
try { f.x.y } catch (e) { return e instanceof TypeError }
