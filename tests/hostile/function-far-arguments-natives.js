// SPDX-License-Identifier: MIT
// expect: value [200000, 1, true, 200000]
const far = new Array(200000).fill({ valueOf() { return [3, 2, 1].sort((a, b) => a - b)[0] } })
return [[].concat(...far.map((x) => [x])).length, Math.max(...far), Math.hypot(...far) > 400, Array.of(...far).length]
