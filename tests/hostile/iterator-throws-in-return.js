// SPDX-License-Identifier: MIT
// expect: value ["body", "return", "return"]
const make = () => ({ next: () => ({ value: 1, done: false }), return() { throw "return" }, [Symbol.iterator]() { return this } })
const out = []
try { for (const x of make()) throw "body" } catch (e) { out.push(e) }
try { for (const x of make()) break } catch (e) { out.push(e) }
try { const [a] = make() } catch (e) { out.push(e) }
return out
