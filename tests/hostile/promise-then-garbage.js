// SPDX-License-Identifier: MIT
// expect: value [1, 2, 3]
const out = []
for (const v of [1, 2, 3]) out.push(await Promise.resolve(v).then(null, undefined).then(5).then({}))
return out
