// SPDX-License-Identifier: MIT
// expect: value [3, 1, 9, 2, 3]
function f(a) { arguments[0] = 9; const out = [arguments.length, a]; a = 7; out.push(arguments[0]); arguments.length = 2; out.push(arguments.length); return out }
return [...f(1, 2, 3), 3]
