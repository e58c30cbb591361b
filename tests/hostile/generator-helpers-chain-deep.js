// SPDX-License-Identifier: MIT
// expect: value "RangeError"
// expect: value 1
let it = [1].values()
for (let i = 0; i < 100000; i++) it = it.map((x) => x)
try { return it.toArray().length } catch (e) { return e.name }
