// SPDX-License-Identifier: MIT
// expect: value true
let s = ""
for (const f of [Math.max, () => 1, class A { x = 1 }, function* g() {}, async () => {}, Function.prototype.bind.call(() => 1)]) s += Function.prototype.toString.call(f)
return s.includes("native code")
