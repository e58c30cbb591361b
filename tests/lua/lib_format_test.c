/* SPDX-License-Identifier: MIT */
/* string.format; spec/lua.md 2.2.
 * Each row is a program and what comes out of it (lua_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

static const LuaRow integers_rows[] = {
    { "return string.format('%d|%5d|%-5d|%05d|%+d|% d|%.3d|%i', 3, 4, 5, -42,"
      " 6, 7, 8, 9.0)",
      "\"3|    4|5    |-0042|+6| 7|008|9\"" },
    { "return string.format('%x|%X|%#x|%o|%#o|%u|%x', 255, 255, 255, 8, 8, -1"
      ", -1)",
      "\"ff|FF|0xff|10|010|18446744073709551615|ffffffffffffffff\"" },
    { "return string.format('%d %d', math.maxinteger, math.mininteger)",
      "\"9223372036854775807 -9223372036854775808\"" },
    { "return string.format('[%.0d] [%5.2x] [%c%c] [%3c]', 0, 5, 72, 105, 65)",
      "\"[] [   05] [Hi] [  A]\"" },
    { "return { pcall(string.format, '%d', 3.5) }",
      "[false,\"bad argument #2 to 'format' (number has no integer representa"
      "tion)\"]" },
    { "return string.format('%d', '10')", "\"10\"" },
};

static const LuaRow floats_rows[] = {
    { "return string.format('%5.2f|%.0f|%.0f|%.0f|%.1f', 3.14159, 0.5, 1.5, 2"
      ".5, 0.25)",
      "\" 3.14|0|2|2|0.2\"" },
    { "return string.format('%e|%.2E|%g|%g|%g|%G|%#g', 12345.678, 0.00015, 1e"
      "20, 0.0001, 100000, 1e-10, 1.0)",
      "\"1.234568e+04|1.50E-04|1e+20|0.0001|100000|1E-10|1.00000\"" },
    { "return string.format('%.14g|%.17g|%.3g|%g', 12345678901234.5, 0.1, 123"
      "4.5, 0)",
      "\"12345678901234|0.10000000000000001|1.23e+03|0\"" },
    { "return string.format('%a|%A|%.2a|%.0a|%a|%a', 1.5, 255.75, 1/3, 1.5, 0"
      ".0, 2^-1074)",
      "\"0x1.8p+0|0X1.FF8P+7|0x1.55p-2|0x2p+0|0x0p+0|0x0.0000000000001p-1022"
      "\"" },
    { "return string.format('%f|%5.1f|%-8.1f|%08.2f|%+f', 1/0, -1/0, 0/0, -1."
      "5, 0.0)",
      "\"inf| -inf|nan     |-0001.50|+0.000000\"" },
    { "return #string.format('%.99f', 1e308)", "409" },
    { "return string.format('%.20f', 0.1)", "\"0.10000000000000000555\"" },
    { "return string.format('%f', '0x10')", "\"16.000000\"" },
};

static const LuaRow texts_rows[] = {
    { "return string.format('%s|%5s|%-5s|%.2s|%s|%s|%s', 'a', 'b', 'c', 'defg"
      "', nil, true, 2.0)",
      "\"a|    b|c    |de|nil|true|2.0\"" },
    { "return string.format('%s', {})", "\"table: 1\"" },
    { "return string.format('%q', 'a\\n\\0\\r1\\\\\"')",
      "\"\\\"a\\\\\\n\\\\0\\\\0131\\\\\\\\\\\\\\\"\\\"\"" },
    { "return string.format('%q %q %q %q %q %q', 1, math.mininteger, 1/3, 1/0"
      ", 0/0, nil)",
      "\"1 0x8000000000000000 0x1.5555555555555p-2 1e9999 (0/0) nil\"" },
    { "return string.format('100%%')", "\"100%\"" },
    { "return string.format('%5.2f|%d|%q', 3.14159, 3.0, 'a\\n')",
      "\" 3.14|3|\\\"a\\\\\\n\\\"\"" },
};

static const LuaRow refusals_rows[] = {
    { "return { pcall(string.format, '%p', {}) }",
      "[false,\"invalid conversion '%p' to 'format'\"]" },
    { "return { pcall(string.format, '%y', 1) }",
      "[false,\"invalid conversion '%y' to 'format'\"]" },
    /* Bytes stay bytes in the text of an error. */
    { "local _, m = pcall(string.format, '%\xc3\xa9', 1)"
      "return { #m, m:byte(22) }",
      "[35,195]" },
    { "return { pcall(string.format, '%', 1) }",
      "[false,\"invalid conversion '%' to 'format'\"]" },
    { "return { pcall(string.format, '%d') }",
      "[false,\"bad argument #2 to 'format' (no value)\"]" },
    { "return { pcall(string.format, '%123d', 1) }",
      "[false,\"invalid conversion specification: '%123d'\"]" },
    { "return { pcall(string.format, '%5.123d', 1) }",
      "[false,\"invalid conversion specification: '%5.123d'\"]" },
    { "return { pcall(string.format, '%#d', 1) }",
      "[false,\"invalid conversion specification: '%#d'\"]" },
    { "return { pcall(string.format, '%-----------------------d', 1) }",
      "[false,\"invalid format (too long)\"]" },
    { "return { pcall(string.format, '%5q', 'x') }",
      "[false,\"specifier '%q' cannot have modifiers\"]" },
    { "return { pcall(string.format, '%q', {}) }",
      "[false,\"bad argument #2 to 'format' (value has no literal form)\"]" },
    { "return { pcall(string.format, '%d', 'x') }",
      "[false,\"bad argument #2 to 'format' (number expected, got string)\"]" },
};

#define CHECK(name)                                                         \
    static void name(void **state)                                          \
    {                                                                       \
        (void)state;                                                        \
        assert_int_equal(lua_check(name##_rows, CM_ARRAY_LEN(name##_rows)), \
                         0);                                                \
    }

CHECK(integers)
CHECK(floats)
CHECK(texts)
CHECK(refusals)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(floats),
        cmocka_unit_test(texts),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
