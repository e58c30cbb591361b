// SPDX-License-Identifier: MIT
// expect: value [1, 2, 3]
const a = [3, , 1]
Object.defineProperty(a, 1, { get() { return 2 }, set(v) { this.x = v }, enumerable: true, configurable: true })
a.sort()
return [a[0], a.x, a[2]]
