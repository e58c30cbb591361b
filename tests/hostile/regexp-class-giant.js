// SPDX-License-Identifier: MIT
// expect: value true
return new RegExp("[" + Array.from({ length: 20000 }, (_, i) => String.fromCharCode(0x4e00 + i % 20000)).join("") + "]").test("\u4e05")
