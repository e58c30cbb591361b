// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value [4294967295, ["0", "1000000", "4294967294"], 3]
// limits: {"timeoutMs": 100}
const a = []
a[4294967294] = 1; a[0] = 2; a[1000000] = 3
let n = 0
a.forEach(() => n++)
return [a.length, Object.keys(a), n]
