-- SPDX-License-Identifier: MIT
-- expect: value [false,false,false,false]
return { (pcall(json.decode, "")), (pcall(json.decode, "[1,")), (pcall(json.decode, "{\"a\":1,}")), (pcall(json.decode, "1 2")) }
