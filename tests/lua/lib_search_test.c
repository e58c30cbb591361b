/* SPDX-License-Identifier: MIT */
/* find, match, gmatch, gsub: literal text only; spec/lua.md 2.2.
 * Each row is a program and what comes out of it (lua_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

static const LuaRow finding_rows[] = {
    { "return { ('a.b'):find('.', 1, true) }", "[2,2]" },
    { "return { ('hello world'):find('wor') }", "[7,9]" },
    { "return { ('abab'):find('ab', 2), ('abab'):find('ab', -2) }", "[3,3,4]" },
    { "return { ('abc'):find('x') == nil, ('abc'):find('a', 5) == nil, ('abc'"
      "):find('', 5) == nil }",
      "[true,true,true]" },
    { "return { ('abc'):find('', 4) }", "[4,3]" },
    { "return { ('abc'):find('') }", "[1,0]" },
    { "return { ('a\\0b'):find('\\0') }", "[2,2]" },
    { "return { ('abc'):match('bc'), ('abc'):match('x') == nil, ('a.c'):match"
      "('.', 1, true), ('aa'):match('a', 3) == nil }",
      "[\"bc\",true,\".\",true]" },
    { "local s = ('a'):rep(20000) return { (s .. 'b'):find(('a'):rep(5000) .."
      " 'b') }",
      "[15001,20001]" },
    { "local s = ('ab'):rep(20000) return s:find(('ab'):rep(9000) .. 'c') == "
      "nil",
      "true" },
    { "local s = ('a'):rep(100000) return s:find(('a'):rep(5000) .. 'b' .. ('"
      "a'):rep(5000)) == nil",
      "true" },
};

static const LuaRow iterating_rows[] = {
    { "local n = 0 for w in ('a,b'):gmatch(',') do n = n + 1 end return n",
      "1" },
    { "local n = 0 for w in ('abc'):gmatch('') do n = n + 1 end return n",
      "4" },
    { "local n = 0 for w in ('aaaa'):gmatch('aa') do n = n + 1 end return n",
      "2" },
    { "local n = 0 for w in ('a.b.c'):gmatch('.', 3, true) do n = n + 1 end r"
      "eturn n",
      "1" },
    { "local f = ('xx'):gmatch('x') return { f(), f(), f() == nil, f() == nil"
      " }",
      "[\"x\",\"x\",true,true]" },
    { "local n = 0 for w in ('abc'):gmatch('a', 9) do n = n + 1 end return n",
      "0" },
};

static const LuaRow replacing_rows[] = {
    { "return { ('abcabc'):gsub('b', '-') }", "[\"a-ca-c\",2]" },
    { "return { ('abcabc'):gsub('b', '-', 1) }", "[\"a-cabc\",1]" },
    { "return { ('abcabc'):gsub('b', '-', 0), ('abc'):gsub('b', '-', -1) }",
      "[\"abcabc\",\"abc\",0]" },
    { "return { ('a.b'):gsub('.', '-', nil, true) }", "[\"a-b\",1]" },
    { "return { ('abc'):gsub('', '-') }", "[\"-a-b-c-\",4]" },
    { "return { ('aaa'):gsub('aa', 'b') }", "[\"ba\",1]" },
    { "return { ('x'):gsub('x', '<%0%1%%>') }", "[\"<xx%>\",1]" },
    { "return { ('x'):gsub('y', '%2') }", "[\"x\",0]" },
    { "return { pcall(string.gsub, 'x', 'x', '%2') }",
      "[false,\"invalid capture index %2\"]" },
    { "return { pcall(string.gsub, 'x', 'x', '%a') }",
      "[false,\"invalid use of '%' in replacement string\"]" },
    { "return { pcall(string.gsub, 'x', 'x', '%') }",
      "[false,\"invalid use of '%' in replacement string\"]" },
    { "return { ('abc'):gsub('b', { b = 'B' }) }", "[\"aBc\",1]" },
    { "return { ('abc'):gsub('b', { b = false }), (('abc'):gsub('b', {})), (("
      "'abc'):gsub('b', { b = 5 })) }",
      "[\"abc\",\"abc\",\"a5c\"]" },
    { "local n = 0 return { ('aXbXc'):gsub('X', function(m) n = n + 1 return "
      "m .. n end) }",
      "[\"aX1bX2c\",2]" },
    { "return { ('abc'):gsub('b', function() end), (('abc'):gsub('b', functio"
      "n() return false end)), (('abc'):gsub('b', function() return 1.5 end))"
      " }",
      "[\"abc\",\"abc\",\"a1.5c\"]" },
    { "return { ('a-a-a'):gsub('a', function() return '' end, 2) }",
      "[\"--a\",2]" },
    { "return { pcall(string.gsub, 'x', 'x', function() return {} end) }",
      "[false,\"invalid replacement value (a table)\"]" },
    { "return { pcall(string.gsub, 'x', 'x', function() error('in') end) }",
      "[false,\"in\"]" },
    { "return { pcall(string.gsub, 'x', 'x') }",
      "[false,\"bad argument #3 to 'gsub' (string/function/table expected, go"
      "t no value)\"]" },
    { "local s, n = ('ab'):rep(5000):gsub('b', function(m) return ('q'):rep(3"
      ") end) return { #s, n }",
      "[20000,5000]" },
    { "local s, n = ('x'):rep(100000):gsub('x', 'yy') return { #s, n }",
      "[200000,100000]" },
    { "return { (('k=v'):gsub('k', string.upper)) }", "[\"K=v\"]" },
};

static const LuaRow patterns_rows[] = {
    { "return { pcall(string.find, 'a.b', '.') }",
      "[false,\"patterns are unavailable: string.find looks for literal text;"
      " pass plain = true as argument 4, or cut with find(p, init, true) and "
      "sub\"]" },
    { "return { pcall(string.match, 'a', '%d') }",
      "[false,\"patterns are unavailable: string.match looks for literal text"
      "; pass plain = true as argument 4, or cut with find(p, init, true) and"
      " sub\"]" },
    { "return { pcall(string.gmatch, 'a', '%a+') }",
      "[false,\"patterns are unavailable: string.gmatch looks for literal tex"
      "t; pass plain = true as argument 4, or cut with find(p, init, true) an"
      "d sub\"]" },
    { "return { pcall(string.gsub, 'a', '[a]', 'b') }",
      "[false,\"patterns are unavailable: string.gsub looks for literal text;"
      " pass plain = true as argument 5, or cut with find(p, init, true) and "
      "sub\"]" },
    { "local n = 0 for c in ('^$()%.[]*+-?'):gmatch('') do n = n + 1 end for "
      "_, c in utf8.codes('^$()%.[]*+-?') do if not pcall(string.find, 'x', u"
      "tf8.char(c)) then n = n + 1 end end return n",
      "25" },
};

#define CHECK(name)                                                         \
    static void name(void **state)                                          \
    {                                                                       \
        (void)state;                                                        \
        assert_int_equal(lua_check(name##_rows, CM_ARRAY_LEN(name##_rows)), \
                         0);                                                \
    }

CHECK(finding)
CHECK(iterating)
CHECK(replacing)
CHECK(patterns)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finding),
        cmocka_unit_test(iterating),
        cmocka_unit_test(replacing),
        cmocka_unit_test(patterns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
