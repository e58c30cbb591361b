/* SPDX-License-Identifier: MIT */
/* The table library; spec/lua.md 2.3.
 * Each row is a program and what comes out of it (lua_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lua_run.h"

static const LuaRow joining_rows[] = {
    { "return { table.concat({ 1, 2, 3 }, ', '), table.concat({}), table.conc"
      "at({ 'a', 1.5, 2.0 }), table.concat({ 1, 2, 3 }, '-', 2, 3), table.con"
      "cat({ 1 }, ',', 2) }",
      "[\"1, 2, 3\",\"\",\"a1.52.0\",\"2-3\",\"\"]" },
    { "return { pcall(table.concat, { 1, {} }) }",
      "[false,\"invalid value (table) at index 2 in table for 'concat'\"]" },
    { "return { pcall(table.concat, { 1 }, ',', 1, 2) }",
      "[false,\"invalid value (nil) at index 2 in table for 'concat'\"]" },
    { "local t = {} t[math.maxinteger] = 'x' return table.concat(t, ',', math"
      ".maxinteger, math.maxinteger)",
      "\"x\"" },
};

static const LuaRow inserting_rows[] = {
    { "local t = { 1, 2, 3 } table.insert(t, 4) table.insert(t, 1, 0) table.i"
      "nsert(t, 3, 9) table.insert(t, 7, 8) return t",
      "[0,1,9,2,3,4,8]" },
    { "local t = {} for i = 1, 20 do table.insert(t, 1, i) end return { #t, t"
      "[1], t[20] }",
      "[20,20,1]" },
    { "local t = { 1, 2 } table.insert(t, nil) return t", "[1,2]" },
    { "local t = { 1, 2 } table.insert(t, 1, nil) return { t[1] == nil, t[2],"
      " t[3] }",
      "[true,1,2]" },
    { "local t = { [5] = 'five', 1, 2 } table.insert(t, 1, 0) return { #t, t["
      "3], t[5] }",
      "[3,2,\"five\"]" },
    { "local t = { 1, [3] = 3 } table.insert(t, 2) return { #t, t[3] }",
      "[3,3]" },
    { "return { pcall(table.insert, { 1 }, 3, 1) }",
      "[false,\"bad argument #2 to 'insert' (position out of bounds)\"]" },
    { "return { pcall(table.insert, { 1 }) }",
      "[false,\"wrong number of arguments to 'insert'\"]" },
    { "return { pcall(table.insert, { 1 }, 1, 2, 3) }",
      "[false,\"wrong number of arguments to 'insert'\"]" },
    { "return { pcall(table.insert, nil, 1) }",
      "[false,\"bad argument #1 to 'insert' (table expected, got nil)\"]" },
    { "return pcall(table.insert, table, 1)", "false" },
    { "return select('#', table.insert({}, 1))", "0" },
};

static const LuaRow removing_rows[] = {
    { "local t = { 1, 2, 3, 4 } return { table.remove(t), table.remove(t, 1),"
      " #t, t[1], t[2] }",
      "[4,1,2,2,3]" },
    { "local t = { 1, 2 } return { table.remove(t, 3) == nil, #t, table.remov"
      "e({}) == nil, table.remove({}, 0) == nil }",
      "[true,2,true,true]" },
    { "local t = { [0] = 'z' } return { table.remove(t, 0), t[0] == nil }",
      "[\"z\",true]" },
    { "local t = { 1, 2, 3 } table.remove(t, 2) return t", "[1,3]" },
    { "return { pcall(table.remove, { 1 }, 5) }",
      "[false,\"bad argument #2 to 'remove' (position out of bounds)\"]" },
    { "local t = {} for i = 1, 1000 do t[i] = i end local n = 0 while #t > 0 "
      "do n = n + table.remove(t, 1) end return n",
      "500500" },
};

static const LuaRow moving_rows[] = {
    { "return table.move({ 1, 2, 3 }, 1, 3, 2)", "[1,1,2,3]" },
    { "return table.move({ 1, 2, 3 }, 2, 3, 1)", "[2,3,3]" },
    { "return table.move({ 1, 2, 3 }, 1, 3, 3, { 9, 8 })", "[9,8,1,2,3]" },
    { "local t = { 1 } return table.move(t, 1, 0, 5) == t", "true" },
    { "return { pcall(table.move, {}, -1, math.maxinteger, 2) }",
      "[false,\"bad argument #3 to 'move' (too many elements to move)\"]" },
    { "return { pcall(table.move, {}, 1, math.maxinteger, 2) }",
      "[false,\"bad argument #4 to 'move' (destination wrap around)\"]" },
};

static const LuaRow packing_rows[] = {
    { "local t = table.pack(1, nil, 3, nil) return { t.n, t[1], t[3], #t }",
      "[4,1,3,3]" },
    { "return table.pack()", "{\"n\":0}" },
    { "return { table.unpack({ 1, 2, 3 }) }", "[1,2,3]" },
    { "return { table.unpack({ 1, 2, 3 }, 2) }", "[2,3]" },
    { "return { select('#', table.unpack({}, 1, 3)), select('#', table.unpack"
      "({ 1 }, 2)) }",
      "[3,0]" },
    { "return { pcall(table.unpack, {}, 1, 1000000) }",
      "[false,\"too many results to unpack\"]" },
    { "return { unpack == nil, table.getn == nil }", "[true,true]" },
    { "local t = {} for i = 1, 5000 do t[i] = i end return select('#', table."
      "unpack(t))",
      "5000" },
};

static const LuaRow sorting_rows[] = {
    { "local t = { 3, 1, 2.5, -1, 1e10 } table.sort(t) return t",
      "[-1,1,2.5,3,10000000000]" },
    { "local t = { 'b', 'a', 'C', '' } table.sort(t) return t",
      "[\"\",\"C\",\"a\",\"b\"]" },
    { "local t = { 1, 2, 3, 4, 5 } table.sort(t, function(a, b) return a > b "
      "end) return t",
      "[5,4,3,2,1]" },
    { "local t = {} for i = 1, 1000 do t[i] = (i * 7919) % 1009 end table.sor"
      "t(t) for i = 2, 1000 do if t[i - 1] > t[i] then return i end end retur"
      "n 'sorted'",
      "\"sorted\"" },
    { "local t = {} for i = 1, 1000 do t[i] = (i * 7919) % 1009 end table.sor"
      "t(t, function(a, b) return b < a end) for i = 2, 1000 do if t[i - 1] <"
      " t[i] then return i end end return 'sorted'",
      "\"sorted\"" },
    { "local t = { 1 << 40, 1.5, -(1 << 40), 2 } table.sort(t) return t",
      "[-1099511627776,1.5,2,1099511627776]" },
    { "local t = { 5, 3, 4, 1, 2 } table.sort(t, function() return true end) "
      "return #t",
      "5" },
    { "local t = { 3, 1, 2 } return { pcall(table.sort, t, function() error('"
      "no') end) }",
      "[false,\"no\"]" },
    { "return { pcall(table.sort, { 1, 'x' }) }",
      "[false,\"attempt to compare string with number\"]" },
    { "return { pcall(table.sort, { {}, {} }) }",
      "[false,\"attempt to compare two table values\"]" },
    { "return { pcall(table.sort, { 1, 2 }, 1) }",
      "[false,\"bad argument #2 to 'sort' (function expected, got number)\"]" },
    { "local t = { 3, 1, 2 } table.sort(t, function(a, b) t[#t + 1] = 0 retur"
      "n a < b end) return { t[1], t[2], t[3] }",
      "[1,2,3]" },
    { "local t = { 3, 1, 2 } table.sort(t, function(a, b) for i = 1, 3 do t[i"
      "] = nil end return a < b end) return t",
      "[1,2,3]" },
    { "local t = {} for i = 1, 100 do t[i] = { k = i % 3, i = i } end table.s"
      "ort(t, function(a, b) return a.k < b.k end) local s = '' for i = 1, 5 "
      "do s = s .. t[i].i .. ' ' end return s",
      "\"3 6 9 12 15 \"" },
    { "return select('#', table.sort({ 2, 1 }))", "0" },
};

#define CHECK(name)                                                         \
    static void name(void **state)                                          \
    {                                                                       \
        (void)state;                                                        \
        assert_int_equal(lua_check(name##_rows, CM_ARRAY_LEN(name##_rows)), \
                         0);                                                \
    }

CHECK(joining)
CHECK(inserting)
CHECK(removing)
CHECK(moving)
CHECK(packing)
CHECK(sorting)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joining),  cmocka_unit_test(inserting),
        cmocka_unit_test(removing), cmocka_unit_test(moving),
        cmocka_unit_test(packing),  cmocka_unit_test(sorting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
