/* SPDX-License-Identifier: MIT */
#include "yaml/scalar.h"

#include <math.h>
#include <string.h>

#include "base/numtext.h"
#include "json/writer.h"

/* Room for the text of any 64-bit number and the marks around it. */
enum {
    EXACT_HEX_DIGITS = 16,
    EXACT_OCTAL_DIGITS = 21
};

static bool is_one_of(const char *text, size_t len, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strlen(*words) == len && memcmp(text, *words, len) == 0)
            return true;
    return false;
}

static size_t count_digits(const char *text, const char *end)
{
    const char *at = text;
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return (size_t)(at - text);
}

static bool is_digit_of(char c, int radix)
{
    if (c >= '0' && c <= '7')
        return true;
    return radix == 16 && (c == '8' || c == '9' || (c >= 'a' && c <= 'f') ||
                           (c >= 'A' && c <= 'F'));
}

/* 0o17 and 0xF, which have no sign; 0 when it is neither. */
static int radix_of(const char *text, size_t len)
{
    int radix = 0;
    if (len > 2 && text[0] == '0')
        radix = text[1] == 'o' ? 8 : text[1] == 'x' ? 16 : 0;
    for (size_t i = 2; i < len && radix != 0; i++)
        if (!is_digit_of(text[i], radix))
            radix = 0;
    return radix;
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? */
typedef struct Decimal {
    bool is_negative, is_integer;
    const char *whole, *fraction, *exponent; /* exponent with its sign */
    size_t n_whole, n_fraction, n_exponent;
} Decimal;

static bool read_decimal(const char *text, size_t len, Decimal *ret)
{
    const char *at = text, *end = text + len;
    *ret = (Decimal){ .is_integer = true };
    if (at < end && (*at == '-' || *at == '+'))
        ret->is_negative = *at++ == '-';
    ret->whole = at;
    ret->n_whole = count_digits(at, end);
    at += ret->n_whole;
    if (at < end && *at == '.') {
        ret->is_integer = false;
        ret->fraction = ++at;
        ret->n_fraction = count_digits(at, end);
        at += ret->n_fraction;
    }
    if (ret->n_whole + ret->n_fraction == 0)
        return false;
    if (at < end && (*at == 'e' || *at == 'E')) {
        ret->is_integer = false;
        ret->exponent = ++at;
        if (at < end && (*at == '-' || *at == '+'))
            at++;
        size_t n = count_digits(at, end);
        at += n;
        if (n == 0)
            return false;
        ret->n_exponent = (size_t)(at - ret->exponent);
    }
    return at == end;
}

static bool is_finite(const char *text, size_t len)
{
    double value = 0;
    if (len > 0 && (*text == '-' || *text == '+')) {
        text++;
        len--;
    }
    (void)cm__num_read(text, len, &value);
    return isfinite(value);
}

ScalarKind cm__scalar_kind(const char *text, size_t len)
{
    static const char *const nulls[] = {
        "", "~", "null", "Null", "NULL", NULL
    };
    static const char *const bools[] = { "true",  "True",  "TRUE", "false",
                                         "False", "FALSE", NULL };
    static const char *const others[] = { ".inf",  ".Inf",  ".INF",  "+.inf",
                                          "+.Inf", "+.INF", "-.inf", "-.Inf",
                                          "-.INF", ".nan",  ".NaN",  ".NAN",
                                          NULL };
    Decimal decimal;
    double value;
    int radix = radix_of(text, len);
    if (is_one_of(text, len, nulls))
        return SCALAR_NULL;
    if (is_one_of(text, len, bools))
        return SCALAR_BOOL;
    if (is_one_of(text, len, others))
        return SCALAR_NOT_FINITE;
    if (radix != 0)
        return cm__num_read_radix(text + 2, len - 2, radix, &value) &&
                       isfinite(value)
                   ? SCALAR_INT
                   : SCALAR_NOT_FINITE;
    if (!read_decimal(text, len, &decimal))
        return SCALAR_STRING;
    if (!is_finite(text, len))
        return SCALAR_NOT_FINITE;
    return decimal.is_integer ? SCALAR_INT : SCALAR_FLOAT;
}

/* The digits as written, in JSON's grammar. */
static void write_decimal(Buf *out, const char *text, size_t len)
{
    Decimal d;
    (void)read_decimal(text, len, &d);
    while (d.n_whole > 0 && *d.whole == '0') {
        d.whole++;
        d.n_whole--;
    }
    /* An integer has no negative zero. */
    if (d.is_negative && !(d.is_integer && d.n_whole == 0))
        cm__buf_add_char(out, '-');
    if (d.n_whole == 0)
        cm__buf_add_char(out, '0');
    cm__buf_add(out, d.whole, d.n_whole);
    if (d.n_fraction > 0) {
        cm__buf_add_char(out, '.');
        cm__buf_add(out, d.fraction, d.n_fraction);
    }
    if (!d.is_integer && d.n_fraction + d.n_exponent == 0)
        cm__buf_add_str(out, ".0"); /* `5.` is a float */
    if (d.n_exponent > 0) {
        cm__buf_add_char(out, 'e');
        cm__buf_add(out, d.exponent, d.n_exponent);
    }
}

static void write_radix(Buf *out, int radix, const char *digits, size_t len)
{
    char text[CM_NUM_TEXT_MAX];
    while (len > 1 && *digits == '0') {
        digits++;
        len--;
    }
    if (len <= (radix == 16 ? EXACT_HEX_DIGITS : EXACT_OCTAL_DIGITS)) {
        uint64_t value = 0;
        for (size_t i = 0; i < len; i++) {
            char c = digits[i];
            int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
            value = value * (uint64_t)radix + (uint64_t)digit;
        }
        cm__buf_add_fmt(out, "%llu", (unsigned long long)value);
    } else {
        double value = 0;
        (void)cm__num_read_radix(digits, len, radix, &value);
        cm__buf_add(out, text, cm__num_print(value, text));
    }
}

static void write_int(Buf *out, const char *text, size_t len)
{
    int radix = radix_of(text, len);
    if (radix != 0)
        write_radix(out, radix, text + 2, len - 2);
    else
        write_decimal(out, text, len);
}

void cm__scalar_write(Buf *out, ScalarKind kind, const char *text, size_t len)
{
    switch (kind) {
    case SCALAR_NULL:
        cm__buf_add_str(out, "null");
        break;
    case SCALAR_BOOL:
        cm__buf_add_str(out, *text == 't' || *text == 'T' ? "true" : "false");
        break;
    case SCALAR_INT:
        write_int(out, text, len);
        break;
    case SCALAR_FLOAT:
        write_decimal(out, text, len);
        break;
    case SCALAR_STRING:
    case SCALAR_NOT_FINITE:
        cm__json_quote(out, text, len);
        break;
    }
}
