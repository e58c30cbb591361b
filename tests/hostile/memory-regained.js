// SPDX-License-Identifier: MIT
// expect: value "ok"
// limits: {"maxMemoryBytes": 4194304}
let a = []
for (let r = 0; r < 30; r++) { a = []; for (let i = 0; i < 20000; i++) a.push(i + 0.5) ; a = null }
return "ok"
