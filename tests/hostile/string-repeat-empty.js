// SPDX-License-Identifier: MIT
// expect: value ""
return "".repeat(2 ** 31 - 1)
