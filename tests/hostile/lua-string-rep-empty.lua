-- SPDX-License-Identifier: MIT
-- expect: value 0
return #string.rep("", 9223372036854775807)
