/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/base64.h"

/* The vectors of RFC 4648 section 10, and bytes that use all digits. */
static const struct {
    const char *bytes, *text;
} pairs[] = {
    { "", "" },
    { "f", "Zg==" },
    { "fo", "Zm8=" },
    { "foo", "Zm9v" },
    { "foob", "Zm9vYg==" },
    { "fooba", "Zm9vYmE=" },
    { "foobar", "Zm9vYmFy" },
    { "\xFB\xFF\xBE", "+/++" },
};

static void both_ways(void **state)
{
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(pairs); i++) {
        Buf out;
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__base64_add(&out, pairs[i].bytes, strlen(pairs[i].bytes));
        assert_string_equal(cm__buf_text(&out), pairs[i].text);
        cm__buf_clear(&out);
        assert_true(
            cm__base64_read(&out, pairs[i].text, strlen(pairs[i].text)));
        assert_string_equal(cm__buf_text(&out), pairs[i].bytes);
        /* padding may be missing */
        cm__buf_clear(&out);
        assert_true(
            cm__base64_read(&out, pairs[i].text, strcspn(pairs[i].text, "=")));
        assert_string_equal(cm__buf_text(&out), pairs[i].bytes);
        cm__buf_done(&out);
    }
}

static void what_is_no_base64(void **state)
{
    static const char *const bad[] = { "Z",    "Zm9vY",    "Zg=",  "=",
                                       "Zm 9", "Zm9v=Zm9", "Zm9-", "====" };
    Buf out;
    (void)state;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&out, "kept");
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++) {
        assert_false(cm__base64_read(&out, bad[i], strlen(bad[i])));
        assert_string_equal(cm__buf_text(&out), "kept");
    }
    cm__buf_done(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways),
        cmocka_unit_test(what_is_no_base64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
