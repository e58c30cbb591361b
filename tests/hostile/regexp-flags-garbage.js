// SPDX-License-Identifier: MIT
// expect: value 6
return ["gg", "uv", "x", "\u{1F600}", "g ".repeat(1000), "\0"].filter((f) => { try { new RegExp("a", f); return false } catch (e) { return e.name === "SyntaxError" } }).length
