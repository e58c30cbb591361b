// SPDX-License-Identifier: MIT
// expect: value {"a": 1, "c": 3}
const src = { get a() { for (let i = 0; i < 1000; i++) src["n" + i] = i; delete src.b; return [1] }, b: [2], c: [3] }
return Iterator.zipKeyed(src).next().value
