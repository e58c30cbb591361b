-- Tables with scattered integer keys: visits by user number, with removals.
-- N: 3000000, small: 6000
-- small gives: 5690 28 55457
local function main(N)
  local visits = {}
  local seed, removed, users = 3, 0, 0
  for i = 0, N - 1 do
    seed = (seed * 48271) % 2147483647
    local user = (seed % 60000) * 7 + 3
    local n = visits[user]
    if not n then
      users = users + 1
      n = 0
    end
    visits[user] = n + 1
    if i % 9 == 0 then
      local old = (seed % 777) * 7 + 3
      if visits[old] then
        visits[old] = nil
        users = users - 1
        removed = removed + 1
      end
    end
  end
  local sum = 0
  for user, n in pairs(visits) do sum = (sum + user * n) % 1000003 end
  return users .. " " .. removed .. " " .. sum
end
