// SPDX-License-Identifier: MIT
// expect: value [200003, 3]
const pad = new Array(100000).fill(1)
const f = function (...a) { return a.length }.bind(null, ...pad).bind(null, ...pad)
return [[1].map(f)[0], [1, 2, 3].map((x) => [x].map(f).length).length]
