// SPDX-License-Identifier: MIT
// expect: value [1, [2, {"a": 3}]]
return Promise.resolve([Promise.resolve(1), Promise.resolve([2, { a: Promise.resolve(3) }])])
