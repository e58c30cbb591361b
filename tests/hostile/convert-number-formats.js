// SPDX-License-Identifier: MIT
// expect: value 0
let bad = 0
for (const v of [NaN, Infinity, -Infinity, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, -0, 2 ** 53, 0.1])
  for (const f of [(x) => x.toString(2), (x) => x.toString(36), (x) => x.toFixed(100), (x) => x.toExponential(100), (x) => x.toPrecision(100)])
    if (typeof f(v) !== "string") bad++
return bad
