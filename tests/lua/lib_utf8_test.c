/* SPDX-License-Identifier: MIT */
/* The utf8 library; spec/lua.md 2.5.
 * Each row is a program and what comes out of it (lua_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

static const LuaRow making_rows[] = {
    { "return { utf8.char(8364), utf8.char(72, 228, 128512), utf8.char() }",
      "[\"€\",\"Hä😀\",\"\"]" },
    { "return { #utf8.char(0x7F), #utf8.char(0x80), #utf8.char(0x7FF), #utf8."
      "char(0x800), #utf8.char(0xFFFF), #utf8.char(0x10000), #utf8.char(0x1FF"
      "FFF), #utf8.char(0x200000), #utf8.char(0x3FFFFFF), #utf8.char(0x7FFFFF"
      "FF) }",
      "[1,2,2,3,3,4,4,5,5,6]" },
    { "return { pcall(utf8.char, -1) }",
      "[false,\"bad argument #1 to 'char' (value out of range)\"]" },
    { "return utf8.charpattern == nil", "true" },
};

static const LuaRow reading_rows[] = {
    { "return { utf8.len('aé€😀'), utf8.len(''), utf8.len('aé', 2), utf8.len('"
      "abc', -2) }",
      "[4,0,1,2]" },
    { "local a, b = utf8.len('\\xff') local c, d = utf8.len('ab\\xE2\\x82') r"
      "eturn { a == nil, b, c == nil, d }",
      "[true,1,true,3]" },
    { "local a, b = utf8.len('\\u{D800}') return { a == nil, b, utf8.len('\\u"
      "{D800}', 1, -1, true), utf8.len('\\u{7FFFFFFF}', 1, -1, true) }",
      "[true,1,1,1]" },
    { "return { utf8.codepoint('aé€', 1, -1) }", "[97,233,8364]" },
    { "return { utf8.codepoint('é'), select('#', utf8.codepoint('abc', 3, 2))"
      " }",
      "[233,0]" },
    { "return { pcall(utf8.codepoint, '\\xff') }",
      "[false,\"invalid UTF-8 code\"]" },
    { "return { pcall(utf8.codepoint, 'abc', 5) }",
      "[false,\"bad argument #3 to 'codepoint' (out of bounds)\"]" },
    { "return { utf8.offset('aé€x', 3), utf8.offset('aé€x', -1), utf8.offset("
      "'aé€x', 0, 5), utf8.offset('aé', 9) == nil, utf8.offset('abc', 4) }",
      "[4,7,4,true,4]" },
    { "return { pcall(utf8.offset, 'é', 1, 2) }",
      "[false,\"initial position is a continuation byte\"]" },
    { "return { pcall(utf8.offset, 'abc', 1, 6) }",
      "[false,\"bad argument #3 to 'offset' (position out of bounds)\"]" },
    { "return { pcall(utf8.len, 'abc', 6) }",
      "[false,\"bad argument #2 to 'len' (initial position out of bounds)\"]" },
};

static const LuaRow iterating_rows[] = {
    { "local s = '' for p, c in utf8.codes('aé€') do s = s .. p .. '=' .. c ."
      ". ' ' end return s",
      "\"1=97 2=233 4=8364 \"" },
    { "local n = 0 for p, c in utf8.codes('\\u{D800}x', true) do n = n + c en"
      "d return n",
      "55416" },
    { "return { pcall(function() for p in utf8.codes('a\\xff') do end end) }",
      "[false,\"invalid UTF-8 code\"]" },
    { "return { pcall(utf8.codes, '\\x80') }",
      "[false,\"bad argument #1 to 'codes' (invalid UTF-8 code)\"]" },
};

#define CHECK(name)                                                         \
    static void name(void **state)                                          \
    {                                                                       \
        (void)state;                                                        \
        assert_int_equal(lua_check(name##_rows, CM_ARRAY_LEN(name##_rows)), \
                         0);                                                \
    }

CHECK(making)
CHECK(reading)
CHECK(iterating)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(making),
        cmocka_unit_test(reading),
        cmocka_unit_test(iterating),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
