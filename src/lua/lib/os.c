/* SPDX-License-Identifier: MIT */
/* The os library; spec/lua.md 2.6: times only. All of them are UTC, so that a
 * program gives the same on every machine; formats are those of strftime in the
 * C locale.
 *
 * Civil dates from day numbers and back: Howard Hinnant, "chrono-compatible
 * low-level date algorithms", 2013. */
#include "lua/lua_lib.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DAY_SECONDS INT64_C(86400)
/* Years beyond the int of struct tm have no date. */
#define MAX_YEAR    (INT64_C(2147483647) + 1900)
#define MIN_YEAR    (INT64_C(-2147483648) + 1900)

typedef struct Date {
    int64_t year;
    int month, day; /* from 1 */
    int hour, min, sec;
    int wday; /* from 0, Sunday */
    int yday; /* from 0 */
} Date;

/* ---- calendar ---- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static bool is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The number of the day that begins a month, 1970-01-01 is 0; month 0 to 11. */
static int64_t day_number(int64_t year, int64_t month)
{
    int64_t y = month < 2 ? year - 1 : year;
    int64_t era = floor_div(y, 400);
    int64_t in_era = y - era * 400;
    int64_t from_march = (month + 10) % 12;
    int64_t in_year = (153 * from_march + 2) / 5;
    return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year -
           719468;
}

/* False when the year is out of reach. */
static bool date_of(int64_t time, Date *d)
{
    int64_t days = floor_div(time, DAY_SECONDS);
    int64_t rest = time - days * DAY_SECONDS;
    int64_t z = days + 719468;
    int64_t era = floor_div(z, 146097);
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t from_march = (5 * doy + 2) / 153;
    d->day = (int)(doy - (153 * from_march + 2) / 5) + 1;
    d->month = (int)(from_march < 10 ? from_march + 3 : from_march - 9);
    d->year = yoe + era * 400 + (d->month <= 2);
    d->hour = (int)(rest / 3600);
    d->min = (int)(rest / 60 % 60);
    d->sec = (int)(rest % 60);
    d->wday = (int)(days + 4 - floor_div(days + 4, 7) * 7);
    d->yday = (int)(days - day_number(d->year, 0));
    return d->year >= MIN_YEAR && d->year <= MAX_YEAR;
}

static int64_t now(VM *vm)
{
    return vm->wall_ms ? (int64_t)floor(vm->wall_ms(vm->hook_user) / 1000) : 0;
}

/* ---- the fields of a table ---- */

enum {
    F_YEAR,
    F_MONTH,
    F_DAY,
    F_HOUR,
    F_MIN,
    F_SEC,
    F_YDAY,
    F_WDAY,
    F_ISDST,
    F_COUNT
};

static const char *const field_names[F_COUNT] = { "year", "month", "day",
                                                  "hour", "min",   "sec",
                                                  "yday", "wday",  "isdst" };

static bool intern_fields(VM *vm, Str *names[F_COUNT])
{
    for (int i = 0; i < F_COUNT; i++)
        if (!(names[i] = str_intern_ascii(vm, field_names[i])))
            return false;
    return true;
}

static bool field_values(VM *vm, const Date *d, Value v[F_COUNT])
{
    v[F_YEAR] = lua_integer(vm, d->year);
    v[F_MONTH] = value_int(d->month);
    v[F_DAY] = value_int(d->day);
    v[F_HOUR] = value_int(d->hour);
    v[F_MIN] = value_int(d->min);
    v[F_SEC] = value_int(d->sec);
    v[F_YDAY] = value_int(d->yday + 1);
    v[F_WDAY] = value_int(d->wday + 1);
    v[F_ISDST] = VALUE_FALSE;
    return v[F_YEAR] != VALUE_THROWN;
}

static bool set_fields(VM *vm, LuaTable *t, Str *const names[F_COUNT],
                       const Value v[F_COUNT])
{
    for (int i = 0; i < F_COUNT; i++)
        if (!lua_table_set_str(vm, t, names[i], v[i]))
            return false;
    return true;
}

static Value date_table(VM *vm, const Date *d)
{
    Str *names[F_COUNT];
    Value v[F_COUNT];
    LuaTable *t = lua_table_new(vm, 0, F_COUNT);
    if (!t || !intern_fields(vm, names) || !field_values(vm, d, v) ||
        !set_fields(vm, t, names, v))
        return VALUE_THROWN;
    return value_from_lua_table(t);
}

/* An integer field as Lua reads it; `delta` is what struct tm takes off. */
static bool read_field(VM *vm, const LuaTable *t, const Str *name, int index,
                       int64_t *ret)
{
    static const int64_t defaults[] = { -1, -1, -1, 12, 0, 0 };
    int64_t delta = index == F_YEAR ? 1900 : index == F_MONTH;
    Value v = lua_table_get_str(t, name);
    switch (lua_to_integer_any(vm, v, ret)) {
    case TRI_THROWN:
        return false;
    case TRI_TRUE:
        if (*ret >= 0 ? *ret - delta <= INT32_MAX : *ret >= INT32_MIN + delta)
            return true;
        throw_error(vm, ERR_ERROR, "field '%s' is out-of-bound",
                    field_names[index]);
        return false;
    case TRI_FALSE:
        break;
    }
    *ret = defaults[index];
    if (lua_is_nil(v) && *ret >= 0)
        return true;
    throw_error(vm, ERR_ERROR,
                lua_is_nil(v) ? "field '%s' missing in date table"
                              : "field '%s' is not an integer",
                field_names[index]);
    return false;
}

/* Puts the fields of a date into the table it was read from, in their ranges.
 * What needs memory comes first and changes nothing about the date, so that the
 * call may be made again when it is refused. */
static bool normalise(VM *vm, LuaTable *t, Str *const names[F_COUNT],
                      const int64_t read[F_SEC + 1], const Date *d)
{
    Value v[F_COUNT];
    if (!field_values(vm, d, v))
        return false;
    for (int i = F_HOUR; i < F_COUNT; i++) {
        Value same = i <= F_SEC ? lua_integer(vm, read[i]) : v[i];
        if (same == VALUE_THROWN ||
            (lua_is_nil(lua_table_get_str(t, names[i])) &&
             !lua_table_set_str(vm, t, names[i], same)))
            return false;
    }
    return set_fields(vm, t, names, v);
}

static Value time_of_table(VM *vm, const NativeCall *c)
{
    LuaTable *t;
    Str *names[F_COUNT];
    int64_t f[F_SEC + 1];
    if (!lua_arg_table(vm, c, 0, &t) || !intern_fields(vm, names))
        return VALUE_THROWN;
    for (int i = 0; i <= F_SEC; i++)
        if (!read_field(vm, t, names[i], i, &f[i]))
            return VALUE_THROWN;
    int64_t month = f[F_MONTH] - 1;
    int64_t year = f[F_YEAR] + floor_div(month, 12);
    int64_t days = day_number(year, month - floor_div(month, 12) * 12);
    int64_t time = (days + f[F_DAY] - 1) * DAY_SECONDS + f[F_HOUR] * 3600 +
                   f[F_MIN] * 60 + f[F_SEC];
    Date d;
    if (!date_of(time, &d))
        return throw_error(vm, ERR_ERROR,
                           "time result cannot be represented in this "
                           "installation");
    Value v = lua_integer(vm, time);
    return v != VALUE_THROWN && normalise(vm, t, names, f, &d) ? v
                                                               : VALUE_THROWN;
}

/* ---- formats ---- */

static const char *const day_names[7] = { "Sunday",    "Monday",   "Tuesday",
                                          "Wednesday", "Thursday", "Friday",
                                          "Saturday" };
static const char *const month_names[12] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"
};

static void add_text(StrBuilder *b, const char *text, size_t n)
{
    strb_ascii(b, text, n);
}

static void add_number(StrBuilder *b, int64_t n, int width, char fill)
{
    char text[32];
    int len = snprintf(text, sizeof text, fill == ' ' ? "%*lld" : "%0*lld",
                       width, (long long)n);
    strb_ascii(b, text, (size_t)len);
}

/* Number of the week that contains the day, when weeks begin on a day of the
 * week and the first one is the first whole one. */
static int week_number(const Date *d, int first_day)
{
    int since = (d->wday - first_day + 7) % 7;
    return (d->yday - since + 7) / 7;
}

/* ISO 8601: week 1 has the year's first Thursday. */
static int iso_week(const Date *d, int64_t *ret_year)
{
    int since_monday = (d->wday + 6) % 7;
    int thursday = d->yday - since_monday + 3; /* of this week */
    int days = is_leap(d->year) ? 366 : 365;
    *ret_year = d->year;
    if (thursday < 0) {
        *ret_year = d->year - 1;
        thursday += is_leap(d->year - 1) ? 366 : 365;
    } else if (thursday >= days) {
        *ret_year = d->year + 1;
        thursday -= days;
    }
    return thursday / 7 + 1;
}

static int64_t two_of(int64_t year)
{
    return year - floor_div(year, 100) * 100;
}

static void add_one(StrBuilder *b, const Date *d, char letter);

/* A conversion that is made of others. */
static void add_many(StrBuilder *b, const Date *d, const char *parts)
{
    for (; *parts; parts++)
        if (*parts >= 'A')
            add_one(b, d, *parts);
        else
            strb_unit(b, (unsigned char)*parts);
}

static void add_week(StrBuilder *b, const Date *d, char letter)
{
    int64_t year;
    int week = iso_week(d, &year);
    if (letter == 'V')
        add_number(b, week, 2, '0');
    else if (letter == 'G')
        add_number(b, year, 1, '0');
    else
        add_number(b, two_of(year), 2, '0');
}

/* One conversion of C99 in the C locale. */
static void add_one(StrBuilder *b, const Date *d, char letter)
{
    const char *name;
    int hour12 = d->hour % 12 ? d->hour % 12 : 12;
    switch (letter) {
    case 'a':
        add_text(b, day_names[d->wday], 3);
        break;
    case 'A':
        name = day_names[d->wday];
        add_text(b, name, strlen(name));
        break;
    case 'b':
    case 'h':
        add_text(b, month_names[d->month - 1], 3);
        break;
    case 'B':
        name = month_names[d->month - 1];
        add_text(b, name, strlen(name));
        break;
    case 'c':
        add_many(b, d, "a b e H:M:S Y");
        break;
    case 'C':
        add_number(b, floor_div(d->year, 100), 2, '0');
        break;
    case 'd':
        add_number(b, d->day, 2, '0');
        break;
    case 'D':
    case 'x':
        add_many(b, d, "m/d/y");
        break;
    case 'e':
        add_number(b, d->day, 2, ' ');
        break;
    case 'F':
        add_many(b, d, "Y-m-d");
        break;
    case 'g':
    case 'G':
    case 'V':
        add_week(b, d, letter);
        break;
    case 'H':
        add_number(b, d->hour, 2, '0');
        break;
    case 'I':
        add_number(b, hour12, 2, '0');
        break;
    case 'j':
        add_number(b, d->yday + 1, 3, '0');
        break;
    case 'm':
        add_number(b, d->month, 2, '0');
        break;
    case 'M':
        add_number(b, d->min, 2, '0');
        break;
    case 'n':
        strb_unit(b, '\n');
        break;
    case 'p':
        add_text(b, d->hour < 12 ? "AM" : "PM", 2);
        break;
    case 'r':
        add_many(b, d, "I:M:S p");
        break;
    case 'R':
        add_many(b, d, "H:M");
        break;
    case 'S':
        add_number(b, d->sec, 2, '0');
        break;
    case 't':
        strb_unit(b, '\t');
        break;
    case 'T':
    case 'X':
        add_many(b, d, "H:M:S");
        break;
    case 'u':
        add_number(b, d->wday ? d->wday : 7, 1, '0');
        break;
    case 'U':
        add_number(b, week_number(d, 0), 2, '0');
        break;
    case 'w':
        add_number(b, d->wday, 1, '0');
        break;
    case 'W':
        add_number(b, week_number(d, 1), 2, '0');
        break;
    case 'y':
        add_number(b, two_of(d->year), 2, '0');
        break;
    case 'Y':
        add_number(b, d->year, 1, '0');
        break;
    case 'z':
        add_text(b, "+0000", 5);
        break;
    case 'Z':
        add_text(b, "UTC", 3);
        break;
    default:
        strb_unit(b, (unsigned char)letter); /* % */
        break;
    }
}

/* Length of the conversion at `at` behind a percent sign, 0 when there is
 * none. */
static size_t conversion_length(const char *at, const char *end)
{
    if (at == end || !*at)
        return 0;
    if (strchr("aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%", *at))
        return 1;
    if (at + 1 == end || !at[1])
        return 0;
    const char *set = *at == 'E' ? "cCxXyY" : *at == 'O' ? "deHImMSuUVwWy" : "";
    return strchr(set, at[1]) ? 2 : 0;
}

static Value throw_conversion(VM *vm, const NativeCall *c, const char *at,
                              const char *end)
{
    char text[64];
    int n = end - at < 2 ? (int)(end - at) : 2;
    if (n == 2 && *at != 'E' && *at != 'O')
        n = 1;
    snprintf(text, sizeof text, "invalid conversion specifier '%%%.*s'", n, at);
    return lua_bad_arg(vm, c, 0, text);
}

static Value format_date(VM *vm, const NativeCall *c, const Date *d,
                         const char *at, const char *end)
{
    StrBuilder b;
    strb_init(&b, vm);
    while (at < end) {
        if (*at != '%') {
            const char *stop = memchr(at, '%', (size_t)(end - at));
            stop = stop ? stop : end;
            strb_ascii(&b, at, (size_t)(stop - at));
            at = stop;
            continue;
        }
        size_t n = conversion_length(++at, end);
        if (n == 0)
            return throw_conversion(vm, c, at, end);
        add_one(&b, d, at[n - 1]);
        at += n;
        if (!vm_charge(vm, 1))
            return VALUE_THROWN;
        if (b.len > LUA_MAX_STRING)
            return lua_string_too_long(vm);
    }
    Str *s = strb_finish(&b);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* ---- functions ---- */

static Value os_time(VM *vm, NativeCall *c)
{
    if (!lua_is_nil(lua_arg(c, 0)))
        return time_of_table(vm, c);
    return lua_integer(vm, now(vm));
}

static Value os_date(VM *vm, NativeCall *c)
{
    Str *format;
    const char *at = "%c";
    size_t len = 2;
    int64_t time;
    Date d;
    if (!lua_opt_string(vm, c, 0, NULL, &format) ||
        (format && !lua_bytes(vm, format, &at, &len)) ||
        !vm_charge_bytes(vm, len) || !lua_opt_integer(vm, c, 1, 0, &time))
        return VALUE_THROWN;
    if (lua_is_nil(lua_arg(c, 1)))
        time = now(vm);
    if (!date_of(time, &d))
        return throw_error(vm, ERR_ERROR,
                           "date result cannot be represented in this "
                           "installation");
    const char *end = at + len;
    at += len > 0 && *at == '!';
    if (end - at == 2 && memcmp(at, "*t", 2) == 0)
        return date_table(vm, &d);
    return format_date(vm, c, &d, at, end);
}

/* The time in which the execution ran; waiting for calls does not count. */
static Value os_clock(VM *vm, NativeCall *c)
{
    (void)c;
    uint64_t ns = vm->ran_ns;
    if (vm->now_ns)
        ns += vm->now_ns(vm->hook_user) - vm->run_from_ns;
    return lua_float((double)ns / 1e9);
}

static Value os_difftime(VM *vm, NativeCall *c)
{
    int64_t a, b;
    if (!lua_arg_integer(vm, c, 0, &a) || !lua_arg_integer(vm, c, 1, &b))
        return VALUE_THROWN;
    return lua_float((double)a - (double)b);
}

static const NativeSpec rows[] = {
    { .name = "clock", .fn = os_clock },
    { .name = "date", .fn = os_date },
    { .name = "difftime", .fn = os_difftime },
    { .name = "time", .fn = os_time },
};

void lua_install_os(LuaBuilder *b)
{
    LuaTable *t = lua_library(b, "os");
    lua_functions(b, t, rows, CM_ARRAY_LEN(rows));
}
