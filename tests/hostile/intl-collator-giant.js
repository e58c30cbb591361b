// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// expect: value -1
// limits: {"timeoutMs": 100}
const s = "a".repeat(2 ** 25)
return new Intl.Collator("en").compare(s, s + "b")
