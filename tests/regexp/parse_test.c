/* SPDX-License-Identifier: MIT */
/* Syntax: what is accepted, what is refused with which words, and the grammar of
 * B.1.2 without u. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include "regexp/regexp_table.h"

/* clang-format off */
static const RegexpRow syntax_any_rows[] = {
    { "(", "", "", "!missing ) in regular expression" },
    { ")", "", "", "!unmatched ) in regular expression" },
    { "(?", "", "", "!invalid group in regular expression" },
    { "(?a", "", "", "!invalid group in regular expression" },
    { "(?:", "", "", "!missing ) in regular expression" },
    { "[", "", "", "!missing ] in regular expression" },
    { "[a", "", "", "!missing ] in regular expression" },
    { "\\", "", "", "!\\ at the end of regular expression" },
    { "*", "", "", "!nothing to repeat in regular expression" },
    { "+a", "", "", "!nothing to repeat in regular expression" },
    { "?", "", "", "!nothing to repeat in regular expression" },
    { "a**", "", "", "!nothing to repeat in regular expression" },
    { "a+++", "", "", "!nothing to repeat in regular expression" },
    { "^*", "", "", "!nothing to repeat in regular expression" },
    { "$+", "", "", "!nothing to repeat in regular expression" },
    { "\\b?", "", "", "!nothing to repeat in regular expression" },
    { "a{2,1}", "", "", "!numbers out of order in {} of regular expression" },
    { "{1}", "", "", "!nothing to repeat in regular expression" },
    { "{1,}", "", "", "!nothing to repeat in regular expression" },
    { "(?<a", "", "", "!invalid capture group name" },
    { "(?<>)", "", "", "!invalid capture group name" },
    { "(?<1>)", "", "", "!invalid capture group name" },
    { "(?<a>)(?<a>)", "", "", "!capture group name given twice" },
    { "(?<a>a)\\k<b>", "", "", "!reference to a group name that does not exist" },
    { "(?<a>a)\\k", "", "", "!invalid named reference" },
    { "(?<a>a)\\k<a", "", "", "!invalid capture group name" },
    { "(?<$_a1>x)", "", "x", "0-1 0-1" },
    { "(?<\303\251>x)", "", "x", "0-1 0-1" },
    { "(?<\\u0061b>x)", "", "x", "0-1 0-1" },
    { "(?<\\u{61}b>x)", "", "x", "0-1 0-1" },
    { "(?<\360\235\222\234>.)", "", "x", "0-1 0-1" },
    { "(?<a-b>x)", "", "", "!invalid capture group name" },
    { "(?<a\342\235\244>x)", "", "", "!invalid capture group name" },
    { "[b-a]", "", "", "!range out of order in class of regular expression" },
    { "(?<=a)+", "", "", "!nothing to repeat in regular expression" },
    { "(?<!a){2}", "", "", "!nothing to repeat in regular expression" },
    { "a{99999999999}", "", "a", "no" },
    { "a{0,99999999999}", "", "aaa", "0-3" },
    { "(?:a{2}){3}", "", "aaaaaa", "0-6" },
};

static const RegexpRow syntax_u_rows[] = {
    { "a", "u", "a", "0-1" },
    { "\\-", "u", "", "!invalid escape in regular expression" },
    { "\\a", "u", "", "!invalid escape in regular expression" },
    { "\\1", "u", "", "!reference to a group that does not exist" },
    { "(a)\\2", "u", "", "!reference to a group that does not exist" },
    { "\\00", "u", "", "!invalid escape in regular expression" },
    { "\\08", "u", "", "!invalid escape in regular expression" },
    { "\\8", "u", "", "!reference to a group that does not exist" },
    { "\\c", "u", "", "!invalid escape in regular expression" },
    { "\\c1", "u", "", "!invalid escape in regular expression" },
    { "\\u", "u", "", "!invalid escape in regular expression" },
    { "\\u12", "u", "", "!invalid escape in regular expression" },
    { "\\u{110000}", "u", "", "!invalid escape in regular expression" },
    { "\\u{}", "u", "", "!invalid escape in regular expression" },
    { "\\x1", "u", "", "!invalid escape in regular expression" },
    { "{", "u", "", "!nothing to repeat in regular expression" },
    { "}", "u", "", "!lone bracket in regular expression" },
    { "]", "u", "", "!lone bracket in regular expression" },
    { "a{1", "u", "", "!nothing to repeat in regular expression" },
    { "a{1}{2}", "u", "", "!nothing to repeat in regular expression" },
    { "(?=a)*", "u", "", "!nothing to repeat in regular expression" },
    { "(?<=a)*", "u", "", "!nothing to repeat in regular expression" },
    { "[\\d-z]", "u", "", "!range of a class in regular expression" },
    { "[a-\\d]", "u", "", "!range of a class in regular expression" },
    { "[z-a]", "u", "", "!range out of order in class of regular expression" },
    { "[\\b]", "u", "\010", "0-1" },
    { "[\\-]", "u", "-", "0-1" },
    { "\\p{Foo}", "u", "", "!invalid property name in regular expression" },
    { "\\p", "u", "", "!invalid property name in regular expression" },
    { "\\p{", "u", "", "!invalid property name in regular expression" },
    { "\\p{L", "u", "", "!invalid property name in regular expression" },
    { "\\p{Script}", "u", "", "!invalid property name in regular expression" },
    { "\\p{Script=}", "u", "", "!invalid property name in regular expression" },
    { "\\p{sc=Nope}", "u", "", "!invalid property name in regular expression" },
    { "\\p{lu}", "u", "", "!invalid property name in regular expression" },
    { "\\P{ASCII}", "u", "a\303\251", "1-2" },
    { "\\k", "u", "", "!invalid named reference" },
    { "\\k<a>", "u", "", "!reference to a group name that does not exist" },
    { "(?<a>)\\k<b>", "u", "", "!reference to a group name that does not exist" },
    { "\\/", "u", "/", "0-1" },
    { "\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|", "u", "^$\\.*+?()[]{}|", "0-14" },
    { "\\p{RGI_Emoji}", "u", "", "!invalid property name in regular expression" },
    { "\\cA\\cz", "u", "\001\032", "0-2" },
    { "\\u{1F600}", "u", "\360\237\230\200", "0-2" },
    { "\\u{0001F600}", "u", "\360\237\230\200", "0-2" },
    { "\\ud83d\\ude00", "u", "\360\237\230\200", "0-2" },
};

static const RegexpRow annex_b_rows[] = {
    { "{", "", "{", "0-1" },
    { "}", "", "}", "0-1" },
    { "]", "", "]", "0-1" },
    { "a{", "", "a{", "0-2" },
    { "a{1", "", "a{1", "0-3" },
    { "a{1,", "", "a{1,", "0-4" },
    { "a{,2}", "", "a{,2}", "0-5" },
    { "a{x}", "", "a{x}", "0-4" },
    { "x{1}{", "", "x{", "0-2" },
    { "\\a", "", "a", "0-1" },
    { "\\-", "", "-", "0-1" },
    { "\\1", "", "\001", "0-1" },
    { "\\8", "", "8", "0-1" },
    { "\\9", "", "9", "0-1" },
    { "\\18", "", "\0018", "0-2" },
    { "\\12", "", "\n", "0-1" },
    { "\\377", "", "\303\277", "0-1" },
    { "\\400", "", " 0", "0-2" },
    { "\\07", "", "\007", "0-1" },
    { "\\c", "", "\\c", "0-2" },
    { "\\c1", "", "\\c1", "0-3" },
    { "\\c_", "", "\\c_", "0-3" },
    { "[\\c]", "", "\\", "0-1" },
    { "[\\c1]", "", "\021", "0-1" },
    { "[\\c_]", "", "\037", "0-1" },
    { "[\\c*]", "", "*", "0-1" },
    { "\\x", "", "x", "0-1" },
    { "\\x1", "", "x1", "0-2" },
    { "\\x41", "", "A", "0-1" },
    { "\\u", "", "u", "0-1" },
    { "\\u004", "", "u004", "0-4" },
    { "\\u0041", "", "A", "0-1" },
    { "\\u{41}", "", "uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu", "0-41" },
    { "\\k", "", "k", "0-1" },
    { "\\k<a>", "", "k<a>", "0-4" },
    { "(?=a)*b", "", "b", "0-1" },
    { "(?=a)?a", "", "a", "0-1" },
    { "(?!a){2}b", "", "b", "0-1" },
    { "(?=(a))*b", "", "ab", "1-2 -" },
    { "[\\d-z]", "", "-", "0-1" },
    { "[a-\\d]", "", "-", "0-1" },
    { "[\\w-a]+", "", "a-z", "0-3" },
    { "[\\b]", "", "\010", "0-1" },
    { "\\ca", "", "\001", "0-1" },
    { "(a)\\2", "", "a\002", "0-2 0-1" },
    { "\\1(a)", "", "a", "0-1 0-1" },
    { "[\\1]", "", "\001", "0-1" },
    { "[\\8]", "", "8", "0-1" },
    { "[\\07]", "", "\007", "0-1" },
    { "\\_", "", "_", "0-1" },
    { "\\p{L}", "", "p{L}", "0-4" },
    { "[\\p{L}]+", "", "{p}L", "0-4" },
};

static const RegexpRow name_rows[] = {
    { "(?<a>x)|(?<a>y)", "", "y", "0-1 - 0-1" },
    { "(?<a>x)|(?<a>y)", "", "x", "0-1 0-1 -" },
    { "(?:(?<a>x)|(?<a>y))\\k<a>", "", "xyy", "1-3 - 1-2" },
    { "(?:(?<a>x)|(?<a>y))\\k<a>", "", "xy", "no" },
    { "(?:(?:(?<a>x)|(?<a>y))\\k<a>)*", "", "xxyy", "0-4 - 2-3" },
    { "(?<a>x)|(?:(?<a>y)|(?<a>z))", "", "z", "0-1 - - 0-1" },
    { "(?:(?<a>x)|y)(?<a>z)", "", "", "!capture group name given twice" },
    { "(?<a>x)(?:(?<a>y)|z)", "", "", "!capture group name given twice" },
    { "(?<a>(?<a>x)|y)", "", "", "!capture group name given twice" },
    { "(?<a>x)|(?<b>y)(?<a>z)", "", "yz", "0-2 - 0-1 1-2" },
    { "(?<a>x)|(?<b>y)(?<b>z)", "", "", "!capture group name given twice" },
    { "\\k<a>(?:(?<a>x)|(?<a>y))", "", "y", "0-1 - 0-1" },
    { "(?:(?<a>x)|(?<a>y)|z)\\k<a>", "", "z", "0-1 - -" },
};

static const RegexpRow modifier_rows[] = {
    { "(?i:a)b", "", "Ab", "0-2" },
    { "(?i:a)b", "", "AB", "no" },
    { "(?-i:a)b", "i", "aB", "0-2" },
    { "(?-i:a)b", "i", "Ab", "no" },
    { "(?s:.)(.)?", "", "\n\n", "0-1 -" },
    { "(?-s:.)", "s", "\n", "no" },
    { "(?m:^)b", "", "a\nb", "2-3" },
    { "(?-m:^)b", "m", "a\nb", "no" },
    { "(?im-s:^a.)", "s", "x\nAb", "2-4" },
    { "(?im-s:^a.)", "s", "x\nA\n", "no" },
    { "(?i:(a)\\1)", "", "aA", "0-2 0-1" },
    { "(?i:(a))\\1", "", "aA", "no" },
    { "(?i:[a-z])[a-z]", "", "Xx", "0-2" },
    { "(?i:\\u{10400}).", "u", "\360\220\220\250x", "0-3" },
    { "(?i:a(?-i:b)c)", "", "AbC", "0-3" },
    { "(?i:a(?-i:b)c)", "", "ABC", "no" },
    { "(?i:a|b)+", "", "aBAb", "0-4" },
    { "(?i-:a)", "", "A", "0-1" },
    { "(?-:a)", "", "", "!invalid group in regular expression" },
    { "(?ii:a)", "", "", "!invalid group in regular expression" },
    { "(?i-i:a)", "", "", "!invalid group in regular expression" },
    { "(?g:a)", "", "", "!invalid group in regular expression" },
    { "(?i-m-s:a)", "", "", "!invalid group in regular expression" },
    { "(?i", "", "", "!invalid group in regular expression" },
    { "(?i)a", "", "", "!invalid group in regular expression" },
};

static const RegexpRow flag_rows[] = {
    { "a", "gg", "", "!flags" },
    { "a", "x", "", "!flags" },
    { "a", "uv", "", "!flags" },
    { "a", "dgimsuy", "a", "0-1" },
    { "a", "dgimsvy", "a", "0-1" },
};
/* clang-format on */

static void syntax_of_every_mode(void **state)
{
    (void)state;
    assert_int_equal(
        regexp_check(syntax_any_rows, CM_ARRAY_LEN(syntax_any_rows)), 0);
}

static void syntax_of_unicode_mode(void **state)
{
    (void)state;
    assert_int_equal(regexp_check(syntax_u_rows, CM_ARRAY_LEN(syntax_u_rows)),
                     0);
}

static void older_syntax_without_u(void **state)
{
    (void)state;
    assert_int_equal(regexp_check(annex_b_rows, CM_ARRAY_LEN(annex_b_rows)), 0);
}

static void group_names_may_repeat_in_other_alternatives(void **state)
{
    (void)state;
    assert_int_equal(regexp_check(name_rows, CM_ARRAY_LEN(name_rows)), 0);
}

static void modifiers_hold_inside_their_group(void **state)
{
    (void)state;
    assert_int_equal(regexp_check(modifier_rows, CM_ARRAY_LEN(modifier_rows)),
                     0);
}

static void flags_are_checked(void **state)
{
    (void)state;
    assert_int_equal(regexp_check(flag_rows, CM_ARRAY_LEN(flag_rows)), 0);
}

/* Something opened n times around nothing. */
static cm_status compile_nested(uint32_t n, const char *open)
{
    Buf text;
    RegexpHost host = { .alloc = cm__alloc_default() };
    cm__buf_init(&text, host.alloc, CM_BUF_NO_LIMIT);
    for (uint32_t i = 0; i < n; i++)
        cm__buf_add_str(&text, open);
    cm__buf_add_fill(&text, *open == '[' ? ']' : ')', n);
    RegexpText p = { .p8 = (const uint8_t *)text.bytes,
                     .len = (uint32_t)text.len };
    RegexpCode *code = NULL;
    RegexpError error;
    cm_status st =
        cm__regexp_compile(&host, &p, REGEXP_UNICODE_SETS, &code, &error);
    if (st == CM_OK)
        cm__free(host.alloc, code, code->size);
    else
        assert_string_equal(error.what,
                            "regular expression nests over 1000 groups");
    cm__buf_done(&text);
    return st;
}

static void nesting_ends_at_1000(void **state)
{
    static const char *const opens[] = { "(", "(?:", "(?=", "(?<!", "[" };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(opens); i++) {
        assert_int_equal(compile_nested(1000, opens[i]), CM_OK);
        assert_int_equal(compile_nested(1001, opens[i]), CM_E_SYNTAX);
    }
}

static void error_tells_its_place(void **state)
{
    RegexpHost host = { .alloc = cm__alloc_default() };
    RegexpText p = { .p8 = (const uint8_t *)"ab[z-a]", .len = 7 };
    RegexpCode *code;
    RegexpError error;
    (void)state;
    assert_int_equal(cm__regexp_compile(&host, &p, 0, &code, &error),
                     CM_E_SYNTAX);
    assert_int_equal(error.at, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(syntax_of_every_mode),
        cmocka_unit_test(syntax_of_unicode_mode),
        cmocka_unit_test(older_syntax_without_u),
        cmocka_unit_test(group_names_may_repeat_in_other_alternatives),
        cmocka_unit_test(modifiers_hold_inside_their_group),
        cmocka_unit_test(flags_are_checked),
        cmocka_unit_test(nesting_ends_at_1000),
        cmocka_unit_test(error_tells_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
