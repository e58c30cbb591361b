-- One long array: smallest prime factors of the numbers up to N.
-- N: 4000000, small: 30000
-- small gives: 3245 872576
local function main(N)
  local factor = {}
  for i = 1, N do factor[i] = 0 end
  local primes = 0
  for i = 2, N do
    if factor[i] == 0 then
      primes = primes + 1
      for k = i, N, i do
        if factor[k] == 0 then factor[k] = i end
      end
    end
  end
  local sum = 0
  for i = 2, N do sum = (sum + factor[i]) % 1000003 end
  return primes .. " " .. sum
end
