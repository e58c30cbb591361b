// SPDX-License-Identifier: MIT
// expect: value [1, 2, 3]
const f = function () { return this.v }
return [f.call.call(f, { v: 1 }), f.apply.call(f, { v: 2 }, []), f.call.apply.call(f.call, f, [{ v: 3 }])]
