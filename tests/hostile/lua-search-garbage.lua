-- SPDX-License-Identifier: MIT
-- expect: value [false,false,false,false]
return { (pcall(search, 1)), (pcall(search, { limit = -1 })), (pcall(search, { query = {} })), (pcall(search, {}, {})) }
