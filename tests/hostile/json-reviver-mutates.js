// SPDX-License-Identifier: MIT
// expect: value true
const r = JSON.parse('[1,[2,3],{"a":4}]', function (k, v) { if (Array.isArray(this)) this.length = 1; return v })
return r.length >= 1
