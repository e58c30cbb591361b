// SPDX-License-Identifier: MIT
// expect: value [null, 5, "symbol", true]
const out = []
for (const v of [undefined, 5, Symbol.iterator, () => 1]) try { throw v } catch (e) { out.push(typeof e === "symbol" ? "symbol" : typeof e === "function" ? true : e ?? null) }
return out
