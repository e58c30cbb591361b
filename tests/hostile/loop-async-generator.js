// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
async function* g() { for (;;) yield 1 }
for await (const x of g());
