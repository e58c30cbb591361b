// SPDX-License-Identifier: MIT
// expect: value 200000
return String.fromCharCode(...new Array(200000).fill(65)).length
