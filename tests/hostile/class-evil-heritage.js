// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError", "TypeError", true]
const out = []
for (const h of [5, {}, () => {}, function* () {}]) try { class A extends h {} } catch (e) { out.push(e.name) }
class N extends null {}
return [...out, Object.getPrototypeOf(N.prototype) === null]
