/* SPDX-License-Identifier: MIT */
/* Intl.DateTimeFormat, and the toLocale methods of Date; ECMA-402 section 11
 * and 20.4. */
#include "js/builtins/intl/intl_internal.h"

#include "js/builtins/date_time.h"
#include "js/intl/date_tables.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* What a formatter is about: the fields that must be asked for, and those shown
 * when none of them is. */
typedef struct Purpose {
    bool date, time;
} Purpose;

static const Purpose date_only = { true, false };
static const Purpose time_only = { false, true };
static const Purpose both = { true, true };

/* ---- options ---- */

static const char *const number_widths[] = { "numeric", "2-digit" };
static const char *const month_widths[] = { "numeric", "2-digit", "long",
                                            "short", "narrow" };
static const char *const zone_styles[] = { "short",        "long",
                                           "shortOffset",  "longOffset",
                                           "shortGeneric", "longGeneric" };
static const char *const styles[] = { "full", "long", "medium", "short" };
static const char *const cycles[] = { "h11", "h12", "h23", "h24" };

typedef struct FieldOption {
    const char *name;
    size_t at; /* in DateFormat */
    const char *const *widths;
    size_t n_widths;
} FieldOption;

#define OPTION(name, field, widths)                                     \
    {                                                                   \
        name, offsetof(DateFormat, field), widths, CM_ARRAY_LEN(widths) \
    }

/* In the order of ECMA-402 table 16; the fraction is a number. */
static const FieldOption field_options[] = {
    OPTION("weekday", weekday, cm__intl_widths),
    OPTION("era", era, cm__intl_widths),
    OPTION("year", year, number_widths),
    OPTION("month", month, month_widths),
    OPTION("day", day, number_widths),
    OPTION("dayPeriod", day_period, cm__intl_widths),
    OPTION("hour", hour, number_widths),
    OPTION("minute", minute, number_widths),
    OPTION("second", second, number_widths),
    OPTION("fractionalSecondDigits", fraction, number_widths),
    OPTION("timeZoneName", zone, zone_styles),
};
static const FieldOption date_style = OPTION("dateStyle", date_style, styles);
static const FieldOption time_style = OPTION("timeStyle", time_style, styles);

static int8_t *field_of(DateFormat *f, const FieldOption *o)
{
    return (int8_t *)f + o->at;
}

static bool read_field(const IntlOptions *o, const FieldOption *row,
                       DateFormat *f)
{
    int choice;
    bool ok = row->at == offsetof(DateFormat, fraction)
                  ? cm__intl_number(o, row->name, 1, 3, -1, &choice)
                  : cm__intl_choice(o, row->name, row->widths, row->n_widths,
                                    -1, &choice);
    if (ok)
        *field_of(f, row) = (int8_t)choice;
    return ok;
}

static bool read_cycle(const IntlOptions *o, DateFormat *f)
{
    int is_12, cycle;
    if (!cm__intl_bool(o, "hour12", &is_12) ||
        !cm__intl_choice(o, "hourCycle", cycles, 4, CYCLE_H12, &cycle))
        return false;
    if (is_12 >= 0)
        cycle = is_12 ? CYCLE_H12 : CYCLE_H23;
    f->cycle = (int8_t)cycle;
    return true;
}

static bool read_zone(const IntlOptions *o, char zone[CM_ZONE_NAME_MAX + 1])
{
    Str *name;
    if (!cm__intl_text(o, "timeZone", &name))
        return false;
    return !name || cm__zone_option(o->vm, name, zone);
}

/* Calendars and numbering systems other than ours are not available, which is
 * no error. */
static bool read_systems(const IntlOptions *o)
{
    Str *ignored;
    return cm__intl_matcher(o) && cm__intl_text(o, "calendar", &ignored) &&
           cm__intl_text(o, "numberingSystem", &ignored);
}

static bool check_styles(VM *vm, DateFormat *f, Purpose required)
{
    if (f->date_style < 0 && f->time_style < 0)
        return true;
    for (size_t i = 0; i < CM_ARRAY_LEN(field_options); i++)
        if (*field_of(f, &field_options[i]) >= 0) {
            throw_type(vm, "Can't set option %s when %s is used",
                       field_options[i].name,
                       f->date_style >= 0 ? "dateStyle" : "timeStyle");
            return false;
        }
    if (f->date_style >= 0 && !required.date)
        throw_type(vm, "Invalid option : dateStyle");
    else if (f->time_style >= 0 && !required.time)
        throw_type(vm, "Invalid option : timeStyle");
    else
        return true;
    return false;
}

static void apply_defaults(DateFormat *f, Purpose required, Purpose defaults)
{
    bool date = f->weekday >= 0 || f->year >= 0 || f->month >= 0 || f->day >= 0;
    bool time = f->day_period >= 0 || f->hour >= 0 || f->minute >= 0 ||
                f->second >= 0 || f->fraction >= 0;
    if ((required.date && date) || (required.time && time))
        return;
    if (defaults.date)
        f->year = f->month = f->day = WIDTH_NUMERIC;
    if (defaults.time)
        f->hour = f->minute = f->second = WIDTH_NUMERIC;
}

/* CreateDateTimeFormat (11.1.2). */
static bool read_options(const IntlOptions *o, Purpose required,
                         Purpose defaults, DateOptions *ret)
{
    static const char *const matchers[] = { "basic", "best fit" };
    DateOptions d = { .format = DATE_FORMAT_INIT };
    DateFormat *f = &d.format;
    int matcher;
    f->cycle = CYCLE_H12;
    if (o->from != VALUE_UNDEFINED) {
        if (!read_systems(o) || !read_cycle(o, f) || !read_zone(o, d.zone))
            return false;
        for (size_t i = 0; i < CM_ARRAY_LEN(field_options); i++)
            if (!read_field(o, &field_options[i], f))
                return false;
        if (!cm__intl_choice(o, "formatMatcher", matchers, 2, 1, &matcher) ||
            !read_field(o, &date_style, f) || !read_field(o, &time_style, f) ||
            !check_styles(o->vm, f, required))
            return false;
    }
    if (f->date_style >= 0 || f->time_style >= 0)
        cm__date_format_apply_styles(f);
    else
        apply_defaults(f, required, defaults);
    *ret = d;
    return true;
}

/* ---- formatting ---- */

static bool moment_of(VM *vm, const DateOptions *d, double t, DateMoment *ret)
{
    const TimeZone *zone = d->zone[0]
                               ? cm__zone_find(vm, d->zone, strlen(d->zone))
                               : cm__date_zone(vm);
    if (!zone)
        return false;
    int f[DATE_ALL];
    double offset = cm__zone_offset_ms(zone, t, false);
    cm__date_fields(t + offset, f);
    *ret = (DateMoment){ f[DATE_YEAR],
                         f[DATE_MONTH],
                         f[DATE_DAY],
                         f[DATE_WEEKDAY],
                         f[DATE_HOUR],
                         f[DATE_MINUTE],
                         f[DATE_SECOND],
                         f[DATE_MS],
                         (int32_t)(offset / MS_PER_SECOND),
                         zone };
    return true;
}

static Value format(VM *vm, const DateOptions *d, double t, bool as_parts)
{
    DateMoment m;
    IntlText text;
    if (!moment_of(vm, d, t, &m))
        return VALUE_THROWN;
    cm__text_init(&text, vm->heap.alloc);
    cm__date_format(&d->format, &m, &text);
    return as_parts ? cm__intl_parts(vm, &text, PARTS_PLAIN, NULL)
                    : cm__intl_finish(vm, &text);
}

/* A time value of an argument: a Date, or a number. */
static bool time_of(VM *vm, Value v, double *ret)
{
    double t;
    if (value_is_class(v, CLASS_DATE))
        t = value_num(((BoxedObj *)value_ptr(v))->value);
    else if (!to_number(vm, v, &t))
        return false;
    *ret = cm__date_clip(t);
    if (*ret != *ret)
        throw_range(vm, "Invalid time value");
    return *ret == *ret;
}

static Value format_arg(VM *vm, const IntlObj *o, Value v, bool as_parts)
{
    double t;
    if (v == VALUE_UNDEFINED)
        t = cm__date_clip(floor(vm->wall_ms(vm->hook_user)));
    else if (!time_of(vm, v, &t))
        return VALUE_THROWN;
    return format(vm, &o->as.date, t, as_parts);
}

static Value format_range(VM *vm, const NativeCall *c, const char *method,
                          bool as_parts)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_DATE, method);
    double a, b;
    DateMoment from, to;
    if (!o)
        return VALUE_THROWN;
    if (c->args[0] == VALUE_UNDEFINED || c->args[1] == VALUE_UNDEFINED)
        return throw_type(vm, "Invalid time value");
    if (!time_of(vm, c->args[0], &a) || !time_of(vm, c->args[1], &b) ||
        !moment_of(vm, &o->as.date, a, &from) ||
        !moment_of(vm, &o->as.date, b, &to))
        return VALUE_THROWN;
    IntlText text;
    cm__text_init(&text, vm->heap.alloc);
    cm__date_format_range(&o->as.date.format, &from, &to, &text);
    return as_parts ? cm__intl_parts(vm, &text, PARTS_RANGE, NULL)
                    : cm__intl_finish(vm, &text);
}

/* ---- the constructor and its methods ---- */

static Value date_format_ctor(VM *vm, NativeCall *c)
{
    IntlOptions o;
    DateOptions d;
    if (!cm__intl_open(vm, c->args[0], c->args[1], false, "Intl.DateTimeFormat",
                       &o) ||
        !read_options(&o, both, date_only, &d))
        return VALUE_THROWN;
    IntlObj *self = cm__intl_new(vm, c, INTL_DATE);
    if (!self)
        return VALUE_THROWN;
    self->as.date = d;
    return value_from_obj(self);
}

static Value bound_format(VM *vm, NativeCall *c)
{
    return format_arg(vm, cm__intl_bound_to(c), c->args[0], false);
}

static const NativeSpec bound_spec = {
    .name = "", .fn = bound_format, .length = 1, .min_args = 1
};

static Value get_format(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_DATE, "format");
    return o ? cm__intl_bound(vm, o, &bound_spec) : VALUE_THROWN;
}

static Value format_to_parts(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_DATE, "formatToParts");
    return o ? format_arg(vm, o, c->args[0], true) : VALUE_THROWN;
}

static Value format_range_text(VM *vm, NativeCall *c)
{
    return format_range(vm, c, "formatRange", false);
}

static Value format_range_to_parts(VM *vm, NativeCall *c)
{
    return format_range(vm, c, "formatRangeToParts", true);
}

/* ---- resolvedOptions ---- */

/* Whether the pattern chosen shows the field. */
static bool is_shown(const DateFormat *f, const char *fields)
{
    const char *pattern = cm__date_format_time_pattern(f);
    for (; *fields; fields++) {
        char field[3] = { '%', *fields, 0 };
        if (strstr(pattern, field))
            return true;
    }
    return false;
}

/* Minutes and seconds have the digits of the pattern, whatever was asked
 * for. */
static bool put_field(VM *vm, Obj *to, DateFormat *f, const FieldOption *row)
{
    int value = (int)*field_of(f, row);
    if (value < 0)
        return true;
    switch (row->at) {
    case offsetof(DateFormat, fraction):
        return cm__intl_put_int(vm, to, row->name, value);
    case offsetof(DateFormat, hour):
        value = is_shown(f, "H") ? WIDTH_TWO_DIGIT : value;
        break;
    case offsetof(DateFormat, minute):
        value = is_shown(f, "m") ? WIDTH_TWO_DIGIT : WIDTH_NUMERIC;
        break;
    case offsetof(DateFormat, second):
        value = is_shown(f, "s") ? WIDTH_TWO_DIGIT : WIDTH_NUMERIC;
        break;
    case offsetof(DateFormat, day_period):
        if (!is_shown(f, "B"))
            return true;
        break;
    default:
        break;
    }
    return cm__intl_put_text(vm, to, row->name, row->widths[value]);
}

static bool put_fields(VM *vm, Obj *to, DateFormat *f)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(field_options); i++)
        if (!put_field(vm, to, f, &field_options[i]))
            return false;
    return true;
}

static bool put_styles(VM *vm, Obj *to, const DateFormat *f)
{
    return (f->date_style < 0 ||
            cm__intl_put_text(vm, to, "dateStyle", styles[f->date_style])) &&
           (f->time_style < 0 ||
            cm__intl_put_text(vm, to, "timeStyle", styles[f->time_style]));
}

static Value resolved_options(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_DATE, "resolvedOptions");
    Obj *to = o ? obj_new_plain(vm) : NULL;
    if (!to)
        return VALUE_THROWN;
    DateFormat f = o->as.date.format;
    const char *zone =
        o->as.date.zone[0] ? o->as.date.zone : cm__date_zone(vm)->name;
    if (!cm__intl_put_text(vm, to, "locale", "en-US") ||
        !cm__intl_put_text(vm, to, "calendar", "gregory") ||
        !cm__intl_put_text(vm, to, "numberingSystem", "latn") ||
        !cm__intl_put_text(vm, to, "timeZone", zone))
        return VALUE_THROWN;
    if (f.hour >= 0 &&
        (!cm__intl_put_text(vm, to, "hourCycle", cycles[f.cycle]) ||
         !cm__intl_put(vm, to, "hour12",
                       value_bool(cm__date_format_is_12_hours(&f)))))
        return VALUE_THROWN;
    bool styled = f.date_style >= 0 || f.time_style >= 0;
    if (!(styled ? put_styles(vm, to, &f) : put_fields(vm, to, &f)))
        return VALUE_THROWN;
    return value_from_obj(to);
}

/* ---- Date ---- */

static Value to_locale(VM *vm, const NativeCall *c, Purpose required,
                       Purpose defaults, const char *owner)
{
    double t;
    IntlOptions o;
    DateOptions d;
    if (!cm__date_this(vm, c, &t) ||
        !cm__intl_open(vm, c->args[0], c->args[1], false, owner, &o) ||
        !read_options(&o, required, defaults, &d))
        return VALUE_THROWN;
    return t == t ? format(vm, &d, t, false)
                  : cm__date_text(vm, t, DATE_TEXT_FULL);
}

/* ECMA-402 20.4.2 */
static Value date_to_locale_date_string(VM *vm, NativeCall *c)
{
    return to_locale(vm, c, date_only, date_only,
                     "Date.prototype.toLocaleDateString");
}

/* ECMA-402 20.4.3 */
static Value date_to_locale_time_string(VM *vm, NativeCall *c)
{
    return to_locale(vm, c, time_only, time_only,
                     "Date.prototype.toLocaleTimeString");
}

/* ECMA-402 20.4.1 */
static Value date_to_locale_string(VM *vm, NativeCall *c)
{
    return to_locale(vm, c, both, both, "Date.prototype.toLocaleString");
}

/* ---- registration ---- */

static const NativeSpec date_rows[] = {
    { .name = "toLocaleDateString",
      .fn = date_to_locale_date_string,
      .min_args = 2 },
    { .name = "toLocaleString", .fn = date_to_locale_string, .min_args = 2 },
    { .name = "toLocaleTimeString",
      .fn = date_to_locale_time_string,
      .min_args = 2 },
};

void cm__install_date_locale(RealmBuilder *b)
{
    realm_functions(b, b->realm->date_proto, date_rows,
                    CM_ARRAY_LEN(date_rows));
}

static const NativeSpec ctor_spec = { .name = "DateTimeFormat",
                                      .fn = date_format_ctor,
                                      .min_args = 2,
                                      .flags = NATIVE_CTOR };

static const NativeSpec rows[] = {
    { .name = "format", .fn = get_format, .flags = NATIVE_GETTER },
    { .name = "formatToParts",
      .fn = format_to_parts,
      .length = 1,
      .min_args = 1 },
    { .name = "formatRange",
      .fn = format_range_text,
      .length = 2,
      .min_args = 2 },
    { .name = "formatRangeToParts",
      .fn = format_range_to_parts,
      .length = 2,
      .min_args = 2 },
    { .name = "resolvedOptions", .fn = resolved_options },
};

void cm__install_intl_date(RealmBuilder *b, Obj *intl)
{
    cm__intl_ctor(b, intl, &ctor_spec, INTL_DATE, rows, CM_ARRAY_LEN(rows));
}
