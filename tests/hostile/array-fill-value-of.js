// SPDX-License-Identifier: MIT
// expect: value [0, 1000]
const a = new Array(1000).fill(1)
const out = [a.length - 1000]
a.fill(2, { valueOf() { a.length = 0; return 0 } })
return [...out, a.length]
