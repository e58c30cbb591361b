// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "body"]
const make = () => ({ next: () => ({ value: 1, done: false }), return() { return 1 }, [Symbol.iterator]() { return this } })
const out = []
try { for (const x of make()) break } catch (e) { out.push(e.name) }
try { for (const x of make()) throw "body" } catch (e) { out.push(e) }
return out
