// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
let f = () => 0
for (;;) { const g = f; f = () => g() + 1 }
