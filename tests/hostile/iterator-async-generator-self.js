// SPDX-License-Identifier: MIT
// expect: value [{"done": false, "value": 1}, true]
let it
async function* g() { it.next(); it.return(Promise.resolve(4)); yield 1 }
it = g()
const a = await it.next()
return [{ done: a.done, value: a.value }, (await it.next()).done || true]
