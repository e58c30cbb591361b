// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure Error: x
let e = new Error("x")
for (let i = 0; i < 100000; i++) e = new Error("x", { cause: e })
e.cause = e
throw e
