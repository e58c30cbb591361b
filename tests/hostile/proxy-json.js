// SPDX-License-Identifier: MIT
// expect: value "{\"a\":1}"
return JSON.stringify(new Proxy({ a: 1 }, {}))
