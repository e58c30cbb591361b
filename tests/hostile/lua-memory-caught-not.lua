-- SPDX-License-Identifier: MIT
-- expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
-- limits: {"maxMemoryBytes": 4194304}
local t = {}
while true do pcall(function() t[#t + 1] = { t } t[#t + 1] = {} end) end
