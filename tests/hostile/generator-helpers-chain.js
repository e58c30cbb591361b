// SPDX-License-Identifier: MIT
// expect: value 1
let it = [1].values()
for (let i = 0; i < 200; i++) it = it.map((x) => x)
return it.toArray().length
