// SPDX-License-Identifier: MIT
// expect: value 4
return ["../../etc/passwd", "x".repeat(1e6), "", "Europe/\0"].filter((z) => { try { new Date(0).toLocaleString("en-US", { timeZone: z }); return false } catch (e) { return e instanceof RangeError } }).length
