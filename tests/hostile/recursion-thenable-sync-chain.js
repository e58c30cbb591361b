// SPDX-License-Identifier: MIT
// expect: value 7
let p = 7
for (let i = 0; i < 50000; i++) { const q = p; p = { then(r) { r(q) } } }
return await p
