// SPDX-License-Identifier: MIT
// expect: value 1
const e = new Error("x"); e.cause = e; e.self = e
Promise.reject(e); Promise.reject({ get message() { throw 1 } }); Promise.reject(Symbol())
await 0
return 1
