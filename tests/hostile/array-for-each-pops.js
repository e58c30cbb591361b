// SPDX-License-Identifier: MIT
// expect: value [1, 2]
const a = [1, 2, 3, 4], seen = []
a.forEach((x) => { seen.push(x); a.pop() })
return seen
