-- SPDX-License-Identifier: MIT
-- expect: value 0
-- Each key that stands at the start and is not cleared before its turn is visited
-- once, whatever becomes elements and entries meanwhile.
local seed = 7
local function rnd(n) seed = (seed * 1103515245 + 12345) % 2147483648 return (seed // 65536) % n + 1 end
local keys = {1,2,3,4,5,6,7,8,9,10,"a","b","c",2.5,-1,100,2^40}
local bad = 0
for round = 1, 3000 do
  local t = {}
  if rnd(3) == 1 then t = {1,2,3,4,5} end
  for i = 1, rnd(40) do
    local k = keys[rnd(#keys)]
    if rnd(3) == 1 then t[k] = nil else t[k] = rnd(9) end
    if rnd(8) == 1 then table.insert(t, rnd(9)) end
    if rnd(12) == 1 then table.remove(t) end
    if rnd(14) == 1 and #t>0 then table.remove(t,1) end
  end
  local before = {}
  for i = 1, #keys do if t[keys[i]] ~= nil then before[#before+1] = keys[i] end end
  for i = 11, 60 do if t[i] ~= nil then before[#before+1] = i end end
  local seen, removed, n = {}, {}, 0
  local k, v
  while true do
    k, v = next(t, k)
    if k == nil then break end
    n = n + 1
    if n > 200 then bad = bad + 1 break end
    if seen[k] or removed[k] then bad = bad + 1 end
    seen[k] = true
    local c = rnd(4)
    if c == 1 then t[k] = nil
    elseif c == 2 then t[k] = 7
    elseif c == 3 then local o = before[rnd(#before)] if t[o] ~= nil then t[o] = nil if not seen[o] then removed[o] = true end end
    end
  end
  for _, b in ipairs(before) do
    if not seen[b] and not removed[b] then bad = bad + 1 end
  end
end
return bad
