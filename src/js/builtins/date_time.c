/* SPDX-License-Identifier: MIT */
/* Time values and calendar fields; ECMA-262 21.4.1.
 *
 * Civil dates from day numbers and back as in H. Hinnant, "chrono-compatible
 * low-level date algorithms" (2013): years begin in March, so that the leap day
 * is their last, and 400 years are one era of 146097 days. */
#include "js/builtins/date_time.h"

#include <math.h>

#define MAX_TIME     8.64e15
#define DAYS_PER_ERA 146097
/* Days from 0000-03-01 to 1970-01-01. */
#define EPOCH_DAYS   719468
/* Years beyond this are out of the range of time values whatever the day. */
#define MAX_YEAR     400000

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

/* The day number of a date; month 0 to 11. */
static int64_t days_from_civil(int64_t year, int month, int day)
{
    year -= month < 2 ? 1 : 0;
    int64_t era = floor_div(year, 400);
    int64_t year_of_era = year - era * 400;
    int64_t month_from_march = (month + 10) % 12;
    int64_t day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    int64_t day_of_era =
        year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * DAYS_PER_ERA + day_of_era - EPOCH_DAYS;
}

static void civil_from_days(int64_t days, int *ret_year, int *ret_month,
                            int *ret_day)
{
    days += EPOCH_DAYS;
    int64_t era = floor_div(days, DAYS_PER_ERA);
    int64_t day_of_era = days - era * DAYS_PER_ERA;
    int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 -
                           day_of_era / 146096) /
                          365;
    int64_t day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t month_from_march = (5 * day_of_year + 2) / 153;
    *ret_day = (int)(day_of_year - (153 * month_from_march + 2) / 5 + 1);
    *ret_month = (int)((month_from_march + 2) % 12);
    *ret_year = (int)(year_of_era + era * 400 + (*ret_month < 2 ? 1 : 0));
}

void cm__date_fields(double t, int ret_fields[DATE_ALL])
{
    int64_t ms = (int64_t)t;
    int64_t day = floor_div(ms, (int64_t)MS_PER_DAY);
    int in_day = (int)(ms - day * (int64_t)MS_PER_DAY);
    civil_from_days(day, &ret_fields[DATE_YEAR], &ret_fields[DATE_MONTH],
                    &ret_fields[DATE_DAY]);
    ret_fields[DATE_HOUR] = in_day / 3600000;
    ret_fields[DATE_MINUTE] = in_day / 60000 % 60;
    ret_fields[DATE_SECOND] = in_day / 1000 % 60;
    ret_fields[DATE_MS] = in_day % 1000;
    ret_fields[DATE_WEEKDAY] = (int)(((day + 4) % 7 + 7) % 7);
}

int cm__date_days_in_month(int year, int month)
{
    static const uint8_t days[12] = { 31, 28, 31, 30, 31, 30,
                                      31, 31, 30, 31, 30, 31 };
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month] + (month == 1 && leap ? 1 : 0);
}

double cm__date_make(const double fields[DATE_FIELDS])
{
    double whole[DATE_FIELDS];
    for (int i = 0; i < DATE_FIELDS; i++) {
        if (!isfinite(fields[i]))
            return (double)NAN;
        whole[i] = trunc(fields[i]);
    }
    double year = whole[DATE_YEAR] + floor(whole[DATE_MONTH] / 12);
    if (!(fabs(year) <= MAX_YEAR))
        return (double)NAN;
    int month = (int)fmod(whole[DATE_MONTH], 12);
    if (month < 0)
        month += 12;
    double day =
        (double)days_from_civil((int64_t)year, month, 1) + whole[DATE_DAY] - 1;
    double time = whole[DATE_HOUR] * MS_PER_HOUR +
                  whole[DATE_MINUTE] * MS_PER_MINUTE +
                  whole[DATE_SECOND] * MS_PER_SECOND + whole[DATE_MS];
    double t = day * MS_PER_DAY + time;
    return isfinite(t) ? t : (double)NAN;
}

double cm__date_clip(double t)
{
    return fabs(t) <= MAX_TIME ? trunc(t) + 0.0 : (double)NAN;
}

double cm__date_to_local(VM *vm, double t)
{
    return t + cm__zone_offset_ms(cm__date_zone(vm), t, false);
}

double cm__date_to_utc(VM *vm, double t)
{
    return t - cm__zone_offset_ms(cm__date_zone(vm), t, true);
}
