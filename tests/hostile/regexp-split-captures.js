// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
let s = ""
for (let i = 0; i < 32000; i++) s += "(b?)"
return "a".repeat(3000).split(new RegExp(s)).length
