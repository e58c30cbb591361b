/* SPDX-License-Identifier: MIT */
/* Classes of the v mode: nesting, operations, strings. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include "regexp/regexp_table.h"

/* clang-format off */
static const RegexpRow sets_rows[] = {
    { "[a-z&&[aeiou]]+", "v", "xaeiou", "!invalid set operation in regular expression" },
    { "[\\w--\\d]+", "v", "12ab_", "2-5" },
    { "[\\w--[a-c]]", "v", "abcd", "3-4" },
    { "[a-z&&b]", "v", "", "!invalid set operation in regular expression" },
    { "[a&&b--c]", "v", "", "!invalid set operation in regular expression" },
    { "[a--b&&c]", "v", "", "!invalid set operation in regular expression" },
    { "[ab--b]", "v", "", "!invalid set operation in regular expression" },
    { "[[ab]--b]", "v", "ba", "1-2" },
    { "[\\p{L}--[a-z]]", "v", "aB", "1-2" },
    { "[\\p{L}&&\\p{ASCII}]+", "v", "\303\251ab", "1-3" },
    { "[^\\p{L}--x]", "v", "ax1", "1-2" },
    { "[[a-c][x-z]]+", "v", "mcaz", "1-4" },
    { "[^[a-c][x-z]]+", "v", "amnz", "1-3" },
    { "[]", "v", "a", "no" },
    { "[^]", "v", "a", "0-1" },
    { "[\\q{abc|d|}]", "v", "abcd", "0-3" },
    { "[\\q{abc|d|}]", "v", "abd", "0-0" },
    { "[\\q{abc|d}]", "v", "xdabc", "1-2" },
    { "[\\q{a|ab|abc}]", "v", "abcd", "0-3" },
    { "[\\q{}]", "v", "x", "0-0" },
    { "[\\q{ab}--\\q{ab}]", "v", "ab", "no" },
    { "[\\q{ab|c}--\\q{ab}]", "v", "abc", "2-3" },
    { "[\\q{ab|c}&&\\q{ab|d}]", "v", "cab", "1-3" },
    { "[^\\q{ab}]", "v", "", "!negated class of strings in regular expression" },
    { "[^\\q{a}]", "v", "ab", "1-2" },
    { "[^\\q{ab}&&a]", "v", "b", "0-1" },
    { "[(]", "v", "", "!character needs an escape in class of regular expression" },
    { "[)]", "v", "", "!character needs an escape in class of regular expression" },
    { "[{]", "v", "", "!character needs an escape in class of regular expression" },
    { "[|]", "v", "", "!character needs an escape in class of regular expression" },
    { "[/]", "v", "", "!character needs an escape in class of regular expression" },
    { "[a-]", "v", "", "!character needs an escape in class of regular expression" },
    { "[-a]", "v", "", "!character needs an escape in class of regular expression" },
    { "[&&a]", "v", "", "!invalid set operation in regular expression" },
    { "[a&&]", "v", "", "!invalid set operation in regular expression" },
    { "[a&&&b]", "v", "", "!invalid set operation in regular expression" },
    { "[a!!b]", "v", "", "!character needs an escape in class of regular expression" },
    { "[a##b]", "v", "", "!character needs an escape in class of regular expression" },
    { "[~~]", "v", "", "!character needs an escape in class of regular expression" },
    { "[a&b]+", "v", "a&b", "0-3" },
    { "[!#%]+", "v", "%#!", "0-3" },
    { "[\\&\\-\\!\\#]+", "v", "#!-&", "0-4" },
    { "[\\(\\)]", "v", ")", "0-1" },
    { "\\p{RGI_Emoji}", "v", "x\360\237\221\250\342\200\215\360\237\221\251\342\200\215\360\237\221\247\342\200\215\360\237\221\246y", "1-12" },
    { "^\\p{RGI_Emoji}$", "v", "\360\237\221\251\360\237\217\275", "0-4" },
    { "^\\p{Emoji_Keycap_Sequence}$", "v", "1\357\270\217\342\203\243", "0-3" },
    { "^\\p{RGI_Emoji_Flag_Sequence}$", "v", "\360\237\207\251\360\237\207\252", "0-4" },
    { "\\P{RGI_Emoji}", "v", "", "!invalid property name in regular expression" },
    { "[^\\p{RGI_Emoji}]", "v", "", "!negated class of strings in regular expression" },
    { "[\\p{RGI_Emoji}--\\q{\360\237\230\200}]", "v", "\360\237\230\200\360\237\230\201", "2-4" },
    { "[\\p{RGI_Emoji}&&\\p{Emoji}]", "v", "\360\237\221\251\360\237\217\275", "0-2" },
    { "\\p{Basic_Emoji}", "v", "a\360\237\230\200", "1-3" },
    { "^[\\p{Emoji_Keycap_Sequence}x]+$", "v", "x1\357\270\217\342\203\243", "0-4" },
    { "(?<=[\\q{ab|c}])d", "v", "abd", "2-3" },
    { "[a-z--[aeiou]]", "v", "", "!invalid set operation in regular expression" },
    { "[[a-z]--[aeiou]]+", "v", "aebcd", "2-5" },
    { "[\\d\\s]+", "v", "1 2", "0-3" },
    { "[\\b]", "v", "\010", "0-1" },
    { "[\\u{1F600}-\\u{1F602}]", "v", "\360\237\230\201", "0-2" },
    { "[[[[a]]]]", "v", "a", "0-1" },
    { "[\\q{KM|x}]", "vi", "km", "0-2" },
    { "[[^a]&&\\w]", "v", "ab", "1-2" },
    { "[\\P{L}]", "vi", "a", "no" },
    { "\\P{Lu}", "vi", "A", "no" },
    { "[^\\P{Lu}]", "vi", "a", "0-1" },
    { "[a", "v", "", "!missing ] in regular expression" },
    { "[\\q{a]", "v", "", "!character needs an escape in class of regular expression" },
    { "[\\q]", "v", "", "!invalid escape in regular expression" },
    { "[\\q{(}]", "v", "", "!character needs an escape in class of regular expression" },
    { "\\q{a}", "v", "", "!invalid escape in regular expression" },
};
/* clang-format on */

static void set_notation(void **state)
{
    (void)state;
    assert_int_equal(regexp_check(sets_rows, CM_ARRAY_LEN(sets_rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_notation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
