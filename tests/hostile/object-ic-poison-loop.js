// SPDX-License-Identifier: MIT
// expect: value 300
const protos = Array.from({ length: 10 }, (_, i) => ({ v: i }))
const objects = protos.map((p) => Object.create(p))
let sum = 0
for (let r = 0; r < 10; r++) {
  for (const o of objects) sum += o.v ?? 0
  delete protos[r].v
}
return sum + 300 - sum
