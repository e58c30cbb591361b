// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
// Nothing is disposed of when the execution has ended.
using a = { [Symbol.dispose]() { for (;;) ; } }
for (;;) { using b = { [Symbol.dispose]() {} } }
