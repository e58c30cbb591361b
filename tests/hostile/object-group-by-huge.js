// SPDX-License-Identifier: MIT
// expect: value 50000
return Object.keys(Object.groupBy(Array.from({ length: 50000 }, (_, i) => i), (x) => "g" + x)).length
