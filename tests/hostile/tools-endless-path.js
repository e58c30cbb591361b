// SPDX-License-Identifier: MIT
// expect: error UnknownTool
let t = tools
for (let i = 0; i < 10000; i++) t = t.x
await t({})
