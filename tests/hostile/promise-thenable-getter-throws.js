// SPDX-License-Identifier: MIT
// expect: value ["a", "b"]
const out = []
try { await { get then() { throw "a" } } } catch (e) { out.push(e) }
try { await Promise.resolve({ get then() { throw "b" } }) } catch (e) { out.push(e) }
return out
