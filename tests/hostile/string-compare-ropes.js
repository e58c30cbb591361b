// SPDX-License-Identifier: MIT
// expect: value [true, false, 0]
let a = "", b = ""
for (let i = 0; i < 100000; i++) { a = a + "ab"; b = "ab" + b }
return [a === b, a < b, a.localeCompare(b)]
