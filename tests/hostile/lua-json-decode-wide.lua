-- SPDX-License-Identifier: MIT
-- expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
-- limits: {"maxMemoryBytes": 4194304}
return pcall(json.decode, "[" .. ("1,"):rep(1000000) .. "1]")
