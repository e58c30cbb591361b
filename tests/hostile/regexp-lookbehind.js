// SPDX-License-Identifier: MIT
// expect: value false
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
return new RegExp("(?<=(x+)+y)z").test("x".repeat(40) + "z")
