-- SPDX-License-Identifier: MIT
-- expect: value 409
return #string.format("%99.99f", 1e308)
