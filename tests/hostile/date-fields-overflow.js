// SPDX-License-Identifier: MIT
// expect: value true
return Number.isNaN(new Date(2024, 1e9, 1e9, 1e9, 1e9, 1e9, 1e300).getTime())
