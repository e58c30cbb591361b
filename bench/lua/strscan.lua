-- Characters read one at a time: tokens and sums of an expression, N times.
-- N: 70, small: 1
-- small gives: 12000 12000 36000 293991
local function main(N)
  local lines = {}
  for i = 0, 5999 do
    lines[#lines + 1] = "x" .. i % 10 .. " + " .. (i * 17 % 1000) .. "*(y - " .. i % 100 .. ");\n"
  end
  local text, byte = table.concat(lines), string.byte
  local names, numbers, signs, sum = 0, 0, 0, 0
  for _ = 1, N do
    local at, last = 1, #text
    while at <= last do
      local c = byte(text, at)
      if c >= 48 and c <= 57 then
        local value = 0
        while c >= 48 and c <= 57 do
          value = value * 10 + (c - 48)
          at = at + 1
          c = at <= last and byte(text, at) or 0
        end
        sum = (sum + value) % 1000003
        numbers = numbers + 1
      elseif c >= 97 and c <= 122 then
        while (c >= 97 and c <= 122) or (c >= 48 and c <= 57) do
          at = at + 1
          c = at <= last and byte(text, at) or 0
        end
        names = names + 1
      else
        if c ~= 32 and c ~= 10 then signs = signs + 1 end
        at = at + 1
      end
    end
  end
  return names .. " " .. numbers .. " " .. signs .. " " .. sum
end
