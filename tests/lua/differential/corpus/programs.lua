--- primes
local n, out = 200, {}
local sieve = {}
for i = 2, n do
  if not sieve[i] then
    out[#out + 1] = i
    for j = i * i, n, i do sieve[j] = true end
  end
end
show(out)
--- gcd
local function gcd(a, b) while b ~= 0 do a, b = b, a % b end return a end
for a = 1, 20 do for b = -5, 5 do if b ~= 0 then show(a, b, gcd(a, b)) end end end
--- permutations
local r = {}
local function permute(t, n)
  if n == 0 then r[#r + 1] = table.concat(t, "") return end
  for i = 1, n do
    t[i], t[n] = t[n], t[i]
    permute(t, n - 1)
    t[i], t[n] = t[n], t[i]
  end
end
permute({ 1, 2, 3, 4 }, 4)
show(r)
--- queens
local n, count = 6, 0
local cols, d1, d2 = {}, {}, {}
local function place(row)
  if row > n then count = count + 1 return end
  for c = 1, n do
    if not cols[c] and not d1[row + c] and not d2[row - c + n] then
      cols[c], d1[row + c], d2[row - c + n] = true, true, true
      place(row + 1)
      cols[c], d1[row + c], d2[row - c + n] = nil, nil, nil
    end
  end
end
place(1)
show(count)
--- collatz
local best, at = 0, 0
for i = 1, 2000 do
  local n, steps = i, 0
  while n ~= 1 do n = n % 2 == 0 and n // 2 or 3 * n + 1; steps = steps + 1 end
  if steps > best then best, at = steps, i end
end
show(best, at)
--- matrix
local function mul(a, b)
  local r = {}
  for i = 1, #a do
    r[i] = {}
    for j = 1, #b[1] do
      local s = 0
      for k = 1, #b do s = s + a[i][k] * b[k][j] end
      r[i][j] = s
    end
  end
  return r
end
show(mul({ { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } }), mul({ { 1.5 } }, { { 2 } }))
--- levenshtein
local function distance(a, b)
  local prev = {}
  for j = 0, #b do prev[j] = j end
  for i = 1, #a do
    local row = { [0] = i }
    for j = 1, #b do
      local cost = a:byte(i) == b:byte(j) and 0 or 1
      row[j] = math.min(row[j - 1] + 1, prev[j] + 1, prev[j - 1] + cost)
    end
    prev = row
  end
  return prev[#b]
end
show(distance("kitten", "sitting"), distance("", "abc"), distance("same", "same"))
--- heap
local h = {}
local function push(v)
  h[#h + 1] = v
  local i = #h
  while i > 1 and h[i // 2] > h[i] do h[i // 2], h[i] = h[i], h[i // 2]; i = i // 2 end
end
local function pop()
  local top = h[1]
  h[1] = h[#h]; h[#h] = nil
  local i = 1
  while true do
    local s = i
    if 2 * i <= #h and h[2 * i] < h[s] then s = 2 * i end
    if 2 * i + 1 <= #h and h[2 * i + 1] < h[s] then s = 2 * i + 1 end
    if s == i then break end
    h[i], h[s] = h[s], h[i]; i = s
  end
  return top
end
local x = 7
for i = 1, 50 do x = (x * 75 + 74) % 65537; push(x) end
local r = {}
while #h > 0 do r[#r + 1] = pop() end
show(r)
--- lcg
local x = 12345
for i = 1, 20 do x = x * 6364136223846793005 + 1442695040888963407; show(x, x >> 33, x & 0xff, x ~ i) end
--- fnv
local function hash(s)
  local h = 0xcbf29ce484222325
  for i = 1, #s do h = (h ~ s:byte(i)) * 0x100000001b3 end
  return h
end
show(hash(""), hash("a"), hash("hello world"))
--- crc
local t = {}
for i = 0, 255 do local c = i; for _ = 1, 8 do c = c & 1 == 1 and (0xEDB88320 ~ (c >> 1)) or c >> 1 end; t[i] = c end
local c = 0xffffffff
for _, b in ipairs({ ("123456789"):byte(1, -1) }) do c = t[(c ~ b) & 0xff] ~ (c >> 8) end
show(string.format("%08x", c ~ 0xffffffff))
--- roman
local map = { { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" }, { 100, "C" }, { 90, "XC" }, { 50, "L" }, { 40, "XL" }, { 10, "X" }, { 9, "IX" }, { 5, "V" }, { 4, "IV" }, { 1, "I" } }
for _, n in ipairs({ 1, 4, 9, 14, 40, 90, 400, 1994, 2026, 3999 }) do
  local s = ""
  for _, m in ipairs(map) do while n >= m[1] do s = s .. m[2]; n = n - m[1] end end
  show(s)
end
--- life
local g = { "..#..", "..#..", "..#..", ".....", "....." }
for step = 1, 3 do
  local next = {}
  for y = 1, 5 do
    local row = {}
    for x = 1, 5 do
      local n = 0
      for dy = -1, 1 do for dx = -1, 1 do
        if (dy ~= 0 or dx ~= 0) and g[y + dy] and g[y + dy]:sub(x + dx, x + dx) == "#" and x + dx >= 1 then n = n + 1 end
      end end
      local alive = g[y]:sub(x, x) == "#"
      row[x] = (n == 3 or alive and n == 2) and "#" or "."
    end
    next[y] = table.concat(row)
  end
  g = next
  show(g)
end
--- knapsack
local w, v, cap = { 1, 3, 4, 5 }, { 1, 4, 5, 7 }, 7
local best = {}
for c = 0, cap do best[c] = 0 end
for i = 1, #w do for c = cap, w[i], -1 do best[c] = math.max(best[c], best[c - w[i]] + v[i]) end end
show(best[cap])
--- memo
local memo = {}
local function fib(n) if n < 2 then return n end if memo[n] then return memo[n] end local r = fib(n - 1) + fib(n - 2); memo[n] = r; return r end
show(fib(90), fib(92), fib(93))
--- bfs
local graph = { a = { "b", "c" }, b = { "d" }, c = { "d", "e" }, d = { "f" }, e = { "f" }, f = {} }
local dist, q, head = { a = 0 }, { "a" }, 1
while q[head] do
  local n = q[head]; head = head + 1
  for _, m in ipairs(graph[n]) do if not dist[m] then dist[m] = dist[n] + 1; q[#q + 1] = m end end
end
show(dist, q)
--- rpn
local function eval(s)
  local stack = {}
  for i = 1, #s do
    local c = s:sub(i, i)
    if c >= "0" and c <= "9" then stack[#stack + 1] = tonumber(c)
    elseif c ~= " " then
      local b, a = table.remove(stack), table.remove(stack)
      stack[#stack + 1] = c == "+" and a + b or c == "-" and a - b or c == "*" and a * b or a / b
    end
  end
  return stack[1]
end
show(eval("3 4 + 2 *"), eval("9 3 /"), eval("8 3 - 2 -"))
--- runs
local function rle(s)
  local out, i = {}, 1
  while i <= #s do
    local j = i
    while j < #s and s:byte(j + 1) == s:byte(i) do j = j + 1 end
    out[#out + 1] = (j - i + 1) .. s:sub(i, i)
    i = j + 1
  end
  return table.concat(out)
end
show(rle("aaabccdddd"), rle(""), rle("x"))
--- trie
local root = {}
for _, w in ipairs({ "car", "cat", "dog", "do" }) do
  local n = root
  for i = 1, #w do local c = w:sub(i, i); n[c] = n[c] or {}; n = n[c] end
  n.word = w
end
local function has(w) local n = root; for i = 1, #w do n = n[w:sub(i, i)]; if not n then return false end end return n.word ~= nil end
show(has("car"), has("ca"), has("do"), has("dogs"))
--- closures
local function counter(step) local n = 0; return { inc = function() n = n + step; return n end, get = function() return n end, reset = function(v) n = v or 0 end } end
local a, b = counter(1), counter(10)
a.inc(); a.inc(); b.inc(); a.reset(100); a.inc()
show(a.get(), b.get())
--- compose
local function compose(...) local fs = { ... }; return function(x) for i = #fs, 1, -1 do x = fs[i](x) end return x end end
show(compose(function(x) return x + 1 end, function(x) return x * 2 end)(5), compose()(3))
--- varargs
local function f(...) local n = select("#", ...); local r = { n }; for i = 1, n do r[#r + 1] = tostring((select(i, ...))) end; return r end
show(f(), f(nil), f(1, nil), f(nil, nil, 3), f(table.unpack({ 1, 2, nil, 4 }, 1, 4)))
show(select(-1, 1, 2, 3), select(2, "a", "b", "c"))
show((select("#", table.unpack({}, 1, 3))))
--- pack
local t = table.pack(1, nil, 3, nil)
show(t.n, t[1], t[2], t[3], t[4])
show(table.unpack({ 1, 2, 3 }, 2), table.unpack({ 1, 2, 3 }, 2, 3), (table.unpack({ 1, 2 })))
--- multiple
local function three() return 1, 2, 3 end
local a, b, c, d = three()
show(a, b, c, d)
local t = { three(), three(), x = three(), (three()) }
show(#t, t.x, t)
show(three(), (three()), three())
--- method
local account = { balance = 0 }
function account:deposit(v) self.balance = self.balance + v; return self end
function account.new(b) return { balance = b, deposit = account.deposit } end
show(account:deposit(5):deposit(10).balance, account.new(3):deposit(4).balance)
--- goto
local i, r = 0, {}
::again::
i = i + 1
if i % 2 == 0 then goto skip end
r[#r + 1] = i
::skip::
if i < 9 then goto again end
show(r)
for i = 1, 3 do for j = 1, 3 do if j == 2 then goto continue end; r[#r + 1] = i * 10 + j ::continue:: end end
show(r)
--- loops
for i = 3, 1 do show("never") end
for i = 1, 3, 2 do show(i) end
for i = 1.0, 2, 0.5 do show(i) end
for i = -1, -3, -1 do show(i) end
for i = math.maxinteger - 2, math.maxinteger do show(i) end
for i = math.mininteger + 2, math.mininteger, -1 do show(i) end
for i = 1, 2.9 do show(i) end
for i = 3, 1.1, -1 do show(i) end
for i = 1, math.huge do if i > 3 then break end show(i) end
for i = 1, -math.huge do show("never") end
for i = 0.1, 0.35, 0.1 do show(i) end
try(function() for i = 1, 10, 0 do end end)
try(function() for i = "1", 2 do end end)
try(function() for i = 1, 0/0 do show("never") end return "nan" end)
local nan = math.huge - math.huge
for i = nan, 3 do show(i ~= i) end
for i = nan, 3, -1 do show(i ~= i) end
for i = 1.0, nan do show(i) end
for i = 1.0, 2, nan do show("never") end
for i = 3.0, 2, nan do show(i) end
for i = 1, nan, -1 do if i < -1 then break end show(i) end
--- while
local n, r = 10, {}
while n > 0 do n = n - 3; if n == 4 then break end; r[#r + 1] = n end
show(r)
repeat local x = n; n = n + 1 until x > 6
show(n)
--- sort
local t = { 5, 2, 8, 1, 9, 3, 7 }
table.sort(t); show(t)
table.sort(t, function(a, b) return a > b end); show(t)
local w = { "pear", "Apple", "fig", "apple", "" }
table.sort(w); show(w)
local r = {}
for i = 1, 200 do r[i] = (i * 7919) % 211 end
table.sort(r); show(r)
try(function() table.sort({ 1, "x", 2 }) end)
--- insert
local t = {}
table.insert(t, "a"); table.insert(t, 1, "b"); table.insert(t, 2, "c"); table.insert(t, #t + 1, "d")
show(t)
show(table.remove(t), table.remove(t, 1), table.remove(t, 1), #t, table.remove(t), table.remove(t))
try(table.insert, { 1 }, 5, 2)
try(table.insert, { 1 })
show(table.remove({}, 0), table.remove({ 1, 2, 3 }, 2))
--- concat
show(table.concat({}), table.concat({ 1, 2.5, "x" }), table.concat({ 1, 2, 3 }, ", "), table.concat({ 1, 2, 3 }, "-", 2), table.concat({ 1, 2, 3 }, "-", 2, 3), table.concat({ 1 }, "-", 2))
try(table.concat, { 1, {} })
--- move
show(table.move({ 1, 2, 3 }, 1, 3, 2), table.move({ 1, 2, 3 }, 2, 3, 1), table.move({ 1, 2, 3 }, 1, 3, 1, {}), table.move({ 1 }, 1, 0, 5))
--- sub
local s = "hello"
for i = -7, 7 do for j = -7, 7 do show(i, j, "[" .. s:sub(i, j) .. "]") end end
show(s:sub(2), s:sub(-3), s:sub(10), ("").sub("abc", 2, 2))
--- byte
show(("ABC"):byte(), ("ABC"):byte(2), ("ABC"):byte(-1), ("ABC"):byte(1, -1))
show((select("#", ("ABC"):byte(10))), string.char(72, 105), string.char())
try(string.char, 256)
try(string.char, -1)
--- case
show(("Hello World 123"):upper(), ("Hello World 123"):lower(), ("abc"):reverse(), (""):reverse(), #("abc"):rep(3), ("ab"):rep(3, ","), ("x"):rep(0), ("x"):rep(-1))
--- escapes
show("a\tb", #"\0\1\z   x", "\65\066\x43\u{44}", '\'"', "\u{20AC}", #"\u{7FFFFFFF}", [[long
text]], [==[a]]b]==])
--- lengths
show(#"", #"abc", #"\u{20AC}", #{}, #{ 1, 2, 3 }, #{ n = 1 }, #{ 1, 2, nil, 4 })
--- compare-strings
for _, a in ipairs({ "", "a", "A", "ab", "b", "aa", "\0", "a\0b", "10", "9" }) do
  for _, b in ipairs({ "", "a", "A", "ab", "b", "aa", "\0", "a\0b", "10", "9" }) do show(a < b, a <= b, a == b, a > b) end
end
--- tonumber
for _, s in ipairs({ "10", " 10 ", "10.", ".5", "0x", "0xA", "0x.8", "0x1p4", "1e", "1e+5", "1e5", "- 1", "-1", "--1", "+5", "1 2", "", " ", "inf", "nan", "0x1.8p1", "1_000", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "0xffffffffffffffffff", "1e400", "\t5\n" }) do show(s, tonumber(s), math.type(tonumber(s))) end
for base = 2, 36, 7 do show(tonumber("10", base), tonumber("zz", base), tonumber("-11", base), tonumber(" 7 ", base), tonumber("1.0", base)) end
try(tonumber, "10", 1)
try(tonumber, 10, 10)
show(tonumber(nil), tonumber({}), tonumber(true))
--- tostring
for _, v in ipairs({ 1, -1, 1.0, -0.0, 1e15, 1e14, 123456789012.5, 0.1, 1/3, 1e100, 2^53, 2^63, 1e-5, 1e-4, 123456, 5e-324, 1.7976931348623157e308, 100000000000000, 3.14159265358979 }) do show(tostring(v), v .. "") end
--- format
for _, f in ipairs({ "%d", "%5d", "%-5d|", "%05d", "%+d", "%x", "%X", "%#x", "%o", "%c", "%i", "%u" }) do for _, v in ipairs({ 0, 1, -1, 42, 65, 255, 100000 }) do if f ~= "%u" and (f ~= "%c" or v > 31 and v < 127) then try(string.format, f, v) end end end
for _, f in ipairs({ "%e", "%.0e", "%.3E", "%f", "%.0f", "%.1f", "%10.3f|", "%-10.2f|", "%+f", "% f", "%g", "%.3g", "%#.3g", "%G", "%a", "%.1a" }) do for _, v in ipairs({ 0, 1, -1, 0.5, 1e10, 123.456, 1e-10, 2.5, 3.5, 1e100, 1/0, -1/0 }) do try(string.format, f, v) end end
for _, f in ipairs({ "%s", "%10s|", "%-10s|", "%.2s|", "%5.1s|", "%q" }) do for _, v in ipairs({ "", "a", "hello", "a\nb", "\"q\\", "tab\t1" }) do try(string.format, f, v) end end
show(string.format("%%"), string.format("%s %s %d", "a", true, 3.0), string.format("%q", 1), string.format("%q", 1.5), string.format("%q", math.mininteger), string.format("%5.2f|%d|%s", 3.14159, 3.0, nil))
try(string.format, "%d", 3.5)
try(string.format, "%d", "x")
try(string.format, "%d", "10")
try(string.format, "%y", 1)
try(string.format, "%s")
try(string.format, "%")
--- find-plain
show(("hello world"):find("o", 1, true), ("hello"):find("l", 1, true), ("hello"):find("xyz", 1, true), ("a.b"):find(".", 1, true), ("hello"):find("", 1, true), ("hello"):find("", 10, true), ("hello"):find("lo", -2, true), ("hello"):find("h", 2, true))
show(("hello"):find("l"), ("hello"):find("l", 4), ("hello"):find("z"), (""):find(""), ("x"):find("x", -10))
--- gsub-plain
show(("hello"):gsub("l", "L"), ("hello"):gsub("l", "L", 1), ("abc"):gsub("", "-"), ("abc"):gsub("b", "%0%0"), ("abc"):gsub("b", "%%"), ("abc"):gsub("x", "y"))
show(("hello"):gsub("l", function(m) return "<" .. m .. ">" end), ("hello"):gsub("l", function() end), ("hello"):gsub("l", { l = "1" }), ("hello"):gsub("l", {}))
--- gmatch-plain
local n = 0
for m in ("abcabc"):gmatch("bc") do n = n + 1; show(m) end
show(n, ("abc"):match("bc"), ("abc"):match("x"))
--- next
local t = { 1, 2, 3 }
show(next({}), next(t), next(t, 1), next(t, 3))
local seen = 0
for k, v in next, { a = 1, b = 2 } do seen = seen + v end
show(seen)
for k in pairs({ 1, 2, x = 3 }) do seen = seen + 1 end
show(seen)
--- removing-while-traversing
local t = {}
for i = 1, 100 do t["k" .. i] = i; t[i] = i end
local n = 0
for k, v in pairs(t) do n = n + v; t[k] = nil end
show(n, next(t))
--- holes
local t = { 1, 2, 3, 4, 5 }
t[5] = nil; show(#t)
t[4] = nil; show(#t)
t[4] = 4; t[5] = 5; t[6] = 6; show(#t, t)
local u = {}
for i = 10, 1, -1 do u[i] = i end
show(#u, u)
--- keys
local t = {}
t[1] = "int"; t[1.0] = "float"; t["1"] = "text"; t[true] = "yes"; t[2^53] = "big"; t[-0.0] = "zero"
show(t[1], t["1"], t[true], t[1 << 53], t[0], t[0.0])
try(function() t[nil] = 1 end)
try(function() t[0/0] = 1 end)
show(t[nil], t[0/0])
--- pcall
show(pcall(error, "x"), pcall(error, { 1 }), pcall(error), pcall(function() return 1, 2 end))
show(select("#", pcall(function() end)), (pcall(nil)))
show(pcall(pcall), (pcall(pcall, error)))
try(function() error({ code = 7 }) end)
local ok, e = pcall(function() error({ code = 7 }) end)
show(ok, e.code)
local ok, e = pcall(function() local ok, e = pcall(error, "inner", 0); error(e .. "+outer", 0) end)
show(ok, e)
--- xpcall
show(xpcall(function() error("x", 0) end, function(m) return "handled " .. m end))
show(xpcall(function(...) return select("#", ...), ... end, print, 1, nil, 3))
show((xpcall(error, function() error("again") end)))
--- assert
show(assert(1, "m"), assert("x"), select("#", assert(1, 2, 3)))
show(pcall(assert, false, "msg"), pcall(assert, nil, { 1 }))
show((pcall(assert, false)), (pcall(assert)))
--- raw
show(rawequal("a", "a"), rawequal(1, 1.0), rawequal({}, {}), rawlen({ 1, 2 }), rawlen("abc"), rawget({ 5 }, 1), rawset({}, 1, 2)[1])
--- type
show(type(nil), type(1), type("x"), type({}), type(print), type(true), math.type(1), math.type(1.0), math.type("1"))
try(type)
--- math
show(math.pi, math.huge, -math.huge, math.maxinteger, math.mininteger)
show(math.floor(3.7), math.floor(-3.7), math.ceil(3.2), math.ceil(-3.2), math.floor(5), math.abs(-5), math.abs(math.mininteger), math.abs(-0.0))
show(math.max(1, 2.5, -1), math.min(3, 1, 2), math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(5.5, 2), math.modf(3.7), math.modf(-3.7), math.modf(5), math.modf(1/0))
show(math.tointeger(3.0), math.tointeger(3.5), math.tointeger("8"), math.tointeger({}), math.ult(1, -1), math.ult(-1, 1))
show(math.sqrt(16), math.exp(0), math.log(1), math.log(8, 2), math.log(100, 10), math.log(27, 3), math.sin(0), math.cos(0), math.tan(0), math.asin(1), math.acos(1), math.atan(1), math.atan(1, -1), math.deg(math.pi), math.rad(180))
try(math.fmod, 1, 0)
try(math.floor, {})
try(math.max)
--- utf8
show(utf8.char(72, 228, 8364, 128512), utf8.len("häß€"), utf8.len("\xff"), utf8.codepoint("h€", 1, -1), utf8.offset("a€b", 3), utf8.offset("a€b", -1))
for p, c in utf8.codes("a€b") do show(p, c) end
try(utf8.codepoint, "\xff")
try(utf8.char, -1)
--- date
show(os.time({ year = 1970, month = 1, day = 2, hour = 0 }) % 60, os.date("!%Y-%m-%d %H:%M:%S", 0), os.date("!%A %B %d %j %p %y %%", 86400 * 45), os.date("!*t", 3600).hour, os.difftime(10, 4))
--- integer-overflow
show(math.maxinteger + 1 == math.mininteger, math.maxinteger * 2, math.mininteger - 1, -math.mininteger, math.mininteger // -1, math.mininteger % -1, 1 << 63, 1 << 64, -1 >> 1, 5 // -2, -5 // 2, 5 % -2, -5 % 2, 5.0 // -2, -5.0 % 2)
--- precedence
show(2 ^ 3 ^ 2, -2 ^ 2, not nil == true, 1 .. 2 .. 3, 1 + 2 * 3 - 4 / 2, 2 * 3 % 4, 7 // 2 * 2, 1 << 2 + 1, 5 & 3 | 8, 5 ~ 3 & 1, "a" .. "b" == "ab", 1 < 2 == true, #"abc" + 1, -3 ^ 2, not 1 == 2, ~5 & 0xf, 2 ^ -1)
--- short-circuit
local n = 0
local function t() n = n + 1; return true end
local function f() n = n + 1; return false end
show(t() and f(), f() and t(), t() or f(), f() or t(), n, nil and 1, false or nil, 1 and nil, nil or false, false and error(), 1 or error())
local x = nil
show(x and x.y, x and x.y or "default", (x or {}).y)
--- nested-functions
local function a(n) local function b(m) local function c(k) return n * 100 + m * 10 + k end return c(3) end return b(2) end
show(a(1))
local fs = {}
for i = 1, 3 do local j = i * i; fs[i] = function(k) j = j + k; return i, j end end
show(fs[1](1)); show(fs[1](1)); show(fs[2](10)); show(fs[3](0))
--- recursion
local function ack(m, n) if m == 0 then return n + 1 elseif n == 0 then return ack(m - 1, 1) else return ack(m - 1, ack(m, n - 1)) end end
show(ack(2, 3))
local function hanoi(n, a, b, c) if n == 0 then return 0 end return hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a) end
show(hanoi(8, 1, 2, 3))
local function sum(n, acc) if n == 0 then return acc end return sum(n - 1, acc + n) end
show(sum(100000, 0))
--- scope
local x = 1
do local x = 2; do local x = x + 1; show(x) end; show(x) end
show(x)
local function f() return x end
x = 5
show(f())
y = 7
local function g() y = y + 1; return y end
show(g(), y, _G.y, _G["y"])
--- swap
local t = { 1, 2, 3 }
t[1], t[2], t[3] = t[3], t[1], t[2]
show(t)
local a, b = 1, 2
a, b = b, a
show(a, b)
local i = 1
i, t[i] = 2, 99
show(i, t)
--- bits
for i = 0, 70, 7 do show(1 << i, (1 << i) - 1, -1 >> i, -1 << i, 0xff00ff >> i) end
local function popcount(n) local c = 0; while n ~= 0 do n = n & (n - 1); c = c + 1 end return c end
show(popcount(0), popcount(255), popcount(-1), popcount(1 << 40))
--- strings-as-numbers
show("10" + 5, "3" * "4", "2" ^ 2, -"7", "10" // 3, "7.5" % 2, 10 .. 20, "0x10" + 0)
try(function() return "abc" + 1 end)
try(function() return {} .. "x" end)
try(function() return "5" < 6 end)
--- bigints
local function add(a, b)
  local r, carry = {}, 0
  for i = 0, math.max(#a, #b) - 1 do
    local x = (a:byte(#a - i) or 48) - 48 + (b:byte(#b - i) or 48) - 48 + carry
    r[#r + 1] = x % 10; carry = x // 10
  end
  if carry > 0 then r[#r + 1] = carry end
  return table.concat(r):reverse()
end
local a, b = "0", "1"
for i = 1, 150 do a, b = b, add(a, b) end
show(a)
--- builder
local parts = {}
for i = 1, 100 do parts[#parts + 1] = ("%d:%s"):format(i, ("x"):rep(i % 5)) end
local s = table.concat(parts, ",")
show(#s, s:sub(1, 60))
local u = ""
for i = 1, 500 do u = u .. i .. ";" end
show(#u, u:sub(-20))
--- linked
local list
for i = 1, 50 do list = { value = i, next = list } end
local s = 0
while list do s = s * 3 % 1000 + list.value; list = list.next end
show(s)
--- group
local words = { "apple", "avocado", "banana", "blueberry", "cherry" }
local by = {}
for _, w in ipairs(words) do local k = w:sub(1, 1); by[k] = by[k] or {}; by[k][#by[k] + 1] = w end
show(by)
--- histogram
local text, count = "the quick brown fox jumps over the lazy dog", {}
for i = 1, #text do local c = text:sub(i, i); count[c] = (count[c] or 0) + 1 end
show(count)
--- binary-search
local t = {}
for i = 1, 100 do t[i] = i * 3 end
local function find(x) local lo, hi = 1, #t; while lo <= hi do local mid = (lo + hi) // 2; if t[mid] == x then return mid elseif t[mid] < x then lo = mid + 1 else hi = mid - 1 end end end
show(find(3), find(150), find(300), find(4), find(0))
--- pascal
local row = { 1 }
for n = 1, 12 do show(row); local r = { 1 }; for i = 2, #row do r[i] = row[i - 1] + row[i] end; r[#r + 1] = 1; row = r end
--- newton
local function sqrt(x) local g = x; for _ = 1, 30 do g = (g + x / g) / 2 end return g end
show(string.format("%.10f", sqrt(2)), string.format("%.6f", sqrt(12345)))
--- integrate
local s, n = 0, 1000
for i = 0, n - 1 do local x = (i + 0.5) / n; s = s + 4 / (1 + x * x) end
show(string.format("%.9f", s / n))
--- escapes-in-keys
local t = { ["a b"] = 1, ["\n"] = 2, [""] = 3, ["end"] = 4 }
show(t["a b"], t["\n"], t[""], t["end"])
--- many-upvalues
local a, b, c, d, e, f, g, h = 1, 2, 3, 4, 5, 6, 7, 8
local function sum() return a + b + c + d + e + f + g + h end
a = 10; h = 80
show(sum())
--- late-binding
local obj = { n = 1 }
function obj.get() return obj.n end
local get = obj.get
obj = { n = 2 }
show(get())
--- select-negative
try(select, 0, 1)
try(select, -5, 1)
show(select(-2, 1, 2, 3), select(5, 1, 2))
--- vararg-tables
local function f(...) local a = { ... }; local b = { n = select("#", ...), ... }; return #a, b.n end
show(f(), f(1), f(1, 2, 3))
local function g(...) return ..., "end" end
show(g(1, 2, 3))
local function h(a, ...) local x, y = ...; return a, x, y end
show(h(1), h(1, 2), h(1, 2, 3, 4))
--- stack-machine
local code = { { "push", 3 }, { "push", 4 }, { "add" }, { "dup" }, { "mul" }, { "print" } }
local stack = {}
local run = {
  push = function(v) stack[#stack + 1] = v end,
  add = function() local b, a = table.remove(stack), table.remove(stack); stack[#stack + 1] = a + b end,
  mul = function() local b, a = table.remove(stack), table.remove(stack); stack[#stack + 1] = a * b end,
  dup = function() stack[#stack + 1] = stack[#stack] end,
  print = function() show(stack[#stack]) end,
}
for _, ins in ipairs(code) do run[ins[1]](ins[2]) end
--- ring
local size, buf, head, n = 5, {}, 1, 0
local function put(v) buf[(head + n - 1) % size + 1] = v; if n < size then n = n + 1 else head = head % size + 1 end end
for i = 1, 12 do put(i) end
local r = {}
for i = 0, n - 1 do r[#r + 1] = buf[(head + i - 1) % size + 1] end
show(r)
--- set-operations
local function set(t) local s = {}; for _, v in ipairs(t) do s[v] = true end return s end
local function list(s) local r = {}; for k in pairs(s) do r[#r + 1] = k end table.sort(r) return r end
local a, b = set({ 1, 2, 3, 4 }), set({ 3, 4, 5 })
local u, i, d = {}, {}, {}
for k in pairs(a) do u[k] = true; if b[k] then i[k] = true else d[k] = true end end
for k in pairs(b) do u[k] = true end
show(list(u), list(i), list(d))
--- flatten
local function flatten(t, out) out = out or {}; for _, v in ipairs(t) do if type(v) == "table" then flatten(v, out) else out[#out + 1] = v end end return out end
show(flatten({ 1, { 2, { 3, { 4 } }, 5 }, {}, 6 }))
--- currying
local function curry(f, n) local function go(args, k) if k == 0 then return f(table.unpack(args)) end return function(x) local a = { table.unpack(args) }; a[#a + 1] = x; return go(a, k - 1) end end return go({}, n) end
show(curry(function(a, b, c) return a * 100 + b * 10 + c end, 3)(1)(2)(3))
--- base-conversion
local function to(n, b) local s = ""; repeat local d = n % b; s = ("0123456789abcdefghijklmnopqrstuvwxyz"):sub(d + 1, d + 1) .. s; n = n // b until n == 0 return s end
for _, b in ipairs({ 2, 7, 16, 36 }) do show(to(255, b), to(0, b), to(123456789, b), tonumber(to(123456789, b), b)) end
--- happy
local function happy(n) local seen = {}; while n ~= 1 and not seen[n] do seen[n] = true; local s = 0; while n > 0 do local d = n % 10; s = s + d * d; n = n // 10 end n = s end return n == 1 end
local r = {}
for i = 1, 60 do if happy(i) then r[#r + 1] = i end end
show(r)
--- perfect
local r = {}
for n = 2, 500 do local s = 1; for d = 2, n // 2 do if n % d == 0 then s = s + d end end if s == n then r[#r + 1] = n end end
show(r)
--- bubble
local t, swaps = { 9, 7, 5, 3, 1, 2, 4, 6, 8 }, 0
for i = 1, #t do for j = 1, #t - i do if t[j] > t[j + 1] then t[j], t[j + 1] = t[j + 1], t[j]; swaps = swaps + 1 end end end
show(t, swaps)
--- quicksort
local function sort(t) if #t < 2 then return t end local p, l, r = t[1], {}, {}; for i = 2, #t do if t[i] < p then l[#l + 1] = t[i] else r[#r + 1] = t[i] end end l, r = sort(l), sort(r); l[#l + 1] = p; for _, v in ipairs(r) do l[#l + 1] = v end return l end
local t, x = {}, 1
for i = 1, 60 do x = x * 16807 % 2147483647; t[i] = x % 1000 end
show(sort(t))
--- mandelbrot
for y = -1, 1, 0.5 do
  local row = {}
  for x = -2, 0.5, 0.25 do
    local a, b, n = 0.0, 0.0, 0
    while a * a + b * b <= 4 and n < 20 do a, b = a * a - b * b + x, 2 * a * b + y; n = n + 1 end
    row[#row + 1] = n
  end
  show(row)
end
--- caesar
local function shift(s, k) return (s:gsub("e", "e", 0)) and table.concat((function() local r = {}; for i = 1, #s do local c = s:byte(i); if c >= 97 and c <= 122 then c = (c - 97 + k) % 26 + 97 end r[i] = string.char(c) end return r end)()) end
show(shift("hello, world", 3), shift(shift("hello, world", 3), -3))
--- events
local log, handlers = {}, {}
local function on(name, f) handlers[name] = handlers[name] or {}; table.insert(handlers[name], f) end
local function emit(name, ...) for _, f in ipairs(handlers[name] or {}) do f(...) end end
on("a", function(x) log[#log + 1] = "a" .. x end); on("a", function(x, y) log[#log + 1] = "b" .. x + y end); on("b", function(...) log[#log + 1] = select("#", ...) end)
emit("a", 1, 2); emit("b"); emit("b", nil, nil); emit("c")
show(log)
--- deep-recursion
local function depth(n) if n == 0 then return 0 end return 1 + depth(n - 1) end
show(depth(150), depth(5000))
--- many-results
local function range(n) local t = {}; for i = 1, n do t[i] = i end return table.unpack(t) end
show((select("#", range(200))), (select(150, range(200))), #{ range(199) }, #{ range(100), range(100) })
show(math.max(range(150)), string.char(range(100)):len())
