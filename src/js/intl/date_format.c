/* SPDX-License-Identifier: MIT */
/* Patterns and names of CLDR 48 for en. ICU writes a narrow no-break space
 * before AM and PM; V8 turns it into a plain one except in ranges, and so do
 * we. */
#include "js/intl/date_format.h"

#include "js/intl/date_tables.h"

#include <string.h>

#define RANGE_DASH   "\xE2\x80\x89\xE2\x80\x93\xE2\x80\x89"
#define NARROW_SPACE "\xE2\x80\xAF"

static const char *const weekdays[] = { "Sunday",    "Monday",   "Tuesday",
                                        "Wednesday", "Thursday", "Friday",
                                        "Saturday" };
static const char *const months[] = { "January", "February", "March",
                                      "April",   "May",      "June",
                                      "July",    "August",   "September",
                                      "October", "November", "December" };

void cm__date_format_apply_styles(DateFormat *f)
{
    if (f->date_style >= 0) {
        bool is_short = f->date_style == DATE_STYLE_SHORT;
        f->weekday = f->date_style == DATE_STYLE_FULL ? NAME_LONG : -1;
        f->month = WIDTH_LONG;
        if (is_short)
            f->month = WIDTH_NUMERIC;
        else if (f->date_style == DATE_STYLE_MEDIUM)
            f->month = WIDTH_SHORT;
        f->day = WIDTH_NUMERIC;
        f->year = is_short ? WIDTH_TWO_DIGIT : WIDTH_NUMERIC;
    }
    if (f->time_style >= 0) {
        f->hour = f->minute = WIDTH_NUMERIC;
        f->second = f->time_style == DATE_STYLE_SHORT ? -1 : WIDTH_NUMERIC;
        f->zone = -1;
        if (f->time_style == DATE_STYLE_FULL)
            f->zone = ZONE_LONG;
        else if (f->time_style == DATE_STYLE_LONG)
            f->zone = ZONE_SHORT;
    }
}

/* ---- fields ---- */

static void add_name(IntlText *out, PartType type, const char *name, int width)
{
    size_t n = strlen(name);
    if (width == NAME_SHORT && n > 3)
        n = 3;
    cm__text_add(out, type, name, width == NAME_NARROW ? 1 : n);
}

static void add_era(const DateFormat *f, const DateMoment *m, IntlText *out)
{
    static const char *const before[] = { "Before Christ", "BC", "B" };
    static const char *const after[] = { "Anno Domini", "AD", "A" };
    cm__text_str(out, PART_ERA, m->year > 0 ? after[f->era] : before[f->era]);
}

/* Years before 1 are counted backwards. */
static void add_year(const DateFormat *f, const DateMoment *m, IntlText *out)
{
    int year = m->year > 0 ? m->year : 1 - m->year;
    if (f->year == WIDTH_TWO_DIGIT)
        cm__text_number(out, PART_YEAR, year % 100, 2);
    else
        cm__text_number(out, PART_YEAR, year, 1);
}

static void add_month(const DateFormat *f, const DateMoment *m, IntlText *out)
{
    if (f->month >= WIDTH_LONG)
        add_name(out, PART_MONTH, months[m->month], f->month - WIDTH_LONG);
    else
        cm__text_number(out, PART_MONTH, m->month + 1,
                        f->month == WIDTH_TWO_DIGIT ? 2 : 1);
}

static int shown_hour(const DateFormat *f, const DateMoment *m)
{
    switch (f->cycle) {
    case CYCLE_H11:
        return m->hour % 12;
    case CYCLE_H23:
        return m->hour;
    case CYCLE_H24:
        return m->hour == 0 ? 24 : m->hour;
    default:
        return (m->hour + 11) % 12 + 1;
    }
}

/* Day periods of en (CLDR dayPeriods); noon is the minute itself. */
static const char *day_period(const DateFormat *f, const DateMoment *m)
{
    if (m->hour == 12 && (f->minute < 0 || m->minute == 0) &&
        (f->second < 0 || m->second == 0))
        return f->day_period == NAME_NARROW ? "n" : "noon";
    return m->hour < 12   ? "in the morning"
           : m->hour < 18 ? "in the afternoon"
           : m->hour < 21 ? "in the evening"
                          : "at night";
}

static void add_fraction(const DateFormat *f, const DateMoment *m,
                         IntlText *out)
{
    char digits[3] = { (char)('0' + m->ms / 100), (char)('0' + m->ms / 10 % 10),
                       (char)('0' + m->ms % 10) };
    cm__text_add(out, PART_FRACTIONAL_SECOND, digits, (size_t)f->fraction);
}

static void add_zone(const DateFormat *f, const DateMoment *m, IntlText *out)
{
    char text[CM_ZONE_TEXT_MAX];
    cm__zone_text(m->zone, m->offset_s, (ZoneStyle)f->zone, text);
    cm__text_str(out, PART_ZONE, text);
}

static void add_field(const DateFormat *f, char field, const DateMoment *m,
                      IntlText *out)
{
    switch (field) {
    case 'G':
        add_era(f, m, out);
        break;
    case 'y':
        add_year(f, m, out);
        break;
    case 'M':
        add_month(f, m, out);
        break;
    case 'E':
        add_name(out, PART_WEEKDAY, weekdays[m->weekday], f->weekday);
        break;
    case 'd':
        cm__text_number(out, PART_DAY, m->day,
                        f->day == WIDTH_TWO_DIGIT ? 2 : 1);
        break;
    case 'h':
        cm__text_number(out, PART_HOUR, shown_hour(f, m),
                        f->hour == WIDTH_TWO_DIGIT ? 2 : 1);
        break;
    case 'H':
        cm__text_number(out, PART_HOUR, shown_hour(f, m), 2);
        break;
    case 'm':
    case 'n':
        cm__text_number(out, PART_MINUTE, m->minute, field == 'm' ? 2 : 1);
        break;
    case 's':
    case 't':
        cm__text_number(out, PART_SECOND, m->second, field == 's' ? 2 : 1);
        break;
    case 'S':
        add_fraction(f, m, out);
        break;
    case 'a':
        cm__text_str(out, PART_DAY_PERIOD, m->hour < 12 ? "AM" : "PM");
        break;
    case 'B':
        cm__text_str(out, PART_DAY_PERIOD, day_period(f, m));
        break;
    case 'z':
        add_zone(f, m, out);
        break;
    default:
        break;
    }
}

/* ---- patterns ---- */

static bool has_date(const DateFormat *f)
{
    return f->era >= 0 || f->year >= 0 || f->month >= 0 || f->weekday >= 0 ||
           f->day >= 0;
}

/* Whether the part of a day is shown, its zone apart. */
static bool has_time(const DateFormat *f)
{
    return f->hour >= 0 || f->minute >= 0 || f->second >= 0 ||
           f->fraction >= 0 || f->day_period >= 0;
}

static int date_index(const DateFormat *f)
{
    int month = f->month < 0             ? 0
                : f->month < WIDTH_LONG  ? 1
                : f->month == WIDTH_LONG ? 3
                                         : 2;
    return (f->era >= 0) << 5 | (f->year >= 0) << 4 | month << 2 |
           (f->weekday >= 0) << 1 | (f->day >= 0);
}

static int time_index(const DateFormat *f)
{
    int hour = f->hour < 0 ? 0 : cm__date_format_is_12_hours(f) ? 1 : 2;
    return hour << 5 | (f->minute >= 0) << 4 | (f->second >= 0) << 3 |
           (f->fraction >= 0) << 2 | (f->day_period >= 0) << 1 | (f->zone >= 0);
}

const char *cm__date_format_time_pattern(const DateFormat *f)
{
    return cm__time_patterns[time_index(f)];
}

/* `narrow`: AM and PM stand behind a narrow no-break space. */
static void add_pattern(const DateFormat *f, const char *pattern,
                        const DateMoment *m, bool narrow, IntlText *out)
{
    for (const char *p = pattern; *p; p++) {
        if (*p == '%') {
            add_field(f, *++p, m, out);
        } else if (narrow && *p == ' ' && p[1] == '%' && p[2] == 'a') {
            cm__text_str(out, PART_LITERAL, NARROW_SPACE);
        } else {
            cm__text_add(out, PART_LITERAL, p, 1);
        }
    }
}

/* Weekday and time have patterns of their own (CLDR Ehm and its relatives),
 * which know no zone and no fraction. */
static bool is_weekday_time(const DateFormat *f)
{
    const int weekday_alone = 2;
    return date_index(f) == weekday_alone && f->hour >= 0 && f->zone < 0 &&
           f->fraction < 0 &&
           (f->minute >= 0 ||
            (f->second < 0 && cm__date_format_is_12_hours(f)));
}

/* What stands between date and time. */
static const char *glue(const DateFormat *f)
{
    if (is_weekday_time(f))
        return " ";
    return f->month == WIDTH_LONG ? " at " : ", ";
}

static void add_moment(const DateFormat *f, const DateMoment *m, bool narrow,
                       IntlText *out)
{
    const char *time = cm__date_format_time_pattern(f);
    if (has_date(f)) {
        add_pattern(f, cm__date_patterns[date_index(f)], m, narrow, out);
        if (time[0])
            cm__text_str(out, PART_LITERAL, glue(f));
    }
    add_pattern(f, time, m, narrow, out);
}

void cm__date_format(const DateFormat *f, const DateMoment *m, IntlText *out)
{
    add_moment(f, m, false, out);
}

/* ---- ranges ---- */

typedef enum Difference {
    DIFFERS_YEAR,
    DIFFERS_MONTH,
    DIFFERS_DAY,
    DIFFERS_HALF_DAY,
    DIFFERS_HOUR,
    DIFFERS_MINUTE,
    DIFFERS_SECOND,
    DIFFERS_MS,
    DIFFERS_NOT
} Difference;

static Difference difference(const DateMoment *a, const DateMoment *b)
{
    return a->year != b->year                             ? DIFFERS_YEAR
           : a->month != b->month                         ? DIFFERS_MONTH
           : a->day != b->day                             ? DIFFERS_DAY
           : a->hour / 12 != b->hour / 12                 ? DIFFERS_HALF_DAY
           : a->hour != b->hour                           ? DIFFERS_HOUR
           : a->minute != b->minute                       ? DIFFERS_MINUTE
           : a->second != b->second                       ? DIFFERS_SECOND
           : a->ms != b->ms || a->offset_s != b->offset_s ? DIFFERS_MS
                                                          : DIFFERS_NOT;
}

/* The finest difference that the fields show. */
static Difference finest(const DateFormat *f)
{
    if (f->fraction >= 0)
        return DIFFERS_MS;
    if (f->second >= 0)
        return DIFFERS_SECOND;
    if (f->minute >= 0)
        return DIFFERS_MINUTE;
    if (f->hour >= 0 || f->day_period >= 0)
        return DIFFERS_HOUR;
    if (f->day >= 0 || f->weekday >= 0)
        return DIFFERS_DAY;
    return f->month >= 0 ? DIFFERS_MONTH : DIFFERS_YEAR;
}

static void add_whole_range(const DateFormat *f, const DateMoment *a,
                            const DateMoment *b, IntlText *out)
{
    out->source = SOURCE_START;
    add_moment(f, a, true, out);
    out->source = SOURCE_SHARED;
    cm__text_str(out, PART_LITERAL, RANGE_DASH);
    out->source = SOURCE_END;
    add_moment(f, b, true, out);
    out->source = SOURCE_SHARED;
}

/* Fields that are written twice lie in the spans of start and end. */
static void add_interval(const DateFormat *f, const char *pattern,
                         const DateMoment *a, const DateMoment *b,
                         IntlText *out)
{
    const char *dash = strstr(pattern, RANGE_DASH);
    const char *last = strrchr(pattern, '^');
    if (!dash || !last)
        return;
    bool in_start = false;
    for (const char *p = pattern; *p; p++) {
        if (p == dash) {
            out->source = SOURCE_SHARED;
            cm__text_str(out, PART_LITERAL, RANGE_DASH);
            p += strlen(RANGE_DASH) - 1;
            continue;
        }
        bool is_field = *p == '%' || *p == '^';
        if (p < dash) {
            char again[3] = { '^', p[1], 0 };
            in_start = in_start || (is_field && strstr(dash, again));
            out->source = in_start ? SOURCE_START : SOURCE_SHARED;
        } else {
            out->source = p <= last ? SOURCE_END : SOURCE_SHARED;
        }
        if (is_field) {
            const DateMoment *m = *p == '^' ? b : a;
            add_field(f, *++p, m, out);
        } else {
            cm__text_add(out, PART_LITERAL, p, 1);
        }
    }
    out->source = SOURCE_SHARED;
}

/* Both ends on one day: hours and minutes share what does not change. */
static bool shares_time(const DateFormat *f, const DateMoment *a,
                        const DateMoment *b, bool *ret_period)
{
    if (f->second >= 0 || f->fraction >= 0 || f->hour < 0)
        return false;
    bool is_12 = cm__date_format_is_12_hours(f);
    *ret_period = is_12;
    if (!is_12)
        return true;
    return f->day_period >= 0 ? strcmp(day_period(f, a), day_period(f, b)) == 0
                              : a->hour / 12 == b->hour / 12;
}

static void add_shared_time(const DateFormat *f, const DateMoment *a,
                            const DateMoment *b, bool period, IntlText *out)
{
    DateFormat hours = *f;
    hours.day_period = -1;
    hours.zone = -1;
    const char *hour = period           ? f->minute >= 0 ? "%h:%m" : "%h"
                       : f->minute >= 0 ? "%H:%m"
                                        : "%H";
    out->source = SOURCE_START;
    add_pattern(&hours, hour, a, true, out);
    out->source = SOURCE_SHARED;
    cm__text_str(out, PART_LITERAL, RANGE_DASH);
    out->source = SOURCE_END;
    add_pattern(&hours, hour, b, true, out);
    out->source = SOURCE_SHARED;
    if (period)
        add_pattern(f, f->day_period >= 0 ? " %B" : " %a", b, true, out);
    if (f->zone >= 0)
        add_pattern(f, " %z", b, true, out);
}

static void add_day_range(const DateFormat *f, const DateMoment *a,
                          const DateMoment *b, IntlText *out)
{
    DateFormat time = *f;
    time.era = time.year = time.month = time.weekday = time.day = -1;
    if (time.hour >= 0 && time.second < 0 && time.fraction < 0)
        time.hour = WIDTH_NUMERIC;
    if (has_date(f)) {
        add_pattern(f, cm__date_patterns[date_index(f)], a, true, out);
        cm__text_str(out, PART_LITERAL, ", ");
        if (time.zone == ZONE_LONG)
            time.zone = ZONE_SHORT; /* as ICU has it */
    }
    bool period;
    if (shares_time(&time, a, b, &period))
        add_shared_time(&time, a, b, period, out);
    else if (time.hour >= 0 && time.zone >= 0 && time.second < 0 &&
             time.fraction < 0) {
        /* 9:04 AM - 3:04 PM UTC: the zone once */
        DateFormat bare = time;
        bare.zone = -1;
        add_whole_range(&bare, a, b, out);
        add_pattern(&time, " %z", b, true, out);
    } else {
        add_whole_range(&time, a, b, out);
    }
}

/* Fields that must be there for the ends to differ. */
static void add_missing(DateFormat *f, Difference d)
{
    if (f->day < 0)
        f->day = WIDTH_NUMERIC;
    if (d <= DIFFERS_MONTH && f->month < 0)
        f->month = WIDTH_NUMERIC;
    if (d == DIFFERS_YEAR && f->year < 0)
        f->year = WIDTH_NUMERIC;
}

void cm__date_format_range(const DateFormat *f, const DateMoment *a,
                           const DateMoment *b, IntlText *out)
{
    Difference d = difference(a, b);
    if (d > finest(f)) {
        add_moment(f, a, false, out);
        return;
    }
    if (has_time(f) && d > DIFFERS_DAY) {
        add_day_range(f, a, b, out);
        return;
    }
    DateFormat g = *f;
    if (has_time(f)) {
        if (!has_date(f))
            g.year = g.month = g.day = WIDTH_NUMERIC;
        add_missing(&g, d);
        add_whole_range(&g, a, b, out);
        return;
    }
    const char *pattern = cm__interval_patterns[date_index(f)][d];
    if (f->zone >= 0 || !pattern[0]) {
        add_whole_range(f, a, b, out);
        return;
    }
    add_missing(&g, d);
    if (g.month == WIDTH_TWO_DIGIT)
        g.month = WIDTH_NUMERIC;
    g.day = WIDTH_NUMERIC;
    add_interval(&g, pattern, a, b, out);
}
