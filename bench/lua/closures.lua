-- Closures: N bank accounts as functions over captured variables, each used.
-- N: 900000, small: 2000
-- small gives: 53354 960
local function main(N)
  local function open(balance)
    local moves = 0
    local function put(n)
      balance = balance + n
      moves = moves + 1
      return balance
    end
    local function take(n)
      if n > balance then return -1 end
      return put(-n)
    end
    return { put = put, take = take, count = function() return moves end }
  end
  local function add(a)
    return function(b) return function(c) return a + b * c end end
  end
  local sum, refused = 0, 0
  for i = 0, N - 1 do
    local account = open(i % 50)
    account.put(i % 7)
    if account.take(i % 60) < 0 then refused = refused + 1 end
    sum = (sum + account.put(1) + account.count() + add(i % 3)(2)(i % 5)) % 1000003
  end
  return sum .. " " .. refused
end
