// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded The execution exceeded its memory limit of 8388608 bytes
// limits: {"maxMemoryBytes": 8388608}
let s = "x"
for (;;) s = s.replace(/x/g, "$&$&$&$&")
