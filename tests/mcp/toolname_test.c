/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "mcp/toolname.h"

static void names_are_cleaned_character_by_character(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "plain_name-7", "plain_name-7" },
        { "a.b/c d", "a_b_c_d" },
        { "na\xC3\xAFve", "na_ve" },
        { "\xF0\x9F\x98\x80", "_" },
    };
    char out[CM_NAME_MAX + 1];
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        assert_true(cm__name_clean(rows[i][0], strlen(rows[i][0]), out));
        assert_string_equal(out, rows[i][1]);
    }
    assert_true(cm__name_clean("a\0b", 3, out));
    assert_string_equal(out, "a_b");
}

/* A13 */
static void names_have_1_to_128_characters(void **state)
{
    (void)state;
    char name[130], out[CM_NAME_MAX + 1];
    memset(name, 'x', sizeof name);
    assert_true(cm__name_clean(name, 128, out));
    assert_int_equal(strlen(out), 128);
    assert_false(cm__name_clean(name, 129, out));
    assert_false(cm__name_clean("", 0, out));
}

static void paths_have_single_dots(void **state)
{
    (void)state;
    assert_true(cm__path_is_clean("a", 100));
    assert_true(cm__path_is_clean("git.log-all", 100));
    assert_false(cm__path_is_clean("", 100));
    assert_false(cm__path_is_clean(".a", 100));
    assert_false(cm__path_is_clean("a.", 100));
    assert_false(cm__path_is_clean("a..b", 100));
    assert_false(cm__path_is_clean("a b", 100));
    assert_false(cm__path_is_clean("abcdef", 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_cleaned_character_by_character),
        cmocka_unit_test(names_have_1_to_128_characters),
        cmocka_unit_test(paths_have_single_dots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
