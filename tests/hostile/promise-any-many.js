// SPDX-License-Identifier: MIT
// expect: value [5000, true]
try { await Promise.any(Array.from({ length: 5000 }, (_, i) => Promise.reject(i))) } catch (e) { return [e.errors.length, e.errors[4999] === 4999] }
