-- JSON both ways: a document of 12 MB (N records) decoded, changed, encoded.
-- N: 48000, small: 600
-- small gives: 158530 144600 137197
local function main(N)
  local page = {}
  for i = 0, 199 do
    page[#page + 1] = '{"id":' .. i .. ',"title":"Ticket ' .. i * 7 .. '","owner":{"login":"user' .. i % 31
      .. '","mail":"u' .. i .. '@example.org"},"open":' .. tostring(i % 3 > 0) .. ',"votes":' .. i * 13 % 500
      .. ',"score":' .. string.format("%.14g", i / 16) .. ',"labels":["bug","area-' .. i % 12
      .. '"],"closedAt":null,"body":"What happens:\\n\\tthe \\"' .. i % 9
      .. '\\" button does nothing. Expected: it saves the form and closes it."}'
  end
  local pages, one = {}, table.concat(page, ",")
  for i = 1, N // 200 do pages[i] = one end
  local text = '{"count":' .. N .. ',"tickets":[' .. table.concat(pages, ",") .. "]}"

  local votes, changed = 0, {}
  for i, t in ipairs(json.decode(text).tickets) do
    votes = votes + t.votes
    changed[i] = { id = t.id, title = t.title, owner = t.owner.login, open = t.open, votes = t.votes,
      score = t.score * 2, labels = #t.labels, closedAt = t.closedAt, body = t.body,
      state = t.open and "open" or "closed" }
  end
  local back = json.encode({ tickets = changed })
  return string.format("%d %d %d", #text, votes, #back)
end
