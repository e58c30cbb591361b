// SPDX-License-Identifier: MIT
// expect: value [5, 5, 5, 5, 5, 5]
const its = [() => 1, () => null, () => ({}), () => ({ next: 1 }), () => ({ next: () => 1 })]
const uses = [(x) => new Map(x), (x) => new Set(x), (x) => Array.from(x), (x) => Object.fromEntries(x), (x) => Math.max(...x), (x) => Object.groupBy(x, (y) => y)]
return uses.map((use) => its.filter((f) => { try { use({ [Symbol.iterator]: f }); return false } catch (e) { return e instanceof TypeError } }).length)
