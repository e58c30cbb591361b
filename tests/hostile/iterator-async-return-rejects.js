// SPDX-License-Identifier: MIT
// expect: value ["body", "r"]
const make = () => ({ next: async () => ({ value: 1, done: false }), return: () => Promise.reject("r"), [Symbol.asyncIterator]() { return this } })
const out = []
try { for await (const x of make()) throw "body" } catch (e) { out.push(e) }
try { for await (const x of make()) break } catch (e) { out.push(e) }
return out
