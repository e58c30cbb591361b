// SPDX-License-Identifier: MIT
// expect: value 300000
return (await Promise.all(new Array(300000).fill(1))).length
