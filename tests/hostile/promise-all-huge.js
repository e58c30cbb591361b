// SPDX-License-Identifier: MIT
// expect: value 90000
return (await Promise.all(Array.from({ length: 90000 }, (_, i) => Promise.resolve(i)))).length
