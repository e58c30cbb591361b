// SPDX-License-Identifier: MIT
// expect: value -1
return new Intl.Collator("en", { numeric: true }).compare("1".repeat(1e5), "1".repeat(1e5 + 1))
