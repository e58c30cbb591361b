// SPDX-License-Identifier: MIT
// expect: value "RangeError"
// expect: value 1
let it = [1].values()
for (let i = 0; i < 20000; i++) it = Iterator.concat(it)
try { return it.next().value } catch (e) { return e.name }
