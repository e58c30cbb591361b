-- Records made and read once: N parcels with a nested address.
-- N: 700000, small: 2000
-- small gives: 281400 166
local function main(N)
  local parcels = {}
  for i = 0, N - 1 do
    local to = { zone = "z" .. (i % 12), floor = i % 5 }
    parcels[#parcels + 1] = { id = i, weight = i % 90, to = to, fragile = i % 4 == 0, cost = 0 }
  end
  local cost, fragile = 0, 0
  for _, p in ipairs(parcels) do
    p.cost = p.weight * 3 + p.to.floor
    if p.fragile then p.cost = p.cost + 25 end
    cost = cost + p.cost
  end
  for _, p in ipairs(parcels) do
    if p.fragile and p.to.zone == "z8" then fragile = fragile + 1 end
  end
  return cost .. " " .. fragile
end
