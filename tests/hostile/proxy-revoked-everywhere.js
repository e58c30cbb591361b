// SPDX-License-Identifier: MIT
// expect: value 8
const { proxy, revoke } = Proxy.revocable(function () {}, {})
revoke()
const tries = [() => proxy.x, () => { proxy.x = 1 }, () => "x" in proxy, () => delete proxy.x,
  () => Object.keys(proxy), () => proxy(), () => new proxy(), () => Object.getPrototypeOf(proxy)]
return tries.filter((f) => { try { f(); return false } catch (e) { return e instanceof TypeError } }).length
