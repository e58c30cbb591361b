-- SPDX-License-Identifier: MIT
-- expect: error InvalidDataValue result mixes elements and named fields: split it into two tables
return { 1, 2, x = 3 }
