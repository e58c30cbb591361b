// SPDX-License-Identifier: MIT
// expect: value true
try { for (const k in tools.x) k; return false } catch (e) { return e instanceof Error }
