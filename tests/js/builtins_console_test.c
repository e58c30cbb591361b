/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

#define LOG(args, line)                             \
    {                                               \
        "console.log(" args ")", line "\nundefined" \
    }

/* E115 and spec/execution.md 10.3. */
static void console_lines(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        LOG("", ""),
        LOG("undefined", "undefined"),
        LOG("{ a: undefined }", "{\"a\":null}"),
        LOG("'a', 1, null, true, 'b\"c'", "a 1 null true b\"c"),
        LOG("['a\"\\n\\u0001', [1.5, -0, NaN, -Infinity]]",
            "[\"a\\\"\\n\\u0001\",[1.5,0,NaN,-Infinity]]"),
        LOG("[, 1, , undefined]", "[null,1,null,null]"),
        LOG("{ f() {}, g: Math.max }",
            "{\"f\":[opaque reference],\"g\":[opaque reference]}"),
        LOG("() => 1", "[opaque reference]"),
        LOG("new Map([['k', { a: 1 }], [1, 's']])",
            "Map(2) [[\"k\",{\"a\":1}],[1,\"s\"]]"),
        LOG("[new Set(['x', 2])]", "[Set(2) [\"x\",2]]"),
        LOG("new Map(), new Set()", "Map(0) [] Set(0) []"),
        LOG("new TypeError('bad'), [new Error('')]", "TypeError: bad [Error]"),
        LOG("Symbol('x'), [Symbol.iterator]",
            "Symbol(x) [Symbol(Symbol.iterator)]"),
        LOG("Promise.resolve(1)", "[promise: await it to see its value]"),
        LOG("[1].values()", "[opaque reference]"),
        LOG("new Date(0), [new Date(NaN)]",
            "1970-01-01T00:00:00.000Z [Invalid Date]"),
        LOG("new Date(-62198755200001)", "-000002-12-31T23:59:59.999Z"),
        LOG("new Date(8.64e15)", "+275760-09-13T00:00:00.000Z"),
        LOG("Object(5), [Object('s')]", "5 [\"s\"]"),
        LOG("Object.create({ inherited: 1 })", "{}"),
        LOG("{ 2: 'b', 1: 'a', '\\ud800': 1 }",
            "{\"1\":\"a\",\"2\":\"b\",\"\\ud800\":1}"),
        { "let ran = 0; console.log({ get x() { ran++; return 1 } }); return "
          "ran",
          "{\"x\":[Getter]}\n0" },
        { "const o = { a: {} }; o.a.b = o; console.log(o); return 1",
          "{\"a\":{\"b\":[Circular]}}\n1" },
        { "const s = {}; console.log([s, s])", "[{},{}]\nundefined" },
        { "console.info('i'); console.debug('d', 1); console.warn('w'); "
          "console.error([1]); console.dir({ a: 1 }, { depth: 0 }); return 1",
          "i\n[debug] d 1\n[warn] w\n[error] [1]\n{\"a\":1}\n1" },
        { "return typeof console.group", "\"undefined\"" },
        { "console.log = 1", "!TypeError: Cannot assign to read only property "
                             "'log' of object" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void console_depth(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "let v = []; for (let i = 0; i < 32; i++) v = [v]; console.log(v); "
          "return 1",
          "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n"
          "1" },
        { "let v = []; for (let i = 0; i < 33; i++) v = [v]; console.log(v); "
          "return 1",
          "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
          "]]\n1" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void console_tables(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "console.table([{ a: 1, b: 'x' }, { b: 2, c: [3] }, 7])",
          "(index)\ta\tb\tc\tValue\n0\t1\tx\t\t\n1\t\t2\t[3]\t\n2\t\t\t\t7\n"
          "undefined" },
        { "console.table([{ a: 1, b: 2 }], ['b', 'z'])",
          "(index)\tb\tz\n0\t2\t\nundefined" },
        { "console.table({ p: [1, 2], q: [3] })",
          "(index)\t0\t1\np\t1\t2\nq\t3\t\nundefined" },
        { "console.table(5)", "5\nundefined" },
        { "console.table()", "\nundefined" },
        { "console.table([])", "(index)\nundefined" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(console_lines),
        cmocka_unit_test(console_depth),
        cmocka_unit_test(console_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
