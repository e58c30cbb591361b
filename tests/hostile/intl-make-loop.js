// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
for (;;) new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "full" })
