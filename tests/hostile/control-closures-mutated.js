// SPDX-License-Identifier: MIT
// expect: value [10, 11, 12]
const fs = []
for (let i = 0; i < 3; i++) { fs.push(() => i); setTo(() => { }) }
function setTo(f) { f() }
return fs.map((f) => f() + 10)
