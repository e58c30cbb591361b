/* SPDX-License-Identifier: MIT */
/* The basic functions; spec/lua.md 2.1, 5.
 * Each row is a program and what comes out of it (lua_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

static const LuaRow types_rows[] = {
    { "return { type(nil), type(true), type(1), type(1.5), type(2^40), type(1"
      " << 40), type('s'), type({}), type(print), type(json.null), type(funct"
      "ion() end) }",
      "[\"nil\",\"boolean\",\"number\",\"number\",\"number\",\"number\",\"str"
      "ing\",\"table\",\"function\",\"userdata\",\"function\"]" },
    { "return { pcall(type) }",
      "[false,\"bad argument #1 to 'type' (value expected)\"]" },
    { "return { rawequal('a', 'a'), rawequal(1, 1.0), rawequal({}, {}), raweq"
      "ual(1 << 40, 1 << 40), rawlen({ 1, 2 }), rawlen('abc'), rawget({ x = 5"
      " }, 'x') }",
      "[true,true,false,true,2,3,5]" },
    { "local t = {}; return { rawset(t, 'k', 1) == t, t.k }", "[true,1]" },
    { "return { pcall(rawlen, 5) }",
      "[false,\"bad argument #1 to 'rawlen' (table or string expected, got nu"
      "mber)\"]" },
    { "return { _VERSION, _G._G == _G, _G.print == print, collectgarbage('cou"
      "nt'), collectgarbage() }",
      "[\"Lua 5.4\",true,true,0,0]" },
    { "_G.x = 1; return x", "1" },
};

static const LuaRow traversal_rows[] = {
    { "local s = '' for k, v in pairs({ b = 1, a = 2, 10, 20 }) do s = s .. k"
      " .. '=' .. v .. ' ' end return s",
      "\"1=10 2=20 b=1 a=2 \"" },
    { "local s = '' for i, v in ipairs({ 1, 2, nil, 4 }) do s = s .. i end re"
      "turn s",
      "\"12\"" },
    { "local f, t, z = ipairs({ 7 }) return { f(t, z) }", "[1,7]" },
    { "local f, t = pairs({ x = 7 }) return { f(t) }", "[\"x\",7]" },
    { "local f, t = pairs({}) return { f == next, f(t) == nil }",
      "[true,true]" },
    { "return { next({ 5 }) }", "[1,5]" },
    { "return next({ 5 }, 1)", "null" },
    { "local t = { a = 1, b = 2, c = 3 } for k in pairs(t) do t[k] = nil end "
      "return next(t) == nil",
      "true" },
    /* An element that was an entry before, cleared while it is visited, and one
     * whose key was that of an entry that is gone. */
    { "local t, s, k = {}, '' t.a = 1 t[2] = 20 t[1] = 10 repeat k = next(t, "
      "k) if k then s = s .. k end if k == 2 then t[2] = nil end until not k "
      "return s",
      "\"12a\"" },
    { "local t, s, k = { x = 1 }, '' t[3] = 9 t[3] = nil t.y = 2 t[1] = 1 t[2]"
      " = 2 t[3] = 3 repeat k = next(t, k) if k then s = s .. k end if k == 3 "
      "then t[3] = nil end until not k return s",
      "\"123xy\"" },
    { "return { pcall(pairs, nil) }",
      "[false,\"bad argument #1 to 'pairs' (table expected, got nil)\"]" },
    { "return { pcall(ipairs) }",
      "[false,\"bad argument #1 to 'ipairs' (table expected, got no value)\"]" },
    { "return { pcall(next, {}, 'x') }", "[false,\"invalid key to 'next'\"]" },
    { "local n = 0 for k, v in next, { 1, 2, x = 3 } do n = n + v end return "
      "n",
      "6" },
};

static const LuaRow selecting_rows[] = {
    { "return { select('#'), select('#', nil, nil), select(2, 'a', 'b', 'c') "
      "}",
      "[0,2,\"b\",\"c\"]" },
    { "return { select(-1, 'a', 'b') }", "[\"b\"]" },
    { "return { select(5, 1, 2) }", "{}" },
    { "return { pcall(select, 0) }",
      "[false,\"bad argument #1 to 'select' (index out of range)\"]" },
    { "return { pcall(select, -3, 1, 2) }",
      "[false,\"bad argument #1 to 'select' (index out of range)\"]" },
};

static const LuaRow numbers_rows[] = {
    { "return { tonumber('10'), tonumber(' 0x10 '), tonumber('1e1'), tonumber"
      "('0x.8p1'), tonumber('.5'), tonumber('5.'), tonumber(7) }",
      "[10,16,10,1,0.5,5,7]" },
    { "return { math.type(tonumber('10')), math.type(tonumber('1e1')), math.t"
      "ype(tonumber('9223372036854775808')) }",
      "[\"integer\",\"float\",\"float\"]" },
    { "local n = 0 for _, s in ipairs({ '', ' ', '1x', 'x', '0x', '1e', '--1'"
      ", '1 2', 'nan', 'inf', '1_0' }) do if tonumber(s) == nil then n = n + "
      "1 end end return n",
      "11" },
    { "return { tonumber('ff', 16), tonumber('-zz', 36), tonumber(' 101 ', 2)"
      ", tonumber('7fffffffffffffff', 16), tonumber('ffffffffffffffff', 16), "
      "tonumber('8', 8) == nil }",
      "[255,-1295,5,9223372036854775807,-1,true]" },
    { "return { pcall(tonumber, '1', 1) }",
      "[false,\"bad argument #2 to 'tonumber' (base out of range)\"]" },
    { "return { pcall(tonumber, 1, 10) }",
      "[false,\"bad argument #1 to 'tonumber' (string expected, got number)\""
      "]" },
    { "return { pcall(tonumber) }",
      "[false,\"bad argument #1 to 'tonumber' (value expected)\"]" },
    { "return { tonumber({}) == nil, tonumber(nil) == nil, tonumber(true) == "
      "nil }",
      "[true,true,true]" },
    { "return { tostring(1), tostring(-0.0), tostring(1e15), tostring(2^53), "
      "tostring(1/0), tostring(-1/0), tostring(0/0), tostring(3.1415926535897"
      "9), tostring(1e100), tostring(math.mininteger) }",
      "[\"1\",\"-0.0\",\"1e+15\",\"9.007199254741e+15\",\"inf\",\"-inf\",\"na"
      "n\",\"3.1415926535898\",\"1e+100\",\"-9223372036854775808\"]" },
    { "return { tostring(nil), tostring(true), tostring(json.null), tostring("
      "'x'), 12345678901234.5 .. '' }",
      "[\"nil\",\"true\",\"null\",\"x\",\"12345678901234.0\"]" },
    { "return { tostring({}), tostring({}), tostring(function() end) }",
      "[\"table: 1\",\"table: 2\",\"function: 3\"]" },
    { "local t = {} return tostring(t) == tostring(t)", "true" },
};

static const LuaRow errors_rows[] = {
    { "return { pcall(error, 'x') }", "[false,\"x\"]" },
    { "return { pcall(error, { code = 1 }) }", "[false,{\"code\":1}]" },
    { "local t = {} local ok, e = pcall(error, t) return e == t", "true" },
    { "local ok, e = pcall(error) return { ok, e == nil }", "[false,true]" },
    { "return { pcall(error, 'x', 2) }", "[false,\"x\"]" },
    { "return { pcall(assert, false) }", "[false,\"assertion failed!\"]" },
    { "return { pcall(assert, nil, 'why') }", "[false,\"why\"]" },
    { "return { pcall(assert, false, 7) }", "[false,7]" },
    { "return { assert(1, 2, 3) }", "[1,2,3]" },
    { "return { pcall(assert) }",
      "[false,\"bad argument #1 to 'assert' (value expected)\"]" },
    { "return { pcall(function(...) return select('#', ...), ... end, 1, 2) }",
      "[true,2,1,2]" },
    { "return { pcall(pcall, error, 'x') }", "[true,false,\"x\"]" },
    { "return select('#', pcall(function() end))", "1" },
    { "return { xpcall(function(a, b) return a + b end, print, 1, 2) }",
      "[true,3]" },
    { "return { xpcall(error, function(m) return 'h' .. m, 2 end, 'x') }",
      "[false,\"hx\",2]" },
    { "return { xpcall(error, function(m) error('again') end, 'x') }",
      "[false,\"again\"]" },
    { "return { pcall(xpcall, print) }",
      "[false,\"bad argument #2 to 'xpcall' (function expected, got no value)"
      "\"]" },
    { "local n = 0 local function f() n = n + 1 if n < 50 then return pcall(f"
      ") end error('deep') end f() return n",
      "50" },
    { "local t = {} for i = 1, 100 do t[i] = i end return select('#', pcall(t"
      "able.unpack, t))",
      "101" },
    { "error('boom')", "!boom" },
};

static const LuaRow printing_rows[] = {
    { "print('a', 1, { x = 1 })", "a\t1\t{\"x\":1}\nnull" },
    { "print()", "\nnull" },
    { "print(nil, true, 1.5, 2.0, -0.0, 1/0, json.null)",
      "nil\ttrue\t1.5\t2.0\t-0.0\tinf\tnull\nnull" },
    { "print({ 1, 2, { a = 'q\"\\n\\1' } }, {}, json.array())",
      "[1,2,{\"a\":\"q\\\"\\n\\u0001\"}]\t{}\t[]\nnull" },
    { "print({ 2.0, 1e21, 1 << 40, 0.1, 1/0 })",
      "[2,1e+21,1099511627776,0.1,inf]\nnull" },
    { "local t = { a = 1 } t.me = t print(t)",
      "{\"a\":1,\"me\":[Circular]}\nnull" },
    { "local t = { 1 } print({ t, t })", "[[1],[1]]\nnull" },
    { "local t = {} for i = 1, 40 do t = { t } end print(t)",
      "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\nn"
      "ull" },
    { "print({ 1, x = 2 })", "table: 1\nnull" },
    { "print({ [1] = 1, [3] = 3 })", "table: 1\nnull" },
    { "print({ f = print, n = json.null, m = { 1, y = 2 } })",
      "{\"f\":function: 1,\"n\":null,\"m\":table: 2}\nnull" },
    { "print('é', { 'é' })", "é\t[\"é\"]\nnull" },
    { "return select('#', print('x'))", "x\n0" },
};

#define CHECK(name)                                                         \
    static void name(void **state)                                          \
    {                                                                       \
        (void)state;                                                        \
        assert_int_equal(lua_check(name##_rows, CM_ARRAY_LEN(name##_rows)), \
                         0);                                                \
    }

CHECK(types)
CHECK(traversal)
CHECK(selecting)
CHECK(numbers)
CHECK(errors)
CHECK(printing)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types),     cmocka_unit_test(traversal),
        cmocka_unit_test(selecting), cmocka_unit_test(numbers),
        cmocka_unit_test(errors),    cmocka_unit_test(printing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
