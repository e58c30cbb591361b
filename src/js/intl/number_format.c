/* SPDX-License-Identifier: MIT */
/* Layers and texts as CLDR 48 has them for en; where it leaves freedom
 * (approximate ranges, folding of ranges), as ICU's number range formatter
 * decides. */
#include "js/intl/number_format.h"

#include "js/intl/number_tables.h"

#include <string.h>

#define NBSP "\xC2\xA0"

/* ---- tables ---- */

static const Currency *find_currency(const char code[4])
{
    size_t low = 0, high = cm__n_currencies;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(cm__currencies[middle].code, code);
        if (order == 0)
            return &cm__currencies[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

int cm__currency_digits(const char code[4])
{
    const Currency *c = find_currency(code);
    return c ? c->digits : 2;
}

static const Unit *find_unit(const char *name, size_t len)
{
    for (size_t i = 0; i < cm__n_units; i++)
        if (strncmp(cm__units[i].name, name, len) == 0 &&
            cm__units[i].name[len] == 0)
            return &cm__units[i];
    return NULL;
}

/* The unit, and the one behind "-per-" or NULL. */
static const Unit *split_unit(const char *name, size_t len,
                              const Unit **ret_per)
{
    *ret_per = NULL;
    for (size_t i = 0; i + 5 < len; i++)
        if (memcmp(name + i, "-per-", 5) == 0) {
            const Unit *unit = find_unit(name, i);
            *ret_per = find_unit(name + i + 5, len - i - 5);
            return *ret_per ? unit : NULL;
        }
    return find_unit(name, len);
}

bool cm__unit_is_known(const char *name, size_t len)
{
    const Unit *per;
    return len < CM_UNIT_NAME_MAX && split_unit(name, len, &per) != NULL;
}

/* ---- rounding (ECMA-402 16.5.3 to 16.5.9) ---- */

static Decimal scaled(const Decimal *d, int power)
{
    Decimal r = *d;
    if (r.n > 0)
        r.exponent -= power;
    return r;
}

static void round_digits(const NumberFormat *f, const Decimal *d, char *work,
                         Rounded *r)
{
    int64_t by_fraction = (int64_t)d->exponent + f->max_fraction;
    int64_t by_significant = f->max_significant;
    if (d->n == 0)
        by_fraction = (int64_t)f->max_fraction + 1;
    bool significant = f->rounding_type == BY_SIGNIFICANT;
    if (f->rounding_type == BY_MORE_PRECISION)
        significant = by_significant >= by_fraction;
    if (f->rounding_type == BY_LESS_PRECISION)
        significant = by_significant < by_fraction;
    r->d = cm__decimal_round(d, f->rounding_mode,
                             significant ? by_significant : by_fraction,
                             f->increment, work);
    r->min_fraction = f->min_fraction;
    if (significant)
        r->min_fraction =
            f->min_significant - (r->d.n > 0 ? (int)r->d.exponent : 1);
    bool is_whole = r->d.n == 0 || (int64_t)r->d.n <= r->d.exponent;
    if (f->strips_zeros && is_whole)
        r->min_fraction = 0;
}

/* The power of ten that a notation takes out of a number below
 * 10^(magnitude+1). */
static int power_for(const NumberFormat *f, int magnitude)
{
    int thousands = magnitude - ((magnitude % 3) + 3) % 3;
    switch ((Notation)f->notation) {
    case NOTATION_SCIENTIFIC:
        return magnitude;
    case NOTATION_ENGINEERING:
        return thousands;
    case NOTATION_COMPACT:
        return thousands < 3 ? 0 : thousands > 12 ? 12 : thousands;
    case NOTATION_STANDARD:
        break;
    }
    return 0;
}

Rounded cm__number_round(const NumberFormat *f, const Decimal *d, char *work)
{
    Rounded r = { .d = *d };
    if (d->kind != DECIMAL_FINITE)
        return r;
    Decimal whole = scaled(d, f->style == STYLE_PERCENT ? -2 : 0);
    if (whole.n > 0)
        r.power = power_for(f, whole.exponent - 1);
    Decimal part = scaled(&whole, r.power);
    round_digits(f, &part, work, &r);
    /* 999,999 becomes 1M: rounding may lead to the next power */
    if (r.d.n > 0 && r.d.exponent > part.exponent) {
        int power = power_for(f, whole.exponent);
        if (power != r.power) {
            r.power = power;
            part = scaled(&whole, power);
            round_digits(f, &part, work, &r);
        }
    }
    return r;
}

/* ---- the digits ---- */

static void add_digits(IntlText *out, PartType type, const Decimal *d,
                       int64_t from, int64_t n)
{
    /* digit i is d->digits[i], and 0 before and behind them */
    while (n > 0) {
        char chunk[64];
        size_t size = n < (int64_t)sizeof chunk ? (size_t)n : sizeof chunk;
        for (size_t i = 0; i < size; i++) {
            int64_t at = from + (int64_t)i;
            bool is_digit = at >= 0 && at < (int64_t)d->n;
            chunk[i] = '0';
            if (is_digit)
                chunk[i] = d->digits[at];
        }
        cm__text_add(out, type, chunk, size);
        from += (int64_t)size;
        n -= (int64_t)size;
    }
}

static bool groups(const NumberFormat *f, int64_t whole)
{
    switch ((Grouping)f->grouping) {
    case GROUPING_MIN2:
        return whole >= 5;
    case GROUPING_AUTO:
    case GROUPING_ALWAYS:
        return true;
    case GROUPING_NONE:
        break;
    }
    return false;
}

static void add_whole(const NumberFormat *f, const Decimal *d, IntlText *out)
{
    int64_t digits = d->n > 0 && d->exponent > 0 ? d->exponent : 1;
    int64_t whole = digits > f->min_integer ? digits : f->min_integer;
    int64_t exponent = d->n > 0 ? d->exponent : 0;
    bool grouped = groups(f, whole);
    int64_t left = whole;
    while (left > 0) {
        int64_t n = grouped ? (left - 1) % 3 + 1 : left;
        add_digits(out, PART_INTEGER, d, exponent - left, n);
        left -= n;
        if (left > 0)
            cm__text_str(out, PART_GROUP, ",");
    }
}

static void add_exponent(const NumberFormat *f, const Rounded *r, IntlText *out)
{
    if (f->notation != NOTATION_SCIENTIFIC &&
        f->notation != NOTATION_ENGINEERING)
        return;
    cm__text_str(out, PART_EXPONENT_SEPARATOR, "E");
    if (r->power < 0)
        cm__text_str(out, PART_EXPONENT_MINUS, "-");
    cm__text_number(out, PART_EXPONENT_INTEGER,
                    r->power < 0 ? -r->power : r->power, 1);
}

static void add_core(const NumberFormat *f, const Rounded *r, IntlText *out)
{
    if (r->d.kind == DECIMAL_NAN) {
        cm__text_str(out, PART_NAN, "NaN");
        return;
    }
    if (r->d.kind == DECIMAL_INFINITE) {
        cm__text_str(out, PART_INFINITY, "\xE2\x88\x9E");
        return;
    }
    add_whole(f, &r->d, out);
    int64_t exponent = r->d.n > 0 ? r->d.exponent : 0;
    int64_t fraction = (int64_t)r->d.n - exponent;
    if (fraction < r->min_fraction)
        fraction = r->min_fraction;
    if (fraction > 0) {
        cm__text_str(out, PART_DECIMAL, ".");
        add_digits(out, PART_FRACTION, &r->d, exponent, fraction);
    }
    add_exponent(f, r, out);
}

/* ---- sign, currency, percent, compact ---- */

static int sign_of(const NumberFormat *f, const Rounded *r)
{
    bool zero = r->d.kind == DECIMAL_NAN ||
                (r->d.kind == DECIMAL_FINITE && r->d.n == 0);
    int sign = r->d.is_negative ? -1 : 1;
    switch ((SignDisplay)f->sign) {
    case SIGN_AUTO:
        return sign < 0 ? -1 : 0;
    case SIGN_NEVER:
        return 0;
    case SIGN_ALWAYS:
        return sign;
    case SIGN_EXCEPT_ZERO:
        return zero ? 0 : sign;
    case SIGN_NEGATIVE:
        return sign < 0 && !zero ? -1 : 0;
    }
    return 0;
}

static bool has_symbol(const NumberFormat *f)
{
    return f->style == STYLE_CURRENCY && f->currency_display != DISPLAY_NAME;
}

/* The compact patterns of CLDR have no accounting form. */
static bool is_in_brackets(const NumberFormat *f, const Rounded *r, int sign)
{
    bool is_compact = f->notation == NOTATION_COMPACT && r->power >= 3;
    return sign < 0 && f->is_accounting && has_symbol(f) && !is_compact;
}

static const char *currency_symbol(const NumberFormat *f)
{
    const Currency *c = find_currency(f->currency);
    const char *symbol = NULL;
    if (c && f->currency_display != DISPLAY_CODE)
        symbol = f->currency_display == DISPLAY_NARROW && c->narrow ? c->narrow
                                                                    : c->symbol;
    return symbol ? symbol : f->currency;
}

/* A no-break space parts letters from digits (CLDR currencySpacing). */
static bool needs_space(const char *symbol, const Rounded *r)
{
    unsigned char last = (unsigned char)symbol[strlen(symbol) - 1];
    bool is_letter = (last >= 'A' && last <= 'Z') ||
                     (last >= 'a' && last <= 'z') || last == '.';
    return is_letter && r->d.kind == DECIMAL_FINITE;
}

static void add_prefix(const NumberFormat *f, const Rounded *r, IntlText *out)
{
    int sign = sign_of(f, r);
    if (is_in_brackets(f, r, sign))
        cm__text_str(out, PART_LITERAL, "(");
    else if (sign < 0)
        cm__text_str(out, PART_MINUS, "-");
    else if (sign > 0)
        cm__text_str(out, PART_PLUS, "+");
    if (has_symbol(f)) {
        const char *symbol = currency_symbol(f);
        cm__text_str(out, PART_CURRENCY, symbol);
        if (needs_space(symbol, r))
            cm__text_str(out, PART_LITERAL, NBSP);
    }
}

/* Long forms do not go with currency symbols; CLDR has short ones for them. */
static void add_compact(const NumberFormat *f, const Rounded *r, IntlText *out)
{
    static const char *const short_forms[] = { "K", "M", "B", "T" };
    static const char *const long_forms[] = { "thousand", "million", "billion",
                                              "trillion" };
    if (f->notation != NOTATION_COMPACT || r->power < 3 ||
        r->d.kind != DECIMAL_FINITE)
        return;
    bool is_long = f->is_compact_long && !has_symbol(f);
    int form = r->power / 3 - 1;
    if (is_long)
        cm__text_str(out, PART_LITERAL, " ");
    cm__text_str(out, PART_COMPACT,
                 is_long ? long_forms[form] : short_forms[form]);
}

static void add_suffix(const NumberFormat *f, const Rounded *r, IntlText *out)
{
    add_compact(f, r, out);
    if (f->style == STYLE_PERCENT)
        cm__text_str(out, PART_PERCENT, "%");
    if (is_in_brackets(f, r, sign_of(f, r)))
        cm__text_str(out, PART_LITERAL, ")");
}

/* ---- unit or currency name ---- */

bool cm__number_is_one(const Rounded *r)
{
    return r->d.kind == DECIMAL_FINITE && r->power == 0 && r->d.n == 1 &&
           r->d.digits[0] == '1' && r->d.exponent == 1 && r->min_fraction <= 0;
}

static void add_currency_name(const NumberFormat *f, bool one, IntlText *out)
{
    const Currency *c = find_currency(f->currency);
    char name[96];
    size_t n = strlen(c ? c->one : f->currency);
    memcpy(name, c ? c->one : f->currency, n);
    if (c && !one && c->other) {
        n = strlen(c->other);
        memcpy(name, c->other, n);
    } else if (c && !one) {
        name[n++] = 's';
    }
    cm__text_str(out, PART_LITERAL, " ");
    cm__text_add(out, PART_CURRENCY, name, n);
}

/* Pairs of units with a form of their own. */
static const char *special_unit(const char *unit, int width)
{
    if (width != 0 && strcmp(unit, "mile-per-gallon") == 0)
        return "mpg";
    if (width != 0 && strcmp(unit, "mile-per-hour") == 0)
        return "mph";
    return NULL;
}

static void add_unit(const NumberFormat *f, bool one, IntlText *out)
{
    static const uint8_t widths[] = { 1, 2, 0 }; /* in the tables */
    int width = widths[f->unit_width];
    const Unit *per, *unit = split_unit(f->unit, strlen(f->unit), &per);
    if (!unit)
        return;
    if (width != 0 && strcmp(unit->name, "percent") == 0)
        per = NULL; /* ICU 78 shows the sign alone */
    const UnitNames *names = &unit->names[width];
    const char *special = special_unit(f->unit, width);
    char text[96];
    size_t n = 0;
    const char *pieces[2] = { special ? special
                              : one   ? names->one
                                      : names->other,
                              per && !special ? per->names[width].per : "" };
    for (size_t i = 0; i < 2; i++) {
        size_t size = strlen(pieces[i]);
        memcpy(text + n, pieces[i], size);
        n += size;
    }
    if (unit->is_apart[width])
        cm__text_str(out, PART_LITERAL, " ");
    cm__text_add(out, PART_UNIT, text, n);
}

static bool has_outer(const NumberFormat *f)
{
    return f->style == STYLE_UNIT ||
           (f->style == STYLE_CURRENCY && f->currency_display == DISPLAY_NAME);
}

static void add_outer(const NumberFormat *f, bool one, IntlText *out)
{
    if (f->style == STYLE_UNIT)
        add_unit(f, one, out);
    else if (has_outer(f))
        add_currency_name(f, one, out);
}

void cm__number_format(const NumberFormat *f, const Rounded *r, IntlText *out)
{
    add_prefix(f, r, out);
    add_core(f, r, out);
    add_suffix(f, r, out);
    add_outer(f, cm__number_is_one(r), out);
}

/* ---- ranges ---- */

static bool same_number(const Rounded *a, const Rounded *b)
{
    return a->d.kind == b->d.kind && a->d.is_negative == b->d.is_negative &&
           a->power == b->power && a->d.n == b->d.n &&
           (a->d.n == 0 || (a->d.exponent == b->d.exponent &&
                            memcmp(a->d.digits, b->d.digits, a->d.n) == 0));
}

static size_t count_points(const char *s, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += ((unsigned char)s[i] & 0xC0) != 0x80;
    return count;
}

/* Code points of the middle layer, found by writing it and taking it back. */
static size_t middle_size(const NumberFormat *f, const Rounded *r,
                          IntlText *out)
{
    size_t text = out->text.len, parts = out->parts.len;
    Part last = { 0 };
    if (parts > 0)
        memcpy(&last, out->parts.bytes + parts - sizeof last, sizeof last);
    add_prefix(f, r, out);
    add_suffix(f, r, out);
    if (out->text.status != CM_OK)
        return 0;
    size_t n = out->text.len > text
                   ? count_points(out->text.bytes + text, out->text.len - text)
                   : 0;
    cm__buf_truncate(&out->text, text);
    cm__buf_truncate(&out->parts, parts);
    if (parts > 0)
        memcpy(out->parts.bytes + parts - sizeof last, &last, sizeof last);
    return n;
}

static void add_end(const NumberFormat *f, const Rounded *r, bool folded,
                    PartSource source, IntlText *out)
{
    out->source = source;
    if (!folded)
        add_prefix(f, r, out);
    add_core(f, r, out);
    if (!folded)
        add_suffix(f, r, out);
    out->source = SOURCE_SHARED;
}

void cm__number_format_range(const NumberFormat *f, const Rounded *a,
                             const Rounded *b, IntlText *out)
{
    if (same_number(a, b)) {
        if (!is_in_brackets(f, a, sign_of(f, a)))
            cm__text_str(out, PART_APPROXIMATELY, "~");
        cm__number_format(f, a, out);
        return;
    }
    size_t middle = middle_size(f, a, out);
    bool same_middle =
        sign_of(f, a) == sign_of(f, b) &&
        (f->notation != NOTATION_COMPACT || a->power == b->power);
    bool folded = same_middle && middle > 1;
    bool has_exponent = (f->notation == NOTATION_SCIENTIFIC ||
                         f->notation == NOTATION_ENGINEERING) &&
                        a->d.kind == DECIMAL_FINITE;
    bool spaced = has_exponent || (!folded && middle > 0);
    if (folded)
        add_prefix(f, a, out);
    add_end(f, a, folded, SOURCE_START, out);
    cm__text_str(out, PART_LITERAL, spaced ? " \xE2\x80\x93 " : "\xE2\x80\x93");
    add_end(f, b, folded, SOURCE_END, out);
    if (folded)
        add_suffix(f, a, out);
    add_outer(f, false, out);
}

/* ---- ordinals ---- */

const char *cm__number_ordinal(const Rounded *r)
{
    if (r->d.kind != DECIMAL_FINITE || r->d.n == 0 ||
        (int64_t)r->d.n > r->d.exponent || r->power != 0)
        return "other";
    int64_t at = r->d.exponent;
    int last = at <= (int64_t)r->d.n ? r->d.digits[at - 1] - '0' : 0;
    int tens =
        at >= 2 && at - 1 <= (int64_t)r->d.n ? r->d.digits[at - 2] - '0' : 0;
    if (tens == 1)
        return "other";
    return last == 1 ? "one" : last == 2 ? "two" : last == 3 ? "few" : "other";
}
