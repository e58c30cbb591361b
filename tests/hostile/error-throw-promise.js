// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure Uncaught
throw Promise.resolve(1)
