// SPDX-License-Identifier: MIT
// expect: value 10000
// limits: {"maxMemoryBytes": 2097152}
let n = 0
for (let i = 0; i < 10000; i++) { class A { #p = i; m() { return this.#p } } n += new A().m() === i ? 1 : 0 }
return n
