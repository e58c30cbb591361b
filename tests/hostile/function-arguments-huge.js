// SPDX-License-Identifier: MIT
// expect: value 200000
function f() { return arguments.length }
return f(...new Array(200000))
