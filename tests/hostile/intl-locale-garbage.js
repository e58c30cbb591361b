// SPDX-License-Identifier: MIT
// expect: value 5
return ["", "x".repeat(1e5), "en-", "en-US-u-", "\0"].filter((l) => { try { new Intl.NumberFormat(l); return false } catch (e) { return e instanceof RangeError } }).length
