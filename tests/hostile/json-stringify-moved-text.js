// SPDX-License-Identifier: MIT
// The text of a walk moves when it becomes a string; the register that held it
// lies in the wider frame of the call afterwards, where collections look.
// expect: value 20
// limits: {"maxMemoryBytes": 2000000}
function collected() {
  for (let i = 0; i < 100000; i++) [i]
  return Math.max(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
}
JSON.stringify({ toJSON: () => Array(1000).fill("ab") })
JSON.stringify({ toJSON: () => Array(1000).fill("\u0431") })
return collected()
