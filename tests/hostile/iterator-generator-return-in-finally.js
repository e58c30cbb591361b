// SPDX-License-Identifier: MIT
// expect: value [1, 2, 3, true]
function* g() { try { yield 1 } finally { yield 2; return 3 } }
const it = g()
return [it.next().value, it.return(9).value, it.next().value, it.next().done]
