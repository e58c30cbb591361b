// SPDX-License-Identifier: MIT
// expect: value [2, 1, 3]
let a = 1, b = 2, o = [3];
[a, b] = [b, a]
;[o] = o
return [a, b, o]
