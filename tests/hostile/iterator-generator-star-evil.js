// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", 7]
const out = []
function* g(x) { return yield* x }
try { g(1).next() } catch (e) { out.push(e.name) }
try { g({ [Symbol.iterator]: () => ({ next: () => 5 }) }).next() } catch (e) { out.push(e.name) }
out.push(g({ [Symbol.iterator]: () => ({ next: () => ({ done: true, value: 7 }) }) }).next().value)
return out
