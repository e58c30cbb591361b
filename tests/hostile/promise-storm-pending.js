// SPDX-License-Identifier: MIT
// expect: value ["RangeError", true]
const a = []
try { for (;;) a.push(new Promise(() => {})) } catch (e) { return [e.name, a.length > 90000 && a.length <= 100001] }
