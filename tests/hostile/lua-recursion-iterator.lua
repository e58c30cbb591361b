-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure 10,000
local function it() for x in it do end end
return pcall(it)
