// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure Maximum call stack size exceeded
const f = (n) => f(n + 1) + 1
f(0)
