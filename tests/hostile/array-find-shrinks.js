// SPDX-License-Identifier: MIT
// expect: value [null, null, null]
const a = [1, 2, 3], seen = []
a.find((x) => { a.length = 0; if (seen.length || x === 1) seen.push(x === 1 ? null : x ?? null) })
return seen.length === 3 ? seen : seen
