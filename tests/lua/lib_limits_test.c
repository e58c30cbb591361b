/* SPDX-License-Identifier: MIT */
/* What ends an execution inside library functions: the string bound, steps,
 * time, memory; spec/lua.md 7. None of it is caught by pcall. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

static void check_limited(const char *program, uint64_t timeout_ms,
                          size_t memory, uint64_t steps, const char *expected)
{
    const char *got =
        lua_run_limited(program, strlen(program), timeout_ms, memory, steps);
    if (strcmp(got, expected) != 0)
        fprintf(stderr, "program: %s\n", program);
    assert_string_equal(got, expected);
}

static void too_long_strings_end_it(void **state)
{
    static const char *const programs[] = {
        "pcall(string.rep, 'x', 16777217)",
        "pcall(string.rep, 'x', math.maxinteger)",
        "pcall(string.rep, '', math.maxinteger, 'ab')",
        "pcall(string.rep, '', 16777218, 'a')",
        "local s = ('x'):rep(9000000) pcall(table.concat, { s, s })",
        "local s = ('x'):rep(1000) pcall(table.concat, { 1, 2, 3 }, "
        "('x'):rep(9000000))",
        "local s = ('x'):rep(9000000) pcall(string.gsub, s, 'x', 'xx')",
        "local s = ('x'):rep(9000) pcall(string.gsub, s, 'x', "
        "function() return s end)",
        "local s = ('x'):rep(9000000) pcall(string.format, '%s%s', s, s)",
        "local s = ('x'):rep(9000000) pcall(string.gsub, 'x', 'x', s .. "
        "('%0'):rep(1000000)) pcall(string.gsub, 'x', 'x', ('y'):rep(16777216) "
        ".. '%0')",
        "local s = ('x'):rep(16777216) pcall(json.encode, s)",
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(programs); i++) {
        const char *got = lua_run(programs[i]);
        if (strncmp(got, "!terminated: ", 13) != 0 ||
            !strstr(got, "16,777,216"))
            fail_msg("%s\n  %s", programs[i], got);
    }
    assert_string_equal(lua_run("return #('x'):rep(16777215, '')"), "16777215");
    assert_string_equal(lua_run("return #(''):rep(16777217, 'a')"), "16777216");
}

/* One call each that touches far more than the steps allow. */
static void every_long_function_is_charged(void **state)
{
    static const char *const programs[] = {
        "('x'):rep(16000000)",
        "local s = ('x'):rep(100) for i = 1, 50000 do s:upper() end",
        "local s = ('xy'):rep(4000) for i = 1, 9999 do s:find('z') end",
        "local s = ('xy'):rep(4000) s:gsub('x', 'z') for i = 1, 99 do "
        "s:gsub('x', 'z') end",
        "local t = {} for i = 1, 3000 do t[i] = i end for i = 1, 9999 do "
        "table.concat(t) end",
        "local t = {} for i = 1, 3000 do t[i] = -i end for i = 1, 9999 do "
        "table.sort(t) t[1] = i end",
        "local t = {} for i = 1, 3000 do t[i] = i end for i = 1, 9999 do "
        "table.move(t, 1, 3000, 1) end",
        "local t = {} for i = 1, 3000 do t[i] = i end for i = 1, 9999 do "
        "table.unpack(t) end",
        "local t = {} for i = 1, 30000 do table.insert(t, 1, i) end",
        "local s = ('x'):rep(8000) for i = 1, 9999 do s:byte(1, -1) end",
        "local s = ('x'):rep(8000) for i = 1, 9999 do utf8.len(s) end",
        "local s = ('x'):rep(8000) for i = 1, 9999 do utf8.offset(s, 7000) end",
        "table.move({}, 1, math.maxinteger - 5, 2)",
        "local s = ('[1]'):rep(1) for i = 1, 99999 do json.decode(s) end",
        "local t = {} for i = 1, 3000 do t[i] = i end for i = 1, 9999 do "
        "json.encode(t) end",
        "local s = ('%d'):rep(3) for i = 1, 99999 do string.format(s, 1, 2, 3) "
        "end",
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(programs); i++)
        check_limited(programs[i], 0, 0, 200000, "!terminated: steps");
}

static void time_interrupts_functions(void **state)
{
    (void)state;
    check_limited("pcall(table.move, {}, 1, math.maxinteger - 5, 2)", 20, 0, 0,
                  "!terminated: timeout");
    check_limited("local t = {} for i = 1, 1000 do t[i] = i end "
                  "table.sort(t, function(a, b) while true do end end)",
                  20, 0, 0, "!terminated: timeout");
}

static void memory_is_bounded(void **state)
{
    (void)state;
    check_limited("local t = {} for i = 1, 1000000 do "
                  "t[i] = ('x'):rep(1000, i) end",
                  0, 1000000, 0, "!terminated: memory");
    check_limited("pcall(string.rep, 'x', 2000000)", 0, 1000000, 0,
                  "!terminated: memory");
    check_limited("local s for i = 1, 200 do s = ('x'):rep(100000) .. i end "
                  "return #s",
                  0, 1000000, 0, "100003");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_long_strings_end_it),
        cmocka_unit_test(every_long_function_is_charged),
        cmocka_unit_test(time_interrupts_functions),
        cmocka_unit_test(memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
