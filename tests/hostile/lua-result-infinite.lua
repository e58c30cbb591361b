-- SPDX-License-Identifier: MIT
-- expect: error InvalidDataValue result[1] is inf, which JSON cannot say
return { 1 / 0 }
