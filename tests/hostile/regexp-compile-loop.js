// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
for (let i = 0; ; i++) new RegExp("a" + i + "(b|c)*")
