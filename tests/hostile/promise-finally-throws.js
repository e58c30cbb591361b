// SPDX-License-Identifier: MIT
// expect: value [1, 2]
const out = []
try { await Promise.resolve(0).finally(() => { throw 1 }) } catch (e) { out.push(e) }
try { await Promise.reject(0).finally(() => Promise.reject(2)) } catch (e) { out.push(e) }
return out
