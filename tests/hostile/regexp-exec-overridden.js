// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
const r = /x/g
r.exec = () => ({ index: 0, 0: "", length: 1 })
"x".replace(r, "")
