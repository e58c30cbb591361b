// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure Uncaught
throw undefined
