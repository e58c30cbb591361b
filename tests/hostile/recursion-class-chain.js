// SPDX-License-Identifier: MIT
// expect: value 1000
let C = class { n() { return 0 } }
for (let i = 0; i < 1000; i++) { const B = C; C = class extends B { n() { return super.n() + 1 } } }
return new C().n()
