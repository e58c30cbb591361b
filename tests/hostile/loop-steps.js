// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure step
// limits: {"maxSteps": 10000}
let n = 0; while (true) n++;
