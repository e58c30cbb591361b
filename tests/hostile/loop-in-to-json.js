// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
JSON.stringify({ a: [{ toJSON() { for (;;); } }] })
