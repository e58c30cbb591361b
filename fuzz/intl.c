/* SPDX-License-Identifier: MIT */
/* Input: bytes that choose a number or a moment and a format, then a language
 * tag. Oracles: the parts put together are the text, which is UTF-8; a plain
 * number, its groups taken out, reads as the number rounded; rounding keeps
 * within the step that the mode allows; a canonical tag is its own canonical
 * form. */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/numtext.h"
#include "base/utf8.h"
#include "js/intl/date_format.h"
#include "js/intl/locale.h"
#include "js/intl/number_format.h"

typedef struct Choices {
    const uint8_t *at, *end;
} Choices;

static unsigned pick(Choices *c, unsigned n)
{
    return c->at == c->end ? 0 : *c->at++ % n;
}

static int8_t pick_width(Choices *c, int n)
{
    return (int8_t)((int)pick(c, (unsigned)n + 1) - 1);
}

static void check_parts(const IntlText *t)
{
    size_t end = 0;
    FUZZ_CHECK(t->text.status == CM_OK && t->parts.status == CM_OK);
    FUZZ_CHECK(cm__utf8_is_valid(cm__buf_text(&t->text), t->text.len));
    for (size_t i = 0; i < cm__text_part_count(t); i++) {
        size_t from;
        const Part *part = cm__text_part(t, i, &from);
        FUZZ_CHECK(from == end && part->end > from && part->type < PART_TYPES);
        end = part->end;
    }
    FUZZ_CHECK(end == t->text.len);
}

/* ---- numbers ---- */

/* What a plain decimal format wrote, read again. */
static double read_plain(const IntlText *t)
{
    char digits[2048];
    size_t n = 0;
    double value = 0;
    bool is_negative = false;
    for (size_t i = 0; i < cm__text_part_count(t); i++) {
        size_t from;
        const Part *part = cm__text_part(t, i, &from);
        is_negative |= part->type == PART_MINUS;
        if (part->type != PART_INTEGER && part->type != PART_FRACTION &&
            part->type != PART_DECIMAL)
            continue;
        FUZZ_CHECK(n + part->end - from < sizeof digits);
        memcpy(digits + n, t->text.bytes + from, part->end - from);
        n += part->end - from;
    }
    FUZZ_CHECK(cm__num_read(digits, n, &value) == n);
    return is_negative ? -value : value;
}

static void choose_format(Choices *c, NumberFormat *f)
{
    static const char currencies[][4] = { "USD", "EUR", "JPY", "KWD", "XXX" };
    static const char *const units[] = { "meter", "kilometer-per-hour", "byte",
                                         "celsius" };
    *f = (NumberFormat)NUMBER_FORMAT_INIT;
    f->style = (uint8_t)pick(c, 4);
    f->currency_display = (uint8_t)pick(c, 4);
    f->notation = (uint8_t)pick(c, 4);
    f->sign = (uint8_t)pick(c, 5);
    f->grouping = (uint8_t)pick(c, 4);
    f->rounding_mode = (uint8_t)pick(c, 9);
    f->rounding_type = (uint8_t)pick(c, 4);
    f->unit_width = (uint8_t)pick(c, 3);
    f->is_accounting = pick(c, 2);
    f->is_compact_long = pick(c, 2);
    f->strips_zeros = pick(c, 2);
    f->min_integer = (uint8_t)(1 + pick(c, 21));
    f->min_fraction = (uint8_t)pick(c, 101);
    f->max_fraction =
        (uint8_t)(f->min_fraction + pick(c, 101U - f->min_fraction));
    f->min_significant = f->max_significant = 0;
    if (f->rounding_type != BY_FRACTION) {
        f->min_significant = (uint8_t)(1 + pick(c, 21));
        f->max_significant =
            (uint8_t)(f->min_significant + pick(c, 22U - f->min_significant));
    }
    memcpy(f->currency, currencies[pick(c, 5)], sizeof f->currency);
    (void)snprintf(f->unit, sizeof f->unit, "%s", units[pick(c, 4)]);
}

static void check_plain(const NumberFormat *f, double value, const IntlText *t)
{
    if (f->style != STYLE_DECIMAL || f->notation != NOTATION_STANDARD ||
        f->rounding_type != BY_FRACTION || f->sign == SIGN_NEVER ||
        !isfinite(value))
        return;
    double step = pow(10, -f->max_fraction);
    double error = fabs(read_plain(t) - value);
    FUZZ_CHECK(error <= step * (1 + 1e-9) + fabs(value) * 1e-15);
    if (f->rounding_mode >= ROUND_HALF_CEIL)
        FUZZ_CHECK(error <= step / 2 * (1 + 1e-9) + fabs(value) * 1e-15);
}

static void check_number(Choices *c, double value)
{
    static char work[CM_DECIMAL_ROUND_SIZE(CM_DECIMAL_DOUBLE)];
    static char work_two[CM_DECIMAL_ROUND_SIZE(CM_DECIMAL_DOUBLE)];
    char digits[CM_DECIMAL_DOUBLE], digits_two[CM_DECIMAL_DOUBLE];
    NumberFormat f;
    IntlText t, range;
    choose_format(c, &f);
    Decimal d = cm__decimal_of(value, digits);
    Decimal two = cm__decimal_of(value * 2 + 1, digits_two);
    Rounded r = cm__number_round(&f, &d, work);
    Rounded r_two = cm__number_round(&f, &two, work_two);
    cm__text_init(&t, cm__alloc_default());
    cm__number_format(&f, &r, &t);
    check_parts(&t);
    check_plain(&f, value, &t);
    cm__text_done(&t);
    (void)cm__number_is_one(&r);
    FUZZ_CHECK(cm__number_ordinal(&r));
    if (isnan(value))
        return;
    cm__text_init(&range, cm__alloc_default());
    cm__number_format_range(&f, &r, &r_two, &range);
    check_parts(&range);
    cm__text_done(&range);
}

/* ---- dates ---- */

static void choose_moment(Choices *c, DateMoment *m, const TimeZone *zone)
{
    *m = (DateMoment){ .year = (int)pick(c, 256) * (int)pick(c, 256) * 5 - 9999,
                       .month = (int)pick(c, 12),
                       .day = 1 + (int)pick(c, 31),
                       .weekday = (int)pick(c, 7),
                       .hour = (int)pick(c, 24),
                       .minute = (int)pick(c, 60),
                       .second = (int)pick(c, 60),
                       .ms = (int)pick(c, 250) * 4,
                       .offset_s = (int32_t)pick(c, 200) * 900 - 86400,
                       .zone = zone };
}

static void check_date(Choices *c)
{
    const TimeZone zone = { .name = "UTC", .is_fixed = true };
    DateFormat f = DATE_FORMAT_INIT;
    DateMoment a, b;
    IntlText t;
    if (pick(c, 3) == 0) {
        f.date_style = pick_width(c, 4);
        f.time_style = pick_width(c, 4);
    } else {
        f.weekday = pick_width(c, 3);
        f.era = pick_width(c, 3);
        f.year = pick_width(c, 2);
        f.month = pick_width(c, 5);
        f.day = pick_width(c, 2);
        f.day_period = pick_width(c, 3);
        f.hour = pick_width(c, 2);
        f.minute = pick_width(c, 2);
        f.second = pick_width(c, 2);
        f.fraction = (int8_t)(pick(c, 4) > 0 ? (int)pick(c, 3) + 1 : -1);
    }
    f.cycle = pick_width(c, 4);
    cm__date_format_apply_styles(&f);
    choose_moment(c, &a, &zone);
    choose_moment(c, &b, &zone);
    cm__text_init(&t, cm__alloc_default());
    cm__date_format(&f, &a, &t);
    check_parts(&t);
    cm__text_done(&t);
    cm__text_init(&t, cm__alloc_default());
    cm__date_format_range(&f, &a, &b, &t);
    check_parts(&t);
    cm__text_done(&t);
}

/* ---- tags ---- */

static void check_tag(const char *text, size_t len)
{
    char tag[CM_LOCALE_MAX + 1], again[CM_LOCALE_MAX + 1];
    size_t n = cm__locale_canonical(text, len, tag);
    if (n == 0)
        return;
    FUZZ_CHECK(n <= CM_LOCALE_MAX && cm__utf8_is_valid(tag, n));
    FUZZ_CHECK(cm__locale_canonical(tag, n, again) == n);
    FUZZ_CHECK(memcmp(tag, again, n) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    double value = 0;
    Choices c = { bytes, bytes + size };
    if (size < 8 || size > 600)
        return 0;
    memcpy(&value, bytes, sizeof value);
    c.at += sizeof value;
    if (pick(&c, 2))
        value = (double)(int64_t)(value > 1e15 || value < -1e15 || isnan(value)
                                      ? 0
                                      : value) /
                1000;
    check_number(&c, value);
    check_date(&c);
    check_tag((const char *)c.at, (size_t)(c.end - c.at));
    check_tag((const char *)bytes, size);
    return 0;
}
