// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure Uncaught
let a = []
for (let i = 0; i < 200000; i++) a = [a]
throw a
