// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure never settle
try { await new Promise(() => {}) } finally { return 1 }
