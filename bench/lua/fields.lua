-- Fields of records that fit the cache: interest on 8,000 accounts, N months.
-- N: 900, small: 3
-- small gives: 557338 3 1709
local function main(N)
  local accounts = {}
  for i = 0, 7999 do
    local cents, frozen = (i * 37) % 100000, i % 11 == 0
    accounts[#accounts + 1] = { number = i, cents = cents, rate = i % 9, frozen = frozen, months = 0, paid = 0 }
  end
  local total = 0
  for month = 0, N - 1 do
    for i = 1, #accounts do
      local a = accounts[i]
      a.months = a.months + 1
      if not a.frozen then
        a.paid = (a.cents * a.rate + month) % 1201
        a.cents = (a.cents + a.paid) % 100003
        total = (total + a.cents) % 1000003
      end
    end
  end
  return total .. " " .. accounts[8].months .. " " .. accounts[8].cents
end
