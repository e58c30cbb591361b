/* SPDX-License-Identifier: MIT */
/* Numbers as en-US text; ECMA-402 15.5 with the styles decimal, percent and currency,
 * digit options, useGrouping and signDisplay. Options that would change the text
 * in ways not covered here are refused, never ignored. */
#include "js/builtins/number_internal.h"

#include "base/numtext.h"

#include <math.h>
#include <string.h>

/* Whole part of the largest number, and its fraction. */
#define DIGITS_MAX (CM_NUM_FIXED_MAX + 8)

enum {
    STYLE_DECIMAL,
    STYLE_PERCENT,
    STYLE_CURRENCY
};
static const char *const style_names[] = { "decimal", "percent", "currency" };

enum {
    SIGN_AUTO,
    SIGN_NEVER,
    SIGN_ALWAYS,
    SIGN_EXCEPT_ZERO,
    SIGN_NEGATIVE
};
static const char *const sign_names[] = { "auto", "never", "always",
                                          "exceptZero", "negative" };

typedef struct NumberFormat {
    int style;
    int min_integer, min_fraction, max_fraction;
    int min_significant, max_significant; /* 0: not by significant digits */
    bool grouping;
    int sign;
    char currency[4];
} NumberFormat;

/* Symbols of en-US; other currencies show their code and a no-break space. */
typedef struct Currency {
    const char *code, *symbol;
    int digits;
} Currency;

static const Currency currencies[] = {
    { "AUD", "A$", 2 },           { "BRL", "R$", 2 },
    { "CAD", "CA$", 2 },          { "CLP", NULL, 0 },
    { "CNY", "CN\xC2\xA5", 2 },   { "EUR", "\xE2\x82\xAC", 2 },
    { "GBP", "\xC2\xA3", 2 },     { "HKD", "HK$", 2 },
    { "HUF", NULL, 2 },           { "ILS", "\xE2\x82\xAA", 2 },
    { "INR", "\xE2\x82\xB9", 2 }, { "ISK", NULL, 0 },
    { "JPY", "\xC2\xA5", 0 },     { "KRW", "\xE2\x82\xA9", 0 },
    { "KWD", NULL, 3 },           { "MXN", "MX$", 2 },
    { "NZD", "NZ$", 2 },          { "PHP", "\xE2\x82\xB1", 2 },
    { "TWD", "NT$", 2 },          { "USD", "$", 2 },
    { "VND", "\xE2\x82\xAB", 0 },
};

static const Currency *find_currency(const char *code)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(currencies); i++)
        if (strcmp(currencies[i].code, code) == 0)
            return &currencies[i];
    return NULL;
}

/* ---- options ---- */

int cm__option_choice(VM *vm, Value options, const char *option,
                      const char *const *names, size_t n)
{
    Value v = get_prop_ascii(vm, options, option);
    if (v == VALUE_UNDEFINED)
        return -1;
    Str *s = v == VALUE_THROWN ? NULL : to_string(vm, v);
    StrView text;
    if (!s || !str_view(vm, s, &text))
        return -2;
    for (size_t i = 0; i < n; i++)
        if (text.p8 && text.len == strlen(names[i]) &&
            memcmp(text.p8, names[i], text.len) == 0)
            return (int)i;
    throw_range(vm, "Value %S is not available for option %s", s, option);
    return -2;
}

bool cm__option_number(VM *vm, Value options, const char *option, double min,
                       double max, int *ret)
{
    Value v = get_prop_ascii(vm, options, option);
    double d;
    if (v == VALUE_UNDEFINED)
        return true;
    if (v == VALUE_THROWN || !to_number(vm, v, &d))
        return false;
    if (!(d >= min && d <= max)) {
        throw_range(vm, "%s value is out of range.", option);
        return false;
    }
    *ret = (int)d;
    return true;
}

/* Three letters, in upper case. */
static bool read_currency(VM *vm, Value options, NumberFormat *f)
{
    Value v = get_prop_ascii(vm, options, "currency");
    if (v == VALUE_UNDEFINED && f->style == STYLE_CURRENCY)
        throw_type(vm, "Currency code is required with currency style.");
    if (v == VALUE_UNDEFINED)
        return f->style != STYLE_CURRENCY;
    Str *s = v == VALUE_THROWN ? NULL : to_string(vm, v);
    StrView text;
    if (!s || !str_view(vm, s, &text))
        return false;
    bool ok = text.len == 3;
    for (uint32_t i = 0; ok && i < 3; i++) {
        uint32_t c = view_at(&text, i);
        ok = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        f->currency[i] = (char)(c & ~0x20u);
    }
    if (!ok)
        throw_range(vm, "Invalid currency code : %S", s);
    return ok;
}

/* SetNumberFormatDigitOptions (ECMA-402 16.1.2), fraction and significant digits. */
static bool read_digits(VM *vm, Value options, NumberFormat *f)
{
    int min_fraction = -1, max_fraction = -1, min_sig = -1, max_sig = -1;
    if (!cm__option_number(vm, options, "minimumIntegerDigits", 1, 21,
                           &f->min_integer) ||
        !cm__option_number(vm, options, "minimumFractionDigits", 0, 100,
                           &min_fraction) ||
        !cm__option_number(vm, options, "maximumFractionDigits", 0, 100,
                           &max_fraction) ||
        !cm__option_number(vm, options, "minimumSignificantDigits", 1, 21,
                           &min_sig) ||
        !cm__option_number(vm, options, "maximumSignificantDigits",
                           min_sig > 0 ? min_sig : 1, 21, &max_sig))
        return false;
    if (min_sig > 0 || max_sig > 0) {
        f->min_significant = min_sig > 0 ? min_sig : 1;
        f->max_significant = max_sig > 0 ? max_sig : 21;
        return true;
    }
    if (min_fraction < 0 && max_fraction < 0)
        return true;
    if (min_fraction < 0)
        min_fraction =
            f->min_fraction < max_fraction ? f->min_fraction : max_fraction;
    else if (max_fraction < 0)
        max_fraction =
            f->max_fraction > min_fraction ? f->max_fraction : min_fraction;
    if (min_fraction > max_fraction) {
        throw_range(vm, "maximumFractionDigits value is out of range.");
        return false;
    }
    f->min_fraction = min_fraction;
    f->max_fraction = max_fraction;
    return true;
}

/* Only the value that changes nothing is taken. */
static bool only(VM *vm, Value options, const char *option, const char *value)
{
    return cm__option_choice(vm, options, option, &value, 1) != -2;
}

static bool read_grouping(VM *vm, Value options, NumberFormat *f)
{
    Value v = get_prop_ascii(vm, options, "useGrouping");
    if (v == VALUE_THROWN)
        return false;
    if (v == VALUE_UNDEFINED || v == VALUE_TRUE || v == VALUE_FALSE) {
        f->grouping = v != VALUE_FALSE;
        return true;
    }
    static const char *const names[] = { "auto", "always", "true", "false" };
    int choice = cm__option_choice(vm, options, "useGrouping", names, 4);
    f->grouping = true; /* the texts "true" and "false" mean the default too */
    return choice != -2;
}

static bool read_format(VM *vm, Value options, NumberFormat *f)
{
    *f =
        (NumberFormat){ .min_integer = 1, .max_fraction = 3, .grouping = true };
    if (options == VALUE_UNDEFINED)
        return true;
    Obj *o = to_object(vm, options);
    if (!o)
        return false;
    options = value_from_obj(o);
    int style = cm__option_choice(vm, options, "style", style_names,
                                  CM_ARRAY_LEN(style_names));
    if (style == -2)
        return false;
    f->style = style < 0 ? STYLE_DECIMAL : style;
    if (!read_currency(vm, options, f))
        return false;
    if (f->style == STYLE_PERCENT)
        f->max_fraction = 0;
    if (f->style == STYLE_CURRENCY) {
        const Currency *currency = find_currency(f->currency);
        f->min_fraction = f->max_fraction = currency ? currency->digits : 2;
    }
    if (!only(vm, options, "notation", "standard") ||
        !only(vm, options, "currencyDisplay", "symbol") ||
        !only(vm, options, "currencySign", "standard") ||
        !only(vm, options, "roundingMode", "halfExpand") ||
        !only(vm, options, "roundingPriority", "auto") ||
        !only(vm, options, "trailingZeroDisplay", "auto") ||
        !read_digits(vm, options, f) || !read_grouping(vm, options, f))
        return false;
    int sign = cm__option_choice(vm, options, "signDisplay", sign_names,
                                 CM_ARRAY_LEN(sign_names));
    f->sign = sign < 0 ? SIGN_AUTO : sign;
    return sign != -2;
}

/* ---- digits ---- */

/* The decimal text of |d|, rounded as the format says. */
typedef struct Decimal {
    char text[DIGITS_MAX]; /* whole digits, then fraction digits */
    int whole, fraction;   /* how many of each */
} Decimal;

/* The shortest digits of a number: 0.d1d2... * 10^exponent. Formatting starts from
 * them, as ICU does, so that 1.005 is halfway between 1.00 and 1.01. */
typedef struct Shortest {
    char digits[18];
    int n, exponent;
} Shortest;

/* Keeps the first `keep` digits, rounded half up; may be 0 or less. */
static void round_digits(Shortest *s, int keep)
{
    if (keep >= s->n)
        return;
    bool up = keep >= 0 && s->digits[keep] >= '5';
    s->n = keep > 0 ? keep : 0;
    if (!up)
        return;
    int i = s->n;
    while (i > 0 && s->digits[i - 1] == '9')
        i--;
    s->n = i;
    if (i > 0) {
        s->digits[i - 1] = (char)(s->digits[i - 1] + 1);
        return;
    }
    s->digits[0] = '1';
    s->n = 1;
    s->exponent++;
}

static char digit_of(const Shortest *s, int i)
{
    if (i < 0 || i >= s->n)
        return '0';
    return s->digits[i];
}

/* Lays the digits out with at least `min_fraction` behind the point. */
static void lay_out(const Shortest *s, int min_fraction, Decimal *out)
{
    int whole = s->n > 0 && s->exponent > 0 ? s->exponent : 1;
    int fraction = s->n > 0 ? s->n - s->exponent : 0;
    int first = s->n > 0 && s->exponent > 0 ? 0 : s->exponent - 1;
    if (fraction < min_fraction)
        fraction = min_fraction;
    if (fraction < 0)
        fraction = 0;
    for (int i = 0; i < whole + fraction; i++)
        out->text[i] = digit_of(s, first + i);
    out->whole = whole;
    out->fraction = fraction;
}

static void strip_zeros(Shortest *s)
{
    while (s->n > 0 && s->digits[s->n - 1] == '0')
        s->n--;
}

static void digits_of(const NumberFormat *f, double d, Decimal *out)
{
    Shortest s = { .n = 0 };
    if (d > 0)
        s.n = (int)cm__num_shortest(d, s.digits, &s.exponent);
    if (f->style == STYLE_PERCENT)
        s.exponent += 2;
    int min_fraction = f->min_fraction;
    if (f->max_significant > 0) {
        round_digits(&s, f->max_significant);
        min_fraction = f->min_significant - (s.n > 0 ? s.exponent : 1);
    } else {
        round_digits(&s, s.exponent + f->max_fraction);
    }
    strip_zeros(&s);
    lay_out(&s, min_fraction, out);
}

static bool is_zero(const Decimal *n)
{
    for (int i = 0; i < n->whole + n->fraction; i++)
        if (n->text[i] != '0')
            return false;
    return true;
}

/* ---- text ---- */

static void add_digits(StrBuilder *b, const NumberFormat *f, const Decimal *n)
{
    int whole = n->whole > f->min_integer ? n->whole : f->min_integer;
    for (int left = whole; left > 0; left--) {
        int at = n->whole - left;
        strb_unit(b, at < 0 ? '0' : (uint8_t)n->text[at]);
        if (f->grouping && left > 1 && left % 3 == 1)
            strb_unit(b, ',');
    }
    if (n->fraction == 0)
        return;
    strb_unit(b, '.');
    strb_ascii(b, n->text + n->whole, (size_t)n->fraction);
}

static void add_sign(StrBuilder *b, int display, bool negative, bool zero)
{
    bool minus = negative && display != SIGN_NEVER;
    bool plus =
        !negative && (display == SIGN_ALWAYS || display == SIGN_EXCEPT_ZERO);
    if (zero && (display == SIGN_EXCEPT_ZERO || display == SIGN_NEGATIVE))
        return;
    if (minus)
        strb_unit(b, '-');
    else if (plus)
        strb_unit(b, '+');
}

static bool add_currency(StrBuilder *b, const char *code)
{
    const Currency *currency = find_currency(code);
    if (currency && currency->symbol) {
        Str *s =
            str_from_utf8(b->vm, currency->symbol, strlen(currency->symbol));
        if (s)
            strb_str(b, s);
        return s != NULL;
    }
    strb_ascii(b, code, 3);
    strb_unit(b, 0xA0);
    return true;
}

Value cm__number_to_locale(VM *vm, double d, Value options)
{
    NumberFormat f;
    if (!read_format(vm, options, &f))
        return VALUE_THROWN;
    Decimal n = { .text = "" };
    double magnitude = fabs(d);
    bool finite = isfinite(magnitude);
    if (finite)
        digits_of(&f, magnitude, &n);
    StrBuilder b;
    strb_init(&b, vm);
    add_sign(&b, f.sign, signbit(d) && !isnan(d),
             isnan(d) || (finite && is_zero(&n)));
    if (f.style == STYLE_CURRENCY && !add_currency(&b, f.currency))
        return VALUE_THROWN;
    if (finite)
        add_digits(&b, &f, &n);
    else if (isnan(d))
        strb_ascii(&b, "NaN", 3);
    else
        strb_unit(&b, 0x221E);
    if (f.style == STYLE_PERCENT)
        strb_unit(&b, '%');
    Str *s = strb_finish(&b);
    return s ? value_from_str(s) : VALUE_THROWN;
}
