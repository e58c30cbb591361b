-- Recursive calls: in how many ways a stair of N steps can be climbed.
-- N: 27, small: 15
-- small gives: 5768
local function main(N)
  local function ways(left)
    if left < 0 then return 0 end
    if left == 0 then return 1 end
    return ways(left - 1) + ways(left - 2) + ways(left - 3)
  end
  return tostring(ways(N))
end
