-- SPDX-License-Identifier: MIT
-- expect: error InvalidDataValue result is an array with a hole: put json.null there
return { [1 << 40] = 1 }
