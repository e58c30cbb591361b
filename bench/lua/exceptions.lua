-- pcall and error: N orders, a third refused three calls deep.
-- N: 2400000, small: 3000
-- small gives: 80000 1000 13250 3000
local function main(N)
  local tried, sum, refused, letters = 0, 0, 0, 0
  local function reserve(i)
    if i % 3 == 1 then error({ kind = "range", message = "no stock of " .. i % 12 }) end
    return i % 40
  end
  local function price(i) return reserve(i) * 2 end
  local function order(i)
    tried = tried + 1
    return price(i) + 1
  end
  for i = 0, N - 1 do
    local ok, value = pcall(order, i)
    if ok then
      sum = sum + value
    else
      if value.kind == "range" then refused = refused + 1 end
      letters = letters + #value.message
    end
  end
  return sum .. " " .. refused .. " " .. letters .. " " .. tried
end
