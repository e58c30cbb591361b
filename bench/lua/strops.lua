-- Text cut up and put together: 4,000 lines of settings, N times.
-- N: 100, small: 1
-- small gives: 1234 74320 998000
local function main(N)
  local source = {}
  for i = 0, 3999 do
    source[#source + 1] = "host" .. i % 50 .. ".port" .. i % 9 .. " =  Value-" .. (i * 13 % 500) .. "  # comment " .. i
  end
  local text = table.concat(source, "\n")
  local function split(s, mark)
    local out, from = {}, 1
    while true do
      local at, last = s:find(mark, from, true)
      if not at then
        out[#out + 1] = s:sub(from)
        return out
      end
      out[#out + 1] = s:sub(from, at - 1)
      from = last + 1
    end
  end
  local function trim(s)
    local first, last = 1, #s
    while first <= last and s:byte(first) == 32 do first = first + 1 end
    while last >= first and s:byte(last) == 32 do last = last - 1 end
    return s:sub(first, last)
  end
  local known, letters, sum = 0, 0, 0
  for _ = 1, N do
    for _, line in ipairs(split(text, "\n")) do
      local key_value = split(line:sub(1, line:find("#", 1, true) - 1), "=")
      local parts = split(trim(key_value[1]), ".")
      local word = trim(key_value[2]):lower()
      if word:sub(1, 7) == "value-1" or parts[2]:sub(-1) == "7" then known = known + 1 end
      sum = sum + tonumber(word:sub(7))
      letters = letters + #(parts[1]:upper() .. "/" .. parts[2]:gsub("port", "p", 1) .. "=" .. word)
    end
  end
  return known .. " " .. letters .. " " .. sum
end
