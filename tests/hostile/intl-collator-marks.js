// SPDX-License-Identifier: MIT
// expect: value 0
return new Intl.Collator("en").compare("e" + "\u0301".repeat(5000), "e" + "\u0301".repeat(5000))
