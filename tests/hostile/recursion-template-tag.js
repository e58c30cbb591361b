// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const t = () => t`${1}`
try { t`` } catch (e) { return e.name }
