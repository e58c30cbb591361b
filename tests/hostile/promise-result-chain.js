// SPDX-License-Identifier: MIT
// expect: value 4
let p = 4
for (let i = 0; i < 10000; i++) { const q = p; p = Promise.resolve().then(() => q) }
return p
