// SPDX-License-Identifier: MIT
// expect: value 60000
// limits: {"timeoutMs": 3000}
// Doubles whose bits the finaliser of MurmurHash3 sends to one 32-bit number:
// without a secret key they share one bucket of every table.
const all = (1n << 64n) - 1n
const inverse = (a) => {
  let x = a
  for (let i = 0; i < 6; i++) x = (x * (2n - a * x)) & all
  return x
}
const back = [inverse(0xc4ceb9fe1a85ec53n), inverse(0xff51afd7ed558ccdn)]
const unfold = (x) => x ^ (x >> 33n)
const number = new Float64Array(1), bits = new BigUint64Array(number.buffer)
const seen = new Map()
for (let high = 1n; seen.size < 60000; high++) {
  let x = unfold((high << 32n) | 12345n)
  for (const factor of back) x = unfold((x * factor) & all)
  bits[0] = x
  if (number[0] === number[0]) seen.set(number[0], true)
}
return seen.size
