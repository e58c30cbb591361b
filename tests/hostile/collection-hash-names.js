// SPDX-License-Identifier: MIT
// expect: value [16384,16384,16384]
// limits: {"timeoutMs": 3000}
// Names made of two blocks that differ in the highest bit of a 64-bit word and
// what takes it back: equal under any hash that multiplies without folding,
// whatever its key.
const flip = (c) => String.fromCharCode(c.charCodeAt(0) ^ 0x8000)
const blocks = ["aaaabbbb", "aaa" + flip("a") + "b" + flip("b") + "b" + flip("b")]
let names = [""]
for (let i = 0; i < 14; i++) names = names.flatMap((n) => blocks.map((b) => n + b))
const record = {}
for (const n of names) record[n] = 1
const read = JSON.parse("{" + names.map((n) => JSON.stringify(n) + ":1").join() + "}")
return [Object.keys(record).length, new Set(names).size, Object.keys(read).length]
