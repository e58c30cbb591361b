// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 200}
let n = 0
for (const w of new Array(300000).fill(7).values().windows(100000)) n += w.length
return n
