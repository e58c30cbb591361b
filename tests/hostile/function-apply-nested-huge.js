// SPDX-License-Identifier: MIT
// expect: value [100000, 100000]
const n = (...a) => a.length
const m = (...a) => [n(...a), n.apply(null, a)]
return m(...new Array(100000).fill(0))
