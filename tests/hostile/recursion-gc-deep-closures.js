// SPDX-License-Identifier: MIT
// expect: value 20
// limits: {"maxMemoryBytes": 67108864}
let f = () => 0, n = 0
for (let j = 0; j < 20; j++) {
  f = () => 0
  for (let i = 0; i < 20000; i++) { const g = f; f = () => g }
  n++
}
return n
