// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "RangeError", 4294967295]
const a = new Array(2 ** 32 - 1), out = []
try { a.push(1) } catch (e) { out.push(e instanceof Error ? "TypeError" : 0) }
try { a.length = 2 ** 32 } catch (e) { out.push(e.name) }
return [...out, a.length]
