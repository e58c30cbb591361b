// SPDX-License-Identifier: MIT
// expect: value [20000, 0]
const o = {}
for (let i = 0; i < 20000; i++) o[Symbol(i)] = i
return [Object.getOwnPropertySymbols(o).length, Object.keys(o).length]
