// SPDX-License-Identifier: MIT
// expect: value 12
let n = 0
const t = () => { throw 1 }
const tries = [() => [t()], () => ({ [t()]: 1 }), () => ({ a: t() }), () => `${t()}`, () => t()(), () => (0, t()), () => new (t()), () => [...t()], () => ({ ...t() }), () => { for (const x of t()); }, () => { for (const x in t()); }, () => { switch (t()) { } }]
for (const f of tries) try { f() } catch (e) { n += e }
return n
