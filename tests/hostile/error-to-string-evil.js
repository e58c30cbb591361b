// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure
const e = new Error("x")
e.toString = () => { throw e }
Object.defineProperty(e, "message", { get() { throw e } })
throw e
