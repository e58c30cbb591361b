-- SPDX-License-Identifier: MIT
-- expect: value [0,0]
return { #("x"):rep(-1), #("x"):rep(math.mininteger) }
