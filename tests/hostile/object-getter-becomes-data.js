// SPDX-License-Identifier: MIT
// expect: value [1, 2, 2]
const o = { get x() { Object.defineProperty(this, "x", { value: 2 }); return 1 } }
return [o.x, o.x, o.x]
