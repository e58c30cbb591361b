// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure
const e = new AggregateError([], "x"); e.errors.push(e)
throw e
