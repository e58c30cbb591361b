/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_DATE_TIME_H
#define CM_JS_BUILTINS_DATE_TIME_H
/* date_time: time values, their fields and their text.
 *
 * A time value is a whole number of milliseconds since 1970-01-01T00:00Z, at
 * most 8.64e15 either way, or NaN. A Date object is a BoxedObj of CLASS_DATE
 * that holds it as a double. Local time is made and undone in two places only
 * (date_time.c), by the offset of the execution's time zone. */
#include "js/builtins/builtins.h"

#include "js/intl/time_zone.h"

#include "engine/convert.h"
#include "engine/property.h"

#define MS_PER_SECOND 1000.0
#define MS_PER_MINUTE 60000.0
#define MS_PER_HOUR   3600000.0
#define MS_PER_DAY    86400000.0

/* In the order of Date's arguments. */
enum {
    DATE_YEAR,
    DATE_MONTH, /* 0 to 11 */
    DATE_DAY,   /* 1 to 31 */
    DATE_HOUR,
    DATE_MINUTE,
    DATE_SECOND,
    DATE_MS,
    DATE_FIELDS,
    DATE_WEEKDAY = DATE_FIELDS, /* 0 is Sunday */
    DATE_ALL
};

/* The fields of a finite time value, local or UTC as the value is. */
void cm__date_fields(double t, int ret_fields[DATE_ALL]);

/* MakeDay, MakeTime and MakeDate over numbers of any kind; NaN when the result
 * is out of reach. */
double cm__date_make(const double fields[DATE_FIELDS]);
/* TimeClip. */
double cm__date_clip(double t);
/* LocalTime and UTC (21.4.1.25, 21.4.1.26). */
double cm__date_to_local(VM *vm, double t);
double cm__date_to_utc(VM *vm, double t);
int cm__date_days_in_month(int year, int month);

/* Date.parse: a time value, NaN when the text is no date. */
double cm__date_parse(VM *vm, const StrView *text);

/* Forms of text. */
typedef enum DateText {
    DATE_TEXT_FULL, /* toString */
    DATE_TEXT_DATE,
    DATE_TEXT_TIME,
    DATE_TEXT_UTC,
    DATE_TEXT_ISO
} DateText;

/* "Invalid Date" for NaN, except that ISO throws a RangeError. */
Value cm__date_text(VM *vm, double t, DateText form);

extern const char *const cm__date_weekdays[7];
extern const char *const cm__date_months[12];

/* thisTimeValue. False after a TypeError. */
bool cm__date_this(VM *vm, const NativeCall *c, double *ret);

/* The execution's zone; never NULL (intl/zone.c). */
const TimeZone *cm__date_zone(const VM *vm);
/* The zone's offset in milliseconds at a time given as UTC or as local time. */
double cm__zone_offset_ms(const TimeZone *z, double t, bool t_is_local);

/* The toLocale methods (intl/date.c). */
void cm__install_date_locale(RealmBuilder *b);

#endif
