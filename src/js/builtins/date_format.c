/* SPDX-License-Identifier: MIT */
/* Dates as text in the forms of ECMA-262 (21.4.1.32, 21.4.4.35 to 21.4.4.43);
 * the part that it leaves open, the zone's name, as V8 writes it. */
#include "js/builtins/date_internal.h"

#include <stdio.h>
#include <string.h>

const char *const cm__date_weekdays[7] = { "Sunday",    "Monday",   "Tuesday",
                                           "Wednesday", "Thursday", "Friday",
                                           "Saturday" };
const char *const cm__date_months[12] = { "January", "February", "March",
                                          "April",   "May",      "June",
                                          "July",    "August",   "September",
                                          "October", "November", "December" };

#define TEXT_MAX 192

/* "2024", "-0001": four digits at least. */
static void year_text(char out[16], int year)
{
    snprintf(out, 16, "%s%04d", year < 0 ? "-" : "", year < 0 ? -year : year);
}

/* DateString (21.4.4.41.2). */
static void date_string(char out[TEXT_MAX], const int f[DATE_ALL])
{
    char year[16];
    year_text(year, f[DATE_YEAR]);
    snprintf(out, TEXT_MAX, "%.3s %.3s %02d %s",
             cm__date_weekdays[f[DATE_WEEKDAY]], cm__date_months[f[DATE_MONTH]],
             f[DATE_DAY], year);
}

/* TimeString and TimeZoneString (21.4.4.41.1, 21.4.4.41.3). */
static void time_string(char out[TEXT_MAX], const int f[DATE_ALL],
                        double offset, const TimeZone *zone)
{
    char name[CM_ZONE_TEXT_MAX];
    cm__zone_text(zone, (int32_t)(offset / MS_PER_SECOND), ZONE_LONG, name);
    int minutes = (int)(offset / MS_PER_MINUTE);
    int size = minutes < 0 ? -minutes : minutes;
    snprintf(out, TEXT_MAX, "%02d:%02d:%02d GMT%c%02d%02d (%s)", f[DATE_HOUR],
             f[DATE_MINUTE], f[DATE_SECOND], minutes < 0 ? '-' : '+', size / 60,
             size % 60, name);
}

/* 21.4.4.43 */
static void utc_string(char out[TEXT_MAX], const int f[DATE_ALL])
{
    char year[16];
    year_text(year, f[DATE_YEAR]);
    snprintf(out, TEXT_MAX, "%.3s, %02d %.3s %s %02d:%02d:%02d GMT",
             cm__date_weekdays[f[DATE_WEEKDAY]], f[DATE_DAY],
             cm__date_months[f[DATE_MONTH]], year, f[DATE_HOUR], f[DATE_MINUTE],
             f[DATE_SECOND]);
}

/* Date Time String Format (21.4.1.32). */
static void iso_string(char out[TEXT_MAX], const int f[DATE_ALL])
{
    int year = f[DATE_YEAR];
    bool plain = year >= 0 && year <= 9999;
    snprintf(out, TEXT_MAX, "%s%0*d-%02d-%02dT%02d:%02d:%02d.%03dZ",
             plain      ? ""
             : year < 0 ? "-"
                        : "+",
             plain ? 4 : 6, year < 0 ? -year : year, f[DATE_MONTH] + 1,
             f[DATE_DAY], f[DATE_HOUR], f[DATE_MINUTE], f[DATE_SECOND],
             f[DATE_MS]);
}

/* Appends to a text of TEXT_MAX bytes; what does not fit is left out. */
static void append(char out[TEXT_MAX], const char *text)
{
    size_t n = strlen(out), m = strlen(text);
    if (m > TEXT_MAX - 1 - n)
        m = TEXT_MAX - 1 - n;
    memcpy(out + n, text, m);
    out[n + m] = '\0';
}

Value cm__date_text(VM *vm, double t, DateText form)
{
    char out[TEXT_MAX] = "Invalid Date", time[TEXT_MAX];
    int f[DATE_ALL];
    if (t != t && form == DATE_TEXT_ISO)
        return throw_range(vm, "Invalid time value");
    if (t == t) {
        bool utc = form == DATE_TEXT_UTC || form == DATE_TEXT_ISO;
        double local = utc ? t : cm__date_to_local(vm, t);
        cm__date_fields(local, f);
        time_string(time, f, local - t, cm__date_zone(vm));
        switch (form) {
        case DATE_TEXT_FULL:
            date_string(out, f);
            append(out, " ");
            append(out, time);
            break;
        case DATE_TEXT_DATE:
            date_string(out, f);
            break;
        case DATE_TEXT_TIME:
            memcpy(out, time, TEXT_MAX);
            break;
        case DATE_TEXT_UTC:
            utc_string(out, f);
            break;
        case DATE_TEXT_ISO:
            iso_string(out, f);
            break;
        }
    }
    Str *s = str_from_ascii(vm, out);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* ---- the methods ---- */

static Value this_text(VM *vm, const NativeCall *c, DateText form)
{
    double t;
    return cm__date_this(vm, c, &t) ? cm__date_text(vm, t, form) : VALUE_THROWN;
}

static Value date_to_string(VM *vm, NativeCall *c)
{
    return this_text(vm, c, DATE_TEXT_FULL);
}

static Value date_to_date_string(VM *vm, NativeCall *c)
{
    return this_text(vm, c, DATE_TEXT_DATE);
}

static Value date_to_time_string(VM *vm, NativeCall *c)
{
    return this_text(vm, c, DATE_TEXT_TIME);
}

static Value date_to_utc_string(VM *vm, NativeCall *c)
{
    return this_text(vm, c, DATE_TEXT_UTC);
}

static Value date_to_iso_string(VM *vm, NativeCall *c)
{
    return this_text(vm, c, DATE_TEXT_ISO);
}

static const NativeSpec rows[] = {
    { .name = "toDateString", .fn = date_to_date_string },
    { .name = "toISOString", .fn = date_to_iso_string },
    { .name = "toString", .fn = date_to_string },
    { .name = "toTimeString", .fn = date_to_time_string },
    { .name = "toUTCString", .fn = date_to_utc_string },
};

void cm__install_date_format(RealmBuilder *b)
{
    Obj *proto = b->realm->date_proto;
    realm_functions(b, proto, rows, CM_ARRAY_LEN(rows));
    realm_alias(b, proto, "toGMTString", "toUTCString");
}
