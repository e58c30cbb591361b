// SPDX-License-Identifier: MIT
// expect: value true
return JSON.parse("0." + "1".repeat(1000000)) === 0.1111111111111111
