// SPDX-License-Identifier: MIT
// expect: value 7
return [Infinity, -Infinity, NaN, 1e308, -1e308, "x", {}].filter((n) => Number.isNaN(new Date(2024, n).getTime())).length
