-- SPDX-License-Identifier: MIT
-- expect: error ToolCallLimitExceeded A program may make at most 128 tool calls
for i = 1, 1000 do search({}) end
