-- SPDX-License-Identifier: MIT
-- expect: value [false,"no"]
return { pcall(string.gsub, ("a"):rep(1000), "a", function() error("no") end) }
