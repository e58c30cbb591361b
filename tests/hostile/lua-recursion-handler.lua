-- SPDX-License-Identifier: MIT
-- expect: value [false,false,"x"]
local function h(e) error(e) end
return { xpcall(error, h, "x") == true, xpcall(error, h, "x") }
