// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure step
// limits: {"maxSteps": 20000000}
let deep = new Array(50000).fill(0).map(() => [])
for (let i = 0; i < 9990; i++) deep = [deep]
return JSON.stringify(deep).length
