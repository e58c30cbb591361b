// SPDX-License-Identifier: MIT
// expect: value 20000
// limits: {"timeoutMs": 5000}
// Numbers of 640 bits in regular steps.
const seen = new Map()
for (let i = 0n; i < 20000n; i++) seen.set((i << 600n) + (i << 63n), i)
return seen.size
