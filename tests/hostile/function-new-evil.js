// SPDX-License-Identifier: MIT
// expect: value [6, 0]
const bad = [() => 1, Math.max, { m() {} }.m, async function () {}, function* () {}, 5]
return [bad.filter((f) => { try { new f(); return false } catch (e) { return e instanceof TypeError } }).length, 0]
