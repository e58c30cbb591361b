// SPDX-License-Identifier: MIT
// expect: value [1, 0, 5, "untouched"]
const o = { get a() { return 1 }, set a(v) { throw 1 } }
o.a ||= 2; let b = 0; b &&= 1; let c = null; c ??= 5
const frozen = Object.freeze({ x: "untouched" })
frozen.x ||= 1; frozen.x ??= 1
return [o.a, b, c, frozen.x]
