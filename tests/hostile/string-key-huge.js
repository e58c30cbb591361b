// SPDX-License-Identifier: MIT
// expect: value true
// limits: {"maxMemoryBytes": 67108864}
const k = "k".repeat(3000000), o = { [k]: 1 }
try { o[k]() } catch (e) { return e instanceof TypeError && o[k] === 1 }
