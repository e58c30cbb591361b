/* SPDX-License-Identifier: MIT */
/* The os library; spec/lua.md 2.6.
 * Each row is a program and what comes out of it (lua_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

static const LuaRow dates_rows[] = {
    { "return os.date('%Y-%m-%d', 0)", "\"1970-01-01\"" },
    { "return { os.date('%c', 0), os.date('!%x %X', 86399), os.date('%a %A %b"
      " %B', 1e9) }",
      "[\"Thu Jan  1 00:00:00 1970\",\"01/01/70 23:59:59\",\"Sun Sunday Sep S"
      "eptember\"]" },
    { "return os.date('%C %d %D %e %F %g %G %h %H %I %j %m %M %p %r %R %S %T "
      "%u %U %V %w %W %y %z %Z %%|%n%t|%Ey %Od', 1234567890)",
      "\"20 13 02/13/09 13 2009-02-13 09 2009 Feb 23 11 044 02 31 PM 11:31:30"
      " PM 23:31 30 23:31:30 5 06 07 5 06 09 +0000 UTC %|\\n\\t|09 13\"" },
    { "local d = os.date('*t', 951827696) return { d.year, d.month, d.day, d."
      "hour, d.min, d.sec, d.yday, d.wday, d.isdst }",
      "[2000,2,29,12,34,56,60,3,false]" },
    { "local s = '' for k in pairs(os.date('!*t', 0)) do s = s .. k .. ' ' en"
      "d return s",
      "\"year month day hour min sec yday wday isdst \"" },
    { "return { os.date('%G-%V', 1609459200), os.date('%G-%V', 1230768000 - 8"
      "6400), os.date('%F', -1), os.date('%F', -62135596800) }",
      "[\"2020-53\",\"2009-01\",\"1969-12-31\",\"1-01-01\"]" },
    { "return { pcall(os.date, '%Q') }",
      "[false,\"bad argument #1 to 'date' (invalid conversion specifier '%Q')"
      "\"]" },
    { "return { pcall(os.date, '%Ez', 0) }",
      "[false,\"bad argument #1 to 'date' (invalid conversion specifier '%Ez'"
      ")\"]" },
    { "return { pcall(os.date, '%', 0) }",
      "[false,\"bad argument #1 to 'date' (invalid conversion specifier '%')"
      "\"]" },
    { "return { pcall(os.date, 'x', math.maxinteger) }",
      "[false,\"date result cannot be represented in this installation\"]" },
};

static const LuaRow times_rows[] = {
    { "return os.time({ year = 1970, month = 1, day = 2, hour = 0 })",
      "86400" },
    { "return os.time({ year = 1970, month = 1, day = 1 })", "43200" },
    { "return { os.time({ year = 2024, month = 14, day = -5, hour = 25, min ="
      " -1, sec = 70 }), os.time({ year = '2000', month = 1.0, day = 1, hour "
      "= 0 }) }",
      "[1737939610,946684800]" },
    { "local t = { year = 2024, month = 14, day = 1 } os.time(t) return { t.y"
      "ear, t.month, t.day, t.hour, t.min, t.yday, t.wday }",
      "[2025,2,1,12,0,32,7]" },
    { "local t = 0 for y = 1900, 2100, 7 do local d = os.date('*t', os.time({"
      " year = y, month = y % 12 + 1, day = y % 28 + 1 })) if d.year ~= y or "
      "d.month ~= y % 12 + 1 or d.day ~= y % 28 + 1 then t = t + 1 end end re"
      "turn t",
      "0" },
    { "return { pcall(os.time, { year = 2020 }) }",
      "[false,\"field 'month' missing in date table\"]" },
    { "return { pcall(os.time, { year = 2020, month = 'x', day = 1 }) }",
      "[false,\"field 'month' is not an integer\"]" },
    { "return { pcall(os.time, { year = 1 << 40, month = 1, day = 1 }) }",
      "[false,\"field 'year' is out-of-bound\"]" },
    { "return { pcall(os.time, 5) }",
      "[false,\"bad argument #1 to 'time' (table expected, got number)\"]" },
    { "return { math.type(os.time()), math.type(os.clock()), os.difftime(10, "
      "4) }",
      "[\"integer\",\"float\",6]" },
    { "local a = os.clock(); for i = 1, 1e5 do end; local b = os.clock(); "
      "return { a >= 0, a < 10, b >= a, b < 60 }",
      "[true,true,true,true]" },
    { "return { os.getenv == nil, os.exit == nil, os.execute == nil, os.remov"
      "e == nil, os.tmpname == nil }",
      "[true,true,true,true,true]" },
};

#define CHECK(name)                                                         \
    static void name(void **state)                                          \
    {                                                                       \
        (void)state;                                                        \
        assert_int_equal(lua_check(name##_rows, CM_ARRAY_LEN(name##_rows)), \
                         0);                                                \
    }

CHECK(dates)
CHECK(times)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates),
        cmocka_unit_test(times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
