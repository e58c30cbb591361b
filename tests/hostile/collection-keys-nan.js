// SPDX-License-Identifier: MIT
// expect: value [1, "n", 1, "z"]
const m = new Map([[NaN, "a"], [0 / 0, "n"]]), z = new Map([[0, "y"], [-0, "z"]])
return [m.size, m.get(NaN), z.size, z.get(0)]
