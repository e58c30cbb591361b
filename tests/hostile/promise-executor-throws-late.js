// SPDX-License-Identifier: MIT
// expect: value 1
return await new Promise((r) => { r(1); throw 2 })
