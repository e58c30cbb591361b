// SPDX-License-Identifier: MIT
// expect: value true
class P extends Promise { static resolve(v) { return { then(a) { a(1); a(2); a(3) } } } }
return (await P.all([1, 2])).length === 2
