// SPDX-License-Identifier: MIT
// expect: value 10000
function* g() { for (;;) try { yield } catch { } }
const it = g(); it.next()
let n = 0
for (; n < 10000; n++) it.throw(1)
return n
