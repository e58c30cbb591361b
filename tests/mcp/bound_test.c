/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "mcp/bound.h"

static void bound(const char *text, size_t max_lines, size_t max_bytes,
                  Buf *out)
{
    const Bound b = { .max_lines = max_lines, .max_bytes = max_bytes };
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__bound_text(&b, text, strlen(text), out);
    assert_int_equal(out->status, CM_OK);
}

static void expect(const char *text, size_t max_lines, size_t max_bytes,
                   const char *want)
{
    Buf out;
    bound(text, max_lines, max_bytes, &out);
    assert_string_equal(cm__buf_text(&out), want);
    cm__buf_done(&out);
}

static void at_the_bound_nothing_is_cut(void **state)
{
    (void)state;
    expect("", 4, 8, "");
    expect("a\nb\nc\nd", 4, 8, "a\nb\nc\nd");
    expect("a\nb\nc\nd\n", 4, 8, "a\nb\nc\nd\n");
    expect("12345678", 4, 8, "12345678");
}

/* A17 */
static void one_line_more_loses_the_middle(void **state)
{
    (void)state;
    expect("1\n2\n3\n4\n5", 4, 100, "1\n2\n[1 line, 2 bytes omitted]\n4\n5");
    expect("1\n2\n3\n4\n5\n", 4, 100,
           "1\n2\n[1 line, 2 bytes omitted]\n4\n5\n");
}

static void bytes_cut_at_line_boundaries(void **state)
{
    (void)state;
    expect("aaa\nbbb\nccc\nddd\neee\n", 100, 10,
           "aaa\n[3 lines, 12 bytes omitted]\neee\n");
}

static void an_overlong_line_is_cut_at_a_character(void **state)
{
    (void)state;
    /* Two-byte characters; 5 bytes hold two of them. */
    expect("\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F\xC3\xA4\xC3\xB6\xC3\xBC", 100, 10,
           "\xC3\xA4\xC3\xB6\n[1 line, 6 bytes omitted]\n\xC3\xB6\xC3\xBC");
}

static void what_cannot_be_kept_is_told(void **state)
{
    (void)state;
    Buf out;
    Bound b = { 2, 100, "/dev/null/outputs", false };
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__bound_text(&b, "a\nb\nc\n", 6, &out);
    assert_string_equal(cm__buf_text(&out),
                        "a\n[1 line, 2 bytes omitted; they could not be kept "
                        "in /dev/null/outputs: Not a directory]\nc\n");
    cm__buf_done(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_the_bound_nothing_is_cut),
        cmocka_unit_test(one_line_more_loses_the_middle),
        cmocka_unit_test(bytes_cut_at_line_boundaries),
        cmocka_unit_test(what_cannot_be_kept_is_told),
        cmocka_unit_test(an_overlong_line_is_cut_at_a_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
