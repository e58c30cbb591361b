// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded 100
// limits: {"timeoutMs": 100}
while (true);
