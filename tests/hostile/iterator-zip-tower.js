// SPDX-License-Identifier: MIT
// expect: value "RangeError"
// expect: value 1
let it = [1, 2, 3].values()
for (let i = 0; i < 20000; i++) it = Iterator.zip([it])
try { let v = it.next().value; while (Array.isArray(v)) v = v[0]; return v } catch (e) { return e.name }
