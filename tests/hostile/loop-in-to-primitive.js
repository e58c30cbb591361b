// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
({ [Symbol.toPrimitive]() { for (;;); } }) < 1
