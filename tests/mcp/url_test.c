/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mcp/url.h"

static void references_are_resolved(void **state)
{
    (void)state;
    static const struct {
        const char *base, *reference, *want;
    } rows[] = {
        { "http://h/sse", "/messages?s=1", "http://h/messages?s=1" },
        { "http://h/a/b/sse?x=1#f", "messages/?s=1#g",
          "http://h/a/b/messages/?s=1" },
        { "http://h:8/a/b", "../c", "http://h:8/c" },
        { "http://h/a/b/c", "../../../../x", "http://h/x" },
        { "http://h/a/b/c", "./x/./y/..", "http://h/a/b/x/" },
        { "http://h/a", "/b/../c/./d", "http://h/c/d" },
        { "http://h", "x", "http://h/x" },
        { "http://h/a?b", "?c", "http://h/a?c" },
        { "http://h/a?b#c", "", "http://h/a?b" },
        { "https://h/a", "//other/x", "https://other/x" },
        { "https://h/a", "http://h/x", "http://h/x" },
        { "https://h/a", "javascript:x", "javascript:x" },
        { "http://h/a", "x?y=../z", "http://h/x?y=../z" },
        { "ftp://h/a", "x", NULL },
        { "http:///a", "x", NULL },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Buf out;
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        bool is_ok = cm__url_resolve(rows[i].base, rows[i].reference, &out);
        assert_int_equal(is_ok, rows[i].want != NULL);
        if (is_ok)
            assert_string_equal(cm__buf_text(&out), rows[i].want);
        cm__buf_done(&out);
    }
}

static void origins_are_compared(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool want;
    } rows[] = {
        { "http://h/a", "http://h:80/b?c", true },
        { "https://h/a", "HTTPS://H:443", true },
        { "http://[::1]:9/a", "http://[::1]:9/", true },
        { "http://[::1]/a", "http://[::1]:80/", true },
        { "http://h/a", "https://h/a", false },
        { "http://h/a", "http://h:8/a", false },
        { "http://h/a", "http://h.evil/a", false },
        { "http://h/a", "http://h@evil/a", false },
        { "http://h/a", "http://evil@h/", true },
        { "http://h/a", "javascript:x", false },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        assert_int_equal(cm__url_is_same_origin(rows[i].a, rows[i].b),
                         rows[i].want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_are_resolved),
        cmocka_unit_test(origins_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
