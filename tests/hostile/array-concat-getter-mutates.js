// SPDX-License-Identifier: MIT
// expect: value true
const a = [1, 2, 3]
Object.defineProperty(a, 1, { get() { a.length = 1; a.push(...new Array(1000).fill(7)); return 0 }, configurable: true })
return [].concat(a, a).length > 3
