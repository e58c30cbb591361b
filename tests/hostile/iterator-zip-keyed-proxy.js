// SPDX-License-Identifier: MIT
// expect: value ["TypeError","TypeError","x"]
const seen = []
const attempt = (h) => {
  try { Iterator.zipKeyed(new Proxy({}, h)).next() } catch (e) { seen.push(e.name ?? e) }
}
attempt({ ownKeys: () => [1] })
attempt({ ownKeys: () => ["a", "a"] })
attempt({ ownKeys: () => ["a"], getOwnPropertyDescriptor() { throw "x" } })
attempt({ ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) })
attempt({ ownKeys: () => [] })
return seen
