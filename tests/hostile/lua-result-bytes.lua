-- SPDX-License-Identifier: MIT
-- expect: error InvalidDataValue result.s is not UTF-8 text: encode bytes as text
return { s = "\xff" }
