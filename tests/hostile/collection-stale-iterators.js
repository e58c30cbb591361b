// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 300 ms
// limits: {"timeoutMs": 300}
const m = new Map([[-1, 0]]), its = []
for (let i = 0; i < 20000; i++) its.push(m.keys())
for (let i = 0; i < 400000; i++) { m.set(i, i); m.delete(i - 1) }
for (const it of its) it.next()
