// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure Uncaught
const o = {}; o.o = o; o.a = [o, new Map([[o, o]])]
throw o
