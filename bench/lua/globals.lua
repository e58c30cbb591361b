-- Global variables, read and written from a function.
-- N: 9000000, small: 30000
-- small gives: 5000 17 1464
low, high, turns = 0, 0, 0
limit = 5000

local function main(N)
  for _ = 1, N do
    low = low + 3
    if low > limit then
      low = low - limit
      high = high + 1
    end
    turns = (turns + low * high) % 10007
  end
  return low .. " " .. high .. " " .. turns
end
