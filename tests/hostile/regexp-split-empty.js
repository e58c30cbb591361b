// SPDX-License-Identifier: MIT
// expect: value 100000
return "x".repeat(100000).split(/(?:)/).length
