// SPDX-License-Identifier: MIT
// expect: value [4294967295, ["0", "1000000", "4294967294"], [2, 3, 1]]
const a = []
a[4294967294] = 1; a[0] = 2; a[1000000] = 3
return [a.length, Object.keys(a), Object.values(a)]
