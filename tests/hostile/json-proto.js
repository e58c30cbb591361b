// SPDX-License-Identifier: MIT
// expect: value [true, "own"]
const o = JSON.parse('{"__proto__":"own","constructor":{"prototype":1}}')
return [Object.getPrototypeOf(o) === Object.prototype, o.__proto__]
