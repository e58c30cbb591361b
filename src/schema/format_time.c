/* SPDX-License-Identifier: MIT */
/* Dates, times and durations; RFC 3339, section 5.6 and appendix A. */
#include "schema/format_internal.h"

/* n digits as a number. */
static bool take_number(Reading *r, int n, int *ret)
{
    int value = 0;
    if (r->end - r->at < n)
        return false;
    for (int i = 0; i < n; i++) {
        if (!is_digit_char(r->at[i]))
            return false;
        value = 10 * value + (r->at[i] - '0');
    }
    r->at += n;
    *ret = value;
    return true;
}

static int days_in(int year, int month)
{
    static const int days[] = {
        31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
    };
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && is_leap);
}

static bool take_date(Reading *r)
{
    int year, month, day;
    return take_number(r, 4, &year) && take_char(r, '-') &&
           take_number(r, 2, &month) && take_char(r, '-') &&
           take_number(r, 2, &day) && month >= 1 && month <= 12 && day >= 1 &&
           day <= days_in(year, month);
}

/* "Z" or a distance from UTC, in minutes. */
static bool take_offset(Reading *r, int *ret_minutes)
{
    int hours, minutes;
    *ret_minutes = 0;
    if (take_char(r, 'Z') || take_char(r, 'z'))
        return true;
    bool is_west = take_char(r, '-');
    if ((!is_west && !take_char(r, '+')) || !take_number(r, 2, &hours) ||
        !take_char(r, ':') || !take_number(r, 2, &minutes) || hours > 23 ||
        minutes > 59)
        return false;
    *ret_minutes = (is_west ? -1 : 1) * (60 * hours + minutes);
    return true;
}

/* A leap second stands at the end of a day of UTC. */
static bool take_time(Reading *r)
{
    enum {
        DAY = 24 * 60
    };
    int hour, minute, second, offset;
    if (!take_number(r, 2, &hour) || !take_char(r, ':') ||
        !take_number(r, 2, &minute) || !take_char(r, ':') ||
        !take_number(r, 2, &second) || hour > 23 || minute > 59 || second > 60)
        return false;
    if (take_char(r, '.')) {
        const char *first = r->at;
        while (!is_at_end(r) && is_digit_char(*r->at))
            r->at++;
        if (r->at == first)
            return false;
    }
    if (!take_offset(r, &offset))
        return false;
    int utc = (60 * hour + minute - offset + DAY) % DAY;
    return second < 60 || utc == DAY - 1;
}

bool format_date(const char *text, size_t len)
{
    Reading r = reading(text, len);
    return take_date(&r) && is_at_end(&r);
}

bool format_time(const char *text, size_t len)
{
    Reading r = reading(text, len);
    return take_time(&r) && is_at_end(&r);
}

bool format_date_time(const char *text, size_t len)
{
    Reading r = reading(text, len);
    return take_date(&r) && (take_char(&r, 'T') || take_char(&r, 't')) &&
           take_time(&r) && is_at_end(&r);
}

/* Digits with one of the units, which must come in order and without gaps: the
 * grammar lets years be followed by months and months by days alone. */
static bool take_units(Reading *r, const char *units)
{
    const char *next = NULL;
    while (!is_at_end(r) && *r->at != 'T') {
        const char *first = r->at;
        while (!is_at_end(r) && is_digit_char(*r->at))
            r->at++;
        if (r->at == first || is_at_end(r) || !is_one_of(*r->at, units))
            return false;
        const char *unit = strchr(units, *r->at);
        if (next && unit != next)
            return false;
        next = unit + 1;
        r->at++;
    }
    return next != NULL;
}

bool format_duration(const char *text, size_t len)
{
    Reading r = reading(text, len);
    if (!take_char(&r, 'P'))
        return false;
    if (len > 1 && text[len - 1] == 'W')
        return take_units(&r, "W") && is_at_end(&r);
    bool has_date = !is_at_end(&r) && *r.at != 'T';
    if (has_date && !take_units(&r, "YMD"))
        return false;
    if (is_at_end(&r))
        return has_date;
    return take_char(&r, 'T') && take_units(&r, "HMS") && is_at_end(&r);
}
