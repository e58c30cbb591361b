// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
[3, 2, 1].sort(() => { for (;;); })
