// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError", "x"]
const out = []
const its = [() => 1, () => ({}), () => ({ next: () => 1 }), () => ({ next() { throw "x" } })]
for (const f of its) try { for await (const x of { [Symbol.asyncIterator]: f }); } catch (e) { out.push(e.name ?? e) }
return out
