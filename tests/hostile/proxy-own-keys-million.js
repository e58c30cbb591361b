// SPDX-License-Identifier: MIT
// expect: value 1000000
const keys = Array.from({ length: 1e6 }, (_, i) => "k" + i)
const p = new Proxy({}, { ownKeys: () => keys })
return Reflect.ownKeys(p).length
