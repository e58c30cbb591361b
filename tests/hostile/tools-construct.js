// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "object"]
try { new tools.x() } catch (e) { return [e.name, typeof e] }
