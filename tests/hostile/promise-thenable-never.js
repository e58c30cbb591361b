// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure never settle
await { then() {} }
