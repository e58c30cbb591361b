-- SPDX-License-Identifier: MIT
-- expect: value 16777216
return #string.rep("x", 16777216)
