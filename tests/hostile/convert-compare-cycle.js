// SPDX-License-Identifier: MIT
// expect: value false
const a = []
a[0] = a
return a == "x"
