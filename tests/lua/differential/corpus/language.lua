--- statements-1
show((function(...)
return 1, 2
end)())
--- statements-2
show((function(...)
local x = 1
end)())
--- statements-3
show((function(...)
return nil
end)())
--- statements-4
show((function(...)
return
end)())
--- statements-5
show((function(...)
local a, b, c = 1, 2; return { a, b, c == nil }
end)())
--- statements-6
show((function(...)
local a, b = (function() return 1, 2, 3 end)(); return { a, b }
end)())
--- statements-7
show((function(...)
local a, b, c = 0, (function() return 1, 2 end)(); return { a, b, c }
end)())
--- statements-8
show((function(...)
local a = ((function() return 1, 2 end)()); return a
end)())
--- statements-9
show((function(...)
local a, b = 1, 2; a, b = b, a; return { a, b }
end)())
--- statements-10
show((function(...)
local i, t = 1, {}; i, t[i] = i + 1, 20; return { i, t[1] }
end)())
--- statements-11
show((function(...)
local t = { 1, 2 }; local i = 1; t[i], t[i + 1], i = t[i + 1], t[i], 9; return { t[1], t[2], i }
end)())
--- statements-12
show((function(...)
x = 5; y, z = x; return { x, y, z == nil }
end)())
--- statements-13
show((function(...)
local n = 0; while true do n = n + 1; if n > 5 then break end end; return n
end)())
--- statements-14
show((function(...)
local n = 0; repeat local done = n >= 3; n = n + 1 until done; return n
end)())
--- statements-15
show((function(...)
local r = {}; for i = 1, 3 do r[#r + 1] = i end; for i = 3, 1, -1 do r[#r + 1] = i end; return r
end)())
--- statements-16
show((function(...)
local r = {}; for i = 1.0, 2 do r[#r + 1] = math.type(i) end; return r
end)())
--- statements-17
show((function(...)
local n = 0; for i = 1, 0 do n = 1 end; return n
end)())
--- statements-18
show((function(...)
local n = 0; for i = math.maxinteger - 1, math.maxinteger do n = n + 1 end; return n
end)())
--- statements-19
show((function(...)
local n = 0; for i = math.mininteger, math.mininteger + 2 do n = n + 1 end; return n
end)())
--- statements-20
show((function(...)
local r; for i = 1, math.huge do if i > 4 then r = i break end end; return r
end)())
--- statements-21
show((function(...)
local n = 0; for i = 1, 3 do local j = i; i = 10; n = n + j end; return n
end)())
--- statements-23
show((function(...)
return (pcall(function() for i = 1, 10, 0 do end end))
end)())
--- statements-24
show((function(...)
return (pcall(function() for i = 'a', 10 do end end))
end)())
--- statements-25
show((function(...)
return (pcall(function() for i = 1, {} do end end))
end)())
--- statements-26
show((function(...)
local n = 0; for i = 1, 5 do if i % 2 == 0 then goto continue end; n = n + i; ::continue:: end; return n
end)())
--- statements-27
show((function(...)
local i = 1; ::top:: if i < 10 then i = i + 1; goto top end; return i
end)())
--- statements-28
show((function(...)
do goto done; local x; ::done:: end; return 1
end)())
--- statements-29
show((function(...)
for i = 1, 3 do for j = 1, 3 do if j == 2 then goto next end end ::next:: end; return 'ok'
end)())
--- statements-30
show((function(...)
local function f(...) return select('#', ...), ... end; return { f(1, nil, 3) == 3, (select('#', f())) }
end)())
--- statements-31
show((function(...)
local function f(a, ...) local b, c = ...; return a, b, c end; return { f(1, 2, 3, 4) }
end)())
--- statements-32
show((function(...)
local function f(...) return { ... } end; return #f(1, 2, 3)
end)())
--- statements-33
show((function(...)
local function f(...) local t = { n = select('#', ...), ... }; return t.n + #t end; return f(1, 2, 3)
end)())
--- statements-34
show((function(...)
return (function(...) return ... end)(7, 8)
end)())
--- statements-35
show((function(...)
local t = { (function() return 1, 2, 3 end)() }; return #t
end)())
--- statements-36
show((function(...)
local t = { (function() return 1, 2, 3 end)(), 10 }; return t
end)())
--- statements-37
show((function(...)
local t = { 10, ((function() return 1, 2, 3 end)()) }; return t
end)())
--- statements-38
show((function(...)
local s = 0; for k, v in next, { 5, 6, x = 7 } do s = s + v end; return s
end)())
--- statements-39
show((function(...)
local r = {}; for i, v in ipairs({ 1, 2, nil, 4 }) do r[i] = v end; return #r
end)())
--- statements-40
show((function(...)
local function it(s, c) if c < s then return c + 1 end end; local n = 0; for i in it, 4, 0 do n = n + i end; return n
end)())
--- statements-41
show((function(...)
local a <const> = 5; return a
end)())
--- statements-42
show((function(...)
local function f() return 1 end f(); return 2
end)())
--- statements-43
show((function(...)
local t = { a = {} }; function t.a.b(x) return x * 2 end; function t.a:c(x) return self == t.a and x end; return { t.a.b(4), t.a:c(3) }
end)())
--- statements-44
show((function(...)
local s = 'abc'; return { s:upper(), ('x'):rep(3), #s }
end)())
--- statements-45
show((function(...)
return #'abc' .. #{ 1, 2 }
end)())
--- closures-47
show((function(...)
local function c() local n = 0; return function() n = n + 1; return n end end; local a, b = c(), c(); a(); a(); return { a(), b() }
end)())
--- closures-48
show((function(...)
local fs = {}; for i = 1, 3 do fs[i] = function() return i end end; return { fs[1](), fs[2](), fs[3]() }
end)())
--- closures-49
show((function(...)
local fs = {}; for i = 1, 3 do fs[i] = function() i = i + 10; return i end end; return { fs[1](), fs[1](), fs[2]() }
end)())
--- closures-50
show((function(...)
local fs = {}; for _, v in ipairs({ 5, 6 }) do fs[#fs + 1] = function() return v end end; return { fs[1](), fs[2]() }
end)())
--- closures-51
show((function(...)
local fs = {}; local i = 0; while i < 3 do i = i + 1; local j = i; fs[i] = function() j = j + 1; return j end end; return { fs[1](), fs[1](), fs[3]() }
end)())
--- closures-52
show((function(...)
local a = 1; local function f() return a end; a = 2; return f()
end)())
--- closures-53
show((function(...)
local function f(x) return function() x = x .. '!'; return x end end; local g = f('a'); g(); return g()
end)())
--- closures-54
show((function(...)
local function fact(n) if n <= 1 then return 1 end; return n * fact(n - 1) end; return fact(20)
end)())
--- closures-55
show((function(...)
local even, odd; function even(n) if n == 0 then return true end; return odd(n - 1) end; function odd(n) if n == 0 then return false end; return even(n - 1) end; return even(1000001)
end)())
--- closures-56
show((function(...)
local function loop(n) if n == 0 then return 'done' end; return loop(n - 1) end; return loop(100000)
end)())
--- closures-57
show((function(...)
local function loop(n, ...) if n == 0 then return select('#', ...) end; return loop(n - 1, ...) end; return loop(50000, 1, 2, 3)
end)())
--- closures-58
show((function(...)
local function f(n) return n == 0 and 0 or 1 + f(n - 1) end; return f(9000)
end)())
--- closures-59
show((function(...)
local x = 1; do local x = 2; x = 3 end; return x
end)())
--- closures-60
show((function(...)
local x = x; return x == nil
end)())
--- closures-61
show((function(...)
local i = 1; local g; ::top:: local j = i; if i == 1 then g = function() return j end end; j = j + 10; i = i + 1; if i < 3 then goto top end; return { g(), j }
end)())
--- closures-62
show((function(...)
local a = { f = function(self, x) return x end }; return a:f(5)
end)())
--- closures-63
show((function(...)
local function f() return 1, 2 end; local function g() return f() end; local t = { g() }; return t
end)())
--- closures-64
show((function(...)
local t = {}; for i = 1, 300 do t[i] = i end; return { select('#', table.unpack(t)), (select(300, table.unpack(t))) }
end)())
--- closures-65
show((function(...)
local function f(...) return ... end; local t = {}; for i = 1, 5000 do t[i] = i end; return { #{ f(table.unpack(t)) }, (select(4999, f(table.unpack(t)))) }
end)())
--- closures-66
show((function(...)
local function d(n) if n == 0 then return 1, 2, 3 end; local a, b, c = d(n - 1); return a + 1, b, c end; return { d(500) }
end)())
--- arithmetic-67
show((function(...)
return { 7 // 2, 7 / 2, -7 // 2, -7 % 3, 7 % -3, 4 / 2 }
end)())
--- arithmetic-68
show((function(...)
return { 7.5 // 2, -7.5 // 2, 5.5 % 2, -5.5 % 2, 2 ^ 10, 2 ^ 0.5 }
end)())
--- arithmetic-69
show((function(...)
return { math.type(1), math.type(1.0), math.type(2 ^ 2), math.type(3 // 1), math.type(3.0 // 1), math.type(10 / 2) }
end)())
--- arithmetic-70
show((function(...)
return 9007199254740993
end)())
--- arithmetic-71
show((function(...)
return math.maxinteger
end)())
--- arithmetic-72
show((function(...)
return math.maxinteger + 1 == math.mininteger
end)())
--- arithmetic-73
show((function(...)
return math.mininteger
end)())
--- arithmetic-74
show((function(...)
return { 2147483647 + 1, -2147483648 - 1, 2147483647 * 2147483647, 1 << 31, 1 << 32, 1 << 62, 1 << 63, 1 << 64 }
end)())
--- arithmetic-75
show((function(...)
return { -1 >> 1, -1 >> 63, -1 << 1, 5 & 3, 5 | 3, 5 ~ 3, ~5, 2.0 & 3, 1 << -1, 8 >> -1 }
end)())
--- arithmetic-76
show((function(...)
return (pcall(function() return 1.5 & 1 end))
end)())
--- arithmetic-77
show((function(...)
return (pcall(function() return 1 // 0 end))
end)())
--- arithmetic-78
show((function(...)
return (pcall(function() return 1 % 0 end))
end)())
--- arithmetic-79
show((function(...)
return { tostring(1 // 0.0), tostring(-1 / 0), 1e300 * 1e10 == math.huge, 0/0 ~= 0/0 }
end)())
--- arithmetic-80
show((function(...)
return { '10' + 1, '0x10' * 2, '1e1' + 0, 10 .. 20, 1.5 .. '', 2.0 .. '', -0.0 .. '', 1e15 .. '', 1e100 .. '', 2^53 .. '' }
end)())
--- arithmetic-81
show((function(...)
return (pcall(function() return 'a' + 1 end))
end)())
--- arithmetic-82
show((function(...)
return { 1 == 1.0, '1' == 1, 1 < 1.5, 'a' < 'b', 'Z' < 'a', 'a' < 'aa', 2^53 == 2^53 + 1, 9007199254740993 == 9007199254740992.0, 9007199254740993 > 9007199254740992.0 }
end)())
--- arithmetic-83
show((function(...)
return { math.maxinteger < math.huge, math.maxinteger + 0.0 == math.maxinteger, math.mininteger <= -2^63, math.maxinteger < 2^63 }
end)())
--- arithmetic-84
show((function(...)
return { 0x10, 0xff, 0xA.8p0, 0x.1p4, 1e2, .5, 3., 0xffffffffffffffff, 9223372036854775807, 9223372036854775808, 0x7fffffffffffffff }
end)())
--- arithmetic-85
show((function(...)
return { 2 ^ 3 ^ 2, -2 ^ 2, not nil == true, 1 .. 2 == '12', 1 + 2 < 4, 2 * 3 + 4, 2 + 3 * 4, (2 + 3) * 4, 7 - 2 - 1, 2 ^ -1 }
end)())
--- arithmetic-86
show((function(...)
return { 5 // 0.3, 5 % 0.3 < 0.3, 3 % math.huge, -3 % math.huge == math.huge }
end)())
--- arithmetic-87
show((function(...)
local a, b = nil, 5; return { a and 1 or b, b and 1 or a, (a or b) + 1 }
end)())
--- arithmetic-88
show((function(...)
local x = 5; x = x > 3 and x < 10 and 'in' or 'out'; return x
end)())
--- arithmetic-89
show((function(...)
local x = 50; return { x > 3 and x < 10, x > 3 or error(), not (x > 3), x ~= 50, x == 50 }
end)())
--- arithmetic-90
show((function(...)
local x; x = x == nil; return x
end)())
--- arithmetic-91
show((function(...)
local a = {}; a = { a, #a }; return #a
end)())
--- arithmetic-92
show((function(...)
local n = 0; for i = 1, 100 do if i % 3 == 0 or i % 5 == 0 and i % 2 == 1 then n = n + 1 end end; return n
end)())
--- arithmetic-93
show((function(...)
return math.mininteger // -1
end)())
--- arithmetic-94
show((function(...)
return math.mininteger % -1
end)())
--- arithmetic-95
show((function(...)
local x = 6364136223846793005; x = x * 6364136223846793005 + 1442695040888963407; return x
end)())
--- arithmetic-96
show((function(...)
return 2^53
end)())
--- arithmetic-97
show((function(...)
return 1e300
end)())
--- arithmetic-98
show((function(...)
return -0.0
end)())
--- arithmetic-99
show((function(...)
return 2.0
end)())
--- arithmetic-100
show((function(...)
return { 100000000000000, 1e14, 123456.789e3, 0.1, 1/3, 1e-5, 123e-7 }
end)())
--- arithmetic-101
show((function(...)
return 0.1 .. ' ' .. 1/3 .. ' ' .. 1e-5 .. ' ' .. 123456789012345.0 .. ' ' .. 1e14
end)())
--- arithmetic-103
show((function(...)
local s = 0; for i = 10, 1, -3 do s = s * 100 + i end; return s
end)())
--- arithmetic-104
show((function(...)
local r = {}; for x = 0, 1, 0.25 do r[#r + 1] = x end; return r
end)())
--- tables-105
show((function(...)
local t = {}; t[1.0] = 'a'; return t[1]
end)())
--- tables-106
show((function(...)
return (pcall(function() local t = {}; t[nil] = 1 end))
end)())
--- tables-107
show((function(...)
return (pcall(function() local t = {}; t[0/0] = 1 end))
end)())
--- tables-110
show((function(...)
local t = { a = 1, b = 2, c = 3, d = 4 }; for k in pairs(t) do t[k] = nil end; return next(t) == nil
end)())
--- tables-111
show((function(...)
local t = {}; for i = 1, 100 do t[i] = i end; for k in pairs(t) do t[k] = nil end; return { next(t) == nil, #t }
end)())
--- tables-112
show((function(...)
local t = {}; for i = 10, 1, -1 do t[i] = i end; return { #t, t[10], t[1] }
end)())
--- tables-113
show((function(...)
local t = { 1, 2, 3 }; t[#t] = nil; t[#t] = nil; return #t
end)())
--- tables-114
show((function(...)
local t = { 1, 2, 3, 4, 5 }; t[2] = nil; t[5] = nil; return { #t, t[4] }
end)())
--- tables-115
show((function(...)
local t = {}; t[3] = 'c'; t[1] = 'a'; t[2] = 'b'; return t
end)())
--- tables-117
show((function(...)
local t = {}; for i = 1, 2000 do t['k' .. i] = i end; for i = 1, 2000, 2 do t['k' .. i] = nil end; local n, s = 0, 0; for k, v in pairs(t) do n = n + 1; s = s + v end; return { n, s, t.k2, t.k3 == nil }
end)())
--- tables-118
show((function(...)
local t = {}; t[1 << 40] = 'x'; t[(1 << 40) + 0.0] = 'y'; return { t[1 << 40], next(t) == 1 << 40 }
end)())
--- tables-119
show((function(...)
local t = {}; t[2^53] = 1; return t[1 << 53]
end)())
--- tables-120
show((function(...)
local t = {}; t[-1] = 'a'; t[0] = 'b'; t[1.5] = 'c'; t[true] = 'd'; local k = {}; t[k] = 'e'; t[print] = 'f'; return { t[-1], t[0], t[1.5], t[true], t[k], t[print] }
end)())
--- tables-121
show((function(...)
local t = {}; t['a' .. 'b'] = 1; return t.ab
end)())
--- tables-122
show((function(...)
local k = 'key'; local t = { [k] = 1, ['other key'] = 2, [3] = 3 }; return t.key + t['other key'] + t[3]
end)())
--- tables-123
show((function(...)
local t = { f = print }; return t.f == print
end)())
--- tables-124
show((function(...)
return #{ n = 1 }
end)())
--- tables-125
show((function(...)
return #{ 1, 2, nil, 4 }
end)())
--- tables-126
show((function(...)
local t = { 1, 2, nil, nil }; return #t
end)())
--- tables-127
show((function(...)
local t = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53}; return { #t, t[51], t[53] }
end)())
--- tables-128
show((function(...)
return (pcall(next, { 1 }, 7))
end)())
--- tables-129
show((function(...)
return { next({ 5 }) }
end)())
--- tables-130
show((function(...)
string = nil; return ('a'):upper()
end)())
--- tables-131
show((function(...)
_G.x = 1; return x
end)())
--- tables-132
show((function(...)
x = 1; return _G.x
end)())
--- tables-133
show((function(...)
return rawget(_G, 'nope') == nil
end)())
--- tables-135
show((function(...)
local q, h, t = {}, 1, 0; for i = 1, 1000 do t = t + 1; q[t] = i; if i % 2 == 0 then q[h] = nil; h = h + 1 end end; local s = 0; while h <= t do s = s + q[h]; q[h] = nil; h = h + 1 end; return { s, next(q) == nil }
end)())
--- tables-136
show((function(...)
return {}
end)())
--- tables-137
show((function(...)
local o = {}; o[1] = 'a'; return o
end)())
--- tables-138
show((function(...)
return { a = 1, b = nil }
end)())
--- tables-139
show((function(...)
local t = 1; for i = 1, 32 do t = { t } end; return t
end)())
--- tables-140
show((function(...)
return { 'a"b\\c\n\0', '\u{20AC}' }
end)())
--- tables-141
show((function(...)
local a = {}; a.x, a.y = 1, 2; a.x = nil; return a
end)())
--- parse-142
show((function(...)
return [==[a]]b]==]
end)())
--- parse-143
show((function(...)
return [[
abc]]
end)())
--- parse-144
show((function(...)
--[[ long
 comment ]] return 1
end)())
--- parse-145
show((function(...)
--[==[ x ]] ]==] return 2
end)())
--- parse-146
show((function(...)
return 1 -- c
end)())
--- parse-149
show((function(...)
return '1' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x'
end)())
