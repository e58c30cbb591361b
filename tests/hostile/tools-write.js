// SPDX-License-Identifier: MIT
// expect: value "TypeError"
try { tools.x = 1; return "wrote" } catch (e) { return e.name }
