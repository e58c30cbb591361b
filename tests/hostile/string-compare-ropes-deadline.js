// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100, "maxMemoryBytes": 16777216}
// Texts of 256 MB out of 23 nodes cannot be flattened; the comparison
// looks at the deadline.
function d(x) {
  for (let i = 0; i < 22; i++) x = x + x
  return x
}
const a = d("abcdefghijklmnopabcdefghijklmnopabcdefghijklmnopabcdefghijklmnop")
const b = d("abcdefghijklmnopabcdefghijklmnopabcdefghijklmnopabcdefghijklmnop")
let n = 0
for (let i = 0; i < 100; i++) n += a === b
return n
