// SPDX-License-Identifier: MIT
// expect: value [1]
return [{ toJSON() { return Promise.resolve(1) } }]
