// SPDX-License-Identifier: MIT
// expect: value [300, 300, "c2", 100]
// Every way out of nested scopes, in a generator, many times.
let opened = 0, closed = 0
const r = () => { opened++; return { [Symbol.dispose]() { closed++ } } }
function* g(i) {
  using a = r()
  outer: for (const k of [1, 2]) {
    using b = r()
    try {
      using c = r()
      if (i % 4 === 0) return "ret"
      if (i % 4 === 1) break outer
      if (i % 4 === 2) throw "c" + i
      yield i
      break outer
    } finally { if (i % 4 === 3) break outer }
  }
}
let last, n = 0
for (let i = 0; i < 100; i++) { try { for (const v of g(i)) break } catch (e) { last ??= e } n++ }
return [opened, closed, last, n]
