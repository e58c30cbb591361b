-- SPDX-License-Identifier: MIT
-- expect: value [false,false]
return { (pcall(os.time, { year = 1 << 40, month = 1, day = 1 })), (pcall(os.time, {})) }
