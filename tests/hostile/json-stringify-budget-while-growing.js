// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure budget of 60000 steps
// limits: {"maxSteps": 60000}
// The budget ends when the text has just moved to a larger cell.
let a = []
for (let i = 1; i < 2000; i++) a = [a]
return JSON.stringify(a, null, 10).length
