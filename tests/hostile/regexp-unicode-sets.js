// SPDX-License-Identifier: MIT
// expect: value true
return /^[[\p{L}--[a-z]]&&\p{Lu}]+$/v.test("ABC")
