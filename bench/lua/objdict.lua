-- A table as a dictionary: stock by article, with removals and a list of keys.
-- N: 1400000, small: 4000
-- small gives: 2765 0 25065
local function main(N)
  local stock = {}
  local seed, sold = 9, 0
  for i = 0, N - 1 do
    seed = (seed * 48271) % 2147483647
    local article = "a" .. (seed % 5000)
    if stock[article] ~= nil then stock[article] = stock[article] + i % 5 else stock[article] = 1 end
    if stock[article] > 40 then
      stock[article] = nil
      sold = sold + 1
    end
  end
  local articles = {}
  for article in pairs(stock) do articles[#articles + 1] = article end
  local sum = 0
  for _, article in ipairs(articles) do sum = (sum + stock[article] * #article) % 1000003 end
  return #articles .. " " .. sold .. " " .. sum
end
