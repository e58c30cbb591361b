/* SPDX-License-Identifier: MIT */
/* The string library but for searching and formatting; spec/lua.md 2.2.
 * Each row is a program and what comes out of it (lua_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

static const LuaRow slices_rows[] = {
    { "local s = 'hello' return { s:sub(2, 3), s:sub(-2), s:sub(2), s:sub(0),"
      " s:sub(10), s:sub(3, 2), s:sub(-100, 2), s:sub(1, -2), s:sub(math.mini"
      "nteger, math.maxinteger) }",
      "[\"el\",\"lo\",\"ello\",\"hello\",\"\",\"\",\"he\",\"hell\",\"hello\"]" },
    { "return { ('x'):rep(3, ','), ('ab'):rep(3), ('x'):rep(0), ('x'):rep(-1)"
      ", ('x'):rep(1, ','), (''):rep(3, '-'), (''):rep(1000000000) }",
      "[\"x,x,x\",\"ababab\",\"\",\"\",\"x\",\"--\",\"\"]" },
    { "return #('abc'):rep(1000, '--')", "4998" },
    { "return { #'é', ('abc'):len(), ('\\0a'):len() }", "[2,3,2]" },
    { "return { ('abc'):byte(), ('abc'):byte(-1), ('abc'):byte(1, -1) }",
      "[97,99,97,98,99]" },
    { "return { select('#', ('abc'):byte(10)), select('#', (''):byte(1, -1)) "
      "}",
      "[0,0]" },
    { "return { string.char(), string.char(72, 105), #string.char(0, 255) }",
      "[\"\",\"Hi\",2]" },
    { "return { ('aBc1é'):upper(), ('aBc1É'):lower(), ('abc'):reverse(), ('')"
      ":reverse(), ('a'):upper() }",
      "[\"ABC1é\",\"abc1É\",\"cba\",\"\",\"A\"]" },
    { "string = nil; return ('a'):upper()", "\"A\"" },
    { "return { string.rep(5, 2), string.len(12.5), string.sub(12345, 2, 3) }",
      "[\"55\",4,\"23\"]" },
};

static const LuaRow refusals_rows[] = {
    { "return { pcall(string.rep) }",
      "[false,\"bad argument #1 to 'rep' (string expected, got no value)\"]" },
    { "return { pcall(string.rep, 'x', 1.5) }",
      "[false,\"bad argument #2 to 'rep' (number has no integer representatio"
      "n)\"]" },
    { "return { pcall(string.char, 256) }",
      "[false,\"bad argument #1 to 'char' (value out of range)\"]" },
    { "return { pcall(string.byte, 'x', {}) }",
      "[false,\"bad argument #2 to 'byte' (number expected, got table)\"]" },
    { "return { pcall(string.upper, nil) }",
      "[false,\"bad argument #1 to 'upper' (string expected, got nil)\"]" },
    { "return pcall(function() string.upper = nil end)", "false" },
    { "return { string.dump == nil, string.pack == nil, string.unpack == nil,"
      " string.packsize == nil }",
      "[true,true,true,true]" },
    { "return #('x'):rep(16777216)", "16777216" },
};

#define CHECK(name)                                                         \
    static void name(void **state)                                          \
    {                                                                       \
        (void)state;                                                        \
        assert_int_equal(lua_check(name##_rows, CM_ARRAY_LEN(name##_rows)), \
                         0);                                                \
    }

CHECK(slices)
CHECK(refusals)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
