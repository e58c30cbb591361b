// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
for (const x of { [Symbol.iterator]: () => ({ next: () => ({}) }) });
