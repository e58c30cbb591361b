-- Tables with text keys: counts of words and of neighbours.
-- N: 1000000, small: 4000
-- small gives: 3240 1000 4 19539 false
local function main(N)
  local count, pairs_seen, words, n_pairs = {}, {}, 0, 0
  local seed, before = 5, ""
  for i = 0, N - 1 do
    seed = (seed * 48271) % 2147483647
    local word = "w" .. (seed % 9000)
    local n = count[word]
    if not n then
      words = words + 1
      n = 0
    end
    count[word] = n + 1
    if i % 4 == 0 then
      local pair = before .. " " .. word
      if not pairs_seen[pair] then
        pairs_seen[pair] = true
        n_pairs = n_pairs + 1
      end
    end
    before = word
  end
  local most, lengths = 0, 0
  for word, n in pairs(count) do
    if n > most then most = n end
    lengths = lengths + #word * n
  end
  return words .. " " .. n_pairs .. " " .. most .. " " .. lengths .. " " .. tostring(pairs_seen["w1 w2"] or false)
end
