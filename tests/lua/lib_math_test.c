/* SPDX-License-Identifier: MIT */
/* The math library; spec/lua.md 2.4.
 * Each row is a program and what comes out of it (lua_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

static const LuaRow integers_and_floats_rows[] = {
    { "return { math.floor(3.7), math.floor(-3.7), math.ceil(3.2), math.ceil("
      "-3.2), math.floor(5), math.type(math.floor(3.7)), math.type(math.floor"
      "(1e300)) }",
      "[3,-4,4,-3,5,\"integer\",\"float\"]" },
    { "return { math.abs(-5), math.abs(-5.5), math.abs(math.mininteger), math"
      ".type(math.abs(-1)) }",
      "[5,5.5,-9223372036854775808,\"integer\"]" },
    { "return { math.type(1), math.type(1.0), math.type('1') == nil, math.toi"
      "nteger(3.0), math.tointeger(3.5) == nil, math.tointeger('8'), math.toi"
      "nteger('x') == nil, math.tointeger({}) == nil }",
      "[\"integer\",\"float\",true,3,true,8,true,true]" },
    { "return { math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmo"
      "d(5.5, 2), math.fmod(math.mininteger, -1) }",
      "[1,-1,1,1.5,0]" },
    { "return { pcall(math.fmod, 1, 0) }",
      "[false,\"bad argument #2 to 'fmod' (zero)\"]" },
    { "local a, b = math.modf(3.7) local c, d = math.modf(-3.5) local e, f = "
      "math.modf(5) return { a, string.format('%.1f', b), c, d, e, f, math.ty"
      "pe(f) }",
      "[3,\"0.7\",-3,-0.5,5,0,\"float\"]" },
    { "local a, b = math.modf(1/0) return { a == 1/0, b }", "[true,0]" },
    { "return { math.max(1, 2.5, -1), math.min(1, 2.5, -1), math.max(3), math"
      ".max(2, 2.0), math.max(math.maxinteger, 2^63) == 2^63 }",
      "[2.5,-1,3,2,true]" },
    { "return { pcall(math.max) }",
      "[false,\"bad argument #1 to 'max' (value expected)\"]" },
    { "return { math.max('10', '9'), math.min('b', 'a', 'a'), math.max('10'),"
      " math.max('10', 'nan') }",
      "[\"9\",\"a\",\"10\",\"nan\"]" },
    { "return { pcall(math.max, 2, ' 5 ') }",
      "[false,\"attempt to compare number with string\"]" },
    { "return { pcall(math.min, 2, '5') }",
      "[false,\"attempt to compare string with number\"]" },
    { "return { math.ult(1, -1), math.ult(-1, 1), math.ult(1, 2) }",
      "[true,false,true]" },
    { "return { math.maxinteger, math.mininteger, math.pi, math.huge == 1/0 }",
      "[9223372036854775807,-9223372036854775808,3.141592653589793,true]" },
    { "return { pcall(math.floor, {}) }",
      "[false,\"bad argument #1 to 'floor' (number expected, got table)\"]" },
    { "return { math.floor('3.7'), math.abs('-2'), math.type(math.abs('-2')) "
      "}",
      "[3,2,\"float\"]" },
    { "local function is_float(n) return math.type(n) == 'float' and n == 2^6"
      "3 end local s = '0x7fffffffffffffff' return { is_float(math.floor(s)),"
      " is_float(math.ceil(s)), is_float((math.modf(s))), math.floor('9007199"
      "254740993'), math.ceil('10'), math.type(math.floor('10')) }",
      "[true,true,true,9007199254740992,10,\"integer\"]" },
};

static const LuaRow functions_rows[] = {
    { "return { math.sqrt(16), math.exp(0), math.log(1), math.log(8, 2), math"
      ".log(1000, 10), math.log(27, 3) }",
      "[4,1,0,3,3,3]" },
    { "return { math.sin(0), math.cos(0), math.tan(0), math.asin(0), math.aco"
      "s(1), math.atan(0), math.atan(1, 0) == math.pi / 2, math.atan(0, -1) ="
      "= math.pi }",
      "[0,1,0,0,0,0,true,true]" },
    { "return { math.deg(math.pi), math.rad(180) == math.pi }", "[180,true]" },
    { "return { math.pow == nil, math.cosh == nil, math.ldexp == nil }",
      "[true,true,true]" },
};

static const LuaRow random_numbers_rows[] = {
    { "math.randomseed(42) return { math.random(100), math.random(0), string."
      "format('%.14g', math.random()) }",
      "[50,-8358531260401861301,\"0.79358935263827\"]" },
    { "math.randomseed(7) local a = { math.random(10), math.random(-5, 5) } m"
      "ath.randomseed(7) return a[1] == math.random(10) and a[2] == math.rand"
      "om(-5, 5)",
      "true" },
    { "for i = 1, 1000 do local r, n = math.random(), math.random(3) if r < 0"
      " or r >= 1 or n < 1 or n > 3 then return i end end return 'ok'",
      "\"ok\"" },
    { "return math.random(5, 5)", "5" },
    { "return math.type(math.random(math.mininteger, math.maxinteger))",
      "\"integer\"" },
    { "return { pcall(math.random, 2, 1) }",
      "[false,\"bad argument #1 to 'random' (interval is empty)\"]" },
    { "return { pcall(math.random, -1) }",
      "[false,\"bad argument #1 to 'random' (interval is empty)\"]" },
    { "return { pcall(math.random, 1, 2, 3) }",
      "[false,\"wrong number of arguments\"]" },
    { "return { math.randomseed(5, 6) }", "[5,6]" },
    { "math.randomseed(1.5) local a = math.random(0) math.randomseed(1.5) ret"
      "urn a == math.random(0)",
      "true" },
};

#define CHECK(name)                                                         \
    static void name(void **state)                                          \
    {                                                                       \
        (void)state;                                                        \
        assert_int_equal(lua_check(name##_rows, CM_ARRAY_LEN(name##_rows)), \
                         0);                                                \
    }

CHECK(integers_and_floats)
CHECK(functions)
CHECK(random_numbers)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_and_floats),
        cmocka_unit_test(functions),
        cmocka_unit_test(random_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
