// SPDX-License-Identifier: MIT
// expect: value ["src", "key", "get", "default", "set"]
const log = []
const target = { set x(v) { log.push("set") } }
const src = () => { log.push("src"); return { get k() { log.push("get") } } }
;({ [(log.push("key"), "k")]: target.x = (log.push("default"), 1) } = (log.length = 0, src()))
return log
