-- SPDX-License-Identifier: MIT
-- expect: value [false,"too many results: at most 250000"]
return { pcall(string.byte, ("x"):rep(1000000), 1, -1) }
