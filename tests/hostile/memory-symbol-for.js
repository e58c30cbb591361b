// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
for (let i = 0;; i++) Symbol.for("s" + i)
