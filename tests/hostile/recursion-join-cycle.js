// SPDX-License-Identifier: MIT
// expect: value ",x"
const a = []; a.push(a, "x")
return String(a)
