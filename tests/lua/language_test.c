/* SPDX-License-Identifier: MIT */
/* The language: statements, closures, numbers, tables, errors, syntax; spec/lua.md 1 and 5.
 * Each row is a program and what comes out of it (lua_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

/* clang-format off */
static const LuaRow statements_rows[] = {
    { "return 1, 2",
      "1" },
    { "local x = 1",
      "null" },
    { "return nil",
      "null" },
    { "return",
      "null" },
    { "local a, b, c = 1, 2; return { a, b, c == nil }",
      "[1,2,true]" },
    { "local a, b = (function() return 1, 2, 3 end)(); return { a, b }",
      "[1,2]" },
    { "local a, b, c = 0, (function() return 1, 2 end)(); return { a, b, "
      "c }",
      "[0,1,2]" },
    { "local a = ((function() return 1, 2 end)()); return a",
      "1" },
    { "local a, b = 1, 2; a, b = b, a; return { a, b }",
      "[2,1]" },
    { "local i, t = 1, {}; i, t[i] = i + 1, 20; return { i, t[1] }",
      "[2,20]" },
    { "local t = { 1, 2 }; local i = 1; t[i], t[i + 1], i = t[i + 1], t[i"
      "], 9; return { t[1], t[2], i }",
      "[2,1,9]" },
    { "x = 5; y, z = x; return { x, y, z == nil }",
      "[5,5,true]" },
    { "local n = 0; while true do n = n + 1; if n > 5 then break end end;"
      " return n",
      "6" },
    { "local n = 0; repeat local done = n >= 3; n = n + 1 until done; ret"
      "urn n",
      "4" },
    { "local r = {}; for i = 1, 3 do r[#r + 1] = i end; for i = 3, 1, -1 "
      "do r[#r + 1] = i end; return r",
      "[1,2,3,3,2,1]" },
    { "local r = {}; for i = 1.0, 2 do r[#r + 1] = math.type(i) end; retu"
      "rn r",
      "[\"float\",\"float\"]" },
    { "local n = 0; for i = 1, 0 do n = 1 end; return n",
      "0" },
    { "local n = 0; for i = math.maxinteger - 1, math.maxinteger do n = n"
      " + 1 end; return n",
      "2" },
    { "local n = 0; for i = math.mininteger, math.mininteger + 2 do n = n"
      " + 1 end; return n",
      "3" },
    { "local r; for i = 1, math.huge do if i > 4 then r = i break end end"
      "; return r",
      "5" },
    { "local n = 0; for i = 1, 3 do local j = i; i = 10; n = n + j end; r"
      "eturn n",
      "6" },
    { "return pcall(function() for i = 1, 10, 0 do end end)",
      "false" },
    { "return select(2, pcall(function() for i = 1, 10, 0 do end end))",
      "\"'for' step is zero\"" },
    { "local n = 0; for i = '1', '3' do n = n + i end; return math.type(n"
      ")",
      "\"float\"" },
    { "return select(2, pcall(function() for i = 'a', 10 do end end))",
      "\"'for' initial value must be a number\"" },
    { "return select(2, pcall(function() for i = 1, {} do end end))",
      "\"'for' limit must be a number\"" },
    { "local n = 0; for i = 1, 5 do if i % 2 == 0 then goto continue end;"
      " n = n + i; ::continue:: end; return n",
      "9" },
    { "local i = 1; ::top:: if i < 10 then i = i + 1; goto top end; retur"
      "n i",
      "10" },
    { "do goto done; local x; ::done:: end; return 1",
      "1" },
    { "for i = 1, 3 do for j = 1, 3 do if j == 2 then goto next end end :"
      ":next:: end; return 'ok'",
      "\"ok\"" },
    { "goto x; local a; ::x:: return a",
      "!!This goto jumps into the scope of local 'a' (line 1, col 1)" },
    { "goto y",
      "!!No visible label 'y' for goto (line 1, col 1)" },
    { "do ::y:: end goto y",
      "!!No visible label 'y' for goto (line 1, col 14)" },
    { "::a:: ::a::",
      "!!This label is defined twice (line 1, col 7)" },
    { "repeat if true then goto cont end; local y; ::cont:: until y",
      "!!This goto jumps into the scope of local 'y' (line 1, col 21)" },
    { "break",
      "!!'break' outside of a loop (line 1, col 1)" },
    { "local function f(...) return select('#', ...), ... end; return { f"
      "(1, nil, 3) == 3, (select('#', f())) }",
      "[true,1]" },
    { "local function f(a, ...) local b, c = ...; return a, b, c end; ret"
      "urn { f(1, 2, 3, 4) }",
      "[1,2,3]" },
    { "local function f(...) return { ... } end; return #f(1, 2, 3)",
      "3" },
    { "local function f(...) local t = { n = select('#', ...), ... }; ret"
      "urn t.n + #t end; return f(1, 2, 3)",
      "6" },
    { "return (function(...) return ... end)(7, 8)",
      "7" },
    { "local t = { (function() return 1, 2, 3 end)() }; return #t",
      "3" },
    { "local t = { (function() return 1, 2, 3 end)(), 10 }; return t",
      "[1,10]" },
    { "local t = { 10, ((function() return 1, 2, 3 end)()) }; return t",
      "[10,1]" },
    { "local s = 0; for k, v in next, { 5, 6, x = 7 } do s = s + v end; r"
      "eturn s",
      "18" },
    { "local r = {}; for i, v in ipairs({ 1, 2, nil, 4 }) do r[i] = v end"
      "; return #r",
      "2" },
    { "local function it(s, c) if c < s then return c + 1 end end; local "
      "n = 0; for i in it, 4, 0 do n = n + i end; return n",
      "10" },
    { "local a <const> = 5; return a",
      "5" },
    { "local a <const> = 5; a = 6",
      "!!Assignment to the constant 'a' (line 1, col 22)" },
    { "local a <close> = nil",
      "!!Variables with <close> are not supported (line 1, col 9)" },
    { "return _ENV",
      "!!_ENV is not supported (line 1, col 8)" },
    { "local function f() return 1 end f(); return 2",
      "2" },
    { "local t = {}; function t.a.b() end",
      "!attempt to index a nil value (field 'a')" },
    { "local t = { a = {} }; function t.a.b(x) return x * 2 end; function"
      " t.a:c(x) return self == t.a and x end; return { t.a.b(4), t.a:c(3"
      ") }",
      "[8,3]" },
    { "local s = 'abc'; return { s:upper(), ('x'):rep(3), #s }",
      "[\"ABC\",\"xxx\",3]" },
    { "return #'abc' .. #{ 1, 2 }",
      "\"32\"" },
    { "# a shebang line\nreturn 1",
      "1" },
    { "```lua\nreturn 7\n```",
      "7" },
    { "return 1 return 2",
      "!!'return' must be the last statement of its block (line 1, col 10"
      ")" },
    { "42",
      "!!An expression is not a statement (line 1, col 1)" },
    { "x",
      "!!An expression is not a statement (line 1, col 1)" },
    { "if true then return 1",
      "!!'end' expected, found the end of the program (line 1, col 22)" },
    { "if true then\nreturn 1\n",
      "!!'end' expected to close 'if' of line 1, found the end of the pro"
      "gram (line 3, col 1)" },
    { "return 'abc",
      "!!Unfinished string (line 1, col 8)" },
    { "",
      "!!The program is empty" },
    { "return ...",
      "null" },
    { "local function f() return ... end",
      "!!'...' outside of a vararg function (line 1, col 27)" },
};

static const LuaRow closures_rows[] = {
    { "local function c() local n = 0; return function() n = n + 1; retur"
      "n n end end; local a, b = c(), c(); a(); a(); return { a(), b() }",
      "[3,1]" },
    { "local fs = {}; for i = 1, 3 do fs[i] = function() return i end end"
      "; return { fs[1](), fs[2](), fs[3]() }",
      "[1,2,3]" },
    { "local fs = {}; for i = 1, 3 do fs[i] = function() i = i + 10; retu"
      "rn i end end; return { fs[1](), fs[1](), fs[2]() }",
      "[11,21,12]" },
    { "local fs = {}; for _, v in ipairs({ 5, 6 }) do fs[#fs + 1] = funct"
      "ion() return v end end; return { fs[1](), fs[2]() }",
      "[5,6]" },
    { "local fs = {}; local i = 0; while i < 3 do i = i + 1; local j = i;"
      " fs[i] = function() j = j + 1; return j end end; return { fs[1](),"
      " fs[1](), fs[3]() }",
      "[2,3,4]" },
    { "local a = 1; local function f() return a end; a = 2; return f()",
      "2" },
    { "local function f(x) return function() x = x .. '!'; return x end e"
      "nd; local g = f('a'); g(); return g()",
      "\"a!!\"" },
    { "local function fact(n) if n <= 1 then return 1 end; return n * fac"
      "t(n - 1) end; return fact(20)",
      "2432902008176640000" },
    { "local even, odd; function even(n) if n == 0 then return true end; "
      "return odd(n - 1) end; function odd(n) if n == 0 then return false"
      " end; return even(n - 1) end; return even(1000001)",
      "false" },
    { "local function loop(n) if n == 0 then return 'done' end; return lo"
      "op(n - 1) end; return loop(100000)",
      "\"done\"" },
    { "local function loop(n, ...) if n == 0 then return select('#', ...)"
      " end; return loop(n - 1, ...) end; return loop(50000, 1, 2, 3)",
      "3" },
    { "local function f(n) return n == 0 and 0 or 1 + f(n - 1) end; retur"
      "n f(9000)",
      "9000" },
    { "local function f(n) return 1 + f(n) end; return pcall(f, 1)",
      "!terminated: Calls nest at most 10,000 deep" },
    { "local x = 1; do local x = 2; x = 3 end; return x",
      "1" },
    { "local x = x; return x == nil",
      "true" },
    { "local i = 1; local g; ::top:: local j = i; if i == 1 then g = func"
      "tion() return j end end; j = j + 10; i = i + 1; if i < 3 then goto"
      " top end; return { g(), j }",
      "[11,12]" },
    { "local a = { f = function(self, x) return x end }; return a:f(5)",
      "5" },
    { "local function f() return 1, 2 end; local function g() return f() "
      "end; local t = { g() }; return t",
      "[1,2]" },
    { "local t = {}; for i = 1, 300 do t[i] = i end; return { select('#',"
      " table.unpack(t)), (select(300, table.unpack(t))) }",
      "[300,300]" },
    { "local function f(...) return ... end; local t = {}; for i = 1, 500"
      "0 do t[i] = i end; return { #{ f(table.unpack(t)) }, (select(4999,"
      " f(table.unpack(t)))) }",
      "[5000,4999]" },
    { "local function d(n) if n == 0 then return 1, 2, 3 end; local a, b,"
      " c = d(n - 1); return a + 1, b, c end; return { d(500) }",
      "[501,2,3]" },
};

static const LuaRow arithmetic_rows[] = {
    { "return { 7 // 2, 7 / 2, -7 // 2, -7 % 3, 7 % -3, 4 / 2 }",
      "[3,3.5,-4,2,-2,2]" },
    { "return { 7.5 // 2, -7.5 // 2, 5.5 % 2, -5.5 % 2, 2 ^ 10, 2 ^ 0.5 }",
      "[3,-4,1.5,0.5,1024,1.4142135623730951]" },
    { "return { math.type(1), math.type(1.0), math.type(2 ^ 2), math.type"
      "(3 // 1), math.type(3.0 // 1), math.type(10 / 2) }",
      "[\"integer\",\"float\",\"float\",\"integer\",\"float\",\"float\"]" },
    { "return 9007199254740993",
      "9007199254740993" },
    { "return math.maxinteger",
      "9223372036854775807" },
    { "return math.maxinteger + 1 == math.mininteger",
      "true" },
    { "return math.mininteger",
      "-9223372036854775808" },
    { "return { 2147483647 + 1, -2147483648 - 1, 2147483647 * 2147483647,"
      " 1 << 31, 1 << 32, 1 << 62, 1 << 63, 1 << 64 }",
      "[2147483648,-2147483649,4611686014132420609,2147483648,4294967296,"
      "4611686018427387904,-9223372036854775808,0]" },
    { "return { -1 >> 1, -1 >> 63, -1 << 1, 5 & 3, 5 | 3, 5 ~ 3, ~5, 2.0 "
      "& 3, 1 << -1, 8 >> -1 }",
      "[9223372036854775807,1,-2,1,7,6,-6,2,0,16]" },
    { "return select(2, pcall(function() return 1.5 & 1 end))",
      "\"number has no integer representation\"" },
    { "return select(2, pcall(function() return 1 // 0 end))",
      "\"attempt to perform 'n//0'\"" },
    { "return select(2, pcall(function() return 1 % 0 end))",
      "\"attempt to perform 'n%%0'\"" },
    { "return { tostring(1 // 0.0), tostring(-1 / 0), 1e300 * 1e10 == mat"
      "h.huge, 0/0 ~= 0/0 }",
      "[\"inf\",\"-inf\",true,true]" },
    { "return { '10' + 1, '0x10' * 2, '1e1' + 0, 10 .. 20, 1.5 .. '', 2.0"
      " .. '', -0.0 .. '', 1e15 .. '', 1e100 .. '', 2^53 .. '' }",
      "[11,32,10,\"1020\",\"1.5\",\"2.0\",\"-0.0\",\"1e+15\",\"1e+100\",\""
      "9.007199254741e+15\"]" },
    { "return select(2, pcall(function() return 'a' + 1 end))",
      "\"attempt to perform arithmetic on a string value (constant 'a')\"" },
    { "return { 1 == 1.0, '1' == 1, 1 < 1.5, 'a' < 'b', 'Z' < 'a', 'a' < "
      "'aa', 2^53 == 2^53 + 1, 9007199254740993 == 9007199254740992.0, 90"
      "07199254740993 > 9007199254740992.0 }",
      "[true,false,true,true,true,true,true,false,true]" },
    { "return { math.maxinteger < math.huge, math.maxinteger + 0.0 == mat"
      "h.maxinteger, math.mininteger <= -2^63, math.maxinteger < 2^63 }",
      "[true,false,true,true]" },
    { "return { 0x10, 0xff, 0xA.8p0, 0x.1p4, 1e2, .5, 3., 0xfffffffffffff"
      "fff, 9223372036854775807, 9223372036854775808, 0x7fffffffffffffff "
      "}",
      "[16,255,10.5,1,100,0.5,3,-1,9223372036854775807,922337203685477600"
      "0,9223372036854775807]" },
    { "return { 2 ^ 3 ^ 2, -2 ^ 2, not nil == true, 1 .. 2 == '12', 1 + 2"
      " < 4, 2 * 3 + 4, 2 + 3 * 4, (2 + 3) * 4, 7 - 2 - 1, 2 ^ -1 }",
      "[512,-4,true,true,true,10,14,20,4,0.5]" },
    { "return { 5 // 0.3, 5 % 0.3 < 0.3, 3 % math.huge, -3 % math.huge =="
      " math.huge }",
      "[16,true,3,true]" },
    { "return { nil == false, 1 and 2, nil and 1, false or 'x', nil or fa"
      "lse, 1 or error(), not 0 }",
      "?result[3] is a hole in an array: put json.null there" },
    { "local a, b = nil, 5; return { a and 1 or b, b and 1 or a, (a or b)"
      " + 1 }",
      "[5,1,6]" },
    { "local x = 5; x = x > 3 and x < 10 and 'in' or 'out'; return x",
      "\"in\"" },
    { "local x = 50; return { x > 3 and x < 10, x > 3 or error(), not (x "
      "> 3), x ~= 50, x == 50 }",
      "[false,true,false,false,true]" },
    { "local x; x = x == nil; return x",
      "true" },
    { "local a = {}; a = { a, #a }; return #a",
      "2" },
    { "local n = 0; for i = 1, 100 do if i % 3 == 0 or i % 5 == 0 and i %"
      " 2 == 1 then n = n + 1 end end; return n",
      "40" },
    { "return math.mininteger // -1",
      "-9223372036854775808" },
    { "return math.mininteger % -1",
      "0" },
    { "local x = 6364136223846793005; x = x * 6364136223846793005 + 14426"
      "95040888963407; return x",
      "8963592765199298360" },
    { "return 1 < 'x'",
      "!attempt to compare number with string" },
    { "return {} < {}",
      "!attempt to compare two table values" },
    { "return 2^53",
      "9007199254740992" },
    { "return 1e300",
      "1e+300" },
    { "return -0.0",
      "0" },
    { "return 2.0",
      "2" },
    { "return 0/0",
      "?result is nan, which JSON cannot say" },
    { "return { 100000000000000, 1e14, 123456.789e3, 0.1, 1/3, 1e-5, 123e"
      "-7 }",
      "[100000000000000,100000000000000,123456789,0.1,0.3333333333333333,"
      "0.00001,0.0000123]" },
    { "return 0.1 .. ' ' .. 1/3 .. ' ' .. 1e-5 .. ' ' .. 123456789012345."
      "0 .. ' ' .. 1e14",
      "\"0.1 0.33333333333333 1e-05 1.2345678901234e+14 1e+14\"" },
    { "return 3 | '4'",
      "!attempt to perform bitwise operation on a string value (constant "
      "'4')" },
    { "local s = 0; for i = 10, 1, -3 do s = s * 100 + i end; return s",
      "10070401" },
    { "local r = {}; for x = 0, 1, 0.25 do r[#r + 1] = x end; return r",
      "[0,0.25,0.5,0.75,1]" },
};

static const LuaRow tables_rows[] = {
    { "local t = {}; t[1.0] = 'a'; return t[1]",
      "\"a\"" },
    { "return select(2, pcall(function() local t = {}; t[nil] = 1 end))",
      "\"table index is nil\"" },
    { "return select(2, pcall(function() local t = {}; t[0/0] = 1 end))",
      "\"table index is NaN\"" },
    { "local r = {}; for k in pairs({ b = 1, a = 2, 10, 20 }) do r[#r + 1"
      "] = tostring(k) end; return table.concat(r, ',')",
      "\"1,2,b,a\"" },
    { "local t = { x = 1, y = 2, z = 3 }; t.x = nil; t.x = 4; local r = {"
      "}; for k in pairs(t) do r[#r + 1] = k end; return r",
      "[\"y\",\"z\",\"x\"]" },
    { "local t = { a = 1, b = 2, c = 3, d = 4 }; for k in pairs(t) do t[k"
      "] = nil end; return next(t) == nil",
      "true" },
    { "local t = {}; for i = 1, 100 do t[i] = i end; for k in pairs(t) do"
      " t[k] = nil end; return { next(t) == nil, #t }",
      "[true,0]" },
    { "local t = {}; for i = 10, 1, -1 do t[i] = i end; return { #t, t[10"
      "], t[1] }",
      "[10,10,1]" },
    { "local t = { 1, 2, 3 }; t[#t] = nil; t[#t] = nil; return #t",
      "1" },
    { "local t = { 1, 2, 3, 4, 5 }; t[2] = nil; t[5] = nil; return { #t, "
      "t[4] }",
      "[4,4]" },
    { "local t = {}; t[3] = 'c'; t[1] = 'a'; t[2] = 'b'; return t",
      "[\"a\",\"b\",\"c\"]" },
    { "local t = { [1] = 'a', [2] = 'b', n = 2 }; local r = {}; for k in "
      "pairs(t) do r[#r + 1] = tostring(k) end; return r",
      "[\"1\",\"2\",\"n\"]" },
    { "local t = {}; for i = 1, 2000 do t['k' .. i] = i end; for i = 1, 2"
      "000, 2 do t['k' .. i] = nil end; local n, s = 0, 0; for k, v in pa"
      "irs(t) do n = n + 1; s = s + v end; return { n, s, t.k2, t.k3 == n"
      "il }",
      "[1000,1001000,2,true]" },
    { "local t = {}; t[1 << 40] = 'x'; t[(1 << 40) + 0.0] = 'y'; return {"
      " t[1 << 40], next(t) == 1 << 40 }",
      "[\"y\",true]" },
    { "local t = {}; t[2^53] = 1; return t[1 << 53]",
      "1" },
    { "local t = {}; t[-1] = 'a'; t[0] = 'b'; t[1.5] = 'c'; t[true] = 'd'"
      "; local k = {}; t[k] = 'e'; t[print] = 'f'; return { t[-1], t[0], "
      "t[1.5], t[true], t[k], t[print] }",
      "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\"]" },
    { "local t = {}; t['a' .. 'b'] = 1; return t.ab",
      "1" },
    { "local k = 'key'; local t = { [k] = 1, ['other key'] = 2, [3] = 3 }"
      "; return t.key + t['other key'] + t[3]",
      "6" },
    { "local t = { f = print }; return t.f == print",
      "true" },
    { "return #{ n = 1 }",
      "0" },
    { "return #{ 1, 2, nil, 4 }",
      "4" },
    { "local t = { 1, 2, nil, nil }; return #t",
      "2" },
    { "local t = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,2"
      "2,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,4"
      "4,45,46,47,48,49,50,51,52,53}; return { #t, t[51], t[53] }",
      "[53,51,53]" },
    { "return select(2, pcall(next, { 1 }, 7))",
      "\"invalid key to 'next'\"" },
    { "return { next({ 5 }) }",
      "[1,5]" },
    { "return string.upper == ('x').upper",
      "true" },
    { "string.upper = nil",
      "!attempt to change a read-only table" },
    { "string = nil; return ('a'):upper()",
      "\"A\"" },
    { "_G.x = 1; return x",
      "1" },
    { "x = 1; return _G.x",
      "1" },
    { "return rawget(_G, 'nope') == nil",
      "true" },
    { "print = 5; return print",
      "5" },
    { "local q, h, t = {}, 1, 0; for i = 1, 1000 do t = t + 1; q[t] = i; "
      "if i % 2 == 0 then q[h] = nil; h = h + 1 end end; local s = 0; whi"
      "le h <= t do s = s + q[h]; q[h] = nil; h = h + 1 end; return { s, "
      "next(q) == nil }",
      "[375250,true]" },
    { "return {}",
      "{}" },
    { "return json.array()",
      "[]" },
    { "local a = json.array(); a.x = 1; return a",
      "{\"x\":1}" },
    { "local o = {}; o[1] = 'a'; return o",
      "[\"a\"]" },
    { "local function f(...) return { [1] = 5, [2] = 6, ... } end return "
      "json.encode({ f(), f(7), f(7, 8, 9) })",
      "\"[[5,6],[7,6],[7,8,9]]\"" },
    { "return { [1] = 5, [2] = 6, 7 }", "[7,6]" },
    { "return { [1] = 5, 7, [2] = 6, [3] = 8 }", "[7,6,8]" },
    { "return { [1] = 'a', [3] = 'c' }",
      "?result is an array with a hole: put json.null there" },
    { "return { 1, x = 2 }",
      "?result mixes elements and named fields: split it into two tables" },
    { "return { [0] = 1 }",
      "?result has a key that is neither a string nor a position from 1 o"
      "n" },
    { "return { a = { b = { [true] = 1 } } }",
      "?result.a.b has a key that is neither a string nor a position from"
      " 1 on" },
    { "return { 1, json.null, 3 }",
      "[1,null,3]" },
    { "return { a = 1, b = nil }",
      "{\"a\":1}" },
    { "return { x = print }",
      "?result.x is a function, which is no data" },
    { "local t = {}; t.t = t; return t",
      "?result.t refers to a table that contains it (a cycle)" },
    { "local t = 1; for i = 1, 32 do t = { t } end; return t",
      "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]" },
    { "local t = 1; for i = 1, 33 do t = { t } end; return t",
      "?result[1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1"
      "][1][1][1][1][1][1][1][1][1][1][1][1] is nested more than 32 level"
      "s deep" },
    { "return '\\255'",
      "?result is not UTF-8 text: encode bytes as text" },
    { "return { ['a b'] = { [\"\\255\"] = 1 } }",
      "?result[\"a b\"][\"\357\277\275\"] is a key that is not UTF-8 text" },
    { "return { 'a\"b\\\\c\\n\\0', '\\u{20AC}' }",
      "[\"a\\\"b\\\\c\\n\\u0000\",\"\342\202\254\"]" },
    { "local a = {}; a.x, a.y = 1, 2; a.x = nil; return a",
      "{\"y\":2}" },
};

static const LuaRow errors_rows[] = {
    { "local t = {}; return t.x.y",
      "!attempt to index a nil value (field 'x')" },
    { "return nosuch.y",
      "!attempt to index a nil value (global 'nosuch')" },
    { "nosuch()",
      "!attempt to call a nil value (global 'nosuch')" },
    { "local t = {}; t.f()",
      "!attempt to call a nil value (field 'f')" },
    { "local t = {}; t:f()",
      "!attempt to call a nil value (method 'f')" },
    { "local a; a()",
      "!attempt to call a nil value (local 'a')" },
    { "local a; return (function() return a.b end)()",
      "!attempt to index a nil value (upvalue 'a')" },
    { "local t = {}; return t + 1",
      "!attempt to perform arithmetic on a table value (local 't')" },
    { "local t = { x = {} }; return 1 + t.x",
      "!attempt to perform arithmetic on a table value (field 'x')" },
    { "return 1 < nil",
      "!attempt to compare number with nil" },
    { "local t = { name = nil }; return 'a' .. t.name",
      "!attempt to concatenate a nil value (field 'name')" },
    { "return 'a' .. {} .. 'b'",
      "!attempt to concatenate a table value" },
    { "local x; return #x",
      "!attempt to get length of a nil value (local 'x')" },
    { "local x; return -x",
      "!attempt to perform arithmetic on a nil value (local 'x')" },
    { "return 1 & {}",
      "!attempt to perform bitwise operation on a table value" },
    { "error('boom')",
      "!boom" },
    { "error({ code = 1 })",
      "!{\"code\":1}" },
    { "error()",
      "!nil" },
    { "local ok, e = pcall(error, { code = 1 }); return e",
      "{\"code\":1}" },
    { "local ok, e = pcall(error, 'x'); return e",
      "\"x\"" },
    { "return { pcall(function() error('a', 2) end) }",
      "[false,\"a\"]" },
    { "return { pcall(function(...) return ... end, 1, 2, 3) }",
      "[true,1,2,3]" },
    { "return { xpcall(function() error('x') end, function(e) return 'h:'"
      " .. e end) }",
      "[false,\"h:x\"]" },
    { "return { xpcall(function(a) return a end, print, 5) }",
      "[true,5]" },
    { "return { pcall(pcall, error, 'x') }",
      "[true,false,\"x\"]" },
    { "assert(false)",
      "!assertion failed!" },
    { "assert(nil, 'm')",
      "!m" },
    { "return assert(1, 2)",
      "1" },
    { "return { select(2, pcall(function() local t = setmetatable({}, {})"
      " end)) }",
      "[\"attempt to call a nil value (global 'setmetatable')\"]" },
    { "local ok, e = pcall(function() local x = nil; x.y = 1 end); return"
      " e",
      "\"attempt to index a nil value (local 'x')\"" },
    { "string.rep()",
      "!bad argument #1 to 'rep' (string expected, got no value)" },
    { "local s = ('x'):rep(16777217)",
      "!terminated: A string holds at most 16,777,216 bytes" },
    { "local function f() return pcall(f) end; return f()",
      "!terminated: Calls nest at most 10,000 deep" },
    { "local s = 'x'; return pcall(function() while true do s = s .. s en"
      "d end)",
      "!terminated: A string holds at most 16,777,216 bytes" },
    { "local ok, e = pcall(function() local a = 1; local b = a.b.c end); "
      "return e",
      "\"attempt to index a number value (local 'a')\"" },
    { "local t = setmetatable",
      "null" },
    { "return tostring(nil) .. tostring(true)",
      "\"niltrue\"" },
    { "return { tostring({}), tostring({}), tostring(print) }",
      "[\"table: 1\",\"table: 2\",\"function: 3\"]" },
    { "local t = {}; return tostring(t) == tostring(t)",
      "true" },
};

static const LuaRow parse_rows[] = {
    /* Names that begin like keywords, or have their letters. */
    { "local an, andy, brea, breaks, d, dot, el, elses, elseifs, en, ends = "
      "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 local fals, falsey, fo, fork, funct"
      "ions, got, gotos, i, iff, inn, loca = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "
      "11 return an + andy + brea + breaks + d + dot + el + elses + elseifs "
      "+ en + ends + fals + falsey + fo + fork + functions + got + gotos + i"
      " + iff + inn + loca",
      "132" },
    { "local ni, nill, no, nots, o, ore, repea, returns, the, thens, tru, tr"
      "uey, unti, untils, whil, whiles, _end, End, END, e1, x_ = 1, 2, 3, 4,"
      " 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21 return"
      " ni + nill + no + nots + o + ore + repea + returns + the + thens + tr"
      "u + truey + unti + untils + whil + whiles + _end + End + END + e1 + x"
      "_",
      "231" },
    { "return { 999999999, 1000000000, 123456789012, 0x10, 0XfF, 1e2, 1E-2, "
      ".5, 5., 0x.8p1, 007, 3 .. 4, #'a\\\"b', #\"it's\" }",
      "[999999999,1000000000,123456789012,16,255,100,0.01,0.5,5,1,7,\"34\",3"
      ",4]" },
    { "return 12345678x", "!!Malformed number (line 1, col 8)" },
    { "return 1..2", "!!Malformed number (line 1, col 8)" },
    { "return { 7 // 2, 1 << 3, 256 >> 4, 1 ~= 2, 1 <= 1, 2 >= 3, 1 == 1, 6 "
      "& 3, 6 | 1, 6 ~ 3, ~0, 2 ^ 3, 7 % 4, 1 < 2, 1 > 2, #'abc' }",
      "[3,8,16,true,true,false,true,2,7,5,-1,8,3,true,false,3]" },
    { "goto done local x do return 1 end ::done:: return 2",
      "!!This goto jumps into the scope of local 'x' (line 1, col 1)" },
    { "return 'a\\\nb' .. 'tab\tand \xC3\xA9' .. '\\u{e9}\\z \n  x'",
      "\"a\\nbtab\\tand \xC3\xA9\xC3\xA9x\"" },
    { "return 'a\nb'", "!!Unfinished string (line 1, col 8)" },
    { "return 'abc", "!!Unfinished string (line 1, col 8)" },
    { "return 'abc\\", "!!Invalid escape sequence (line 1, col 12)" },
    { "const x = 1",
      "!!An expression is not a statement (line 1, col 1)" },
    { "return 5 +",
      "!!Unexpected the end of the program (line 1, col 11)" },
    { "return (1",
      "!!')' expected, found the end of the program (line 1, col 10)" },
    { "x = = 1",
      "!!Unexpected '=' (line 1, col 5)" },
    { "local 1 = 2",
      "!!Name expected, found '1' (line 1, col 7)" },
    { "return { 'a': 1 }",
      "!!Unexpected ':' in a table (line 1, col 13)" },
    { "return 1 != 2",
      "!!Unexpected character (line 1, col 10)" },
    { "f(x) = 1",
      "!!This cannot be assigned to (line 1, col 1)" },
    { "return '\\q'",
      "!!Invalid escape sequence (line 1, col 9)" },
    { "return 0x",
      "!!Malformed number (line 1, col 8)" },
    { "return 3x",
      "!!Malformed number (line 1, col 8)" },
    { "return [==[a]]b]==]",
      "\"a]]b\"" },
    { "return [[\nabc]]",
      "\"abc\"" },
    { "--[[ long\n comment ]] return 1",
      "1" },
    { "--[==[ x ]] ]==] return 2",
      "2" },
    { "return 1 -- c",
      "1" },
    { "return '\\65\\x42\\u{43}\\z\n   D\\\nE'",
      "\"ABCD\\nE\"" },
    { "return ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
      "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
      "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
      "(((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))"
      "))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"
      "))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"
      "))))))))))))",
      "1" },
    { "return ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
      "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
      "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
      "((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))"
      "))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"
      "))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"
      "))))))))))))))",
      "!!Nesting is too deep: at most 200 levels (line 1, col 208)" },
    { "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do  end end end end end end end end end end end end end end end"
      " end end end end end end end end end end end end end end end end e"
      "nd end end end end end end end end end end end end end end end end"
      " end end end end end end end end end end end end end end end end e"
      "nd end end end end end end end end end end end end end end end end"
      " end end end end end end end end end end end end end end end end e"
      "nd end end end end end end end end end end end end end end end end"
      " end end end end end end end end end end end end end end end end e"
      "nd end end end end end end end end end end end end end end end end"
      " end end end end end end end end end end end end end end end end e"
      "nd end end end end end end end end end end end end end end end end"
      " end end end end end end end end end end end end end end end end e"
      "nd end end end",
      "null" },
    { "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do do do do do do do do do do do do do do do do do do do do "
      "do do do  end end end end end end end end end end end end end end "
      "end end end end end end end end end end end end end end end end en"
      "d end end end end end end end end end end end end end end end end "
      "end end end end end end end end end end end end end end end end en"
      "d end end end end end end end end end end end end end end end end "
      "end end end end end end end end end end end end end end end end en"
      "d end end end end end end end end end end end end end end end end "
      "end end end end end end end end end end end end end end end end en"
      "d end end end end end end end end end end end end end end end end "
      "end end end end end end end end end end end end end end end end en"
      "d end end end end end end end end end end end end end end end end "
      "end end end end end end end end end end end end end end end end en"
      "d end end end end end",
      "!!Nesting is too deep: at most 200 levels (line 1, col 605)" },
    { "return {{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{"
      "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{"
      "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{"
      "{{{{{{{{{{}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}"
      "}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}"
      "}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}"
      "}}}}}}}}}}}}}",
      "!!Nesting is too deep: at most 200 levels (line 1, col 208)" },
    { "return ----------1",
      "null" },
    { "return '1' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x'"
      " .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .."
      " 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x"
      "' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' ."
      ". 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. '"
      "x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' "
      ".. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. "
      "'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x'"
      " .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .."
      " 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x"
      "' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' ."
      ". 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. '"
      "x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' "
      ".. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. "
      "'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x'"
      " .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .. 'x' .."
      " 'x'",
      "\"1xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxxxxxxx\"" },
    { "local t = {k0=0,k1=1,k2=2,k3=3,k4=4,k5=5,k6=6,k7=7,k8=8,k9=9,k10=1"
      "0,k11=11,k12=12,k13=13,k14=14,k15=15,k16=16,k17=17,k18=18,k19=19,k"
      "20=20,k21=21,k22=22,k23=23,k24=24,k25=25,k26=26,k27=27,k28=28,k29="
      "29,k30=30,k31=31,k32=32,k33=33,k34=34,k35=35,k36=36,k37=37,k38=38,"
      "k39=39,k40=40,k41=41,k42=42,k43=43,k44=44,k45=45,k46=46,k47=47,k48"
      "=48,k49=49,k50=50,k51=51,k52=52,k53=53,k54=54,k55=55,k56=56,k57=57"
      ",k58=58,k59=59,k60=60,k61=61,k62=62,k63=63,k64=64,k65=65,k66=66,k6"
      "7=67,k68=68,k69=69,k70=70,k71=71,k72=72,k73=73,k74=74,k75=75,k76=7"
      "6,k77=77,k78=78,k79=79,k80=80,k81=81,k82=82,k83=83,k84=84,k85=85,k"
      "86=86,k87=87,k88=88,k89=89,k90=90,k91=91,k92=92,k93=93,k94=94,k95="
      "95,k96=96,k97=97,k98=98,k99=99,k100=100,k101=101,k102=102,k103=103"
      ",k104=104,k105=105,k106=106,k107=107,k108=108,k109=109,k110=110,k1"
      "11=111,k112=112,k113=113,k114=114,k115=115,k116=116,k117=117,k118="
      "118,k119=119,k120=120,k121=121,k122=122,k123=123,k124=124,k125=125"
      ",k126=126,k127=127,k128=128,k129=129,k130=130,k131=131,k132=132,k1"
      "33=133,k134=134,k135=135,k136=136,k137=137,k138=138,k139=139,k140="
      "140,k141=141,k142=142,k143=143,k144=144,k145=145,k146=146,k147=147"
      ",k148=148,k149=149,k150=150,k151=151,k152=152,k153=153,k154=154,k1"
      "55=155,k156=156,k157=157,k158=158,k159=159,k160=160,k161=161,k162="
      "162,k163=163,k164=164,k165=165,k166=166,k167=167,k168=168,k169=169"
      ",k170=170,k171=171,k172=172,k173=173,k174=174,k175=175,k176=176,k1"
      "77=177,k178=178,k179=179,k180=180,k181=181,k182=182,k183=183,k184="
      "184,k185=185,k186=186,k187=187,k188=188,k189=189,k190=190,k191=191"
      ",k192=192,k193=193,k194=194,k195=195,k196=196,k197=197,k198=198,k1"
      "99=199,k200=200,k201=201,k202=202,k203=203,k204=204,k205=205,k206="
      "206,k207=207,k208=208,k209=209,k210=210,k211=211,k212=212,k213=213"
      ",k214=214,k215=215,k216=216,k217=217,k218=218,k219=219,k220=220,k2"
      "21=221,k222=222,k223=223,k224=224,k225=225,k226=226,k227=227,k228="
      "228,k229=229,k230=230,k231=231,k232=232,k233=233,k234=234,k235=235"
      ",k236=236,k237=237,k238=238,k239=239,k240=240,k241=241,k242=242,k2"
      "43=243,k244=244,k245=245,k246=246,k247=247,k248=248,k249=249,k250="
      "250,k251=251,k252=252,k253=253,k254=254,k255=255,k256=256,k257=257"
      ",k258=258,k259=259,k260=260,k261=261,k262=262,k263=263,k264=264,k2"
      "65=265,k266=266,k267=267,k268=268,k269=269,k270=270,k271=271,k272="
      "272,k273=273,k274=274,k275=275,k276=276,k277=277,k278=278,k279=279"
      ",k280=280,k281=281,k282=282,k283=283,k284=284,k285=285,k286=286,k2"
      "87=287,k288=288,k289=289,k290=290,k291=291,k292=292,k293=293,k294="
      "294,k295=295,k296=296,k297=297,k298=298,k299=299} return t.k299",
      "299" },
};

static const LuaRow limits_rows[] = {
    { "local a0 = 0 local a1 = 1 local a2 = 2 local a3 = 3 local a4 = 4 l"
      "ocal a5 = 5 local a6 = 6 local a7 = 7 local a8 = 8 local a9 = 9 lo"
      "cal a10 = 10 local a11 = 11 local a12 = 12 local a13 = 13 local a1"
      "4 = 14 local a15 = 15 local a16 = 16 local a17 = 17 local a18 = 18"
      " local a19 = 19 local a20 = 20 local a21 = 21 local a22 = 22 local"
      " a23 = 23 local a24 = 24 local a25 = 25 local a26 = 26 local a27 ="
      " 27 local a28 = 28 local a29 = 29 local a30 = 30 local a31 = 31 lo"
      "cal a32 = 32 local a33 = 33 local a34 = 34 local a35 = 35 local a3"
      "6 = 36 local a37 = 37 local a38 = 38 local a39 = 39 local a40 = 40"
      " local a41 = 41 local a42 = 42 local a43 = 43 local a44 = 44 local"
      " a45 = 45 local a46 = 46 local a47 = 47 local a48 = 48 local a49 ="
      " 49 local a50 = 50 local a51 = 51 local a52 = 52 local a53 = 53 lo"
      "cal a54 = 54 local a55 = 55 local a56 = 56 local a57 = 57 local a5"
      "8 = 58 local a59 = 59 local a60 = 60 local a61 = 61 local a62 = 62"
      " local a63 = 63 local a64 = 64 local a65 = 65 local a66 = 66 local"
      " a67 = 67 local a68 = 68 local a69 = 69 local a70 = 70 local a71 ="
      " 71 local a72 = 72 local a73 = 73 local a74 = 74 local a75 = 75 lo"
      "cal a76 = 76 local a77 = 77 local a78 = 78 local a79 = 79 local a8"
      "0 = 80 local a81 = 81 local a82 = 82 local a83 = 83 local a84 = 84"
      " local a85 = 85 local a86 = 86 local a87 = 87 local a88 = 88 local"
      " a89 = 89 local a90 = 90 local a91 = 91 local a92 = 92 local a93 ="
      " 93 local a94 = 94 local a95 = 95 local a96 = 96 local a97 = 97 lo"
      "cal a98 = 98 local a99 = 99 local a100 = 100 local a101 = 101 loca"
      "l a102 = 102 local a103 = 103 local a104 = 104 local a105 = 105 lo"
      "cal a106 = 106 local a107 = 107 local a108 = 108 local a109 = 109 "
      "local a110 = 110 local a111 = 111 local a112 = 112 local a113 = 11"
      "3 local a114 = 114 local a115 = 115 local a116 = 116 local a117 = "
      "117 local a118 = 118 local a119 = 119 local a120 = 120 local a121 "
      "= 121 local a122 = 122 local a123 = 123 local a124 = 124 local a12"
      "5 = 125 local a126 = 126 local a127 = 127 local a128 = 128 local a"
      "129 = 129 local a130 = 130 local a131 = 131 local a132 = 132 local"
      " a133 = 133 local a134 = 134 local a135 = 135 local a136 = 136 loc"
      "al a137 = 137 local a138 = 138 local a139 = 139 local a140 = 140 l"
      "ocal a141 = 141 local a142 = 142 local a143 = 143 local a144 = 144"
      " local a145 = 145 local a146 = 146 local a147 = 147 local a148 = 1"
      "48 local a149 = 149 local a150 = 150 local a151 = 151 local a152 ="
      " 152 local a153 = 153 local a154 = 154 local a155 = 155 local a156"
      " = 156 local a157 = 157 local a158 = 158 local a159 = 159 local a1"
      "60 = 160 local a161 = 161 local a162 = 162 local a163 = 163 local "
      "a164 = 164 local a165 = 165 local a166 = 166 local a167 = 167 loca"
      "l a168 = 168 local a169 = 169 local a170 = 170 local a171 = 171 lo"
      "cal a172 = 172 local a173 = 173 local a174 = 174 local a175 = 175 "
      "local a176 = 176 local a177 = 177 local a178 = 178 local a179 = 17"
      "9 local a180 = 180 local a181 = 181 local a182 = 182 local a183 = "
      "183 local a184 = 184 local a185 = 185 local a186 = 186 local a187 "
      "= 187 local a188 = 188 local a189 = 189 local a190 = 190 local a19"
      "1 = 191 local a192 = 192 local a193 = 193 local a194 = 194 local a"
      "195 = 195 local a196 = 196 local a197 = 197 local a198 = 198 local"
      " a199 = 199 return a199",
      "199" },
    { "local a0 local a1 local a2 local a3 local a4 local a5 local a6 loc"
      "al a7 local a8 local a9 local a10 local a11 local a12 local a13 lo"
      "cal a14 local a15 local a16 local a17 local a18 local a19 local a2"
      "0 local a21 local a22 local a23 local a24 local a25 local a26 loca"
      "l a27 local a28 local a29 local a30 local a31 local a32 local a33 "
      "local a34 local a35 local a36 local a37 local a38 local a39 local "
      "a40 local a41 local a42 local a43 local a44 local a45 local a46 lo"
      "cal a47 local a48 local a49 local a50 local a51 local a52 local a5"
      "3 local a54 local a55 local a56 local a57 local a58 local a59 loca"
      "l a60 local a61 local a62 local a63 local a64 local a65 local a66 "
      "local a67 local a68 local a69 local a70 local a71 local a72 local "
      "a73 local a74 local a75 local a76 local a77 local a78 local a79 lo"
      "cal a80 local a81 local a82 local a83 local a84 local a85 local a8"
      "6 local a87 local a88 local a89 local a90 local a91 local a92 loca"
      "l a93 local a94 local a95 local a96 local a97 local a98 local a99 "
      "local a100 local a101 local a102 local a103 local a104 local a105 "
      "local a106 local a107 local a108 local a109 local a110 local a111 "
      "local a112 local a113 local a114 local a115 local a116 local a117 "
      "local a118 local a119 local a120 local a121 local a122 local a123 "
      "local a124 local a125 local a126 local a127 local a128 local a129 "
      "local a130 local a131 local a132 local a133 local a134 local a135 "
      "local a136 local a137 local a138 local a139 local a140 local a141 "
      "local a142 local a143 local a144 local a145 local a146 local a147 "
      "local a148 local a149 local a150 local a151 local a152 local a153 "
      "local a154 local a155 local a156 local a157 local a158 local a159 "
      "local a160 local a161 local a162 local a163 local a164 local a165 "
      "local a166 local a167 local a168 local a169 local a170 local a171 "
      "local a172 local a173 local a174 local a175 local a176 local a177 "
      "local a178 local a179 local a180 local a181 local a182 local a183 "
      "local a184 local a185 local a186 local a187 local a188 local a189 "
      "local a190 local a191 local a192 local a193 local a194 local a195 "
      "local a196 local a197 local a198 local a199 local a200",
      "!!Too many local variables in one function: at most 200 (line 1, c"
      "ol 2101)" },
};

/* clang-format on */

static void test_statements(void **state)
{
    (void)state;
    assert_int_equal(lua_check(statements_rows, CM_ARRAY_LEN(statements_rows)),
                     0);
}

static void test_closures(void **state)
{
    (void)state;
    assert_int_equal(lua_check(closures_rows, CM_ARRAY_LEN(closures_rows)), 0);
}

static void test_arithmetic(void **state)
{
    (void)state;
    assert_int_equal(lua_check(arithmetic_rows, CM_ARRAY_LEN(arithmetic_rows)),
                     0);
}

static void test_tables(void **state)
{
    (void)state;
    assert_int_equal(lua_check(tables_rows, CM_ARRAY_LEN(tables_rows)), 0);
}

static void test_errors(void **state)
{
    (void)state;
    assert_int_equal(lua_check(errors_rows, CM_ARRAY_LEN(errors_rows)), 0);
}

static void test_parse(void **state)
{
    (void)state;
    assert_int_equal(lua_check(parse_rows, CM_ARRAY_LEN(parse_rows)), 0);
}

static void test_limits(void **state)
{
    (void)state;
    assert_int_equal(lua_check(limits_rows, CM_ARRAY_LEN(limits_rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statements), cmocka_unit_test(test_closures),
        cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_tables),
        cmocka_unit_test(test_errors),     cmocka_unit_test(test_parse),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
