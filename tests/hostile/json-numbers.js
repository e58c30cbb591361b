// SPDX-License-Identifier: MIT
// expect: value [null, 0, 1, null]
return [JSON.parse("1e999"), JSON.parse("1e-999"), JSON.parse("1" + "0".repeat(1000) + "e-1000"), JSON.parse("-1" + "0".repeat(100000))]
