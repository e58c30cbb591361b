/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "mcp/media.h"

static const char *check(const char *base64, const char *mime, size_t *bytes)
{
    *bytes = 0;
    return cm__media_check(base64, strlen(base64), mime, bytes);
}

static void data_decodes_or_not(void **state)
{
    (void)state;
    size_t n;
    assert_null(check("aGVsbG8=", "text/plain", &n));
    assert_int_equal(n, 5);
    assert_null(check("aGVsbG8", NULL, &n));
    assert_int_equal(n, 5);
    assert_null(check("aGk=", "x/unknown", &n));
    assert_int_equal(n, 2);
    assert_string_equal(check("aGVsbG8@", NULL, &n), "its data is not base64");
    assert_string_equal(check("aGVs bG8=", NULL, &n), "its data is not base64");
    assert_string_equal(check("aGVsb", NULL, &n), "its base64 data is cut");
    assert_string_equal(check("", NULL, &n), "its data is empty");
    assert_string_equal(check("==", NULL, &n), "its data is empty");
}

static void signatures_are_compared(void **state)
{
    (void)state;
    static const char wrong[] = "its data is not of the type that it declares";
    size_t n;
    assert_null(check("iVBORw0KGgoAAAA=", "image/png", &n));
    assert_null(check("iVBORw0KGgoAAAA=", "image/png; x=1", &n));
    assert_string_equal(check("iVBORw0KGgoAAAA=", "image/jpeg", &n), wrong);
    assert_string_equal(check("aGVsbG8=", "image/png", &n), wrong);
    assert_null(check("/9j/4AAQ", "image/jpeg", &n));
    assert_null(check("UklGRgAAAABXQVZF", "audio/wav", &n));
    assert_string_equal(check("UklGRgAAAAA=", "audio/wav", &n), wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_decodes_or_not),
        cmocka_unit_test(signatures_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
