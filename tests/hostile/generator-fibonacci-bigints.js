// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure RangeError
// limits: {"timeoutMs": 100}
function* f() { let [a, b] = [0n, 1n]; for (;;) { yield a; [a, b] = [b, a + b] } }
for (const x of f()) {}
