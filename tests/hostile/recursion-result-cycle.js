// SPDX-License-Identifier: MIT
// expect: error InvalidDataValue
const o = { a: [] }; o.a.push({ o })
return o
