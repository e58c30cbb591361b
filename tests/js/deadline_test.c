/* SPDX-License-Identifier: MIT */
/* Long work inside one built-in or one statement looks at the deadline
 * (spec/execution.md 5.7). Time passes only by looking at the clock: a program
 * ends by TimeoutExceeded when it looked often enough. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "js_run.h"

/* The program looks at least 100 times. */
static void assert_looks(const char *program)
{
    js_run_tick = 10000;
    const char *got = js_run_limited(program, 1, 0, 0);
    js_run_tick = 0;
    assert_string_equal(got, "!terminated: timeout");
}

static void typed_sort_looks(void **state)
{
    (void)state;
    assert_looks("new Float64Array(5e5).sort(); 1");
    assert_looks("new Int16Array(15e5).sort(); 1");
    assert_looks("new Float64Array(5e5).toSorted(); 1");
}

#define LONG_TEXTS                                         \
    "const s = 'x'.repeat(1e5), a = s + 'a', b = s + 'b';" \
    "a.charCodeAt(0); b.charCodeAt(0);"

static void search_for_long_text_looks(void **state)
{
    (void)state;
    assert_looks(LONG_TEXTS "Array(2000).fill(a).indexOf(b)");
    assert_looks(LONG_TEXTS "Array(2000).fill(a).includes(b)");
    assert_looks(LONG_TEXTS "Array(2000).fill(a).lastIndexOf(b)");
    assert_looks(LONG_TEXTS "const p = new URLSearchParams(Array(1000).fill([a,"
                            " ''])); p.get(b)");
}

#define BIG_NUMBERS "const a = 1n << 1000000n, b = a + 1n;"

static void search_for_big_numbers_looks(void **state)
{
    (void)state;
    assert_looks(BIG_NUMBERS "Array(1000).fill(a).indexOf(b)");
    assert_looks(BIG_NUMBERS "Array(1000).fill(a).includes(b)");
    assert_looks(BIG_NUMBERS "Array(1000).fill(a).lastIndexOf(b)");
}

static void a_plain_search_looks(void **state)
{
    (void)state;
    assert_looks("Array(3e6).fill(1).indexOf(2)");
    assert_looks("const a = Array(16e5).fill(1); a.includes(null) + ''");
}

/* One statement, no loop. */
static void assert_repeated_looks(const char *start, const char *part,
                                  int times)
{
    Buf program;
    cm__buf_init(&program, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&program, start);
    for (int i = 0; i < times; i++)
        cm__buf_add_str(&program, part);
    cm__buf_add_str(&program, "}; 1");
    assert_looks(cm__buf_text(&program));
    cm__buf_done(&program);
}

static void straight_code_looks(void **state)
{
    (void)state;
    assert_repeated_looks(LONG_TEXTS "switch (a) {", "case b:", 1000);
    assert_repeated_looks(LONG_TEXTS "{", "a == b;", 1000);
    assert_repeated_looks(LONG_TEXTS "{", "a < b;", 1000);
    assert_repeated_looks(BIG_NUMBERS "{", "a === b;", 600);
    assert_repeated_looks(BIG_NUMBERS "{", "a <= b;", 600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(typed_sort_looks),
        cmocka_unit_test(search_for_long_text_looks),
        cmocka_unit_test(search_for_big_numbers_looks),
        cmocka_unit_test(a_plain_search_looks),
        cmocka_unit_test(straight_code_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
