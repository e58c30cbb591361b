// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "RangeError", "TypeError", 3]
const s = new Set([1, 2, 3]), out = []
try { s.union([1]) } catch (e) { out.push(e.name) }
try { s.union({ size: -1, has() {}, keys() {} }) } catch (e) { out.push(e.name) }
try { s.union({ size: 1, has() {}, keys() { return 1 } }) } catch (e) { out.push(e.name) }
const evil = { size: 1, has() { s.clear(); return true }, keys: () => [].values() }
return [...out, s.intersection({ size: 100, has(x) { if (x === 1) { s.delete(3); s.add(4) } return true }, keys() {} }).size]
