// SPDX-License-Identifier: MIT
// expect: value [7, 7, 7, 1]
const a = [1, 2, 3]
Object.defineProperty(a, 1, { get() { return 7 } })
const [, x] = a
return [a[1], x, [...a][1], a.indexOf(2) === -1 ? 1 : 0]
