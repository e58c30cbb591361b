/* SPDX-License-Identifier: MIT */
/* Lua. Kinds and nonterminals share letters:
 *
 *     n number (either form)   i integer   s string   b boolean
 *     t table as a list        o table as a record    f function   x anything
 *
 * Flags: B break, V "..." may be used, C the label of a loop's end can be gone
 * to (and no local is declared on the way), E what PUC Lua lacks. Every loop and
 * function burns fuel; every operator stands in parentheses. */
#include "grammar.h"

static const char before[] =
    "local fuel = 150\n"
    "local function tick() fuel = fuel - 1 if fuel < 0 then error('fuel') end "
    "end\n"
    "local function show(v, d)\n"
    "  d = d or 0\n"
    "  if type(v) == 'string' then\n"
    "    v = v:sub(1, 60) local r = {}\n"
    "    for i = 1, #v do local c = v:byte(i)\n"
    "      r[i] = (c < 32 or c > 126) and '\\\\' .. c or v:sub(i, i) end\n"
    "    return \"'\" .. table.concat(r) .. \"'\"\n"
    "  end\n"
    "  if v ~= v then return 'nan' end\n"
    "  if math.type(v) == 'float' then return string.format('%.14g', v) .. 'f' "
    "end\n"
    "  if type(v) == 'function' then return 'function' end\n"
    "  if type(v) ~= 'table' then return tostring(v) end\n"
    "  if d > 2 then return '...' end\n"
    "  local r = {}\n"
    "  for i = 1, 9 do r[#r + 1] = show(rawget(v, i), d + 1) end\n"
    "  for _, k in ipairs({ 'x', 'y', 'z', 'n', 1.5, true, -1 }) do\n"
    "    if rawget(v, k) ~= nil then r[#r + 1] = show(k) .. '=' .. "
    "show(rawget(v, k), d + 1) end\n"
    "  end\n"
    "  return '{' .. table.concat(r, ' ') .. '}'\n"
    "end\n"
    "local function log(...) local r = {}\n"
    "  for i = 1, select('#', ...) do r[i] = show((select(i, ...))) end\n"
    "  print(table.concat(r, ' ')) end\n"
    "local function attempt(f, ...) local r = table.pack(pcall(f, ...))\n"
    "  if r[1] then log(table.unpack(r, 1, math.min(r.n, 5))) else\n"
    "    log('error', type(r[2])) end end\n"
    "local n0, i0, s0, b0, x0 = 2.5, 7, 'ab', true, nil\n"
    "local t0, o0 = { 3, 1, 2, 'x' }, { x = 1, y = 'z' }\n"
    "local function f0(x, ...) tick() return x, ... end\n";

#define FORMS static const char *const

/* Long forms are joined of parts. */
/* NOLINTBEGIN(bugprone-suspicious-missing-comma) */

static const char program[] =
    "@S@S@u@S@u@u@S@u@S@u@u@u"
    "do return show({ n0, i0, s0, b0, t0, o0, x0 }) end\n";

FORMS integers[] = { "0",
                     "@.i",
                     "1",
                     "2",
                     "(-1)",
                     "3",
                     "255",
                     "0x7fffffff",
                     "math.maxinteger",
                     "math.mininteger",
                     "0xffffffffffffffff",
                     "4294967296",
                     "9007199254740993",
                     "(@i + @i)",
                     "(@i - @i)",
                     "(@i * @i)",
                     "(@i // @i)",
                     "(@i % @i)",
                     "(@i & @i)",
                     "(@i | @i)",
                     "(@i ~ @i)",
                     "(@i << @k)",
                     "(@i >> @k)",
                     "(- @i)",
                     "(~ @i)",
                     "(# @s)",
                     "?E(# (@t))",
                     "select('#', @x, @x)",
                     "?Vselect('#', ...)",
                     "(math.tointeger(@n) or @i)",
                     "((@s):byte(@k) or @i)",
                     "(string.find(@s, @s, 1, true) or 0)",
                     "(math.ult(@i, @i) and 1 or 2)",
                     "(@b and @i or @i)",
                     "math.floor(@k / 3)",
                     "(utf8.len(@s) or 0)",
                     NULL };
FORMS small[] = { "1", "0", "2", "3", "5", "63", "(-1)", NULL };
FORMS numbers[] = { "@i",
                    "@.n",
                    "@i",
                    "0.5",
                    "(-0.0)",
                    "1e100",
                    "1e15",
                    "0x.8p1",
                    "3.",
                    ".25",
                    "math.huge",
                    "math.pi",
                    "(0/0)",
                    "(2^53)",
                    "(@n + @n)",
                    "(@n - @n)",
                    "(@n * @n)",
                    "(@n / @n)",
                    "(@n // @n)",
                    "(@n % @n)",
                    "(@n ^ @k)",
                    "(- @n)",
                    "(@s + @n)",
                    "math.max(@n, @n)",
                    "math.min(@n, @n, @n)",
                    "math.abs(@n)",
                    "math.floor(@n)",
                    "math.ceil(@n)",
                    "math.fmod(@n, @n)",
                    "math.sqrt(@n)",
                    "(tonumber(@s) or @n)",
                    "(tonumber(@s, 16) or @n)",
                    "(@b and @n or @n)",
                    "(@n | @i)",
                    NULL };
FORMS strings[] = { "'a'",
                    "@.s",
                    "''",
                    "@.s",
                    "\"b\\n\"",
                    "'\\z  \n  z'",
                    "'\\x41\\065\\0'",
                    "'\\u{20AC}'",
                    "([[long\nx]])",
                    "([==[ ]] ]==])",
                    "'10'",
                    "'0x1p4'",
                    "' 7 '",
                    "'length'",
                    "(@s .. @s)",
                    "(@s .. @i)",
                    "(@s):sub(@k, @k)",
                    "(@s):rep(@r, @s)",
                    "(@s):upper()",
                    "(@s):reverse()",
                    "tostring(@i)",
                    "type(@x)",
                    "string.format('%d %5.2f %s %q', @i, @n, @s, @s)",
                    "string.format('%x|%-6d|%05d', @i, @i, @i)",
                    "string.char(65, @r)",
                    "utf8.char(@r, 8364)",
                    "table.concat({ @s, @i, @s }, @s)",
                    "(@b and @s or @s)",
                    "(#@s > 3 and @s or @s)",
                    "tostring(@b)",
                    "(((@o).y or @s) .. @s)",
                    NULL };
FORMS repeats[] = { "1", "0", "2", "3", NULL };
FORMS booleans[] = { "true",
                     "@.b",
                     "false",
                     "(@n < @n)",
                     "(@n <= @n)",
                     "(@x == @x)",
                     "(@x ~= @x)",
                     "(@s > @s)",
                     "(not @x)",
                     "(@b and @b)",
                     "(@b or @b)",
                     "(@i == @n)",
                     "rawequal(@x, @x)",
                     "(next(@t) == nil)",
                     "(math.type(@n) == 'float')",
                     "math.ult(@i, @i)",
                     "(pcall(@f, @x))",
                     NULL };
FORMS lists[] = { "{}",
                  "@.t",
                  "@.t",
                  "{ @,x }",
                  "{ @i; @i; }",
                  "?E{ @x, nil, @x }",
                  "{ [1] = @x, [2] = @x, @x }",
                  "table.pack(@,x)",
                  "{ (@f)(@x) }",
                  "{ ((@f)(@x)) }",
                  "?V{ ... }",
                  "?V{ @x, ... }",
                  "{ table.unpack(@t, 1, @r) }",
                  "table.move(@t, 1, @r, @r, {})",
                  "{ [@x] = nil }",
                  "{ @s, x = @n, @s }",
                  NULL };
FORMS records[] = { "{}",
                    "@.o",
                    "@.o",
                    "{ x = @x, y = @x }",
                    "{ [@s] = @x; z = @x }",
                    "{ x = @n, m = function(self@{@!, @:x) tick() @*S return "
                    "self.x end@} }",
                    "{ [1.5] = @x, [true] = @x, [-1] = @x }",
                    "{ x = { x = @o } }",
                    "(@b and @o or @o)",
                    NULL };
FORMS functions[] = {
    "@.f",
    "@.f",
    "function(@{@!@:x) tick() return @x end@}",
    "function(@{@!@:x, @:x) tick() @*S return @x, @x end@}",
    "function(@{@!...) @+Vtick() @*S return ... end@}",
    "function(@{@!@:x, ...) @+Vtick() local @=x, @=x = ... @*S return @x, ... "
    "end@}",
    "function() @{@!tick() @*S@} end",
    "function(@{@!@:f, @:x) tick() if @b then return (@x) end return f0(@x) "
    "end@}",
    NULL
};
FORMS anything[] = { "@.x",
                     "nil",
                     "@n",
                     "@s",
                     "@b",
                     "@t",
                     "@o",
                     "@n",
                     "@s",
                     "@f",
                     "@.f(@,x)",
                     "(@.f(@x))",
                     "@.f'a'",
                     "@.f{ @x }",
                     "@.t[@k]",
                     "@.o.x",
                     "@.o[@s]",
                     "@.o[@x]",
                     "(@x and @x)",
                     "(@x or @x)",
                     "?V...",
                     "?V(...)",
                     "?Vselect(@k, ...)",
                     "select(2, @x, @x, @x)",
                     "@.o.x.x",
                     "@.o:m(@x)",
                     "(@f)(@x)",
                     "next(@t)",
                     "table.unpack(@t, 1, @r)",
                     "table.remove(@.t)",
                     "rawget(@o, @x)",
                     "?Epcall(@f, @x)",
                     "(select(2, pcall(error, (@x))))",
                     "(@s)[@k]",
                     "?Etools.echo({ x = @n })",
                     "?Ejson.decode(@s)",
                     "?Ejson.encode(@o)",
                     NULL };

FORMS statements[] = {
    "log(@x)\n",
    "log(@x)\n",
    "log(@x, @x)\n",
    "local @=n = @n\n",
    "local @~i <const> = @i\n",
    "local @~s <const> = @s\n",
    "local @=s, @=x = @s, @x\n",
    "local @=b = @b\n",
    "local @=t = @t\n",
    "local @=o = @o\n",
    "local @=x, @=x, @=x = @x\n",
    "local @=x\n",
    "@;n = @n\n",
    "@;s = @s\n",
    "@;x = @x\n",
    "@;t, @;o = @t, @o\n",
    "@;x, @;x = @x, @x\n",
    "?E@.t[@k] = @x\n",
    "@.t[1] = (@x or 0)\n",
    "@.t[#@.t + 1] = @x\n",
    "@.o.x, @.o.y = @x, @x\n",
    "@.o[@x] = @x\n",
    "@.o.m = function(self, @{@!@:x) tick() @*S return @x end@}\n",
    "g1 = @x log(g1)\n",
    "table.insert(@.t, (@x or 0))\n",
    "table.sort(@.t, function(x, y) return show(x) < show(y) end)\n",
    "table.insert(@.t, 1, (@x or 0))\n",
    "if @b then @{@*S@} end\n",
    "if @b then @{@*S@} elseif @b then @{@*S@} else @{@*S@} end\n",
    "while @b do @{@+Btick() @*S@} end\n",
    "repeat @{@+Btick() local @=b = @b @& @*S until @b@}\n",
    "for @{@:i = 1, @r do @+Btick() @*S end@}\n",
    "for @{@:i = @r, 1, -1 do @+Btick() @.t[#@.t + 1] = function() return @0 "
    "end @*S end@}\n",
    "for @{@:n = 0, 1, 0.25 do @+Btick() @*S end@}\n",
    "for @{@:i = math.maxinteger - 1, math.maxinteger do @+Btick() @*S end@}\n",
    "for @{@:i, @:x in ipairs(@t) do @+Btick() @*S end@}\n",
    "for @{@:x, @:x in next, @t do @+Btick() @*S end@}\n",
    "for @{@:x in function(_, c) tick() c = (c or 0) + 1 if c < 4 then return c "
    "end end do @+B@*S end@}\n",
    "?Bif @b then break end\n",
    "?Bdo break end\n",
    "?Cif @b then goto continue end\n",
    "!Cfor @{@:i = 1, 3 do @+B@+Ctick() do @*S end @*S ::continue:: end@}\n",
    "do local @{@=i = 0 @& ::top@0:: tick() @0 = @0 + 1 do @*S end if @0 < 3 "
    "then goto top@0 end end@}\n",
    "do @{goto out@=q do @*S end ::out@0::@} end\n",
    "do @{@*S@} end\n",
    "local function @:f(@{@!@:x) tick() @*S return @x end@}\n",
    "local function @:f(@{@!@:x, ...) @+Vtick() @*S return ... end@}\n",
    "local @=f = @f\n",
    "function o0.m(@{@!self, @:x) tick() @*S return @x, self end@}\n",
    "function o0:m(@{@!@:x) tick() @*S return self.x, @x end@}\n",
    "attempt(function() @{@!@*S@*S@} end)\n",
    "attempt(@f, @x, @x)\n",
    "if @b then error((@x)) end\n",
    "if @b then error({ x = @x }) end\n",
    "?Elog(pcall(@f, @x))\n",
    "if @b then return @x end\n",
    "assert(@b, @s)\n",
    "@.f(@,x)\n",
    ";(@.f)(@x)\n",
    ";\n",
    "?Elog(pcall(tools.a.later, { x = @x }))\n",
    "?Elog(pcall(tools.a.fail, { x = @x }))\n",
    "for @{@:s in string.gmatch('a,b,a', 'a') do @+Btick() @*S end@}\n",
    "for @{_, @:i in utf8.codes(@s) do @+Btick() @*S end@}\n",
    NULL
};
FORMS units[] = { "", "attempt(function() @{@!@*S@} end)\n",
                  "attempt(function(...) @{@!@+V@*S@*S@} end, @x, @x)\n",
                  NULL };

/* NOLINTEND(bugprone-suspicious-missing-comma) */

static const GrammarRule rules[] = {
    { 'i', integers }, { 'k', small },      { 'n', numbers },
    { 's', strings },  { 'r', repeats },    { 'b', booleans },
    { 't', lists },    { 'o', records },    { 'f', functions },
    { 'x', anything }, { 'S', statements }, { 'u', units },
    { 0, NULL },
};

const GrammarRules grammar_lua = { rules, before, "nisbxtof", "EV", program };
