-- Text built piece by piece, and lists joined, with table.concat.
-- N: 900000, small: 5000
-- small gives: 50556 43239 917013
local function main(N)
  local pieces = {}
  for i = 0, N - 1 do
    pieces[#pieces + 1] = "#" .. i .. ":" .. (i % 3 == 0 and "ok" or "late") .. "\n"
  end
  local report = table.concat(pieces)
  local cells = {}
  for i = 0, N - 1 do cells[#cells + 1] = "c" .. i % 77 .. "/" .. i end
  local row = table.concat(cells, ";")
  local mark = 0
  for i = 1, #report, 97 do mark = (mark * 31 + report:byte(i)) % 1000003 end
  for i = 1, #row, 97 do mark = (mark * 31 + row:byte(i)) % 1000003 end
  return #report .. " " .. #row .. " " .. mark
end
