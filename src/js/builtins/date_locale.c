/* SPDX-License-Identifier: MIT */
/* toLocaleDateString, toLocaleTimeString, toLocaleString in en-US; ECMA-402 20.4 with
 * the options that programs use: the fields from weekday to second, hour12,
 * hourCycle, dateStyle, timeStyle, timeZone (UTC), timeZoneName. Others are
 * refused, never ignored. */
#include "js/builtins/date_internal.h"
#include "js/builtins/number_internal.h"

#include <stdio.h>
#include <string.h>

/* Widths in the order of the name tables; -1: the field is not shown. */
enum {
    NUMERIC,
    TWO_DIGIT,
    LONG,
    SHORT,
    NARROW
};
static const char *const number_widths[] = { "numeric", "2-digit" };
static const char *const month_widths[] = { "numeric", "2-digit", "long",
                                            "short", "narrow" };
static const char *const name_widths[] = { "long", "short", "narrow" };
static const char *const zone_widths[] = { "long", "short" };

enum {
    STYLE_FULL,
    STYLE_LONG,
    STYLE_MEDIUM,
    STYLE_SHORT
};
static const char *const styles[] = { "full", "long", "medium", "short" };

typedef struct Format {
    int weekday, year, month, day;
    int hour, minute, second;
    int zone; /* 0 long, 1 short */
    bool twelve;
    int date_style, time_style;
} Format;

#define TEXT_MAX 160

/* What the method is about: the fields that must be there, and those shown when none
 * of them is. */
typedef struct Purpose {
    bool date, time;
} Purpose;

/* ---- options ---- */

typedef struct FieldOption {
    const char *name;
    size_t at; /* in Format */
    const char *const *widths;
    size_t n_widths;
} FieldOption;

#define OPTION(field, widths)                                         \
    {                                                                 \
#field, offsetof(Format, field), widths, CM_ARRAY_LEN(widths) \
    }

static const FieldOption field_options[] = {
    OPTION(weekday, name_widths),  OPTION(year, number_widths),
    OPTION(month, month_widths),   OPTION(day, number_widths),
    OPTION(hour, number_widths),   OPTION(minute, number_widths),
    OPTION(second, number_widths),
};

static bool read_choice(VM *vm, Value options, const FieldOption *o, Format *f)
{
    int choice =
        cm__option_choice(vm, options, o->name, o->widths, o->n_widths);
    memcpy((char *)f + o->at, &choice, sizeof choice);
    return choice != -2;
}

static bool read_fields(VM *vm, Value options, Format *f)
{
    static const FieldOption zone = { "timeZoneName", offsetof(Format, zone),
                                      zone_widths, 2 };
    static const FieldOption date_style = { "dateStyle",
                                            offsetof(Format, date_style),
                                            styles, 4 };
    static const FieldOption time_style = { "timeStyle",
                                            offsetof(Format, time_style),
                                            styles, 4 };
    for (size_t i = 0; i < CM_ARRAY_LEN(field_options); i++)
        if (!read_choice(vm, options, &field_options[i], f))
            return false;
    return read_choice(vm, options, &zone, f) &&
           read_choice(vm, options, &date_style, f) &&
           read_choice(vm, options, &time_style, f);
}

static bool read_cycle(VM *vm, Value options, Format *f)
{
    static const char *const cycles[] = { "h12", "h23" };
    int cycle = cm__option_choice(vm, options, "hourCycle", cycles, 2);
    if (cycle == -2)
        return false;
    f->twelve = cycle != 1;
    Value v = get_prop_ascii(vm, options, "hour12");
    if (v == VALUE_THROWN)
        return false;
    if (v != VALUE_UNDEFINED)
        f->twelve = to_boolean(v);
    return true;
}

static bool read_zone(VM *vm, Value options)
{
    static const char *const zones[] = { "UTC", "GMT", "Etc/UTC", "Etc/GMT" };
    return cm__option_choice(vm, options, "timeZone", zones, 4) != -2;
}

/* Options that would change the text and are not covered. */
static bool refuse_others(VM *vm, Value options)
{
    static const char *const others[] = { "era", "dayPeriod",
                                          "fractionalSecondDigits" };
    for (size_t i = 0; i < CM_ARRAY_LEN(others); i++) {
        Value v = get_prop_ascii(vm, options, others[i]);
        if (v == VALUE_THROWN)
            return false;
        if (v != VALUE_UNDEFINED) {
            throw_range(vm, "Option %s is not available", others[i]);
            return false;
        }
    }
    return true;
}

static bool check_styles(VM *vm, const Format *f, Purpose required)
{
    bool any = f->weekday >= 0 || f->year >= 0 || f->month >= 0 ||
               f->day >= 0 || f->hour >= 0 || f->minute >= 0 || f->second >= 0;
    if (f->date_style < 0 && f->time_style < 0)
        return true;
    if (any || f->zone >= 0)
        throw_type(vm, "Can't set option of a field when dateStyle or "
                       "timeStyle is used");
    else if (f->date_style >= 0 && !required.date)
        throw_type(vm, "Invalid option : dateStyle");
    else if (f->time_style >= 0 && !required.time)
        throw_type(vm, "Invalid option : timeStyle");
    else
        return true;
    return false;
}

/* Combinations that en-US has no pattern for here. */
static bool check_combination(VM *vm, const Format *f)
{
    bool gap = f->day >= 0 && f->year >= 0 && f->month < 0;
    bool stray =
        f->weekday >= 0 && f->day < 0 && (f->month >= 0 || f->year >= 0);
    if (gap || stray)
        throw_range(vm, "This combination of date fields is not available");
    return !gap && !stray;
}

static void apply_styles(Format *f)
{
    if (f->date_style >= 0) {
        f->weekday = f->date_style == STYLE_FULL ? 0 : -1;
        f->month = f->date_style == STYLE_SHORT    ? NUMERIC
                   : f->date_style == STYLE_MEDIUM ? SHORT
                                                   : LONG;
        f->day = NUMERIC;
        f->year = f->date_style == STYLE_SHORT ? TWO_DIGIT : NUMERIC;
    }
    if (f->time_style >= 0) {
        f->hour = f->minute = NUMERIC;
        f->second = f->time_style == STYLE_SHORT ? -1 : NUMERIC;
        f->zone = f->time_style == STYLE_FULL   ? 0
                  : f->time_style == STYLE_LONG ? 1
                                                : -1;
    }
}

/* ToDateTimeOptions: the defaults apply when nothing required was asked for. */
static void apply_defaults(Format *f, Purpose required, Purpose defaults)
{
    bool date = f->weekday >= 0 || f->year >= 0 || f->month >= 0 || f->day >= 0;
    bool time = f->hour >= 0 || f->minute >= 0 || f->second >= 0;
    if ((required.date && date) || (required.time && time))
        return;
    if (defaults.date)
        f->year = f->month = f->day = NUMERIC;
    if (defaults.time)
        f->hour = f->minute = f->second = NUMERIC;
}

static bool read_format(VM *vm, Value options, Purpose required,
                        Purpose defaults, Format *f)
{
    *f = (Format){ -1, -1, -1, -1, -1, -1, -1, -1, true, -1, -1 };
    if (options != VALUE_UNDEFINED) {
        Obj *o = to_object(vm, options);
        if (!o)
            return false;
        options = value_from_obj(o);
        if (!read_fields(vm, options, f) || !read_cycle(vm, options, f) ||
            !read_zone(vm, options) || !refuse_others(vm, options) ||
            !check_styles(vm, f, required))
            return false;
    }
    if (f->date_style >= 0 || f->time_style >= 0)
        apply_styles(f);
    else
        apply_defaults(f, required, defaults);
    return check_combination(vm, f);
}

/* ---- text ---- */

typedef struct Text {
    char s[TEXT_MAX];
    size_t n;
} Text;

static void add(Text *t, const char *s)
{
    size_t n = strlen(s);
    if (n >= TEXT_MAX - t->n)
        n = TEXT_MAX - 1 - t->n;
    memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = 0;
}

static void add_number(Text *t, int value, bool two_digits)
{
    char s[16];
    snprintf(s, sizeof s, two_digits ? "%02d" : "%d", value);
    add(t, s);
}

/* width: 0 long, 1 short, 2 narrow */
static void add_name(Text *t, const char *name, int width)
{
    char s[16];
    snprintf(s, sizeof s,
             width == 0   ? "%s"
             : width == 1 ? "%.3s"
                          : "%.1s",
             name);
    add(t, s);
}

/* Years before 1 are counted backwards and marked. */
static void add_year(Text *t, const Format *f, int year)
{
    int shown = year > 0 ? year : 1 - year;
    add_number(t, f->year == TWO_DIGIT ? shown % 100 : shown,
               f->year == TWO_DIGIT);
    if (year <= 0)
        add(t, " BC");
}

static void add_named_date(Text *t, const Format *f, const int d[DATE_ALL])
{
    add_name(t, cm__date_months[d[DATE_MONTH]], f->month - LONG);
    if (f->day >= 0) {
        add(t, " ");
        add_number(t, d[DATE_DAY], f->day == TWO_DIGIT);
    }
    if (f->year >= 0) {
        add(t, f->day >= 0 ? ", " : " ");
        add_year(t, f, d[DATE_YEAR]);
    }
}

static void add_numeric_date(Text *t, const Format *f, const int d[DATE_ALL])
{
    if (f->month >= 0)
        add_number(t, d[DATE_MONTH] + 1, f->month == TWO_DIGIT);
    if (f->day >= 0) {
        if (f->month >= 0)
            add(t, "/");
        add_number(t, d[DATE_DAY], f->day == TWO_DIGIT);
    }
    if (f->year >= 0) {
        if (f->month >= 0 || f->day >= 0)
            add(t, "/");
        add_year(t, f, d[DATE_YEAR]);
    }
}

static void add_date(Text *t, const Format *f, const int d[DATE_ALL])
{
    bool rest = f->month >= 0 || f->day >= 0 || f->year >= 0;
    /* a weekday stands in front, but behind a lone day of the month */
    bool behind = f->month < 0 && f->day >= 0;
    if (f->weekday >= 0 && !behind) {
        add_name(t, cm__date_weekdays[d[DATE_WEEKDAY]], f->weekday);
        if (rest)
            add(t, ", ");
    }
    if (f->month >= LONG)
        add_named_date(t, f, d);
    else if (rest)
        add_numeric_date(t, f, d);
    if (f->weekday >= 0 && behind) {
        add(t, " ");
        add_name(t, cm__date_weekdays[d[DATE_WEEKDAY]], f->weekday);
    }
}

static void add_time(Text *t, const Format *f, const int d[DATE_ALL])
{
    int hour = d[DATE_HOUR];
    bool started = f->hour >= 0;
    if (started)
        add_number(t,
                   !f->twelve  ? hour
                   : hour % 12 ? hour % 12
                               : 12,
                   !f->twelve || f->hour == TWO_DIGIT);
    if (f->minute >= 0) {
        if (started)
            add(t, ":");
        add_number(t, d[DATE_MINUTE], started || f->second >= 0);
        started = true;
    }
    if (f->second >= 0) {
        if (started)
            add(t, ":");
        add_number(t, d[DATE_SECOND], started);
    }
    if (f->hour >= 0 && f->twelve)
        add(t, hour < 12 ? " AM" : " PM");
}

static Value format(VM *vm, double t, const Format *f)
{
    int d[DATE_ALL];
    Text text = { .n = 0 };
    cm__date_fields(cm__date_to_local(vm, t), d);
    bool date = f->weekday >= 0 || f->year >= 0 || f->month >= 0 || f->day >= 0;
    bool time = f->hour >= 0 || f->minute >= 0 || f->second >= 0;
    if (date)
        add_date(&text, f, d);
    bool weekday_only = f->year < 0 && f->month < 0 && f->day < 0;
    if (date && time)
        add(&text, weekday_only ? " " : f->month == LONG ? " at " : ", ");
    if (time)
        add_time(&text, f, d);
    if (f->zone >= 0) {
        add(&text, time ? " " : ", ");
        add(&text, f->zone == 0 ? "Coordinated Universal Time" : "UTC");
    }
    Str *s = str_from_ascii(vm, text.s);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value to_locale(VM *vm, const NativeCall *c, Purpose required,
                       Purpose defaults)
{
    double t;
    Format f;
    if (!cm__date_this(vm, c, &t) ||
        !read_format(vm, c->args[1], required, defaults, &f))
        return VALUE_THROWN;
    return t == t ? format(vm, t, &f) : cm__date_text(vm, t, DATE_TEXT_FULL);
}

/* ---- the methods ---- */

static const Purpose date_only = { true, false };
static const Purpose time_only = { false, true };
static const Purpose both = { true, true };

/* ECMA-402 20.4.2 */
static Value date_to_locale_date_string(VM *vm, NativeCall *c)
{
    return to_locale(vm, c, date_only, date_only);
}

/* ECMA-402 20.4.3 */
static Value date_to_locale_time_string(VM *vm, NativeCall *c)
{
    return to_locale(vm, c, time_only, time_only);
}

/* ECMA-402 20.4.1 */
static Value date_to_locale_string(VM *vm, NativeCall *c)
{
    return to_locale(vm, c, both, both);
}

static const NativeSpec rows[] = {
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
    realm_functions(b, b->realm->date_proto, rows, CM_ARRAY_LEN(rows));
}
