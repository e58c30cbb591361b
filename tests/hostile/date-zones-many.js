// SPDX-License-Identifier: MIT
// expect: value true
for (let i = 0; i < 2000; i++) { try { new Date(i * 1e9).toLocaleString("en-US", { timeZone: ["Europe/Berlin", "Asia/Tokyo", "America/Lima", "Nowhere/" + i][i % 4] }) } catch (e) { if (!(e instanceof RangeError)) throw e } }
return true
