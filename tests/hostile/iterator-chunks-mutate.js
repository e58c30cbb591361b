// SPDX-License-Identifier: MIT
// expect: value [[1,2],[3,4],[5]]
const out = []
for (const c of [1, 2, 3, 4, 5].values().chunks(2)) {
  out.push([...c])
  c.length = 2 ** 32 - 1
  Object.freeze(c)
}
return out
