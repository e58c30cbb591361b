/* SPDX-License-Identifier: MIT */
/* Options of number formats: reading (ECMA-402 16.1.1, 16.1.2) and showing. */
#include "js/builtins/intl/intl_internal.h"

#include <string.h>

static const char *const styles[] = { "decimal", "percent", "currency",
                                      "unit" };
static const char *const displays[] = { "code", "symbol", "narrowSymbol",
                                        "name" };
static const char *const currency_signs[] = { "standard", "accounting" };
static const char *const unit_widths[] = { "short", "narrow", "long" };
static const char *const notations[] = { "standard", "scientific",
                                         "engineering", "compact" };
static const char *const compact_widths[] = { "short", "long" };
static const char *const signs[] = { "auto", "never", "always", "exceptZero",
                                     "negative" };
static const char *const groupings[] = { "min2", "auto", "always" };
static const char *const modes[] = { "ceil",       "floor",     "expand",
                                     "trunc",      "halfCeil",  "halfFloor",
                                     "halfExpand", "halfTrunc", "halfEven" };
static const char *const priorities[] = { "auto", "morePrecision",
                                          "lessPrecision" };
static const char *const zero_displays[] = { "auto", "stripIfInteger" };

/* ---- digits ---- */

static bool is_increment(int n)
{
    static const uint16_t increments[] = { 1,   2,    5,    10,   20,
                                           25,  50,   100,  200,  250,
                                           500, 1000, 2000, 2500, 5000 };
    for (size_t i = 0; i < CM_ARRAY_LEN(increments); i++)
        if (increments[i] == n)
            return true;
    return false;
}

static bool range_error(VM *vm, const char *name)
{
    throw_range(vm, "%s value is out of range.", name);
    return false;
}

/* An option that is looked at later: as a number, -1 when undefined. */
static bool read_later(const IntlOptions *o, const char *name, int min, int max,
                       int *ret)
{
    return cm__intl_number(o, name, min, max, -1, ret);
}

typedef struct Digits {
    int min_fraction, max_fraction, min_significant, max_significant;
    int priority;
} Digits;

static bool set_significant(VM *vm, const Digits *d, NumberFormat *f)
{
    int min = d->min_significant < 0 ? 1 : d->min_significant;
    int max = d->max_significant < 0 ? 21 : d->max_significant;
    if (max < min)
        return range_error(vm, "maximumSignificantDigits");
    f->min_significant = (uint8_t)min;
    f->max_significant = (uint8_t)max;
    return true;
}

static bool set_fraction(VM *vm, const Digits *d, int min_default,
                         int max_default, NumberFormat *f)
{
    int min = d->min_fraction, max = d->max_fraction;
    if (min < 0 && max < 0) {
        min = min_default;
        max = max_default;
    } else if (min < 0) {
        min = min_default < max ? min_default : max;
    } else if (max < 0) {
        max = max_default > min ? max_default : min;
    } else if (min > max) {
        return range_error(vm, "maximumFractionDigits");
    }
    f->min_fraction = (uint8_t)min;
    f->max_fraction = (uint8_t)max;
    return true;
}

static bool choose(VM *vm, const Digits *d, int min_default, int max_default,
                   NumberFormat *f)
{
    bool has_significant = d->min_significant >= 0 || d->max_significant >= 0;
    bool has_fraction = d->min_fraction >= 0 || d->max_fraction >= 0;
    bool needs_significant = d->priority != 0 || has_significant;
    bool needs_fraction = d->priority != 0 ||
                          !(has_significant ||
                            (!has_fraction && f->notation == NOTATION_COMPACT));
    f->min_fraction = f->max_fraction = 0;
    f->min_significant = f->max_significant = 0;
    if ((needs_significant && !set_significant(vm, d, f)) ||
        (needs_fraction && !set_fraction(vm, d, min_default, max_default, f)))
        return false;
    if (!needs_significant && !needs_fraction) {
        f->min_significant = 1;
        f->max_significant = 2;
        f->rounding_type = BY_MORE_PRECISION;
    } else if (d->priority != 0) {
        f->rounding_type =
            d->priority == 1 ? BY_MORE_PRECISION : BY_LESS_PRECISION;
    } else {
        f->rounding_type = has_significant ? BY_SIGNIFICANT : BY_FRACTION;
    }
    return true;
}

bool cm__number_digits_read(const IntlOptions *o, int min_default,
                            int max_default, NumberFormat *f)
{
    Digits d;
    int min_integer, increment, mode, zeros;
    if (!cm__intl_number(o, "minimumIntegerDigits", 1, 21, 1, &min_integer) ||
        !read_later(o, "minimumFractionDigits", 0, 100, &d.min_fraction) ||
        !read_later(o, "maximumFractionDigits", 0, 100, &d.max_fraction) ||
        !read_later(o, "minimumSignificantDigits", 1, 21, &d.min_significant) ||
        !read_later(o, "maximumSignificantDigits", 1, 21, &d.max_significant) ||
        !cm__intl_number(o, "roundingIncrement", 1, 5000, 1, &increment))
        return false;
    if (!is_increment(increment))
        return range_error(o->vm, "roundingIncrement");
    if (!cm__intl_choice(o, "roundingMode", modes, CM_ARRAY_LEN(modes),
                         ROUND_HALF_EXPAND, &mode) ||
        !cm__intl_choice(o, "roundingPriority", priorities, 3, 0,
                         &d.priority) ||
        !cm__intl_choice(o, "trailingZeroDisplay", zero_displays, 2, 0, &zeros))
        return false;
    f->min_integer = (uint8_t)min_integer;
    f->increment = (uint16_t)increment;
    f->rounding_mode = (uint8_t)mode;
    f->strips_zeros = zeros == 1;
    if (increment != 1)
        max_default = min_default;
    if (!choose(o->vm, &d, min_default, max_default, f))
        return false;
    if (increment != 1 && f->rounding_type != BY_FRACTION) {
        throw_type(o->vm, "roundingIncrement goes with fraction digits only");
        return false;
    }
    if (increment != 1 && f->max_fraction != f->min_fraction) {
        throw_range(o->vm,
                    "maximumFractionDigits not equal to minimumFractionDigits");
        return false;
    }
    return true;
}

/* ---- unit and currency ---- */

static bool read_currency(const IntlOptions *o, NumberFormat *f)
{
    Str *s;
    size_t len;
    if (!cm__intl_text(o, "currency", &s))
        return false;
    if (!s) {
        if (f->style == STYLE_CURRENCY)
            throw_type(o->vm, "Currency code is required with currency style.");
        return f->style != STYLE_CURRENCY;
    }
    bool ok = cm__intl_ascii(o->vm, s, f->currency, sizeof f->currency, &len) &&
              len == 3;
    for (size_t i = 0; ok && i < 3; i++) {
        char c = f->currency[i];
        ok = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        f->currency[i] = (char)(c & ~0x20);
    }
    if (!ok && !o->vm->heap.refused)
        throw_range(o->vm, "Invalid currency code : %S", s);
    return ok;
}

static bool read_unit(const IntlOptions *o, NumberFormat *f)
{
    Str *s;
    size_t len;
    if (!cm__intl_text(o, "unit", &s))
        return false;
    if (!s) {
        if (f->style == STYLE_UNIT)
            throw_type(o->vm, "Invalid unit argument for %s() ''", o->owner);
        return f->style != STYLE_UNIT;
    }
    bool ok = cm__intl_ascii(o->vm, s, f->unit, sizeof f->unit, &len) &&
              cm__unit_is_known(f->unit, len);
    if (!ok && !o->vm->heap.refused)
        throw_range(o->vm, "Invalid unit argument for %s() '%S'", o->owner, s);
    return ok;
}

/* SetNumberFormatUnitOptions */
static bool read_style(const IntlOptions *o, NumberFormat *f)
{
    int style, display, sign, width;
    if (!cm__intl_choice(o, "style", styles, 4, STYLE_DECIMAL, &style))
        return false;
    f->style = (uint8_t)style;
    if (!read_currency(o, f) ||
        !cm__intl_choice(o, "currencyDisplay", displays, 4, DISPLAY_SYMBOL,
                         &display) ||
        !cm__intl_choice(o, "currencySign", currency_signs, 2, 0, &sign) ||
        !read_unit(o, f) ||
        !cm__intl_choice(o, "unitDisplay", unit_widths, 3, 0, &width))
        return false;
    f->currency_display = (uint8_t)display;
    f->is_accounting = sign == 1;
    f->unit_width = (uint8_t)width;
    return true;
}

/* ---- the rest ---- */

/* The texts "true" and "false" mean the default. */
static bool read_grouping(const IntlOptions *o, NumberFormat *f)
{
    static const char *const values[] = { "min2", "auto", "always", "true",
                                          "false" };
    int standard =
        f->notation == NOTATION_COMPACT ? GROUPING_MIN2 : GROUPING_AUTO;
    f->grouping = (uint8_t)standard;
    if (o->from == VALUE_UNDEFINED)
        return true;
    Value v = get_prop_ascii(o->vm, o->from, "useGrouping");
    if (v == VALUE_THROWN)
        return false;
    if (v == VALUE_UNDEFINED)
        return true;
    if (v == VALUE_TRUE || !to_boolean(v)) {
        f->grouping = v == VALUE_TRUE ? GROUPING_ALWAYS : GROUPING_NONE;
        return true;
    }
    int choice;
    if (!cm__intl_choice(o, "useGrouping", values, 5, standard, &choice))
        return false;
    f->grouping = (uint8_t)(choice > GROUPING_ALWAYS ? standard : choice);
    return true;
}

/* A numbering system other than latn is not available, which is no error. */
static bool read_numbering(const IntlOptions *o)
{
    Str *s;
    char name[64];
    size_t len;
    if (!cm__intl_text(o, "numberingSystem", &s))
        return false;
    if (!s)
        return true;
    bool ok = cm__intl_ascii(o->vm, s, name, sizeof name, &len) && len >= 3;
    size_t run = 0;
    for (size_t i = 0; ok && i <= len; i++) {
        bool alnum = (name[i] >= '0' && name[i] <= '9') ||
                     ((name[i] | 32) >= 'a' && (name[i] | 32) <= 'z');
        if (alnum)
            run++;
        else if ((name[i] == '-' || i == len) && run >= 3 && run <= 8)
            run = 0;
        else
            ok = false;
    }
    if (!ok && !o->vm->heap.refused)
        throw_range(o->vm, "Invalid numberingSystem : %S", s);
    return ok;
}

bool cm__number_format_read(const IntlOptions *o, NumberFormat *ret)
{
    NumberFormat f = NUMBER_FORMAT_INIT;
    int notation, width, sign;
    if (o->from == VALUE_UNDEFINED) {
        *ret = f;
        return true;
    }
    if (!cm__intl_matcher(o) || !read_numbering(o) || !read_style(o, &f) ||
        !cm__intl_choice(o, "notation", notations, 4, NOTATION_STANDARD,
                         &notation))
        return false;
    f.notation = (uint8_t)notation;
    bool is_money = f.style == STYLE_CURRENCY; /* in every notation, as V8 */
    int digits = is_money ? cm__currency_digits(f.currency) : 0;
    int max = is_money ? digits : f.style == STYLE_PERCENT ? 0 : 3;
    if (!cm__number_digits_read(o, digits, max, &f) ||
        !cm__intl_choice(o, "compactDisplay", compact_widths, 2, 0, &width))
        return false;
    f.is_compact_long = width == 1;
    if (!read_grouping(o, &f) ||
        !cm__intl_choice(o, "signDisplay", signs, 5, SIGN_AUTO, &sign))
        return false;
    f.sign = (uint8_t)sign;
    *ret = f;
    return true;
}

/* ---- resolvedOptions ---- */

bool cm__number_digits_put(VM *vm, Obj *to, const NumberFormat *f)
{
    if (!cm__intl_put_int(vm, to, "minimumIntegerDigits", f->min_integer))
        return false;
    if (f->rounding_type != BY_SIGNIFICANT &&
        (!cm__intl_put_int(vm, to, "minimumFractionDigits", f->min_fraction) ||
         !cm__intl_put_int(vm, to, "maximumFractionDigits", f->max_fraction)))
        return false;
    return f->max_significant == 0 ||
           (cm__intl_put_int(vm, to, "minimumSignificantDigits",
                             f->min_significant) &&
            cm__intl_put_int(vm, to, "maximumSignificantDigits",
                             f->max_significant));
}

bool cm__number_rounding_put(VM *vm, Obj *to, const NumberFormat *f)
{
    int priority = f->rounding_type == BY_MORE_PRECISION   ? 1
                   : f->rounding_type == BY_LESS_PRECISION ? 2
                                                           : 0;
    return cm__intl_put_int(vm, to, "roundingIncrement", f->increment) &&
           cm__intl_put_text(vm, to, "roundingMode", modes[f->rounding_mode]) &&
           cm__intl_put_text(vm, to, "roundingPriority",
                             priorities[priority]) &&
           cm__intl_put_text(vm, to, "trailingZeroDisplay",
                             zero_displays[f->strips_zeros]);
}

static bool put_style(VM *vm, Obj *to, const NumberFormat *f)
{
    if (!cm__intl_put_text(vm, to, "locale", "en-US") ||
        !cm__intl_put_text(vm, to, "numberingSystem", "latn") ||
        !cm__intl_put_text(vm, to, "style", styles[f->style]))
        return false;
    if (f->style == STYLE_CURRENCY)
        return cm__intl_put_text(vm, to, "currency", f->currency) &&
               cm__intl_put_text(vm, to, "currencyDisplay",
                                 displays[f->currency_display]) &&
               cm__intl_put_text(vm, to, "currencySign",
                                 currency_signs[f->is_accounting]);
    return f->style != STYLE_UNIT ||
           (cm__intl_put_text(vm, to, "unit", f->unit) &&
            cm__intl_put_text(vm, to, "unitDisplay",
                              unit_widths[f->unit_width]));
}

Value cm__number_resolved(VM *vm, const NumberFormat *f)
{
    Obj *to = obj_new_plain(vm);
    if (!to || !put_style(vm, to, f) || !cm__number_digits_put(vm, to, f))
        return VALUE_THROWN;
    bool grouped = f->grouping != GROUPING_NONE;
    if (!(grouped
              ? cm__intl_put_text(vm, to, "useGrouping", groupings[f->grouping])
              : cm__intl_put(vm, to, "useGrouping", VALUE_FALSE)) ||
        !cm__intl_put_text(vm, to, "notation", notations[f->notation]))
        return VALUE_THROWN;
    if (f->notation == NOTATION_COMPACT &&
        !cm__intl_put_text(vm, to, "compactDisplay",
                           compact_widths[f->is_compact_long]))
        return VALUE_THROWN;
    if (!cm__intl_put_text(vm, to, "signDisplay", signs[f->sign]) ||
        !cm__number_rounding_put(vm, to, f))
        return VALUE_THROWN;
    return value_from_obj(to);
}
