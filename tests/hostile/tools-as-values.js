// SPDX-License-Identifier: MIT
// expect: value ["function", false, true]
return [typeof tools.a.b, tools.a === tools.b, tools.a == tools.a]
