// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure step
// limits: {"maxSteps": 10000000}
const groups = "(b)".repeat(32000)
return "a".repeat(20000).match(new RegExp("a|" + groups, "g")).length
