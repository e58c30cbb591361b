// SPDX-License-Identifier: MIT
// expect: value 5
let p = Promise.resolve(5)
for (let i = 0; i < 50000; i++) { const q = p; p = new Promise((r) => r(q)) }
return await p
