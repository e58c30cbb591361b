// SPDX-License-Identifier: MIT
// expect: error InvalidDataValue
// expect: error ExecutionFailure
const make = () => new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: (t, k) => k === "a" ? make() : undefined })
return make()
