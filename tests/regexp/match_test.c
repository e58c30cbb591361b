/* SPDX-License-Identifier: MIT */
/* Matching: order of alternatives, repetition, captures, lookaround, references;
 * memory and time. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include "regexp/regexp_table.h"

/* clang-format off */
static const RegexpRow atoms_rows[] = {
    { "", "", "abc", "0-0" },
    { "abc", "", "xabcx", "1-4" },
    { "abc", "", "ab", "no" },
    { "a|ab", "", "abc", "0-1" },
    { "ab|a", "", "abc", "0-2" },
    { "(a|ab)(c|bcd)(d*)", "", "abcd", "0-4 0-1 1-4 4-4" },
    { "|a", "", "a", "0-0" },
    { "a|", "", "b", "0-0" },
    { "a||b", "", "b", "0-0" },
    { ".", "", "\n", "no" },
    { ".", "s", "\n", "0-1" },
    { ".", "", "\342\200\250", "no" },
    { ".", "s", "\342\200\250", "0-1" },
    { ".", "", "\r", "no" },
    { "...", "", "ab", "no" },
    { "^a", "", "ba", "no" },
    { "^a", "m", "b\na", "2-3" },
    { "^a", "m", "b\342\200\251a", "2-3" },
    { "a$", "", "a\n", "no" },
    { "a$", "m", "a\n", "0-1" },
    { "^$", "m", "a\n\nb", "2-2" },
    { "^", "", "", "0-0" },
    { "$", "", "abc", "3-3" },
    { "\\bfoo\\b", "", "a foo b", "2-5" },
    { "\\bfoo\\b", "", "afoo b", "no" },
    { "\\Boo", "", "foo", "1-3" },
    { "\\b", "", "", "no" },
    { "\\B", "", "", "0-0" },
    { "\\b", "", "  a", "2-2" },
    { "\\d+\\D+\\s\\S\\w\\W", "", "x12ab c_!", "1-9" },
    { "[]", "", "a", "no" },
    { "[^]", "", "\n", "0-1" },
    { "[^]*", "", "a\nb", "0-3" },
    { "[a-c]+", "", "xxabcd", "2-5" },
    { "[^a-c]+", "", "abcxyz", "3-6" },
    { "[a\\]b]+", "", "]ab", "0-3" },
    { "[\\]]", "", "]", "0-1" },
    { "[-a]+", "", "a-", "0-2" },
    { "[a-]+", "", "-a", "0-2" },
    { "[\\s\\d]+", "", "a 1 2b", "1-5" },
    { "[^\\s]+", "", "  ab ", "2-4" },
    { "\\s+", "", "a\302\240\342\200\203\357\273\277\343\200\200\tb", "1-6" },
    { "\\w+", "", "-\303\251_az9", "2-6" },
    { "(((a)))", "", "a", "0-1 0-1 0-1 0-1" },
    { "(?:a)(b)(?:c)", "", "abc", "0-3 1-2" },
};

static const RegexpRow quantifiers_rows[] = {
    { "a*", "", "aaab", "0-3" },
    { "a*?", "", "aaab", "0-0" },
    { "a+?", "", "aaab", "0-1" },
    { "a??b", "", "ab", "0-2" },
    { "a{2}", "", "aaaa", "0-2" },
    { "a{2,}", "", "aaaa", "0-4" },
    { "a{2,3}", "", "aaaa", "0-3" },
    { "a{2,3}?", "", "aaaa", "0-2" },
    { "a{0}", "", "a", "0-0" },
    { "a{0}b", "", "ab", "1-2" },
    { "(a{0})b", "", "ab", "1-2 1-1" },
    { "(a){0}b", "", "ab", "1-2 -" },
    { "(a)*", "", "b", "0-0 -" },
    { "(a)*", "", "aab", "0-2 1-2" },
    { "(a|b)*", "", "abab", "0-4 3-4" },
    { "(a*)*", "", "b", "0-0 -" },
    { "(a*)*", "", "aab", "0-2 0-2" },
    { "(a*)+", "", "b", "0-0 0-0" },
    { "(?:a*)*b", "", "aaab", "0-4" },
    { "(a?)*?b", "", "aab", "0-3 1-2" },
    { "(z)((a+)?(b+)?(c))*", "", "zaacbbbcac", "0-10 0-1 8-10 8-9 - 9-10" },
    { "(?:(a)|b)*", "", "ab", "0-2 -" },
    { "(?:(a)|(b)|(c))*", "", "abc", "0-3 - - 2-3" },
    { "(?:a|(b)){2}", "", "ba", "0-2 -" },
    { "((a)|b){2}", "", "ab", "0-2 1-2 -" },
    { "(a*){2}", "", "aaa", "0-3 3-3" },
    { "(a?){3}b", "", "aab", "0-3 2-2" },
    { "(?:){3}a", "", "a", "0-1" },
    { "(?:a?){2,4}b", "", "aab", "0-3" },
    { "(?:a?\?){2,4}b", "", "aab", "0-3" },
    { "(\\2a)(\\1)", "", "aaa", "0-2 0-1 1-2" },
    { "(a*)b\\1+", "", "baaaac", "0-1 0-0" },
    { "(?=(a+))", "", "baaabac", "1-1 1-4" },
    { "(?=(a+))a*b\\1", "", "baaabac", "3-6 3-4" },
    { "(.*?)a(?!(a+)b\\2c)\\2(.*)", "", "baaabaac", "0-8 0-2 - 3-8" },
    { "x{0,2}?y", "", "xxy", "0-3" },
    { "x{3}y", "", "xxy", "no" },
    { ".*c", "", "abcabc", "0-6" },
    { ".*?c", "", "abcabc", "0-3" },
    { ".+b.+", "", "aabaa", "0-5" },
    { "[ab]*b", "", "aabab", "0-5" },
    { "[ab]*?b", "", "aabab", "0-3" },
    { "[ab]{1,2}b", "", "abab", "0-2" },
    { "[ab]{1,2}?b", "", "abab", "0-2" },
    { "\\d{2,}?-", "", "1234-", "0-5" },
    { "(\\d+)(\\d)", "", "1234", "0-4 0-3 3-4" },
    { "(\\d+?)(\\d+)", "", "1234", "0-4 0-1 1-4" },
    { "a.*b.*c", "", "a1b2c3b4c5", "0-9" },
    { "(?:ab)+", "", "ababx", "0-4" },
    { "(?:ab)+?", "", "abab", "0-2" },
    { "(?:ab){2,}?c", "", "abababc", "0-7" },
    { "(?:a|ab)+c", "", "aabac", "0-5" },
    { "(?:ab?)*?c", "", "aabc", "0-4" },
    { "(a|ab)(bc|c)?$", "", "abc", "0-3 0-1 1-3" },
    { "(?:(\\w)(\\d))*", "", "a1b2", "0-4 2-3 3-4" },
};

static const RegexpRow lookaround_rows[] = {
    { "a(?=b)", "", "acab", "2-3" },
    { "a(?!b)", "", "abac", "2-3" },
    { "(?=a)(?=ab)abc", "", "abc", "0-3" },
    { "(?!a)b|a", "", "a", "0-1" },
    { "(?<=a)b", "", "bab", "2-3" },
    { "(?<!a)b", "", "abb", "2-3" },
    { "(?<=^|,)\\w+", "", "a,b", "0-1" },
    { "(?<=(\\d+)(\\d+))$", "", "1053", "4-4 0-1 1-4" },
    { "(?<=\\1(a))b", "", "aab", "2-3 1-2" },
    { "(?<=(a)\\1)b", "", "aab", "2-3 1-2" },
    { "(?<=a{2})b", "", "abaab", "4-5" },
    { "(?<=a*?b)c", "", "aabc", "3-4" },
    { "(?<=ab+?)c", "", "abbc", "3-4" },
    { "(?<=[ab]{2,3})c", "", "abac", "3-4" },
    { "(?<=a(?=b))b", "", "ab", "1-2" },
    { "(?=.*(?<=a)b)", "", "xab", "0-0" },
    { "(?<=(?<a>\\w){3})f", "", "abcdef", "5-6 2-3" },
    { "(?<=(?<a>\\w)+)f", "", "abcdef", "5-6 0-1" },
    { "(?<=abc)\\w\\w\\w", "", "abcdef", "3-6" },
    { "(?<!abc)\\w\\w\\w", "", "abcdef", "0-3" },
    { "(?<=\\b)a", "", " a", "1-2" },
    { "(?<=^ab)c", "", "abc", "2-3" },
    { "(?<=ab$)", "", "ab", "2-2" },
    { "(?!(a))b", "", "b", "0-1 -" },
    { "(?!(a)\\1)a", "", "ab", "0-1 -" },
    { "(?=(a)|(b))\\w", "", "b", "0-1 - 0-1" },
    { "((?=a)|b)*", "", "ba", "0-1 0-1" },
    { "(?<=(?:ab|c)d)e", "", "abde", "3-4" },
    { "(?<=\303\251)x", "", "\303\251x", "1-2" },
    { "(?<=[^a])b", "", "ab b", "3-4" },
    { "(?<=(..))(?<=(.))c", "", "abc", "2-3 0-2 1-2" },
    { "(?=a(?!b)|b(?=c)).", "", "abc", "1-2" },
    { "(?<=a.*)c", "", "axxc", "3-4" },
    { "(?<![a-z]{3})d", "", "abcd d", "5-6" },
    { "(?:(?=(\\w))a)+", "", "aab", "0-2 1-2" },
};

static const RegexpRow references_rows[] = {
    { "(a)\\1", "", "aa", "0-2 0-1" },
    { "(a)\\1", "", "ab", "no" },
    { "(a)?\\1b", "", "b", "0-1 -" },
    { "(a)|\\1b", "", "b", "0-1 -" },
    { "(?<x>a)\\k<x>", "", "aa", "0-2 0-1" },
    { "\\k<x>(?<x>a)", "", "a", "0-1 0-1" },
    { "(?<x>a|b)\\k<x>c", "", "abbc", "1-4 1-2" },
    { "(A)\\1", "i", "aA", "0-2 0-1" },
    { "(\303\251)\\1", "i", "\303\251\303\211", "0-2 0-1" },
    { "(\\u{10400})\\1", "iu", "\360\220\220\200\360\220\220\250", "0-4 0-2" },
    { "(\303\237)\\1", "iu", "\303\237\341\272\236", "0-2 0-1" },
    { "(\305\277)\\1", "iu", "\305\277s", "0-2 0-1" },
    { "(\305\277)\\1", "i", "\305\277s", "no" },
    { "(K)\\1", "iu", "K\342\204\252", "0-2 0-1" },
    { "(ab|a)\\1+", "", "abab", "0-4 0-2" },
    { "(\\w+) \\1", "", "the the", "0-7 0-3" },
    { "(?:(a)|b)\\1", "", "b", "0-1 -" },
    { "(.)(.)\\2\\1", "", "abba", "0-4 0-1 1-2" },
    { "(?:(x)|(y))\\1\\2", "", "yy", "0-2 - 0-1" },
    { "(a*)(b*)\\1\\2", "", "aabaab", "0-6 0-2 2-3" },
    { "(())\\1\\2", "", "a", "0-0 0-0 0-0" },
    { "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10", "", "abcdefghijj", "0-11 0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10" },
    { "(?<a>.)(?<b>.)\\k<b>\\k<a>", "", "xyyx", "0-4 0-1 1-2" },
    { "(\360\237\230\200)\\1", "u", "\360\237\230\200\360\237\230\200", "0-4 0-2" },
    { "(\\ud83d)\\1", "", "\355\240\275\355\240\275", "0-2 0-1" },
    { "(\\ud83d)\\1", "u", "\355\240\275\360\237\230\200", "no" },
};

static const RegexpRow sticky_rows[] = {
    { "b", "y", "ab", "no" },
    { "a", "y", "ab", "0-1" },
    { "^b", "my", "a\nb", "no" },
    { "a|b", "y", "ba", "0-1" },
    { "(?<=^)a", "y", "a", "0-1" },
};
/* clang-format on */

static void atoms_and_assertions(void **state)
{
    (void)state;
    assert_int_equal(regexp_check(atoms_rows, CM_ARRAY_LEN(atoms_rows)), 0);
}

static void repetition(void **state)
{
    (void)state;
    assert_int_equal(
        regexp_check(quantifiers_rows, CM_ARRAY_LEN(quantifiers_rows)), 0);
}

static void looking_around(void **state)
{
    (void)state;
    assert_int_equal(
        regexp_check(lookaround_rows, CM_ARRAY_LEN(lookaround_rows)), 0);
}

static void back_references(void **state)
{
    (void)state;
    assert_int_equal(
        regexp_check(references_rows, CM_ARRAY_LEN(references_rows)), 0);
}

static void sticky_stays(void **state)
{
    (void)state;
    assert_int_equal(regexp_check(sticky_rows, CM_ARRAY_LEN(sticky_rows)), 0);
}

/* Counts down; refuses when it is through. */
static bool take(void *user, uint64_t steps)
{
    uint64_t *left = user;
    bool enough = *left > steps;
    *left -= enough ? steps : *left;
    return enough;
}

static RegexpResult match_fill(const char *pattern, char c, uint32_t n,
                               uint64_t fuel, uint64_t *ret_used)
{
    uint64_t left = UINT64_MAX;
    RegexpHost host = { cm__alloc_default(), take, &left };
    RegexpText p = { .p8 = (const uint8_t *)pattern,
                     .len = (uint32_t)strlen(pattern) };
    RegexpCode *code = NULL;
    RegexpError error;
    assert_int_equal(cm__regexp_compile(&host, &p, 0, &code, &error), CM_OK);
    uint8_t *text = malloc(n + 1);
    uint32_t at[16];
    memset(text, c, n);
    text[n] = '!';
    RegexpText subject = { .p8 = text, .len = n + 1 };
    left = fuel;
    RegexpResult r = cm__regexp_match(code, &host, &subject, 0, false, at);
    *ret_used = fuel - left;
    free(text);
    cm__free(host.alloc, code, code->size);
    return r;
}

static void exponential_patterns_are_fast(void **state)
{
    static const char *const patterns[] = { "(a+)+$",      "^(a|aa)+$",
                                            "^(a|a)*b",    "(a+a+)+y",
                                            "([a-z]+)*=",  "(?:a|b)*c",
                                            "^(?:a+b?)+$", "(.*)(.*)$x",
                                            "(a+|b+)*[?]" };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(patterns); i++) {
        uint64_t used;
        assert_int_equal(match_fill(patterns[i], 'a', 2000, 100000000, &used),
                         REGEXP_NO_MATCH);
        assert_in_range(used, 1, 10000000);
    }
}

static void work_is_charged_and_can_be_stopped(void **state)
{
    uint64_t used;
    (void)state;
    assert_int_equal(
        match_fill("(?=(a+)+$)b|(?=(a+)+$)a", 'a', 60, 1000000, &used),
        REGEXP_STOPPED);
    assert_in_range(used, 990000, 1000000);
}

/* Refuses the allocation with the number `refuse`. */
typedef struct Counting {
    const cm_allocator *inner;
    uint32_t n, refuse;
    size_t live;
} Counting;

static void *count_resize(void *ctx, void *ptr, size_t old_size,
                          size_t new_size)
{
    Counting *c = ctx;
    if (new_size > 0 && ++c->n == c->refuse)
        return NULL;
    void *p = c->inner->resize(c->inner->ctx, ptr, old_size, new_size);
    c->live += new_size - old_size;
    return p;
}

/* Compiles and matches; true when an allocation was refused. */
static bool refused_once(uint32_t refuse)
{
    static const char pattern[] =
        "(?<a>x|[\\q{abc|de}])(?:\\p{L}(b)*?)*(?<=(?:a|b)c{2,3})\\k<a>";
    Counting c = { cm__alloc_default(), 0, refuse, 0 };
    cm_allocator alloc = { count_resize, &c };
    RegexpHost host = { .alloc = &alloc };
    RegexpText p = { .p8 = (const uint8_t *)pattern,
                     .len = sizeof pattern - 1 };
    RegexpCode *code = NULL;
    RegexpError error;
    cm_status st =
        cm__regexp_compile(&host, &p, REGEXP_UNICODE_SETS, &code, &error);
    assert_true(st == CM_OK || st == CM_E_NOMEM);
    if (st == CM_OK) {
        uint32_t at[8];
        uint8_t text[600];
        memset(text, 'x', sizeof text);
        RegexpText s = { .p8 = text, .len = sizeof text };
        RegexpResult r = cm__regexp_match(code, &host, &s, 0, false, at);
        assert_true(r == REGEXP_NO_MATCH || r == REGEXP_NOMEM);
        cm__free(&alloc, code, code->size);
    }
    assert_int_equal(c.live, 0);
    return c.n >= refuse;
}

static void every_refused_allocation_is_survived(void **state)
{
    uint32_t n = 1;
    (void)state;
    while (refused_once(n))
        n++;
    assert_in_range(n, 10, 1000);
}

static void code_may_be_moved(void **state)
{
    RegexpHost host = { .alloc = cm__alloc_default() };
    RegexpText p = { .p8 = (const uint8_t *)"(b+)c", .len = 5 };
    RegexpText s = { .p8 = (const uint8_t *)"abbc", .len = 4 };
    RegexpCode *code;
    RegexpError error;
    uint32_t at[4];
    (void)state;
    assert_int_equal(cm__regexp_compile(&host, &p, 0, &code, &error), CM_OK);
    uint32_t size = code->size;
    RegexpCode *moved = malloc(size);
    memcpy(moved, code, size);
    memset(code, 0xEE, size);
    cm__free(host.alloc, code, size);
    assert_int_equal(cm__regexp_match(moved, &host, &s, 0, false, at),
                     REGEXP_MATCH);
    assert_int_equal(at[0], 1);
    assert_int_equal(at[3], 3);
    free(moved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atoms_and_assertions),
        cmocka_unit_test(repetition),
        cmocka_unit_test(looking_around),
        cmocka_unit_test(back_references),
        cmocka_unit_test(sticky_stays),
        cmocka_unit_test(exponential_patterns_are_fast),
        cmocka_unit_test(work_is_charged_and_can_be_stopped),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(code_may_be_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
