// SPDX-License-Identifier: MIT
// expect: value [1, 2, 3, 4, 5, 6, "r"]
const log = []
function f() {
  outer: for (;;) {
    try {
      for (;;) {
        try { log.push(1); try { return "x" } finally { log.push(2); break } } finally { log.push(3) }
      }
      log.push(4)
      try { throw 0 } catch { log.push(5); break outer } finally { log.push(6) }
    } finally { if (log.length > 5) break outer }
  }
  return "r"
}
const r = f()
return [...log, r]
