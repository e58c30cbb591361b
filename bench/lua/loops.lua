-- Nested loops on small integers: greatest common divisors of pairs.
-- N: 2600, small: 120
-- small gives: 4386 26846
local function main(N)
  local sum, coprime = 0, 0
  for i = 1, N do
    for j = 1, i do
      local a, b = i, j
      while b ~= 0 do
        a, b = b, a % b
      end
      if a == 1 then coprime = coprime + 1 end
      sum = sum + a
    end
  end
  return coprime .. " " .. sum
end
