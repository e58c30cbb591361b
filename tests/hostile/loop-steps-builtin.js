// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure step
// limits: {"maxSteps": 10000}
return new Array(1e6).fill(1).length
