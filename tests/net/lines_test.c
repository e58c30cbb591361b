/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "net/lines.h"

typedef struct Seen {
    char text[512];
    size_t len;
} Seen;

static void see(void *ctx, const char *line, size_t len)
{
    Seen *seen = ctx;
    assert_true(seen->len + len + 1 < sizeof seen->text);
    memcpy(seen->text + seen->len, line, len);
    seen->len += len;
    seen->text[seen->len++] = '|';
    seen->text[seen->len] = '\0';
}

/* Feeds text in parts of `step` bytes and ends the stream. */
static void split(const char *text, size_t step, size_t max_line, Seen *seen,
                  size_t *ret_overlong)
{
    LineSplitter s;
    size_t n = strlen(text);
    memset(seen, 0, sizeof *seen);
    cm__lines_init(&s, cm__alloc_default(), max_line);
    for (size_t i = 0; i < n; i += step) {
        size_t part = n - i < step ? n - i : step;
        assert_int_equal(cm__lines_feed(&s, text + i, part, see, seen), CM_OK);
    }
    cm__lines_finish(&s, see, seen);
    if (ret_overlong != NULL)
        *ret_overlong = s.n_overlong;
    cm__lines_done(&s);
}

static void lines_do_not_depend_on_the_reads(void **state)
{
    (void)state;
    const char *text =
        "\xEF\xBB\xBF{\"a\":1}\r\n\n\r\nsecond\nthird \xEF\xBB\xBF"
        "\nlast";
    for (size_t step = 1; step <= strlen(text); step++) {
        Seen seen;
        split(text, step, 100, &seen, NULL);
        assert_string_equal(seen.text,
                            "{\"a\":1}|second|third \xEF\xBB\xBF|last|");
    }
}

static void overlong_lines_are_dropped_and_counted(void **state)
{
    (void)state;
    for (size_t step = 1; step <= 40; step++) {
        Seen seen;
        size_t overlong;
        split("0123456789\n01234567890\nok\n", step, 10, &seen, &overlong);
        assert_string_equal(seen.text, "0123456789|ok|");
        assert_int_equal(overlong, 1);
    }
}

static void an_endless_line_keeps_no_more_than_the_cap(void **state)
{
    (void)state;
    LineSplitter s;
    Seen seen = { .len = 0 };
    cm__lines_init(&s, cm__alloc_default(), 1000);
    for (int i = 0; i < 10000; i++) {
        assert_int_equal(cm__lines_feed(&s, "xxxxxxxxxx", 10, see, &seen),
                         CM_OK);
        assert_true(cm__lines_pending(&s) <= 1004);
    }
    assert_int_equal(cm__lines_feed(&s, "\ngo\n", 4, see, &seen), CM_OK);
    assert_string_equal(seen.text, "go|");
    assert_int_equal(s.n_overlong, 1);
    cm__lines_done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_do_not_depend_on_the_reads),
        cmocka_unit_test(overlong_lines_are_dropped_and_counted),
        cmocka_unit_test(an_endless_line_keeps_no_more_than_the_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
