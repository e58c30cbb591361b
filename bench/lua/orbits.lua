-- Floating point on fields: particles that attract each other, N steps.
-- N: 70000, small: 300
-- small gives: 0.135000 0.160000 0.162
local function main(N)
  local sqrt = math.sqrt
  local all = {}
  for i = 0, 7 do
    all[#all + 1] = { mass = 1 + i / 4, x = i * 1.5, y = (i * 7 % 8) * 1.25, vx = 0.01 * (i % 3), vy = 0.02 * (i % 2) }
  end
  local function step(dt)
    for i = 1, #all do
      local a = all[i]
      for j = i + 1, #all do
        local b = all[j]
        local dx, dy = b.x - a.x, b.y - a.y
        local square = dx * dx + dy * dy + 0.05
        local pull = dt / (square * sqrt(square))
        a.vx = a.vx + dx * pull * b.mass
        a.vy = a.vy + dy * pull * b.mass
        b.vx = b.vx - dx * pull * a.mass
        b.vy = b.vy - dy * pull * a.mass
      end
    end
    for i = 1, #all do
      local a = all[i]
      a.x = a.x + dt * a.vx
      a.y = a.y + dt * a.vy
    end
  end
  for _ = 1, N do step(0.001) end
  local px, py, energy = 0, 0, 0
  for _, a in ipairs(all) do
    px = px + a.mass * a.vx
    py = py + a.mass * a.vy
    energy = energy + a.mass * (a.vx * a.vx + a.vy * a.vy) / 2
  end
  return string.format("%.6f %.6f %.3f", px, py, energy)
end
