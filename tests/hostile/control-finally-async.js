// SPDX-License-Identifier: MIT
// expect: value ["a", "b", "c"]
const out = []
async function f() { try { await 0; return "x" } finally { await 0; out.push("a") } }
await f()
async function g() { for (let i = 0; i < 1; i++) try { await Promise.reject(1) } catch { continue } finally { await 0; out.push("b") } out.push("c") }
await g()
return out
