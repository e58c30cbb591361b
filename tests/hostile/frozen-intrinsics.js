// SPDX-License-Identifier: MIT
// expect: value [true, 0]
const targets = [Object, Object.prototype, Array, Array.prototype, Function.prototype, String.prototype, Promise, Promise.prototype, Math, JSON, Map.prototype, Symbol.prototype, Error.prototype, Iterator.prototype, globalThis, console]
let broken = 0
for (const t of targets) {
  for (const f of [() => { t.evil = 1 }, () => Object.defineProperty(t, "evil", { value: 1 }), () => { t[Symbol.iterator] = 1 }, () => { t[0] = 1 }])
    try { f(); broken++ } catch (e) { if (!(e instanceof TypeError)) broken++ }
  if (!Object.isFrozen(t)) broken += t === globalThis ? 0 : 1000
}
return [typeof evil === "undefined", broken]
