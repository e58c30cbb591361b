/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_INTL_DATE_FORMAT_H
#define CM_JS_INTL_DATE_FORMAT_H
/* date_format: dates and times as en-US text; ECMA-402 section 11 on plain C
 * data, Gregorian calendar.
 *
 * The fields asked for choose a pattern of date_tables.h for the date and one
 * for the time; their widths say how each field is written.
 * Ownership: plain values. Threads: free of state. */
#include "js/intl/text.h"
#include "js/intl/time_zone.h"

/* Widths in the order of the options' values; -1: the field is not shown. */
enum {
    WIDTH_NUMERIC, /* of year, month, day, hour, minute, second */
    WIDTH_TWO_DIGIT,
    WIDTH_LONG,
    WIDTH_SHORT,
    WIDTH_NARROW,
    NAME_LONG = 0, /* of weekday, era, day period */
    NAME_SHORT,
    NAME_NARROW
};

typedef enum HourCycle {
    CYCLE_H11,
    CYCLE_H12,
    CYCLE_H23,
    CYCLE_H24
} HourCycle;

enum {
    DATE_STYLE_FULL,
    DATE_STYLE_LONG,
    DATE_STYLE_MEDIUM,
    DATE_STYLE_SHORT
};

typedef struct DateFormat {
    int8_t weekday, era, year, month, day;
    int8_t day_period, hour, minute, second;
    int8_t fraction; /* digits; -1: not shown */
    int8_t zone;     /* ZoneStyle */
    int8_t cycle;    /* HourCycle; -1: not asked for */
    int8_t date_style, time_style;
} DateFormat;

#define DATE_FORMAT_INIT                                       \
    {                                                          \
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1 \
    }

/* A time in a zone. */
typedef struct DateMoment {
    int year, month, day, weekday; /* month 0 to 11, weekday 0 is Sunday */
    int hour, minute, second, ms;
    int32_t offset_s;
    const TimeZone *zone;
} DateMoment;

/* Replaces dateStyle and timeStyle by the fields they stand for. */
void cm__date_format_apply_styles(DateFormat *f);

void cm__date_format(const DateFormat *f, const DateMoment *m, IntlText *out);
void cm__date_format_range(const DateFormat *f, const DateMoment *a,
                           const DateMoment *b, IntlText *out);

/* The pattern of date_tables.h that shows the time of day. */
const char *cm__date_format_time_pattern(const DateFormat *f);

static inline bool cm__date_format_is_12_hours(const DateFormat *f)
{
    return f->cycle != CYCLE_H23 && f->cycle != CYCLE_H24;
}

#endif
