// SPDX-License-Identifier: MIT
// expect: value 1
let p = Promise.resolve(1)
for (let i = 0; i < 90000; i++) p = p.then((x) => x)
return await p
