-- SPDX-License-Identifier: MIT
-- expect: value [false,0,true]
return { (pcall(select, 0)), select("#", select(math.maxinteger, 1)), (pcall(select, -1, 1)) }
