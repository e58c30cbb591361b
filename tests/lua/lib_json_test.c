/* SPDX-License-Identifier: MIT */
/* The json library; spec/lua.md 2.7.
 * Each row is a program and what comes out of it (lua_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

static const LuaRow encoding_rows[] = {
    { "return json.encode({ a = 1, b = json.array() })",
      "\"{\\\"a\\\":1,\\\"b\\\":[]}\"" },
    { "return { json.encode(1), json.encode(2.0), json.encode(1.5), json.enco"
      "de('a\"b'), json.encode(true), json.encode(nil), json.encode(json.null"
      "), json.encode({}), json.encode({ 1, json.null }) }",
      "[\"1\",\"2\",\"1.5\",\"\\\"a\\\\\\\"b\\\"\",\"true\",\"null\",\"null\""
      ",\"{}\",\"[1,null]\"]" },
    { "return pcall(json.encode, print)", "false" },
    { "return pcall(json.encode, 0/0)", "false" },
    { "return pcall(json.encode, { 1, x = 2 })", "false" },
    { "return pcall(json.encode, '\\xff')", "false" },
    { "local t = {} t.t = t return pcall(json.encode, t)", "false" },
    { "return { pcall(json.encode) }",
      "[false,\"bad argument #1 to 'encode' (value expected)\"]" },
};

static const LuaRow decoding_rows[] = {
    { "local t = json.decode('{\"a\":[1,2.0,1e2,null],\"b\":{}}') return { ma"
      "th.type(t.a[1]), math.type(t.a[2]), math.type(t.a[3]), t.a[4] == json."
      "null }",
      "[\"integer\",\"float\",\"float\",true]" },
    { "return json.decode('{\"z\":1,\"a\":[],\"m\":{}}')",
      "{\"z\":1,\"a\":[],\"m\":{}}" },
    { "return { json.decode('null') == json.null, json.decode('\"x\"'), json."
      "decode(' 12 '), json.decode('true') }",
      "[true,\"x\",12,true]" },
    { "return json.decode('12345678901234567890')", "12345678901234567000" },
    { "return json.decode('9223372036854775807')", "9223372036854775807" },
    { "return pcall(json.decode, '[1,')", "false" },
    { "local ok, e = pcall(json.decode, '[1,') return { ok, e:find('byte 4', "
      "1, true) ~= nil }",
      "[false,true]" },
    { "return { pcall(json.decode) }",
      "[false,\"bad argument #1 to 'decode' (string expected, got no value)\""
      "]" },
};

/* What is read often, much at once, or with one name twice. */
static const LuaRow reading_rows[] = {
    { "return json.decode('{\"a\":1,\"b\":2,\"a\":3}')", "{\"a\":3,\"b\":2}" },
    { "return json.decode('{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":"
      "7,\"h\":8,\"i\":9,\"a\":10,\"j\":11}')",
      "{\"a\":10,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":"
      "9,\"j\":11}" },
    { "local t = json.decode('{\"a\":1,\"b\":2}') t.c, t.a, t[1] = 3, nil, 4"
      " local n = 0 for _ in pairs(t) do n = n + 1 end return { n, t.a == ni"
      "l, t.b, t.c, t[1], next(json.decode('{}')) == nil }",
      "[3,true,2,3,4,true]" },
    { "local t = json.decode('[1,2,3]') t[#t + 1] = 4 table.insert(t, 1, 0) "
      "return t",
      "[0,1,2,3,4]" },
    { "local text = '[' .. ('{\"k\":[0]},'):rep(500) .. '1]' local t = json."
      "decode(text) return { #t, t[1].k[1], t[500].k[1], t[501] }",
      "[501,0,0,1]" },
    { "local t = json.decode(('['):rep(3000) .. (']'):rep(3000)) local n = 0"
      " while t do t, n = t[1], n + 1 end return n",
      "3000" },
    { "return pcall(json.decode, ('[{\"a\":'):rep(300))", "false" },
    { "local t = {} for i = 1, 200 do t[i] = json.decode('{\"n' .. i % 70 .. "
      "'\":' .. i .. ',\"the long name ' .. i % 3 .. '\":0,\"\\\\u0041b\":1,\"\""
      ":2}') end local k = {} for n in pairs(t[200]) do k[#k + 1] = n end r"
      "eturn { k, t[200].n60, t[129].n59, t[200].Ab, t[200][''] }",
      "[[\"n60\",\"the long name 2\",\"Ab\",\"\"],200,129,1,2]" },
    { "local n, s = 0, ('x'):rep(60000) for i = 1, 300 do local t = json.dec"
      "ode('{\"text\":\"' .. s .. i .. '\",\"identifier\":' .. i .. '}') n = n"
      " + t.identifier + #t.text % 2 end return n",
      "45360" },
    { "return { json.decode('[0,-0,-1,999999999,-999999999,1000000000,214748"
      "3648,1.5,1e3,0.5]') }",
      "[[0,0,-1,999999999,-999999999,1000000000,2147483648,1.5,1000,0.5]]" },
    { "local r = {} for _, s in ipairs({ '01', '-', '-01', '1.', '.5', '1e',"
      " '+1', '--1', '1a' }) do r[#r + 1] = pcall(json.decode, s) end return"
      " r",
      "[false,false,false,false,false,false,false,false,false]" },
    { "local r = {} for n = 0, 20 do for i = 1, n do local s = ('a'):rep(i -"
      " 1) .. '\"' .. ('b'):rep(n - i) if json.decode(json.encode({ [s] = s "
      "}))[s] ~= s then r[#r + 1] = s end end end return #r",
      "0" },
};

static const LuaRow arrays_rows[] = {
    { "return json.array()", "[]" },
    { "local a = json.array() a.x = 1 return a", "{\"x\":1}" },
    { "local t = {} return { json.array(t) == t, json.encode(t) }",
      "[true,\"[]\"]" },
    { "local o = {} o[1] = 'a' return o", "[\"a\"]" },
    { "return { pcall(json.array, nil) }",
      "[false,\"bad argument #1 to 'array' (table expected, got nil)\"]" },
    { "return { tostring(json.null), json.null == json.null, json.null and tr"
      "ue, type(json.null) }",
      "[\"null\",true,true,\"userdata\"]" },
};

#define CHECK(name)                                                         \
    static void name(void **state)                                          \
    {                                                                       \
        (void)state;                                                        \
        assert_int_equal(lua_check(name##_rows, CM_ARRAY_LEN(name##_rows)), \
                         0);                                                \
    }

CHECK(encoding)
CHECK(decoding)
CHECK(reading)
CHECK(arrays)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encoding),
        cmocka_unit_test(decoding),
        cmocka_unit_test(reading),
        cmocka_unit_test(arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
