// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error ExecutionFailure
// limits: {"timeoutMs": 100}
throw { get x() { for (;;); } }
