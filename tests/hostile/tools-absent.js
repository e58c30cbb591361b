// SPDX-License-Identifier: MIT
// expect: error UnknownTool nope
await tools.nope({})
