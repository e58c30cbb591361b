// SPDX-License-Identifier: MIT
// expect: value 489002
return new Intl.ListFormat("en").format(Array.from({ length: 100000 }, (_, i) => String(i % 10000 < 10000 ? i % 1000 : 0))).length
