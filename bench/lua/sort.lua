-- Sorting with comparators: numbers, and records by two keys.
-- N: 90000, small: 1500
-- small gives: 44 p894 295462
local function main(N)
  local seed = 11
  local function random(n)
    seed = (seed * 48271) % 2147483647
    return seed % n
  end
  local numbers, people = {}, {}
  for i = 1, N do
    numbers[i] = random(1000000)
    people[i] = { name = "p" .. random(900), age = random(80), id = i - 1 }
  end
  table.sort(numbers, function(a, b) return a < b end)
  table.sort(people, function(a, b)
    if a.age ~= b.age then return a.age < b.age end
    if a.name ~= b.name then return a.name < b.name end
    return a.id < b.id
  end)
  local down = table.move(numbers, 1, N, 1, {})
  table.sort(down, function(a, b) return a > b end)
  local mark = 0
  for i = 1, N, 7 do
    mark = (mark * 31 + numbers[i] + people[i].id + down[i] % 10) % 1000003
  end
  return numbers[1] .. " " .. people[N].name .. " " .. mark
end
