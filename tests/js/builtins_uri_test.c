/* SPDX-License-Identifier: MIT */
/* encodeURI and its relatives.
 * Each row is a program and what comes out of it (js_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static const JsRow encoding_rows[] = {
    { "return [encodeURIComponent(\"a b&c=d/é?€😀\"), encodeURI(\"http://x.y/a"
      " b?q=é&r=1#h;,/?:@&=+$\"), encodeURIComponent(\"-_.!~*'()AZaz09\"),"
      " encodeURIComponent(\"\"), encodeURIComponent(null), encodeURIComponen"
      "t(\"%\"), encodeURI(\"[]{}|\\\\^`<>\\\"%\")]",
      "[\"a%20b%26c%3Dd%2F%C3%A9%3F%E2%82%AC%F0%9F%98%80\",\"http://x.y/a%20b"
      "?q=%C3%A9&r=1#h;,/?:@&=+$\",\"-_.!~*'()AZaz09\",\"\",\"null\","
      "\"%25\",\"%5B%5D%7B%7D%7C%5C%5E%60%3C%3E%22%25\"]" },
    { "return [encodeURIComponent(\"\\x00\\x7f\\x80\\xff\\u07ff\\u0800\\uffff"
      "\"), encodeURIComponent({ toString() { return \"x y\" } }), encodeURIC"
      "omponent(), encodeURI(\"#\"), encodeURIComponent(\"#+;,\")]",
      "[\"%00%7F%C2%80%C3%BF%DF%BF%E0%A0%80%EF%BF%BF\",\"x%20y\",\"undefined\""
      ",\"#\",\"%23%2B%3B%2C\"]" },
    { "encodeURIComponent(\"\\uD800\")", "!URIError: URI malformed" },
    { "encodeURI(\"a\\uDC00b\")", "!URIError: URI malformed" },
    { "encodeURIComponent(\"\\uD800a\")", "!URIError: URI malformed" },
    { "encodeURIComponent(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a string" },
};

static const JsRow decoding_rows[] = {
    { "return [decodeURIComponent(\"a%20b%26\"), decodeURI(\"a%20b%26%2f%23%4"
      "1\"), decodeURIComponent(\"%F0%9F%98%80\"), decodeURIComponent("
      "\"%e2%82%ac\"), decodeURIComponent(\"abc\"), decodeURIComponent("
      "\"é%C3%A9\"), decodeURI(\"%3b%2F%3F%3A%40%26%3D%2B%24%2C%23\"),"
      " decodeURIComponent(\"%00\").length]",
      "[\"a b&\",\"a b%26%2f%23A\",\"😀\",\"€\",\"abc\",\"éé\",\"%3b%2F%3F%3A%"
      "40%26%3D%2B%24%2C%23\",1]" },
    { "decodeURIComponent(\"%\")", "!URIError: URI malformed" },
    { "decodeURIComponent(\"%4\")", "!URIError: URI malformed" },
    { "decodeURIComponent(\"%zz\")", "!URIError: URI malformed" },
    { "decodeURIComponent(\"%80\")", "!URIError: URI malformed" },
    { "decodeURIComponent(\"%C3\")", "!URIError: URI malformed" },
    { "decodeURIComponent(\"%C3%28\")", "!URIError: URI malformed" },
    { "decodeURIComponent(\"%C3x\")", "!URIError: URI malformed" },
    { "decodeURIComponent(\"%C0%80\")", "!URIError: URI malformed" },
    { "decodeURIComponent(\"%ED%A0%80\")", "!URIError: URI malformed" },
    { "decodeURIComponent(\"%F4%90%80%80\")", "!URIError: URI malformed" },
    { "decodeURIComponent(\"%F8%88%80%80%80\")", "!URIError: URI malformed" },
    { "decodeURI(\"%E0%80%80\")", "!URIError: URI malformed" },
    { "return [encodeURI.length, decodeURI.name, encodeURIComponent.name,"
      " decodeURIComponent.length]",
      "[1,\"decodeURI\",\"encodeURIComponent\",1]" },
    { "let bad = 0; for (let c = 0; c < 0x110000; c += 137) { if (c >= "
      "0xD800 && c < 0xE000) continue; const s = String.fromCodePoint("
      "c); if (decodeURIComponent(encodeURIComponent(s)) !== s || decodeURI("
      "encodeURI(s)) !== s) bad++ } return bad",
      "0" },
    { "let s = \"x y é \".repeat(2000); return [encodeURIComponent(s).length,"
      " decodeURIComponent(encodeURIComponent(s)) === s]",
      "[34000,true]" },
};

#define CHECK(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

CHECK(encoding)
CHECK(decoding)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encoding),
        cmocka_unit_test(decoding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
