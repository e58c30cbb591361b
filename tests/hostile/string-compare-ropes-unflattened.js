// SPDX-License-Identifier: MIT
// expect: value true
// limits: {"maxMemoryBytes": 4194304}
// More than 64 MB of text as ropes of a few hundred nodes: there is no memory to flatten
// them, so they are compared piece by piece, also where more parts wait than
// are remembered.
const leaf = (c) => c.repeat(64)
function spine(part, last) {
  let s = leaf("a")
  for (let i = 0; i < 98; i++) s = s + part
  return s + last
}
function nested(last) {
  const inner = spine(leaf("a"), leaf("a"))
  const middle = spine(inner, inner)
  return spine(middle, spine(middle, spine(inner, spine(leaf("a"), last))))
}
function doubled(n, last) {
  const a = leaf("a")
  let s = a
  for (const bit of (n - 1).toString(2).slice(1)) {
    s = s + s
    if (bit === "1") s = a + s
  }
  return s + last
}
let rightDeep = ""
for (let i = 0; i < 5000; i++) rightDeep = leaf("r") + rightDeep
let leftDeep = ""
for (let i = 0; i < 5000; i++) leftDeep += leaf("r")
const a = nested(leaf("a")), n = a.length / 64, b = doubled(n, leaf("a"))
const x = nested(leaf("b")), y = doubled(n, leaf("b"))
return n > 1e6 && a === b && x === y && a !== x && a < x && y > b && !(a < b) && !(x > y) &&
  rightDeep === leftDeep && rightDeep + "r" > leftDeep
