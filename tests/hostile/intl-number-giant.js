// SPDX-License-Identifier: MIT
// expect: value 411
return new Intl.NumberFormat("en-US").format(1e308).length
