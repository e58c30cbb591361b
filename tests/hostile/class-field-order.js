// SPDX-License-Identifier: MIT
// expect: value ["k1", "k2", "s", "c", "f1", "f2"]
const log = []
class A { [(log.push("k1"), "a")] = log.push("f1"); static [(log.push("k2"), "b")] = log.push("s"); constructor() { log.push("x") } c = log.push("f2") }
log.push("c")
new A()
return log.slice(0, 6)
