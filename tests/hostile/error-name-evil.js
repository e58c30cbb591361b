// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure
const e = new Error("x"); e.name = e; e.message = { toString() { return {} } }
throw e
