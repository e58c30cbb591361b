// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 900 ms
// limits: {"timeoutMs": 900, "maxMemoryBytes": 268435456}
for (;;) {
  const a = []
  for (let i = 0; i < 2e6; i++) a[i * 1201] = i
  a.length = 1
}
