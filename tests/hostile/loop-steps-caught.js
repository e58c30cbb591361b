// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure step
// limits: {"maxSteps": 10000}
try { while (true); } catch { return 1 } finally { return 2 }
