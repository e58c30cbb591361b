// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure never settle
await using a = { [Symbol.asyncDispose]: () => new Promise(() => {}) }
