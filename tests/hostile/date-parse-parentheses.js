// SPDX-License-Identifier: MIT
// expect: value true
return Number.isNaN(Date.parse("(".repeat(1e6)))
