/* SPDX-License-Identifier: MIT */
/* The literals: strings, templates, regular expressions and numbers. ECMA-262
 * 12.9.3 to 12.9.6. */
#include "js/lexer_internal.h"

#include <string.h>

#include "base/hash.h"
#include "base/numtext.h"

/* ---- scratch ---- */

static void grow_units(JsLexer *lx)
{
    uint32_t cap = lx->units_cap == 0 ? 256 : lx->units_cap * 2;
    uint16_t *units =
        cm__realloc(lx->arena->alloc, lx->units, lx->units_cap * sizeof *units,
                    cap * sizeof *units);
    if (units == NULL)
        cm__js_fail_nomem(lx);
    lx->units = units;
    lx->units_cap = cap;
}

void cm__js_unit_add(JsLexer *lx, uint32_t unit)
{
    if (lx->n_units == lx->units_cap)
        grow_units(lx);
    lx->units[lx->n_units++] = (uint16_t)unit;
}

void cm__js_unit_add_code_point(JsLexer *lx, uint32_t c)
{
    if (c >= 0x10000) {
        cm__js_unit_add(lx, 0xD800 + ((c - 0x10000) >> 10));
        c = 0xDC00 + ((c - 0x10000) & 0x3FF);
    }
    cm__js_unit_add(lx, c);
}

/* Narrows units in place (a byte never overtakes the unit that it is read
 * from) when all are below 256. */
static bool narrow(uint16_t *units, uint32_t n)
{
    unsigned all = 0;
    for (uint32_t i = 0; i < n; i++)
        all |= units[i];
    if (all > 0xFF)
        return false;
    uint8_t *bytes = (uint8_t *)units;
    for (uint32_t i = 0; i < n; i++) {
        uint16_t unit = units[i];
        bytes[i] = (uint8_t)unit;
    }
    return true;
}

JsText cm__js_unit_text(JsLexer *lx, uint32_t from)
{
    uint32_t n = lx->n_units - from;
    JsText text = { "", 0, 0, false };
    lx->n_units = from;
    if (n > 0) {
        uint16_t *units = lx->units + from;
        text.len = n;
        text.wide = !narrow(units, n);
        size_t size = text.wide ? (size_t)n * 2 : n;
        void *copy = cm__js_alloc(lx, size);
        memcpy(copy, units, size);
        text.units = copy;
    }
    text.hash = text.wide ? cm__hash_units16(text.units, text.len)
                          : cm__hash_bytes(text.units, text.len);
    return text;
}

JsName *cm__js_unit_name(JsLexer *lx, uint32_t from)
{
    uint32_t n = lx->n_units - from;
    lx->n_units = from;
    if (n == 0)
        return cm__js_intern(lx, "", 0, false);
    uint16_t *units = lx->units + from;
    bool wide = !narrow(units, n);
    return cm__js_intern(lx, units, n, wide);
}

char *cm__js_byte_scratch(JsLexer *lx, uint32_t n)
{
    if (lx->bytes_cap < n) {
        char *bytes =
            cm__realloc(lx->arena->alloc, lx->bytes, lx->bytes_cap, n);
        if (bytes == NULL)
            cm__js_fail_nomem(lx);
        lx->bytes = bytes;
        lx->bytes_cap = n;
    }
    return lx->bytes;
}

/* ---- escapes ---- */

uint32_t cm__js_unicode_escape(const JsLexer *lx, uint32_t *at)
{
    const char *s = lx->text;
    uint32_t c = 0;
    if (s[*at] != '{') {
        for (int i = 0; i < 4; i++, (*at)++) {
            if (!js_is(s[*at], JS_CH_HEX))
                return UINT32_MAX;
            c = c << 4 | js_hex_value(s[*at]);
        }
        return c;
    }
    ++*at;
    if (!js_is(s[*at], JS_CH_HEX))
        return UINT32_MAX;
    for (; js_is(s[*at], JS_CH_HEX); ++*at) {
        c = c << 4 | js_hex_value(s[*at]);
        if (c > 0x10FFFF)
            return UINT32_MAX;
    }
    if (s[*at] != '}')
        return UINT32_MAX;
    ++*at;
    return c;
}

/* Numeric and Unicode escapes. *at is at the character behind the backslash.
 * Returns NULL and the character, or what is wrong with the escape. */
static const char *code_escape(const JsLexer *lx, uint32_t *at, uint32_t *ret_c)
{
    const char *s = lx->text;
    char c = s[*at];
    if (c == 'x') {
        if (!js_is(s[*at + 1], JS_CH_HEX) || !js_is(s[*at + 2], JS_CH_HEX))
            return "invalid hexadecimal escape";
        *ret_c = js_hex_value(s[*at + 1]) << 4 | js_hex_value(s[*at + 2]);
        *at += 3;
        return NULL;
    }
    if (c == 'u') {
        uint32_t behind = *at + 1;
        *ret_c = cm__js_unicode_escape(lx, &behind);
        if (*ret_c == UINT32_MAX)
            return "invalid Unicode escape";
        *at = behind;
        return NULL;
    }
    if (c == '0' && !js_is(s[*at + 1], JS_CH_DIGIT)) {
        *ret_c = 0;
        ++*at;
        return NULL;
    }
    return "octal escapes are not allowed";
}

/* One escape sequence in a string or template, its characters added to the
 * scratch. lx->pos is at the backslash. Returns what is wrong, or NULL. */
static const char *lex_escape(JsLexer *lx)
{
    uint32_t at = lx->pos + 1;
    uint32_t c = (uint8_t)lx->text[at];
    const char *wrong = NULL;
    switch (c) {
    case 'n':
        c = '\n';
        break;
    case 't':
        c = '\t';
        break;
    case 'r':
        c = '\r';
        break;
    case 'b':
        c = '\b';
        break;
    case 'f':
        c = '\f';
        break;
    case 'v':
        c = '\v';
        break;
    case '\r':
        lx->pos = at + (lx->text[at + 1] == '\n' ? 2 : 1);
        return NULL;
    case '\n':
        lx->pos = at + 1;
        return NULL;
    default:
        if (c == 'x' || c == 'u' || js_is((char)c, JS_CH_DIGIT)) {
            wrong = code_escape(lx, &at, &c);
        } else {
            c = cm__js_code_point(lx, &at);
            if (c == 0x2028 || c == 0x2029) {
                lx->pos = at;
                return NULL;
            }
        }
        if (wrong == NULL) {
            cm__js_unit_add_code_point(lx, c);
            lx->pos = at;
        }
        return wrong;
    }
    cm__js_unit_add(lx, c);
    lx->pos = at + 1;
    return NULL;
}

/* ---- strings ---- */

/* A string with escapes or non-ASCII text: decodes from lx->pos on. */
static void slow_string(JsLexer *lx, uint32_t start, char quote)
{
    uint32_t base = lx->n_units;
    for (;;) {
        char c = lx->text[lx->pos];
        if (c == quote)
            break;
        if (c == '\\') {
            lx->tok.escaped = true;
            uint32_t here = lx->pos;
            if (here + 1 >= lx->end)
                cm__js_fail(lx, start, "string without an end");
            const char *wrong = lex_escape(lx);
            if (wrong != NULL)
                cm__js_fail(lx, here, wrong);
        } else if (c == '\n' || c == '\r' ||
                   (c == '\0' && lx->pos >= lx->end)) {
            cm__js_fail(lx, start, "string without an end");
        } else {
            cm__js_unit_add_code_point(lx, cm__js_code_point(lx, &lx->pos));
        }
    }
    lx->pos++;
    lx->tok.name = cm__js_unit_name(lx, base);
}

void cm__js_lex_string(JsLexer *lx)
{
    uint32_t start = lx->pos, at = start + 1;
    char quote = lx->text[start];
    char other = quote == '"' ? '\'' : '"';
    while (js_is(lx->text[at], JS_CH_PLAIN) || lx->text[at] == other)
        at++;
    lx->tok.kind = JS_T_STRING;
    if (lx->text[at] == quote) {
        lx->tok.name =
            cm__js_intern(lx, lx->text + start + 1, at - start - 1, false);
        lx->pos = at + 1;
        return;
    }
    lx->pos = start + 1;
    slow_string(lx, start, quote);
}

/* ---- templates ---- */

/* Raw text: source characters with CR and CRLF as LF (ECMA-262 12.9.6). */
static JsText raw_text(JsLexer *lx, uint32_t at, uint32_t end)
{
    uint32_t base = lx->n_units;
    while (at < end) {
        uint32_t c = cm__js_code_point(lx, &at);
        if (c == '\r') {
            if (lx->text[at] == '\n' && at < end)
                at++;
            c = '\n';
        }
        cm__js_unit_add_code_point(lx, c);
    }
    return cm__js_unit_text(lx, base);
}

bool cm__js_lex_quasi(JsLexer *lx, uint32_t at, bool is_tagged,
                      JsQuasi *ret_quasi)
{
    uint32_t base = lx->n_units;
    const char *wrong = NULL;
    uint32_t wrong_at = at;
    bool more = false;
    lx->pos = at;
    for (;;) {
        char c = lx->text[lx->pos];
        if (c == '`' || (c == '$' && lx->text[lx->pos + 1] == '{')) {
            more = c == '$';
            break;
        }
        if (c == '\0' && lx->pos >= lx->end)
            cm__js_fail(lx, at - 1, "template without an end");
        if (c == '\\' && lx->pos + 1 < lx->end) {
            uint32_t here = lx->pos;
            const char *problem = lex_escape(lx);
            if (problem != NULL) {
                wrong_at = wrong == NULL ? here : wrong_at;
                wrong = problem;
                lx->pos = here + 2;
            }
        } else if (c == '\r') {
            cm__js_unit_add(lx, '\n');
            lx->pos += lx->text[lx->pos + 1] == '\n' ? 2 : 1;
        } else {
            cm__js_unit_add_code_point(lx, cm__js_code_point(lx, &lx->pos));
        }
    }
    uint32_t stop = lx->pos;
    if (wrong != NULL && !is_tagged)
        cm__js_fail(lx, wrong_at, wrong);
    ret_quasi->cooked = cm__js_unit_text(lx, base);
    if (wrong != NULL)
        ret_quasi->cooked = (JsText){ NULL, 0, 0, false };
    if (is_tagged)
        ret_quasi->raw = raw_text(lx, at, stop);
    lx->pos = stop + (more ? 2 : 1);
    lx->tok.end = lx->pos;
    cm__js_next(lx);
    return more;
}

/* ---- regular expressions ---- */

static bool ends_line(const JsLexer *lx, uint32_t at)
{
    const char *s = lx->text + at;
    return s[0] == '\n' || s[0] == '\r' || (s[0] == '\0' && at >= lx->end) ||
           ((uint8_t)s[0] == 0xE2 && (uint8_t)s[1] == 0x80 &&
            ((uint8_t)s[2] & 0xFE) == 0xA8);
}

static uint32_t regexp_body_end(JsLexer *lx, uint32_t start)
{
    bool in_class = false;
    for (uint32_t at = start + 1;; at++) {
        char c = lx->text[at];
        if (c == '\\')
            c = lx->text[++at] == '\0' ? '\0' : '\\';
        if (ends_line(lx, at))
            cm__js_fail(lx, start, "regular expression without an end");
        if (c == '[')
            in_class = true;
        else if (c == ']')
            in_class = false;
        else if (c == '/' && !in_class)
            return at;
    }
}

static void check_flags(JsLexer *lx, uint32_t at, uint32_t end)
{
    static const char known[] = "dgimsuvy";
    unsigned seen = 0;
    for (; at < end; at++) {
        const char *flag = strchr(known, lx->text[at]);
        if (flag == NULL || lx->text[at] == '\0')
            cm__js_fail(lx, at, "invalid regular expression flag");
        unsigned bit = 1u << (flag - known);
        if ((seen & bit) != 0)
            cm__js_fail(lx, at, "regular expression flag given twice");
        seen |= bit;
    }
    unsigned both = 1u << 5 | 1u << 6; /* u and v */
    if ((seen & both) == both)
        cm__js_fail(lx, end - 1,
                    "regular expression flags u and v exclude each other");
}

void cm__js_lex_regexp(JsLexer *lx, JsText *ret_pattern, JsText *ret_flags)
{
    uint32_t start = lx->tok.start;
    uint32_t body_end = regexp_body_end(lx, start);
    uint32_t at = body_end + 1;
    while (js_is(lx->text[at], JS_CH_PART))
        at++;
    uint32_t next = at;
    if (lx->text[at] == '\\' ||
        ((uint8_t)lx->text[at] >= 0x80 &&
         cm__js_is_id_part(cm__js_code_point(lx, &next))))
        cm__js_fail(lx, at, "invalid regular expression flag");
    check_flags(lx, body_end + 1, at);
    uint32_t base = lx->n_units;
    for (uint32_t i = start + 1; i < body_end;)
        cm__js_unit_add_code_point(lx, cm__js_code_point(lx, &i));
    *ret_pattern = cm__js_unit_text(lx, base);
    for (uint32_t i = body_end + 1; i < at; i++)
        cm__js_unit_add(lx, (uint8_t)lx->text[i]);
    *ret_flags = cm__js_unit_text(lx, base);
    lx->pos = at;
    lx->tok.end = at;
    cm__js_next(lx);
}

/* ---- numbers ---- */

static bool is_digit_of(char c, unsigned radix)
{
    if (radix == 16)
        return js_is(c, JS_CH_HEX);
    return c >= '0' && c < (char)('0' + (radix < 10 ? radix : 10));
}

/* Skips digits and separators; a separator stands between two digits. */
static uint32_t skip_digits(JsLexer *lx, uint32_t at, unsigned radix,
                            bool *ret_separators)
{
    const char *s = lx->text;
    if (s[at] == '_')
        cm__js_fail(lx, at, "misplaced numeric separator");
    for (;; at++) {
        if (s[at] == '_') {
            if (!is_digit_of(s[at + 1], radix))
                cm__js_fail(lx, at, "misplaced numeric separator");
            *ret_separators = true;
        } else if (!is_digit_of(s[at], radix)) {
            return at;
        }
    }
}

/* Copies [at, end) without separators, and without a `.` that no digit
 * follows, so that the reader sees the plain form only. */
static uint32_t plain_number(JsLexer *lx, uint32_t at, uint32_t end)
{
    char *out = cm__js_byte_scratch(lx, end - at + 1);
    uint32_t n = 0;
    for (; at < end; at++) {
        char c = lx->text[at];
        bool bare_dot = c == '.' && !js_is(lx->text[at + 1], JS_CH_DIGIT);
        if (c != '_' && !bare_dot)
            out[n++] = c;
    }
    return n;
}

static void finish_number(JsLexer *lx, uint32_t at, JsTokenKind kind)
{
    uint32_t next = at;
    char c = lx->text[at];
    if (js_is(c, JS_CH_PART) || c == '\\' ||
        ((uint8_t)c >= 0x80 &&
         cm__js_is_id_start(cm__js_code_point(lx, &next))))
        cm__js_fail(lx, at, "identifier directly after a number");
    lx->tok.kind = (uint8_t)kind;
    lx->pos = at;
}

static void lex_radix_number(JsLexer *lx, unsigned radix)
{
    uint32_t start = lx->pos + 2;
    bool separators = false;
    uint32_t at = skip_digits(lx, start, radix, &separators);
    if (at == start)
        cm__js_fail(lx, at, "number without digits");
    if (lx->text[at] == 'n') {
        finish_number(lx, at + 1, JS_T_BIGINT);
        return;
    }
    uint32_t n = plain_number(lx, start, at);
    if (!cm__num_read_radix(lx->bytes, n, (int)radix, &lx->tok.number))
        cm__js_fail(lx, start, "invalid number");
    finish_number(lx, at, JS_T_NUMBER);
}

static uint32_t skip_exponent(JsLexer *lx, uint32_t at, bool *separators)
{
    if (lx->text[at] != 'e' && lx->text[at] != 'E')
        return at;
    at++;
    if (lx->text[at] == '+' || lx->text[at] == '-')
        at++;
    if (!js_is(lx->text[at], JS_CH_DIGIT))
        cm__js_fail(lx, at, "exponent without digits");
    return skip_digits(lx, at, 10, separators);
}

/* Up to 15 digits: exact without the general reader. */
static double small_integer(const char *s, uint32_t n)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < n; i++)
        value = value * 10 + (uint64_t)(s[i] - '0');
    return (double)value;
}

void cm__js_lex_number(JsLexer *lx)
{
    const char *s = lx->text;
    uint32_t start = lx->pos;
    if (s[start] == '0') {
        char c = (char)(s[start + 1] | 0x20);
        if (c == 'x' || c == 'o' || c == 'b') {
            lex_radix_number(lx, c == 'x' ? 16 : c == 'o' ? 8 : 2);
            return;
        }
        if (js_is(s[start + 1], JS_CH_DIGIT))
            cm__js_fail(lx, start,
                        "numbers with a leading zero are not allowed");
        if (s[start + 1] == '_')
            cm__js_fail(lx, start + 1, "misplaced numeric separator");
    }
    bool separators = false;
    uint32_t at = start;
    if (s[at] != '.')
        at = skip_digits(lx, at, 10, &separators);
    if (s[at] == 'n') {
        finish_number(lx, at + 1, JS_T_BIGINT);
        return;
    }
    uint32_t int_end = at;
    if (s[at] == '.') {
        at++;
        if (s[at] == '_' || js_is(s[at], JS_CH_DIGIT))
            at = skip_digits(lx, at, 10, &separators);
    }
    at = skip_exponent(lx, at, &separators);
    if (at == int_end && !separators && at - start <= 15) {
        lx->tok.number = small_integer(s + start, at - start);
    } else {
        uint32_t n = plain_number(lx, start, at);
        if (cm__num_read(lx->bytes, n, &lx->tok.number) != n)
            cm__js_fail(lx, start, "invalid number");
    }
    finish_number(lx, at, JS_T_NUMBER);
}

/* ---- classes ---- */

#define SP (JS_CH_SPACE)
#define SB (JS_CH_SPACE | JS_CH_PLAIN)
#define PL (JS_CH_PLAIN)
#define DG (JS_CH_PART | JS_CH_DIGIT | JS_CH_PLAIN | JS_CH_HEX)
#define HX (JS_CH_START | JS_CH_PART | JS_CH_PLAIN | JS_CH_HEX)
#define ID (JS_CH_START | JS_CH_PART | JS_CH_PLAIN)

/* Quotes and the backslash are not PLAIN; the string loop asks for the other
 * quote itself. */
/* clang-format off */
const uint8_t cm__js_char_class[256] = {
    /* 00 */ 0, 0, 0, 0, 0, 0, 0, 0, 0, SP, 0, SP, SP, 0, 0, 0,
    /* 10 */ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    /* 20 */ SB, PL, 0, PL, ID, PL, PL, 0, PL, PL, PL, PL, PL, PL, PL, PL,
    /* 30 */ DG, DG, DG, DG, DG, DG, DG, DG, DG, DG, PL, PL, PL, PL, PL, PL,
    /* 40 */ PL, HX, HX, HX, HX, HX, HX, ID, ID, ID, ID, ID, ID, ID, ID, ID,
    /* 50 */ ID, ID, ID, ID, ID, ID, ID, ID, ID, ID, ID, PL, 0, PL, PL, ID,
    /* 60 */ PL, HX, HX, HX, HX, HX, HX, ID, ID, ID, ID, ID, ID, ID, ID, ID,
    /* 70 */ ID, ID, ID, ID, ID, ID, ID, ID, ID, ID, ID, PL, PL, PL, PL, 0,
};
/* clang-format on */
