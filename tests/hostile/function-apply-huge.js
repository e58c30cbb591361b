// SPDX-License-Identifier: MIT
// expect: value ["RangeError", 250000]
const n = (...a) => a.length
try { n.apply(null, new Array(250001)) } catch (e) { return [e.name, n.apply(null, new Array(250000))] }
