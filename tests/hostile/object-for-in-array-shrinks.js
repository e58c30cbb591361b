// SPDX-License-Identifier: MIT
// expect: value ["0"]
const a = [1, 2, 3], out = []
for (const k in a) { out.push(k); a.length = 0 }
return out
