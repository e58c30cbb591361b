-- What programs print with; numbers of errors only tell that there was one.
local text
function text(v)
  if type(v) == "table" then
    local parts = {}
    for i = 1, #v do parts[#parts + 1] = text(v[i]) end
    local names = {}
    for k in pairs(v) do if type(k) == "string" then names[#names + 1] = k end end
    table.sort(names)
    for _, k in ipairs(names) do parts[#parts + 1] = k .. "=" .. text(v[k]) end
    return "{" .. table.concat(parts, ",") .. "}"
  end
  if type(v) == "function" then return "function" end
  return tostring(v)
end
function show(...)
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = text((select(i, ...))) end
  print(table.concat(parts, " "))
end
function try(f, ...)
  local function answer(ok, ...)
    if ok then show(...) else print("error") end
  end
  answer(pcall(f, ...))
end
