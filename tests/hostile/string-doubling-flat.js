// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 16777216}
let s = "x"
for (;;) { s += s; s.charCodeAt(s.length - 1); s.indexOf("y") }
