// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
const c = new Intl.Collator("en").compare
const a = Array.from({ length: 20000 }, (_, i) => "k".repeat(50) + (i * 7919) % 20011)
for (;;) a.toSorted(c)
