-- SPDX-License-Identifier: MIT
-- expect: value false
return (pcall(json.decode, ("["):rep(1000000)))
