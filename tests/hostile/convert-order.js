// SPDX-License-Identifier: MIT
// expect: value ["l", "r", "lv", "rv"]
const log = []
const l = { valueOf() { log.push("lv"); return 1 } }, r = { valueOf() { log.push("rv"); return 1 } }
;(log.push("l"), l) < (log.push("r"), r)
return log
