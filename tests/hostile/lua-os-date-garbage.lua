-- SPDX-License-Identifier: MIT
-- expect: value [false,false,false]
return { (pcall(os.date, "%E")), (pcall(os.date, ("%c"):rep(10) .. "%")), (pcall(os.date, "%Y", 1 << 62)) }
