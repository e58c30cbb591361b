-- SPDX-License-Identifier: MIT
-- expect: value 16384
-- limits: {"timeoutMs": 3000}
-- Bytes count as 16-bit units, so no bit of theirs passes a multiplication alone;
-- the names are what they are in collection-hash-names.js, as UTF-8.
local blocks = { "aaaabbbb", "aaa\u{8061}b\u{8062}b\u{8062}" }
local names = { "" }
for i = 1, 14 do
  local longer = {}
  for _, n in ipairs(names) do
    for _, b in ipairs(blocks) do longer[#longer + 1] = n .. b end
  end
  names = longer
end
local seen, n = {}, 0
for _, name in ipairs(names) do seen[name] = true end
for _ in pairs(seen) do n = n + 1 end
return n
