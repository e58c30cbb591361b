// SPDX-License-Identifier: MIT
// expect: value "TypeError"
let it
function* g() { try { it.next() } catch (e) { yield e.name } }
it = g()
return it.next().value
