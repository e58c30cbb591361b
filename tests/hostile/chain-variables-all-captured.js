// SPDX-License-Identifier: MIT
// expect: error ParseError
// expect: error UnsupportedSyntax
// expect: value 70000
// source: [["let v{i}=1;", 70000], ["const f=()=>0", 1], ["+v{i}", 70000], [";f()", 1]]
