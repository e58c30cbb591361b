-- SPDX-License-Identifier: MIT
-- expect: value [false,"again"]
return { xpcall(function() error("first") end, function() error("again") end) }
