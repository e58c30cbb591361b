-- What a model writes: three calls of tools, then join, filter, group, rank; N times.
-- N: 120, small: 2
-- small gives: centre 1441 50451707 Client 189 i45x155, islands 1289 44963795 Client 337 i9x165
local function main(N)
  local seed = 31
  local function random(n)
    seed = (seed * 48271) % 2147483647
    return seed % n
  end
  local regions, kinds = { "north", "south", "east", "west", "centre", "islands" }, { "book", "tool", "toy", "food" }
  local clients, sales = {}, {}
  for i = 0, 399 do
    local region = regions[random(6) + 1]
    clients[#clients + 1] = { id = "k" .. i, name = "Client " .. i, region = region, closed = random(12) == 0 }
  end
  for i = 0, 8999 do
    local client, kind = "k" .. random(420), kinds[random(4) + 1]
    local sale = { id = i, client = client, kind = kind, cents = random(90000), day = random(365) }
    sale.items = { { code = "i" .. random(60), n = 1 + random(4) }, { code = "i" .. random(60), n = 1 + random(4) } }
    sales[#sales + 1] = sale
  end
  local tools = {
    clients = {
      list = function(o)
        local out = {}
        for _, c in ipairs(clients) do
          if o.all or not c.closed then out[#out + 1] = c end
        end
        return out
      end,
    },
    sales = { list = function(o) return table.move(sales, 1, o.limit, 1, {}) end },
    rates = { get = function() return { book = 0.93, tool = 0.8, toy = 0.8 } end },
  }
  local function report(from)
    local people = tools.clients.list({ all = false })
    local all = tools.sales.list({ limit = 9000, order = "day" })
    local rates = tools.rates.get({ year = 2026 })
    local known = {}
    for _, person in ipairs(people) do known[person.id] = person end
    local by_region = {}
    for _, sale in ipairs(all) do
      local person = known[sale.client]
      if sale.day >= from and sale.cents > 500 and person then
        local net = sale.cents * (rates[sale.kind] or 0.5)
        local region = by_region[person.region]
        if not region then
          region = { name = person.region, sales = 0, net = 0, best = nil, items = {} }
          by_region[person.region] = region
        end
        region.sales = region.sales + 1
        region.net = region.net + net
        if not region.best or net > region.best.net then region.best = { who = person.name, net = net } end
        for _, item in ipairs(sale.items) do
          region.items[item.code] = (region.items[item.code] or 0) + item.n
        end
      end
    end
    local rows = {}
    for _, region in pairs(by_region) do rows[#rows + 1] = region end
    table.sort(rows, function(a, b) return a.net > b.net end)
    local out = {}
    for i = 1, 2 do
      local region = rows[i]
      local codes = {}
      for code in pairs(region.items) do codes[#codes + 1] = code end
      table.sort(codes, function(a, b)
        local x, y = region.items[a], region.items[b]
        if x ~= y then return x > y end
        return a < b
      end)
      out[i] = string.format("%s %d %d %s %sx%d", region.name, region.sales, math.floor(region.net), region.best.who,
        codes[1], region.items[codes[1]])
    end
    return table.concat(out, ", ")
  end
  local text = ""
  for i = 0, N - 1 do text = report(30 + i % 2) end
  return text
end
