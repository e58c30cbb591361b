// SPDX-License-Identifier: MIT
// expect: value true
return Number.isNaN(Date.parse("9".repeat(1e6)))
