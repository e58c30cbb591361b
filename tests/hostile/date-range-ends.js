// SPDX-License-Identifier: MIT
// expect: value [8640000000000000,null,-8640000000000000,null]
return [8.64e15, 8.64e15 + 1, -8.64e15, -8.64e15 - 1].map((t) => new Date(t).getTime())
