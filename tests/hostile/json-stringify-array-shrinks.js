// SPDX-License-Identifier: MIT
// expect: value "[1,null,null]"
const a = [{ toJSON() { a.length = 0; return 1 } }, 2, 3]
return JSON.stringify(a)
