// SPDX-License-Identifier: MIT
// expect: value ["number", 3]
let t
const f = function () { return typeof this }
return [f.call(5), "abc"["length"]]
