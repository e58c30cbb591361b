// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError"]
const out = []
for (const C of [function () {}, function (f) { f(); f() }, function (f) { f(() => {}, 1) }])
  try { Promise.resolve.call(C, 1) } catch (e) { out.push(e.name) }
return out
