// SPDX-License-Identifier: MIT
// expect: value 500000
let s = ""
for (let i = 0; i < 250000; i++) s = "a" + s + "b"
return s.indexOf("b") * 2
