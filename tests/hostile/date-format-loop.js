// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
const d = new Date(0)
for (;;) d.toLocaleString("en-US", { timeZone: "America/New_York" })
