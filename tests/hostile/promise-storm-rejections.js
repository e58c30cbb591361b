// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure
// expect: value 1
// limits: {"maxMemoryBytes": 67108864}
for (let i = 0; i < 200000; i++) Promise.reject(i)
return 1
