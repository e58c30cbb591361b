// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "x"]
const out = []
try { class A { static ["prototype"]() {} } } catch (e) { out.push(e.name) }
try { class A { static { throw "x" } } } catch (e) { out.push(e) }
return out
