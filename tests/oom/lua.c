/* SPDX-License-Identifier: MIT */
/* Programs in Lua: good ones, failing ones, and the library part by part. */
#include "life.h"

static const char everything[] =
    "local a = tools.ns.echo({ list = { 1, 'two', { three = 3.5 } } })\n"
    "print('seen', a, 2^53, {})\n"
    "local t = {}\n"
    "for i = 1, 300 do t[i] = (i * 7919) % 311 end\n"
    "table.sort(t, function(x, y) return x < y end)\n"
    "local names = {}\n"
    "for i = 1, 40 do names['k' .. i] = { n = i, s = ('x'):rep(i) } end\n"
    "for i = 1, 40, 2 do names['k' .. i] = nil end\n"
    "local n = 0\n"
    "for k, v in pairs(names) do n = n + v.n + #v.s end\n"
    "local ok, e = pcall(function() return tools.ns.nope({}) end)\n"
    "local ok2, e2 = pcall(function() local x; return x.y end)\n"
    "local function many(...) return select('#', ...), ... end\n"
    "local wide = { many(table.unpack(t)) }\n"
    "local s = ''\n"
    "for i = 1, 60 do s = s .. i .. ',' end\n"
    "local g = s:gsub('1', function(m) return m .. m end)\n"
    "local page = search({ query = 'echo' })\n"
    "return { a = a, n = n, first = t[1], last = t[300], ok = ok, e2 = e2, "
    "wide = #wide, g = #g, items = #page.items, big = 1 << 40, "
    "j = json.decode(json.encode({ 1, { a = 'b' } })) }\n";

static const Scenario items[] = {
    LUA_LIFE("a program that ends well", everything,
             "{\"ok\":true,\"value\":{\"a\":{\"list\":[1,\"two\",{\"three\":"
             "3.5}]},\"n\":840,\"first\":1,\"last\":310,\"ok\":false,\"e2\":"
             "\"attempt to index a nil value (local 'x')\",\"wide\":301,\"g"
             "\":187,\"items\":1,\"big\":1099511627776,\"j\":[1,{\"a\":\"b\""
             "}]},\"logs\":[\"seen\\t{\\\"list\\\":[1,\\\"two\\\",{\\\"three"
             "\\\":3.5}]}\\t9.007199254741e+15\\t{}\"],\"toolCalls\":[{\"nam"
             "e\":\"ns.echo\"},{\"name\":\"search\"}]}"),
    /* ---- families ---- */
    LUA_LIFE(
        "strings",
        "local s = '' for i = 1, 60 do s = s .. string.format('%d:%s;', i, "
        "('x'):rep(i % 4)) end\n"
        "local t = {} for i = 1, #s do t[#t + 1] = s:byte(i) end\n"
        "return { #s, s:sub(5, 9), s:upper():sub(1, 3), s:reverse():sub(1, "
        "2), #table.concat(t, ','), string.char(72, 105),\n"
        " ('%5.2f|%-5s|%q'):format(3.14159, 'ab', 'q'), ('a,b'):gsub(',', '"
        ";', nil, true), s:find('7:', 1, true), utf8.char(228, 8364), utf8."
        "len('\303\244\303\266') }\n",
        "{\"ok\":true,\"value\":[321,\"2:xx;\",\"1:X\",\";:\",1052,\"Hi\","
        "\" 3.14|ab   |\\\"q\\\"\",\"a;b\",28,\"\303\244\342\202\254\",2],"
        "\"toolCalls\":[]}"),
    LUA_LIFE(
        "tables",
        "local t = {} for i = 1, 200 do t[i] = (i * 7919) % 211 end\n"
        "table.sort(t) local u = table.move(t, 1, 50, 3, {}) table.insert(t"
        ", 1, 'first') local r = table.remove(t, 5)\n"
        "local keys, n = {}, 0 for i = 1, 80 do keys['k' .. i % 50] = { i }"
        " end for k, v in pairs(keys) do n = n + v[1] end\n"
        "for i = 1, 200 do t[i] = nil end\n"
        "return { first = u[3], n = n, len = #t, packed = table.pack(1, nil"
        ", 3).n, joined = table.concat({ 1, 2, 3 }, '-'), sel = select('#',"
        " table.unpack({ 1, 2, 3 })), r = r }\n",
        "{\"ok\":true,\"value\":{\"first\":1,\"n\":2775,\"len\":0,\"packed"
        "\":3,\"joined\":\"1-2-3\",\"sel\":3,\"r\":4},\"toolCalls\":[]}"),
    LUA_LIFE(
        "objects of tables and functions",
        "local function vector(x, y) local self = { x = x, y = y } function"
        " self.add(o) return vector_of(self.x + o.x, self.y + o.y) end\n"
        " function self:len() return (self.x ^ 2 + self.y ^ 2) ^ 0.5 end re"
        "turn self end\n"
        "function vector_of(x, y) return vector(x, y) end\n"
        "local v = vector(1, 2).add(vector(2, 2)) local stack = { items = {"
        "}, n = 0 }\n"
        "function stack:push(i) self.n = self.n + 1 self.items[self.n] = i "
        "return self end\n"
        "function stack:pop() local i = self.items[self.n] self.items[self."
        "n] = nil self.n = self.n - 1 return i end\n"
        "for i = 1, 40 do stack:push({ i }):push('s' .. i) end local s = ''"
        " for i = 1, 9 do local x = stack:pop() s = s .. (type(x) == 'table"
        "' and x[1] or x) end\n"
        "return { v.x, v:len(), s, stack.n, rawequal(v, v), rawlen({ 1, 2 }"
        "), rawget({ 7 }, 1), #stack.items }\n",
        "{\"ok\":true,\"value\":[3,5,\"s4040s3939s3838s3737s36\",71,true,2,"
        "7,71],\"toolCalls\":[]}"),
    LUA_LIFE(
        "closures, varargs and goto",
        "local function counter() local n = 0 return function(...) n = n + "
        "select('#', ...) return n, ... end end\n"
        "local c = counter() c(1, 2) local out = { c('a', 'b', 'c') } local"
        " fs = {}\n"
        "for i = 1, 30 do local j = i fs[i] = function() j = j + 1 return j"
        " end end\n"
        "local s = 0 for i = 1, 30 do fs[i]() s = s + fs[i]() end\n"
        "local i = 0 ::top:: i = i + 1 if i < 20 then goto top end\n"
        "local function fib(n) if n < 2 then return n end return fib(n - 1)"
        " + fib(n - 2) end\n"
        "return { #out, out[1], s, i, fib(12), (function(...) return select"
        "(-1, ...) end)(1, 2, 9) }\n",
        "{\"ok\":true,\"value\":[4,5,525,20,144,9],\"toolCalls\":[]}"),
    LUA_LIFE(
        "numbers and math",
        "return { 7 // 2, -7 // 2, 7 % -3, 2 ^ 10, 1 << 62, 5 // 0.0 == mat"
        "h.huge, math.type(3), math.type(3.0), 0x7fffffffffffffff + 1 == ma"
        "th.mininteger,\n"
        " math.floor(3.7), math.max(1, 5, 3), tostring(1e15), tostring(3.0)"
        ", tonumber('0x1F'), tonumber('z', 36), math.tointeger(4.0), 10 // "
        "3 | 8, ~5, '10' + 5, math.ult(1, -1), 1e308 * 10 == math.huge }\n",
        "{\"ok\":true,\"value\":[3,-4,-2,1024,4611686018427387904,true,\"in"
        "teger\",\"float\",true,3,5,\"1e+15\",\"3.0\",31,35,4,11,-6,15,true"
        ",true],\"toolCalls\":[]}"),
    LUA_LIFE(
        "errors and pcall",
        "local out = {} local function try(f, ...) local r = table.pack(pca"
        "ll(f, ...)) out[#out + 1] = tostring(r[1]) .. ':' .. tostring(type"
        "(r[2])) end\n"
        "try(error, 'x') try(error, { code = 1 }) try(function() local x = "
        "nil; return x.y end) try(function() return 1 + {} end) try(functio"
        "n() return #5 end)\n"
        "local ok, e = xpcall(function() error('deep', 0) end, function(m) "
        "return 'handled ' .. m end) out[#out + 1] = e\n"
        "try(string.rep) try(function() local a = {} a[nil] = 1 end) try(fu"
        "nction() return 1 < 'x' end) try(assert, false, 'no!')\n"
        "out[#out + 1] = select(2, pcall(tools.fails, {})).message or 'text"
        "'\n"
        "return out\n",
        "{\"ok\":true,\"value\":[\"false:string\",\"false:table\",\"false:s"
        "tring\",\"false:string\",\"false:string\",\"handled deep\",\"false"
        ":string\",\"false:string\",\"false:string\",\"false:string\",\"tex"
        "t\"],\"toolCalls\":[{\"name\":\"fails\"}]}"),
    LUA_LIFE(
        "JSON and tools",
        "local list = {} for i = 1, 40 do list[i] = { id = i, name = 'n' .."
        " i, tags = { 't' .. i } } end\n"
        "local text = json.encode(list) local back = json.decode(text) loca"
        "l echo = tools.ns.echo({ a = back })\n"
        "return { #text, back[40].name, #echo.a, echo.a[7].tags[1], json.en"
        "code({ a = json.null, b = json.array and 1 or 2 }) }\n",
        "{\"ok\":true,\"value\":[1494,\"n40\",40,\"t7\",\"{\\\"a\\\":null,"
        "\\\"b\\\":1}\"],\"toolCalls\":[{\"name\":\"ns.echo\"}]}"),
    LUA_LIFE(
        "iteration and coroutines",
        "local n = 0 for k, v in pairs({ a = 1, b = 2, 3, 4 }) do n = n + v"
        " end for i, v in ipairs({ 5, 6, nil, 7 }) do n = n + i * v end\n"
        "local function range(a, b) return function(_, i) if i < b then ret"
        "urn i + 1 end end, nil, a - 1 end\n"
        "for i in range(1, 10) do n = n + i end for i = 10, 1, -3 do n = n "
        "+ i end for i = 1.0, 2, 0.25 do n = n + i end\n"
        "local k = next({}) local t = {} for i = 1, 50 do t[{}] = i end loc"
        "al m = 0 for _ in pairs(t) do m = m + 1 end\n"
        "return { n, k == nil, m, type(coroutine) }\n",
        "{\"ok\":true,\"value\":[111.5,true,50,\"nil\"],\"toolCalls\":[]}"),
    LUA_LIFE("fails: a tool that nobody catches", "print(1) tools.fails({})",
             "{\"ok\":false,\"error\":{\"kind\":\"ToolFailure\",\"message"
             "\":\"no\",\"location\":{\"line\":1,\"column\":10}},\"logs\":"
             "[\"1\"],\"toolCalls\":[{\"name\":\"fails\"}]}"),
    LUA_LIFE("fails: a table as error", "error({ a = { 1, 'x' } })",
             "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"mes"
             "sage\":\"Uncaught: {\\\"a\\\":[1,\\\"x\\\"]}\",\"location\":"
             "{\"line\":1,\"column\":1}},\"toolCalls\":[]}"),
    LUA_LIFE("fails: a field of nil", "local t = {} return t.x.y",
             "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"mes"
             "sage\":\"attempt to index a nil value (field 'x') (line 1, c"
             "ol 21)\",\"location\":{\"line\":1,\"column\":21}},\"toolCall"
             "s\":[]}"),
    LUA_LIFE("fails: a syntax error", "local = 1",
             "{\"ok\":false,\"error\":{\"kind\":\"ParseError\",\"message\""
             ":\"Name expected, found '=' (line 1, col 7)\\n  1 | local = "
             "1\\n            ^\",\"location\":{\"line\":1,\"column\":7},"
             "\"suggestions\":[\"This runtime takes Lua 5.4.\"]},\"to"
             "olCalls\":[]}"),
    LUA_LIFE("fails: a misspelt tool", "tools.ns.ehco({})",
             "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"message"
             "\":\"Unknown tool \\\"ns.ehco\\\". Did you mean tools.ns.ech"
             "o?\",\"location\":{\"line\":1,\"column\":1},\"suggestions\":"
             "[\"Find tools with search({ query = \\\"what you need\\\" })"
             ".\"]},\"toolCalls\":[]}"),
    LUA_LIFE("fails: a list that is a record too", "return { 1, x = 2 }",
             "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"mes"
             "sage\":\"result mixes elements and named fields: split it in"
             "to two tables (line 1, col 1)\",\"location\":{\"line\":1,\"c"
             "olumn\":1}},\"toolCalls\":[]}"),
    LUA_LIFE("fails: a tool inside sort",
             "local t = { 3, 1, 2 } table.sort(t, function(a, b) "
             "local ok, e = pcall(tools.fails, {}) error(e) end)",
             "{\"ok\":false,\"error\":{\"kind\":\"ToolFailure\",\"message"
             "\":\"no\",\"location\":{\"line\":1,\"column\":66}},\"toolCal"
             "ls\":[{\"name\":\"fails\"}]}"),
    LUA_LIFE("fails: two arguments for a tool", "tools.ns.echo(1, 2)",
             "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
             "essage\":\"Invalid input for ns.echo: it takes one argumen"
             "t object, not 2 arguments\",\"location\":{\"line\":1,\"col"
             "umn\":1},\"suggestions\":[\"Call it with a dot and one tab"
             "le: tools.ns.echo({ name = value }).\"]},\"toolCalls\":[]}"),
    LUA_LIFE("fails: a tool called with a colon", "tools.ns:echo({})",
             "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
             "essage\":\"Invalid input for ns.echo: it takes one argumen"
             "t object, and the colon passes what stands before it as an"
             "other\",\"location\":{\"line\":1,\"column\":1},\"suggestio"
             "ns\":[\"Call it with a dot and one table: tools.ns.echo({ "
             "name = value }).\"]},\"toolCalls\":[]}"),
    LUA_LIFE("fails: a function as input", "tools.ns.echo({ f = print })",
             "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
             "essage\":\"Invalid input for ns.echo: input.f is a functio"
             "n, which is no data\",\"location\":{\"line\":1,\"column\":"
             "1}},\"toolCalls\":[]}"),
    LUA_LIFE("fails: search with a bad limit", "search({ limit = 0 })",
             "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
             "essage\":\"Invalid input for search: limit must be an inte"
             "ger of at least 1\",\"location\":{\"line\":1,\"column\":1}"
             "},\"toolCalls\":[]}"),
    LUA_LIFE("fails: search for a function", "search({ q = print })",
             "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
             "essage\":\"Invalid input for search: input.q is a function"
             ", which is no data\",\"location\":{\"line\":1,\"column\":1"
             "}},\"toolCalls\":[]}"),
    LUA_LIFE("fails: a tool as result", "return tools.ns",
             "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
             "essage\":\"result is a tool reference, which is no data: c"
             "all the tool and use its result (line 1, col 1)\",\"locati"
             "on\":{\"line\":1,\"column\":1}},\"toolCalls\":[]}"),
    LUA_LIFE("fails: pairs of no namespace",
             "for k in pairs(tools.nope) do end",
             "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"messag"
             "e\":\"Unknown namespace \\\"nope\\\"\",\"location\":{\"lin"
             "e\":1,\"column\":10},\"suggestions\":[\"Find tools with se"
             "arch({ query = \\\"what you need\\\" }).\"]},\"toolCalls\""
             ":[]}"),
    LUA_LIFE("fails: a function as JSON, far down",
             "return json.encode({ [('k'):rep(300)] = print })",
             "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
             "essage\":\"value.kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
             "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
             "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
             "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
             "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
             "kkkkkkkkkkkkkkkkkkkkkkkkkkk is a function, which is no dat"
             "a (line 1, col 8)\",\"location\":{\"line\":1,\"column\":8}"
             "},\"toolCalls\":[]}"),
    LUA_LIFE("fails: JSON that is none", "return json.decode('[1,')",
             "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
             "essage\":\"the text is no JSON: unexpected end at byte 4 ("
             "line 1, col 8)\",\"location\":{\"line\":1,\"column\":8}},"
             "\"toolCalls\":[]}"),
    LUA_LIFE("fails: a closed variable", "local a <close> = nil",
             "{\"ok\":false,\"error\":{\"kind\":\"UnsupportedSyntax\",\""
             "message\":\"Variables with <close> are not supported (line"
             " 1, col 9)\",\"location\":{\"line\":1,\"column\":9},\"sugg"
             "estions\":[\"Release things explicitly; there are none tha"
             "t must be.\"]},\"toolCalls\":[]}"),
    LUA_LIFE("fails: goto nowhere", "goto nowhere",
             "{\"ok\":false,\"error\":{\"kind\":\"ParseError\",\"message"
             "\":\"No visible label 'nowhere' for goto (line 1, col 1)\\"
             "n  1 | goto nowhere\\n      ^\",\"location\":{\"line\":1,"
             "\"column\":1},\"suggestions\":[\"This runtime takes Lua 5."
             "4.\"]},\"toolCalls\":[]}"),
    LUA_LIFE("fails: a call of nil", "nosuch()",
             "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
             "essage\":\"attempt to call a nil value (global 'nosuch') ("
             "line 1, col 1)\",\"location\":{\"line\":1,\"column\":1}},"
             "\"toolCalls\":[]}"),
    LUA_LIFE("fails: arithmetic on text", "return ('x'):rep(1, 2, 3) + {}",
             "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
             "essage\":\"attempt to perform arithmetic on a string value"
             " (line 1, col 8)\",\"location\":{\"line\":1,\"column\":8}}"
             ",\"toolCalls\":[]}"),
    LUA_LIFE("fails: a format that does not fit", "string.format('%d', 3.5)",
             "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
             "essage\":\"bad argument #2 to 'format' (number has no inte"
             "ger representation) (line 1, col 1)\",\"location\":{\"line"
             "\":1,\"column\":1}},\"toolCalls\":[]}"),
    LUA_LIFE("fails: a function as error", "error(setmetatable)",
             "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
             "essage\":\"nil\",\"location\":{\"line\":1,\"column\":1}},"
             "\"toolCalls\":[]}"),
    LUA_LIFE("fails: a pattern", "return ('a.b'):find('.')",
             "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
             "essage\":\"patterns are unavailable: string.find looks for"
             " literal text; pass plain = true as argument 4, or cut wit"
             "h find(p, init, true) and sub (line 1, col 8)\",\"location"
             "\":{\"line\":1,\"column\":8},\"suggestions\":[\"Pass plain"
             " = true to look for the text as it is, for example s:find("
             "\\\".\\\", 1, true), s:gsub(\\\".\\\", \\\"-\\\", nil, tru"
             "e). To take texts apart use find with plain = true and sub"
             ", or byte.\"]},\"toolCalls\":[]}"),
    LUA_LIFE("fails: a cycle as result", "local t = {} t.t = t return t",
             "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
             "essage\":\"result.t refers to a table that contains it (a "
             "cycle) (line 1, col 22)\",\"location\":{\"line\":1,\"colum"
             "n\":22}},\"toolCalls\":[]}"),
};

const ScenarioGroup oom_lua = { "lua", items, sizeof items / sizeof items[0] };
