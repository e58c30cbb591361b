/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "mcp/toolfilter.h"

static void patterns(void **state)
{
    static const struct {
        const char *pattern, *text;
        bool matches;
    } rows[] = {
        { "", "", true },
        { "", "a", false },
        { "*", "", true },
        { "*", "abc", true },
        { "a", "a", true },
        { "a", "ab", false },
        { "a*", "a", true },
        { "a*", "ba", false },
        { "*b", "aab", true },
        { "*b", "aba", false },
        { "a*b*c", "aXbYbc", true },
        { "a*b*c", "acb", false },
        { "a?c", "abc", true },
        { "a?c", "ac", false },
        { "?", "", false },
        { "**a**", "a", true },
        { "a.b", "axb", false },
        { "[a]", "a", false },
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        if (cm__glob_matches(rows[i].pattern, rows[i].text,
                             strlen(rows[i].text)) != rows[i].matches)
            fail_msg("%s, %s", rows[i].pattern, rows[i].text);
    /* A NUL ends no text. */
    assert_false(cm__glob_matches("a", "a\0b", 3));
    assert_false(cm__glob_matches("a?", "a\0b", 3));
    assert_true(cm__glob_matches("a?b", "a\0b", 3));
    assert_true(cm__glob_matches("a*", "a\0b", 3));
}

static void no_filter_lets_all_through(void **state)
{
    (void)state;
    const ToolFilter empty = { .server = "s" };
    assert_null(cm__toolfilter_refusal(NULL, "x", false));
    assert_null(cm__toolfilter_refusal(&empty, "x", false));
    assert_string_equal(cm__toolfilter_name(NULL, "x"), "x");
}

static void an_exclusion_beats_an_inclusion(void **state)
{
    (void)state;
    static const char *const include[] = { "read_*", "write" };
    static const char *const exclude[] = { "*_secret" };
    const ToolFilter f = { .server = "s",
                           .include = include,
                           .n_include = 2,
                           .has_include = true,
                           .exclude = exclude,
                           .n_exclude = 1 };
    assert_null(cm__toolfilter_refusal(&f, "read_file", false));
    assert_null(cm__toolfilter_refusal(&f, "write", false));
    assert_string_equal(cm__toolfilter_refusal(&f, "read_secret", true),
                        "the configuration excludes it");
    assert_string_equal(cm__toolfilter_refusal(&f, "rewrite", true),
                        "the configuration does not include it");
}

static void an_empty_list_includes_nothing(void **state)
{
    (void)state;
    const ToolFilter f = { .server = "s", .has_include = true };
    assert_non_null(cm__toolfilter_refusal(&f, "x", true));
}

static void the_last_switch_counts(void **state)
{
    (void)state;
    static const ToolSwitch switches[] = { { "s_*", false },
                                           { "s_read*", true },
                                           { "other_*", false } };
    const ToolFilter f = { .server = "s",
                           .switches = switches,
                           .n_switches = 3 };
    assert_null(cm__toolfilter_refusal(&f, "read", false));
    assert_string_equal(cm__toolfilter_refusal(&f, "write", false),
                        "the configuration switches it off");
}

static void read_only_asks_for_the_hint(void **state)
{
    (void)state;
    const ToolFilter f = { .server = "s", .is_read_only = true };
    assert_null(cm__toolfilter_refusal(&f, "x", true));
    assert_non_null(cm__toolfilter_refusal(&f, "x", false));
}

static void names_change_where_it_is_said(void **state)
{
    (void)state;
    static const ToolRename renames[] = { { "a", "b" }, { "b", "c" } };
    const ToolFilter f = { .server = "s", .renames = renames, .n_renames = 2 };
    assert_string_equal(cm__toolfilter_name(&f, "a"), "b");
    assert_string_equal(cm__toolfilter_name(&f, "b"), "c");
    assert_string_equal(cm__toolfilter_name(&f, "c"), "c");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns),
        cmocka_unit_test(no_filter_lets_all_through),
        cmocka_unit_test(an_exclusion_beats_an_inclusion),
        cmocka_unit_test(an_empty_list_includes_nothing),
        cmocka_unit_test(the_last_switch_counts),
        cmocka_unit_test(read_only_asks_for_the_hint),
        cmocka_unit_test(names_change_where_it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
