/* SPDX-License-Identifier: MIT */
/* Strings are searched eight bytes at a time for the three things that matter:
 * the quote, the backslash and control characters. The test for a zero byte in
 * a word is from Warren, Hacker's Delight, 6-1; its lowest hit is exact. */
#include "json/scan.h"

#include "base/ascii.h"
#include "base/numtext.h"
#include "base/utf8.h"
#include "base/word.h"

#include <string.h>

const char *cm__json_fault_text(JsonFault fault)
{
    switch (fault) {
    case CM_JSON_OK:
        return "no fault";
    case CM_JSON_END:
        return "text ends inside a value";
    case CM_JSON_TOKEN:
        return "unexpected character";
    case CM_JSON_STRING_END:
        return "text ends inside a string";
    case CM_JSON_CONTROL:
        return "control character in a string is not escaped";
    case CM_JSON_ESCAPE:
        return "invalid escape in a string";
    case CM_JSON_NUMBER:
        return "invalid number";
    case CM_JSON_KEY:
        return "expected a member name in double quotes";
    case CM_JSON_COLON:
        return "expected ':' behind a member name";
    case CM_JSON_COMMA:
        return "expected ',' or a closing bracket";
    case CM_JSON_TRAILING:
        return "unexpected text behind the value";
    case CM_JSON_COMMENT_END:
        return "text ends inside a comment";
    case CM_JSON_UTF8:
        return "text is not UTF-8";
    case CM_JSON_DEPTH:
        return "nested too deeply";
    }
    return "unknown fault";
}

/* How many steps of some nanoseconds are done before the pace is asked. */
#define TURNS 65536

static inline bool goes_on(const JsonPace *pace, uint32_t *turns)
{
    return ++*turns % TURNS != 0 || pace == NULL || pace->goes_on(pace->user);
}

void cm__json_locate(const char *text, size_t len, size_t offset,
                     uint32_t *ret_line, uint32_t *ret_column)
{
    cm__json_locate_paced(text, len, offset, NULL, ret_line, ret_column);
}

void cm__json_locate_paced(const char *text, size_t len, size_t offset,
                           const JsonPace *pace, uint32_t *ret_line,
                           uint32_t *ret_column)
{
    JsonSpot spot = CM_JSON_SPOT_INIT;
    cm__json_go_to(text, len, &spot, offset, pace);
    *ret_line = spot.line;
    *ret_column = spot.column;
}

void cm__json_go_to(const char *text, size_t len, JsonSpot *spot, size_t offset,
                    const JsonPace *pace)
{
    uint32_t line = spot->line, column = spot->column, turns = 0;
    size_t i = spot->offset;
    if (offset > len)
        offset = len;
    if (i == 0 && offset >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        i = 3;
    for (; i < offset && goes_on(pace, &turns); i++) {
        bool is_cr = text[i] == '\r' && !(i + 1 < len && text[i + 1] == '\n');
        if (text[i] == '\n' || is_cr) {
            line++;
            column = 1;
        } else if (((unsigned char)text[i] & 0xC0) != 0x80) {
            column++;
        }
    }
    *spot = (JsonSpot){ i, line, column };
}

/* ---- strings ---- */

/* The high bit of each byte that is zero. */
static inline uint64_t zeros(uint64_t x)
{
    return (x - CM_WORD_ONES) & ~x & CM_WORD_HIGH;
}

static inline uint64_t load4(const char *at)
{
    const unsigned char *b = (const unsigned char *)at;
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 |
           (uint64_t)b[3] << 24;
}

/* Whether fewer than eight bytes have nothing special; most names and words are
 * that short. Bytes may be in the word twice, or blanks beside them. */
static inline bool tail_is_plain(const char *at, size_t n, uint64_t *high)
{
    uint64_t x = CM_WORD_ONES * ' ';
    if (n >= 4)
        x = load4(at) | load4(at + n - 4) << 32;
    else if (n > 0)
        x = (x & ~UINT64_C(0xFFFFFF)) | (unsigned char)at[0] |
            (uint64_t)(unsigned char)at[n / 2] << 8 |
            (uint64_t)(unsigned char)at[n - 1] << 16;
    if ((((x - CM_WORD_ONES * 0x20) & ~x & CM_WORD_HIGH) |
         zeros(x ^ CM_WORD_ONES * '"') | zeros(x ^ CM_WORD_ONES * '\\')) != 0)
        return false;
    *high |= x & CM_WORD_HIGH;
    return true;
}

/* First quote, backslash or control character; *high collects the high bits of
 * the bytes passed. */
static const char *find_special(const char *at, const char *end, uint64_t *high)
{
    while (end - at >= 8) {
        uint64_t x = cm_word_load(at);
        uint64_t below_blank = (x - CM_WORD_ONES * 0x20) & ~x & CM_WORD_HIGH;
        uint64_t hit = below_blank | zeros(x ^ CM_WORD_ONES * '"') |
                       zeros(x ^ CM_WORD_ONES * '\\');
        if (hit != 0) {
            uint64_t first = hit & (~hit + 1);
            *high |= x & (first - 1) & CM_WORD_HIGH;
            return at + cm_ctz64(first) / 8;
        }
        *high |= x & CM_WORD_HIGH;
        at += 8;
    }
    if (tail_is_plain(at, (size_t)(end - at), high))
        return end;
    for (; at < end; at++) {
        unsigned char c = (unsigned char)*at;
        if (c < 0x20 || c == '"' || c == '\\')
            break;
        *high |= c & 0x80;
    }
    return at;
}

size_t cm__json_plain_length(const char *text, size_t n, bool *ret_is_ascii)
{
    uint64_t high = 0;
    *ret_is_ascii = true;
    if (n == 0)
        return 0;
    const char *at = find_special(text, text + n, &high);
    *ret_is_ascii = high == 0;
    return (size_t)(at - text);
}

/* Length of the escape at the backslash `at`, 0 when it is none. */
static size_t escape_length(const char *at, const char *end)
{
    if (end - at < 2)
        return 0;
    switch (at[1]) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        return 2;
    case 'u':
        if (end - at < 6)
            return 0;
        for (int i = 2; i < 6; i++)
            if (cm__ascii_hex(at[i]) < 0)
                return 0;
        return 6;
    default:
        return 0;
    }
}

JsonFault cm__json_scan_string(const char *at, const char *end, JsonString *ret)
{
    return cm__json_scan_string_paced(at, end, NULL, ret);
}

JsonFault cm__json_scan_string_paced(const char *at, const char *end,
                                     const JsonPace *pace, JsonString *ret)
{
    uint64_t high = 0;
    uint32_t turns = 0;
    ret->text = at;
    ret->has_escapes = false;
    ret->pace = pace;
    for (;;) {
        at = find_special(at, end, &high);
        ret->next = at;
        if (at == end || !goes_on(pace, &turns))
            return CM_JSON_STRING_END;
        if (*at == '"')
            break;
        if (*at != '\\')
            return CM_JSON_CONTROL;
        size_t n = escape_length(at, end);
        if (n == 0)
            return CM_JSON_ESCAPE;
        ret->has_escapes = true;
        at += n;
    }
    ret->len = (size_t)(at - ret->text);
    ret->is_ascii = high == 0;
    ret->next = at + 1;
    return CM_JSON_OK;
}

/* The unit of a checked escape; advances over it. */
static uint32_t take_escape(const char **at)
{
    const char *s = *at;
    *at += s[1] == 'u' ? 6 : 2;
    switch (s[1]) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'u':
        return (uint32_t)cm__ascii_hex(s[2]) << 12 |
               (uint32_t)cm__ascii_hex(s[3]) << 8 |
               (uint32_t)cm__ascii_hex(s[4]) << 4 |
               (uint32_t)cm__ascii_hex(s[5]);
    default:
        return (unsigned char)s[1];
    }
}

/* The next code point or surrogate of a checked string. */
static inline uint32_t take(const char **at, const char *end)
{
    const char *s = *at;
    unsigned char c = (unsigned char)*s;
    if (c == '\\')
        return take_escape(at);
    if (c < 0x80) {
        *at = s + 1;
        return c;
    }
    /* ED A0..BF xx is a surrogate in three-byte form. */
    if (c == 0xED && end - s >= 3 && (s[1] & 0xE0) == 0xA0 &&
        (s[2] & 0xC0) == 0x80) {
        *at = s + 3;
        return 0xD000 | ((uint32_t)s[1] & 0x3F) << 6 | ((uint32_t)s[2] & 0x3F);
    }
    return cm__utf8_next(at, end, NULL);
}

/* Where the pace is asked next. */
static inline const char *slice_end(const char *at, const char *end)
{
    return end - at > TURNS ? at + TURNS : end;
}

static inline bool may_go_on(const JsonString *s)
{
    return s->pace == NULL || s->pace->goes_on(s->pace->user);
}

size_t cm__json_string_measure(const JsonString *s, bool *ret_is_latin1)
{
    const char *at = s->text, *end = s->text + s->len;
    size_t units = 0;
    uint32_t all = 0;
    while (at < end) {
        for (const char *stop = slice_end(at, end); at < stop;) {
            uint32_t point = take(&at, end);
            units += point > 0xFFFF ? 2 : 1;
            all |= point;
        }
        if (at < end && !may_go_on(s))
            break;
    }
    *ret_is_latin1 = all < 256;
    return units;
}

void cm__json_string_units8(const JsonString *s, uint8_t *out)
{
    const char *at = s->text, *end = s->text + s->len;
    while (at < end) {
        for (const char *stop = slice_end(at, end); at < stop;)
            *out++ = (uint8_t)take(&at, end);
        if (at < end && !may_go_on(s))
            break;
    }
}

void cm__json_string_units16(const JsonString *s, uint16_t *out)
{
    const char *at = s->text, *end = s->text + s->len;
    while (at < end) {
        for (const char *stop = slice_end(at, end); at < stop;) {
            uint32_t point = take(&at, end);
            if (point > 0xFFFF) {
                *out++ = (uint16_t)(0xD7C0 + (point >> 10));
                *out++ = (uint16_t)(0xDC00 | (point & 0x3FF));
            } else {
                *out++ = (uint16_t)point;
            }
        }
        if (at < end && !may_go_on(s))
            break;
    }
}

/* Joins a leading surrogate with a trailing one behind it, if there is one. */
static uint32_t join(uint32_t lead, const char **at, const char *end,
                     bool *ret_is_lone)
{
    const char *peek = *at;
    if (lead < 0xDC00 && peek < end) {
        uint32_t trail = take(&peek, end);
        if (trail >= 0xDC00 && trail <= 0xDFFF) {
            *at = peek;
            return 0x10000 + ((lead & 0x3FF) << 10) + (trail & 0x3FF);
        }
    }
    *ret_is_lone = true;
    return lead;
}

size_t cm__json_string_utf8(const JsonString *s, char *out, bool *ret_has_lone)
{
    bool has_lone = false;
    const char *at = s->text, *end = s->text + s->len;
    char *to = out;
    while (at < end) {
        uint32_t point = take(&at, end);
        if (point >= 0xD800 && point <= 0xDFFF)
            point = join(point, &at, end, &has_lone);
        if (point < 0x80)
            *to++ = (char)point;
        else
            to += cm__utf8_encode(point, to);
    }
    if (has_lone && ret_has_lone != NULL)
        *ret_has_lone = true;
    return (size_t)(to - out);
}

/* ---- numbers ---- */

static bool is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

static const char *skip_digits(const char *at, const char *end)
{
    while (is_digit(at, end))
        at++;
    return at;
}

static JsonFault bad_number(const char *at, JsonNumber *ret)
{
    ret->next = at;
    return CM_JSON_NUMBER;
}

static JsonFault finish_integer(uint64_t magnitude, bool is_negative,
                                const char *next, JsonNumber *ret)
{
    ret->next = next;
    ret->is_integer = !(is_negative && magnitude == 0);
    ret->integer = is_negative ? -(int64_t)magnitude : (int64_t)magnitude;
    ret->value = is_negative ? -(double)magnitude : (double)magnitude;
    return CM_JSON_OK;
}

/* Digits, fraction and exponent from a sign-free start; cm__num_read takes a
 * superset of the grammar, so the grammar is checked here first. */
static JsonFault scan_long(const char *at, const char *end, bool is_negative,
                           JsonNumber *ret)
{
    const char *start = at;
    at = *at == '0' ? at + 1 : skip_digits(at, end);
    bool has_only_digits = true;
    if (is_digit(at, end))
        return bad_number(at, ret); /* a leading zero */
    if (at < end && *at == '.') {
        has_only_digits = false;
        if (!is_digit(++at, end))
            return bad_number(at, ret);
        at = skip_digits(at, end);
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        has_only_digits = false;
        at++;
        if (at < end && (*at == '+' || *at == '-'))
            at++;
        if (!is_digit(at, end))
            return bad_number(at, ret);
        at = skip_digits(at, end);
    }
    size_t len = (size_t)(at - start);
    if (has_only_digits && len <= 18) {
        uint64_t magnitude = 0;
        for (const char *s = start; s < at; s++)
            magnitude = magnitude * 10 + (uint64_t)(*s - '0');
        return finish_integer(magnitude, is_negative, at, ret);
    }
    double value = 0;
    (void)cm__num_read(start, len, &value);
    ret->next = at;
    ret->value = is_negative ? -value : value;
    ret->is_integer = false;
    ret->integer = 0;
    if (has_only_digits && len == 19) {
        uint64_t magnitude = 0; /* below 10^19, so it cannot wrap */
        for (const char *s = start; s < at; s++)
            magnitude = magnitude * 10 + (uint64_t)(*s - '0');
        if (magnitude <= INT64_MAX) {
            ret->is_integer = true;
            ret->integer =
                is_negative ? -(int64_t)magnitude : (int64_t)magnitude;
        } else if (is_negative && magnitude == (uint64_t)INT64_MAX + 1) {
            ret->is_integer = true;
            ret->integer = INT64_MIN;
        }
    }
    return CM_JSON_OK;
}

JsonFault cm__json_scan_number(const char *at, const char *end, JsonNumber *ret)
{
    bool is_negative = at < end && *at == '-';
    if (is_negative)
        at++;
    if (!is_digit(at, end))
        return bad_number(at, ret);
    /* Most numbers are integers of few digits: one loop, no second look. */
    if (*at != '0') {
        uint32_t small = 0;
        const char *s = at;
        while (s - at < 9 && is_digit(s, end))
            small = small * 10 + (uint32_t)(*s++ - '0');
        if (s == end ||
            (*s != '.' && *s != 'e' && *s != 'E' && !is_digit(s, end)))
            return finish_integer(small, is_negative, s, ret);
    }
    return scan_long(at, end, is_negative, ret);
}
