// SPDX-License-Identifier: MIT
// expect: value false
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
return new RegExp("^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}$").test("a".repeat(50) + "!")
