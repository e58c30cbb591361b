// SPDX-License-Identifier: MIT
// expect: value 3
const r = Map.groupBy([1, 2, 3], (x) => { const m = new Map(); return x })
return r.size
