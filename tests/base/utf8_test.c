/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/compiler.h"
#include "base/utf8.h"

static void all_code_points_survive(void **state)
{
    (void)state;
    for (uint32_t point = 0; point <= 0x10FFFF; point++) {
        char bytes[4];
        size_t n = cm__utf8_encode(point, bytes);
        size_t expected = point < 0x80      ? 1
                          : point < 0x800   ? 2
                          : point < 0x10000 ? 3
                                            : 4;
        assert_int_equal(n, expected);
        bool is_surrogate = point >= 0xD800 && point <= 0xDFFF;
        assert_int_equal(cm__utf8_is_valid(bytes, n), !is_surrogate);
        const char *at = bytes;
        bool ok = true;
        uint32_t back = cm__utf8_next(&at, bytes + n, &ok);
        assert_int_equal(ok, !is_surrogate);
        if (!is_surrogate) {
            assert_int_equal(back, point);
            assert_ptr_equal(at, bytes + n);
            bool is_latin1;
            assert_int_equal(cm__utf8_utf16_length(bytes, n, &is_latin1),
                             point > 0xFFFF ? 2 : 1);
            assert_int_equal(is_latin1, point < 256);
            assert_int_equal(cm__utf8_count(bytes, n), 1);
        }
    }
}

/* "Maximal subparts", Unicode Standard, table 3-8 and its like. */
static void malformed_parts_are_replaced_one_by_one(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n, valid, replacements, points;
    } cases[] = {
        { "\x80", 1, 0, 1, 1 },
        { "a\xFF", 2, 1, 1, 2 },
        { "\xC0\xAF", 2, 0, 2, 2 }, /* overlong */
        { "\xC1\xBF", 2, 0, 2, 2 },
        { "\xE0\x80\xBF", 3, 0, 3, 3 },
        { "\xF0\x81\x82\x41", 4, 0, 3, 4 },
        { "\xED\xA0\x80", 3, 0, 3, 3 },     /* a surrogate */
        { "\xF4\x91\x92\x93", 4, 0, 4, 4 }, /* over U+10FFFF */
        { "\xF5\x80\x80\x80", 4, 0, 4, 4 },
        { "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", 9, 0, 4, 5 },
        { "abcdefgh\xF0\x9F\x98", 11, 8, 1, 9 }, /* cut off */
        { "abcdefgh\xE2\x82", 10, 8, 1, 9 },
        { "\xC3", 1, 0, 1, 1 },
        { "\xC3\xA9\xC3", 3, 2, 1, 2 },
        { "\xE2\x82\xAC\xE2(", 5, 3, 1, 3 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(cases); i++) {
        const char *text = cases[i].text, *end = text + cases[i].n;
        assert_int_equal(cm__utf8_valid_prefix(text, cases[i].n),
                         cases[i].valid);
        assert_false(cm__utf8_is_valid(text, cases[i].n));
        size_t points = 0, replacements = 0;
        bool ok = true;
        for (const char *at = text; at < end; points++)
            replacements += cm__utf8_next(&at, end, &ok) == CM_UTF8_REPLACEMENT;
        assert_false(ok);
        assert_int_equal(replacements, cases[i].replacements);
        assert_int_equal(points, cases[i].points);
    }
}

static void runs_of_ascii_are_told_apart_at_every_place(void **state)
{
    (void)state;
    char text[40];
    for (size_t n = 0; n <= 40; n++) {
        memset(text, 'a', sizeof(text));
        assert_true(cm__utf8_is_ascii(text, n));
        assert_true(cm__utf8_is_valid(text, n));
        for (size_t i = 0; i < n; i++) {
            text[i] = '\x80';
            assert_false(cm__utf8_is_ascii(text, n));
            assert_int_equal(cm__utf8_valid_prefix(text, n), i);
            text[i] = 'a';
        }
    }
    assert_true(cm__utf8_is_ascii(NULL, 0));
    assert_true(cm__utf8_is_valid(NULL, 0));
}

static void lengths_add_up(void **state)
{
    (void)state;
    static const char text[] = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";
    bool is_latin1;
    assert_int_equal(cm__utf8_count(text, 10), 4);
    assert_int_equal(cm__utf8_utf16_length(text, 10, &is_latin1), 5);
    assert_false(is_latin1);
    assert_int_equal(cm__utf8_utf16_length(text, 3, &is_latin1), 2);
    assert_true(is_latin1);
    char run[24];
    memset(run, 'a', sizeof run);
    for (size_t i = 0; i + 1 < sizeof run; i++) { /* U+00E9, U+0100 */
        memcpy(run + i, "\xC3\xA9", 2);
        assert_int_equal(cm__utf8_utf16_length(run, 24, &is_latin1), 23);
        assert_true(is_latin1);
        memcpy(run + i, "\xC4\x80", 2);
        assert_int_equal(cm__utf8_utf16_length(run, 24, &is_latin1), 23);
        assert_false(is_latin1);
        memcpy(run + i, "aa", 2);
    }
    assert_int_equal(cm__utf8_utf16_length(run, 24, &is_latin1), 24);
    assert_true(is_latin1);
    assert_int_equal(cm__utf8_utf16_length(NULL, 0, &is_latin1), 0);
    assert_true(is_latin1);
    static const size_t floors[] = { 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10 };
    for (size_t n = 0; n <= 10; n++)
        assert_int_equal(cm__utf8_floor(text, 10, n), floors[n]);
    assert_int_equal(cm__utf8_floor(text, 10, 99), 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_code_points_survive),
        cmocka_unit_test(malformed_parts_are_replaced_one_by_one),
        cmocka_unit_test(runs_of_ascii_are_told_apart_at_every_place),
        cmocka_unit_test(lengths_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
