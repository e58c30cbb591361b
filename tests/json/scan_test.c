/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json/scan.h"

static JsonFault scan(const char *text, size_t n, JsonString *s)
{
    return cm__json_scan_string(text, text + n, s);
}

static void strings_end_at_their_quote(void **state)
{
    (void)state;
    JsonString s;
    /* The quote at every place around the eight-byte steps. */
    char text[64];
    for (size_t n = 0; n < 40; n++) {
        memset(text, 'x', sizeof(text));
        text[n] = '"';
        text[n + 1] = '\xFF';
        assert_int_equal(scan(text, sizeof(text), &s), CM_JSON_OK);
        assert_int_equal(s.len, n);
        assert_ptr_equal(s.next, text + n + 1);
        assert_true(s.is_ascii && !s.has_escapes);
        assert_int_equal(scan(text, n, &s), CM_JSON_STRING_END);
        assert_ptr_equal(s.next, text + n);
        for (size_t i = 0; i < n; i++) {
            text[i] = '\xC3';
            assert_int_equal(scan(text, sizeof(text), &s), CM_JSON_OK);
            assert_false(s.is_ascii);
            text[i] = '\x1F';
            assert_int_equal(scan(text, sizeof(text), &s), CM_JSON_CONTROL);
            assert_ptr_equal(s.next, text + i);
            text[i] = '\\';
            if (i + 1 < n) {
                assert_int_equal(scan(text, sizeof(text), &s), CM_JSON_ESCAPE);
                assert_ptr_equal(s.next, text + i);
            }
            text[i] = '\x7F';
            assert_int_equal(scan(text, sizeof(text), &s), CM_JSON_OK);
            text[i] = 'x';
        }
    }
}

static void every_byte_is_classed(void **state)
{
    (void)state;
    for (int c = 0; c < 256; c++) {
        char text[16] = "aaaaaaaaaaaaaaa";
        text[3] = (char)c;
        bool is_ascii;
        bool is_special = c < 0x20 || c == '"' || c == '\\';
        assert_int_equal(cm__json_plain_length(text, 15, &is_ascii),
                         is_special ? 3 : 15);
        assert_int_equal(is_ascii, c < 0x80);
        assert_int_equal(cm__json_plain_length(text, 5, &is_ascii),
                         is_special ? 3 : 5);
        assert_int_equal(is_ascii, c < 0x80);
    }
    bool is_ascii = false;
    assert_int_equal(cm__json_plain_length(NULL, 0, &is_ascii), 0);
    assert_true(is_ascii);
}

static void plain_lengths_are_exact(void **state)
{
    (void)state;
    static const char special[] = { '"', '\\', '\0', '\x1F' };
    bool is_ascii;
    for (size_t n = 0; n <= 24; n++) {
        char text[25] = "";
        memset(text, 'a', n);
        assert_int_equal(cm__json_plain_length(text, n, &is_ascii), n);
        assert_true(is_ascii);
        for (size_t i = 0; i < n; i++) {
            text[i] = '\x80';
            assert_int_equal(cm__json_plain_length(text, n, &is_ascii), n);
            assert_false(is_ascii);
            for (size_t k = 0; k < sizeof special; k++) {
                text[i] = special[k];
                assert_int_equal(cm__json_plain_length(text, n, &is_ascii), i);
                assert_true(is_ascii);
            }
            text[i] = 'a';
        }
    }
}

static void bad_escapes_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "\\",    "\\x\"", "\\u\"",     "\\u123\"",  "\\u12G4\"", "\\u123",
        "\\'\"", "\\0\"", "\\U0041\"", "\\u 041\"", "\\\x01\"",
    };
    JsonString s;
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++) {
        assert_int_equal(scan(bad[i], strlen(bad[i]), &s), CM_JSON_ESCAPE);
        assert_ptr_equal(s.next, bad[i]);
    }
    assert_int_equal(scan("\\\"", 2, &s), CM_JSON_STRING_END);
}

static void strings_decode_to_utf8(void **state)
{
    (void)state;
    static const struct {
        const char *text, *decoded;
        size_t n;
        bool has_lone;
    } cases[] = {
        { "\"", "", 0, false },
        { "abc\"", "abc", 3, false },
        { "\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8, false },
        { "\\u0041\\u00e9\\u20AC\"", "A\xC3\xA9\xE2\x82\xAC", 6, false },
        { "\\u0000x\"", "\0x", 2, false },
        { "\\uD83D\\uDE00\"", "\xF0\x9F\x98\x80", 4, false },
        { "\\uD83D\"", "\xED\xA0\xBD", 3, true },
        { "\\uDE00\\uD83D\"", "\xED\xB8\x80\xED\xA0\xBD", 6, true },
        { "\\uD83Dx\"", "\xED\xA0\xBDx", 4, true },
        { "\\uD83D\\uD83D\\uDE00\"", "\xED\xA0\xBD\xF0\x9F\x98\x80", 7, true },
        { "\xED\xA0\xBD\\uDE00\"", "\xF0\x9F\x98\x80", 4, false },
        { "\\uDBFF\\uDFFF\"", "\xF4\x8F\xBF\xBF", 4, false },
        { "\xF0\x9F\x98\x80\"", "\xF0\x9F\x98\x80", 4, false },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(cases); i++) {
        JsonString s;
        char out[64];
        bool has_lone = false;
        assert_int_equal(scan(cases[i].text, strlen(cases[i].text), &s),
                         CM_JSON_OK);
        assert_true(s.len < sizeof(out));
        size_t n = cm__json_string_utf8(&s, out, &has_lone);
        assert_int_equal(n, cases[i].n);
        assert_memory_equal(out, cases[i].decoded, n);
        assert_int_equal(has_lone, cases[i].has_lone);
        assert_int_equal(cm__json_string_utf8(&s, out, NULL), n);
    }
}

static void strings_decode_to_units(void **state)
{
    (void)state;
    JsonString s;
    bool is_latin1;
    assert_int_equal(scan("a\\u00ff\xC3\xA9\"", 10, &s), CM_JSON_OK);
    assert_int_equal(cm__json_string_measure(&s, &is_latin1), 3);
    assert_true(is_latin1);
    uint8_t bytes[3];
    cm__json_string_units8(&s, bytes);
    assert_memory_equal(bytes, "a\xFF\xE9", 3);
    static const char wide[] =
        "a\\ud800\\u20ac\xF0\x9F\x98\x80\\ud83d\\ude00\xED\xB0\x80\"";
    assert_int_equal(scan(wide, sizeof(wide) - 1, &s), CM_JSON_OK);
    assert_int_equal(cm__json_string_measure(&s, &is_latin1), 8);
    assert_false(is_latin1);
    static const uint16_t expected[] = { 'a',    0xD800, 0x20AC, 0xD83D,
                                         0xDE00, 0xD83D, 0xDE00, 0xDC00 };
    uint16_t units[8];
    cm__json_string_units16(&s, units);
    assert_memory_equal(units, expected, sizeof(expected));
    /* Malformed bytes count as they decode. */
    assert_int_equal(scan("\xE2\x82\xED\xA0\"", 5, &s), CM_JSON_OK);
    assert_int_equal(cm__json_string_measure(&s, &is_latin1), 3);
    cm__json_string_units16(&s, units);
    assert_int_equal(units[0], 0xFFFD);
    assert_int_equal(units[2], 0xFFFD);
}

static void numbers_follow_the_grammar(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n;
        double value;
        bool is_integer;
        int64_t integer;
    } good[] = {
        { "0", 1, 0, true, 0 },
        { "-0", 2, -0.0, false, 0 },
        { "7,", 1, 7, true, 7 },
        { "-1]", 2, -1, true, -1 },
        { "123456789", 9, 123456789, true, 123456789 },
        { "1234567890", 10, 1234567890, true, 1234567890 },
        { "2147483648 ", 10, 2147483648.0, true, 2147483648 },
        { "9007199254740993", 16, 9007199254740992.0, true, 9007199254740993 },
        { "9223372036854775807", 19, 9223372036854775808.0, true, INT64_MAX },
        { "-9223372036854775808", 20, -9223372036854775808.0, true, INT64_MIN },
        { "9223372036854775808", 19, 9223372036854775808.0, false, 0 },
        { "-9223372036854775809", 20, -9223372036854775808.0, false, 0 },
        { "12345678901234567890", 20, 12345678901234567890.0, false, 0 },
        { "1.0", 3, 1, false, 0 },
        { "12345.25}", 8, 12345.25, false, 0 },
        { "1e2", 3, 100, false, 0 },
        { "1E+2", 4, 100, false, 0 },
        { "-1.5e-3x", 7, -1.5e-3, false, 0 },
        { "0.1", 3, 0.1, false, 0 },
        { "0e0", 3, 0, false, 0 },
        { "-0.0", 4, -0.0, false, 0 },
        { "1e400", 5, (double)INFINITY, false, 0 },
        { "123x", 3, 123, true, 123 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(good); i++) {
        JsonNumber n;
        const char *text = good[i].text;
        assert_int_equal(cm__json_scan_number(text, text + strlen(text), &n),
                         CM_JSON_OK);
        assert_ptr_equal(n.next, text + good[i].n);
        assert_true(n.value == good[i].value);
        assert_int_equal(signbit(n.value) != 0, signbit(good[i].value) != 0);
        assert_int_equal(n.is_integer, good[i].is_integer);
        if (n.is_integer)
            assert_true(n.integer == good[i].integer);
    }
    static const struct {
        const char *text;
        size_t at;
    } bad[] = {
        { "", 0 },   { "-", 1 },    { "-a", 1 },  { "01", 1 },  { "-01", 2 },
        { "1.", 2 }, { "1.e1", 2 }, { "1e", 2 },  { "1e+", 3 }, { "1e+x", 3 },
        { ".5", 0 }, { "00", 1 },   { "--1", 1 }, { "1.x", 2 }, { "+1", 0 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++) {
        JsonNumber n;
        const char *text = bad[i].text;
        assert_int_equal(cm__json_scan_number(text, text + strlen(text), &n),
                         CM_JSON_NUMBER);
        assert_ptr_equal(n.next, text + bad[i].at);
    }
}

static void numbers_end_with_the_text(void **state)
{
    (void)state;
    /* Digits beyond the end must not be read. */
    JsonNumber n;
    static const char text[] = "123456789012";
    for (size_t len = 1; len <= 12; len++) {
        assert_int_equal(cm__json_scan_number(text, text + len, &n),
                         CM_JSON_OK);
        assert_ptr_equal(n.next, text + len);
        int64_t expected = 0;
        for (size_t i = 0; i < len; i++)
            expected = expected * 10 + (text[i] - '0');
        assert_int_equal(n.integer, expected);
    }
}

static void places_are_found(void **state)
{
    (void)state;
    static const char text[] = "a\n\xC3\xA9x\r\ny\rz";
    static const struct {
        size_t offset;
        uint32_t line, column;
    } cases[] = { { 0, 1, 1 }, { 1, 1, 2 },  { 2, 2, 1 }, { 4, 2, 2 },
                  { 5, 2, 3 }, { 6, 2, 4 },  { 7, 3, 1 }, { 8, 3, 2 },
                  { 9, 4, 1 }, { 10, 4, 2 }, { 99, 4, 2 } };
    for (size_t i = 0; i < CM_ARRAY_LEN(cases); i++) {
        uint32_t line, column;
        cm__json_locate(text, sizeof(text) - 1, cases[i].offset, &line,
                        &column);
        assert_int_equal(line, cases[i].line);
        assert_int_equal(column, cases[i].column);
    }
    uint32_t line, column;
    cm__json_locate("\xEF\xBB\xBF{x", 5, 4, &line, &column);
    assert_int_equal(line, 1);
    assert_int_equal(column, 2);
}

static void small_helpers(void **state)
{
    (void)state;
    static const char text[] = " \t\r\n\x0Btrue";
    const char *end = text + sizeof(text) - 1;
    assert_ptr_equal(cm__json_skip_blanks(text, end), text + 4);
    assert_ptr_equal(cm__json_skip_blanks(text, text + 2), text + 2);
    assert_true(cm__json_has_word(text + 5, end, "true", 4));
    assert_false(cm__json_has_word(text + 5, end - 1, "true", 4));
    assert_false(cm__json_has_word(text + 4, end, "true", 4));
    for (int a = CM_JSON_OK; a <= CM_JSON_DEPTH; a++)
        for (int b = CM_JSON_OK; b < a; b++)
            assert_string_not_equal(cm__json_fault_text((JsonFault)a),
                                    cm__json_fault_text((JsonFault)b));
    assert_string_equal(cm__json_fault_text((JsonFault)99), "unknown fault");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_end_at_their_quote),
        cmocka_unit_test(every_byte_is_classed),
        cmocka_unit_test(plain_lengths_are_exact),
        cmocka_unit_test(bad_escapes_are_refused),
        cmocka_unit_test(strings_decode_to_utf8),
        cmocka_unit_test(strings_decode_to_units),
        cmocka_unit_test(numbers_follow_the_grammar),
        cmocka_unit_test(numbers_end_with_the_text),
        cmocka_unit_test(places_are_found),
        cmocka_unit_test(small_helpers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
