// SPDX-License-Identifier: MIT
// expect: value -1
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
return "x".repeat(1e6).search(/x*y/)
