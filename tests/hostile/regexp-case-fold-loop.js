// SPDX-License-Identifier: MIT
// expect: value false
return /(?:\u212a|k|K)+z/iu.test("k".repeat(10000))
