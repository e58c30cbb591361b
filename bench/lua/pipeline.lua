-- Functions that map, filter and reduce tables with closures, N times.
-- N: 220, small: 2
-- small gives: 949748
local function main(N)
  local function map(list, f)
    local out = {}
    for i = 1, #list do out[i] = f(list[i]) end
    return out
  end
  local function filter(list, f)
    local out = {}
    for i = 1, #list do
      local v = list[i]
      if f(v) then out[#out + 1] = v end
    end
    return out
  end
  local function reduce(list, f, sum)
    for i = 1, #list do sum = f(sum, list[i]) end
    return sum
  end
  local function find(list, f)
    for i = 1, #list do
      if f(list[i]) then return list[i] end
    end
    return nil
  end
  local function flat_map(list, f)
    local out = {}
    for i = 1, #list do
      for _, v in ipairs(f(list[i])) do out[#out + 1] = v end
    end
    return out
  end
  local prices = {}
  for i = 0, 19999 do prices[#prices + 1] = (i * 7919) % 10007 end
  local total = 0
  for n = 0, N - 1 do
    local rate = 3 + n % 4
    local kept = filter(prices, function(p) return p % 3 ~= 0 end)
    kept = filter(map(kept, function(p) return p * rate + 1 end), function(p) return p % 2 == 1 end)
    total = total + reduce(kept, function(sum, p) return (sum + p) % 1000003 end, 0)
    if find(prices, function(p) return p > 10007 end) then total = total + 1 end
    total = total + find(prices, function(p) return p % 1000 == 999 - rate end)
    if n % 10 == 0 then
      total = total + #flat_map(prices, function(p) return p < 2500 and { p, n } or {} end)
    end
  end
  return tostring(total)
end
