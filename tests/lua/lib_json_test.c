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
CHECK(arrays)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encoding),
        cmocka_unit_test(decoding),
        cmocka_unit_test(arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
