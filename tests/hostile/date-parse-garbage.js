// SPDX-License-Identifier: MIT
// expect: value 5
return ["", "x".repeat(1e5), "2024-13-45", "\0", "+".repeat(1e5)].filter((s) => Number.isNaN(Date.parse(s))).length
