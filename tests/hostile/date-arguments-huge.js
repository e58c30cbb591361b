// SPDX-License-Identifier: MIT
// expect: value [null, null, null]
return [new Date(1e300, 1).getTime(), Date.UTC(2020, 2 ** 53), new Date(2020, 1, 1e20).getTime()]
