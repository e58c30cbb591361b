-- json.decode alone: a document of 1 MB, N times.
-- N: 110, small: 1
-- small gives: 966759 3600
local function main(N)
  local rows = {}
  for i = 0, 3599 do
    local owner = { login = "user" .. i % 31, mail = "u" .. i .. "@example.org" }
    rows[#rows + 1] = { id = i, title = "Ticket " .. i, owner = owner,
      open = i % 3 > 0, votes = i * 13 % 500, score = i / 16, labels = { "bug", "area-" .. i % 12 },
      closedAt = json.null,
      body = "What happens:\n\tthe \"" .. i % 9
        .. "\" button does nothing. Expected: it saves the form and closes it." }
  end
  local text, n = json.encode({ rows = rows }), 0
  for _ = 1, N do n = n + #json.decode(text).rows end
  return #text .. " " .. n
end
