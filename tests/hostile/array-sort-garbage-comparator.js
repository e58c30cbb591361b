// SPDX-License-Identifier: MIT
// expect: value [3, "TypeError"]
const a = [3, 1, 2]
a.sort(() => ({ valueOf() { return NaN } }))
try { a.sort(5) } catch (e) { return [a.length, e.name] }
