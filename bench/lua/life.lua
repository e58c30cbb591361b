-- Arrays by index: the game of life on a torus of 256 by 256 cells, N rounds.
-- N: 80, small: 2
-- small gives: 20415 572429
local function main(N)
  local side = 256
  local size = side * side
  local now, next_round, seed = {}, {}, 7
  for i = 1, size do
    seed = (seed * 48271) % 2147483647
    now[i] = seed % 3 == 0 and 1 or 0
    next_round[i] = 0
  end
  for _ = 1, N do
    for y = 0, side - 1 do
      local up, here, down = ((y + side - 1) % side) * side + 1, y * side + 1, ((y + 1) % side) * side + 1
      for x = 0, side - 1 do
        local left, right = (x + side - 1) % side, (x + 1) % side
        local n = now[up + left] + now[up + x] + now[up + right] + now[here + left] + now[here + right]
          + now[down + left] + now[down + x] + now[down + right]
        next_round[here + x] = (n == 3 or (n == 2 and now[here + x] == 1)) and 1 or 0
      end
    end
    now, next_round = next_round, now
  end
  local alive, mark = 0, 0
  for i = 1, size do
    alive = alive + now[i]
    mark = (mark * 2 + now[i]) % 1000003
  end
  return alive .. " " .. mark
end
