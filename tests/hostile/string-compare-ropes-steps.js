// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure budget of 1000000 steps
// limits: {"maxSteps": 1000000}
// Pieces of ropes that cannot be flattened cost steps.
function d(x) {
  for (let i = 0; i < 24; i++) x = x + x
  return x
}
const a = d("abcdefghijklmnop"), b = d("abcdefghijklmnop")
return a === b
