// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "closed"]
const out = []
try { new Map([1]) } catch (e) { out.push(e.name) }
try { Map() } catch (e) { out.push(e.name) }
try { new Map({ [Symbol.iterator]: () => ({ next: () => ({ value: 5 }), return() { out.push("closed"); return {} } }) }) } catch { }
return out
