-- SPDX-License-Identifier: MIT
-- expect: error TimeoutExceeded The execution exceeded its timeout of 500 ms
-- limits: {"timeoutMs": 500}
-- Two keys that come and go in turn, then a search for one that is gone: its
-- chain must not be as long as it came often.
local t = {}
for i = 1, 600000 do t[-i] = i end
for i = 1, 400000 do
  t[6] = nil
  t[5] = i
  t[5] = nil
  t[6] = i
end
for i = 1, 5 do t[i] = i end
t[6] = nil
t[5] = nil
while true do local _ = t[5] end
