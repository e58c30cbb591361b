// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
({ get x() { for (;;); } }).x
