// SPDX-License-Identifier: MIT
// expect: value "a\ud83d|\ude00b"
const s = "a" + "\ud83d\ude00" + "b"
return s.slice(0, 2) + "|" + s.slice(2)
