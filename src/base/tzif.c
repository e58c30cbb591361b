/* SPDX-License-Identifier: MIT */
#include "base/tzif.h"

#include <string.h>

enum {
    HEADER_SIZE = 44,
    INFO_SIZE = 6,
    DAY_SECONDS = 86400,
    OFFSET_MAX = 93599 /* 25:59:59, RFC 9636 3.2 */
};

/* ---- bytes ---- */

static uint32_t read32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
           p[3];
}

static int64_t time_at(const Tzif *z, uint32_t i)
{
    const uint8_t *p = z->times + (size_t)i * z->time_size;
    if (z->time_size == 4)
        return (int32_t)read32(p);
    return (int64_t)((uint64_t)read32(p) << 32 | read32(p + 4));
}

static int32_t info_offset(const Tzif *z, uint32_t info)
{
    return (int32_t)read32(z->infos + (size_t)info * INFO_SIZE);
}

/* ---- the calendar ---- */

static bool is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

/* The day number of 1 January. */
static int64_t year_start(int64_t year)
{
    int64_t y = year - 1;
    return 365 * (year - 1970) + floor_div(y, 4) - floor_div(y, 100) +
           floor_div(y, 400) - 477;
}

static int64_t year_of(int64_t day)
{
    int64_t year = 1970 + floor_div(day, 365);
    while (year_start(year) > day)
        year -= (year_start(year) - day) / 366 + 1;
    while (year_start(year + 1) <= day)
        year++;
    return year;
}

static int days_before_month(int64_t year, int month)
{
    static const uint16_t before[13] = { 0,   0,   31,  59,  90,  120, 151,
                                         181, 212, 243, 273, 304, 334 };
    return before[month] + (month > 2 && is_leap(year) ? 1 : 0);
}

static int days_in_month(int64_t year, int month)
{
    static const uint8_t days[13] = { 0,  31, 28, 31, 30, 31, 30,
                                      31, 31, 30, 31, 30, 31 };
    return days[month] + (month == 2 && is_leap(year) ? 1 : 0);
}

/* Local seconds of the change in a year. */
static int64_t change_time(const TzifChange *c, int64_t year)
{
    int64_t start = year_start(year), day = 0;
    if (c->kind == TZIF_DAY) {
        day = c->day;
    } else if (c->kind == TZIF_JULIAN) {
        day = c->day - 1 + (c->day > 59 && is_leap(year) ? 1 : 0);
    } else {
        int64_t first = start + days_before_month(year, c->month);
        int weekday = (int)(((first + 4) % 7 + 7) % 7);
        int n = (c->day - weekday + 7) % 7 + 7 * (c->week - 1);
        if (n >= days_in_month(year, c->month))
            n -= 7;
        day = first - start + n;
    }
    return (start + day) * DAY_SECONDS + c->second;
}

static int32_t rule_offset(const TzifRule *r, int64_t t)
{
    if (!r->has_daylight)
        return r->standard;
    int64_t year = year_of(floor_div(t + r->standard, DAY_SECONDS));
    int64_t begin = change_time(&r->begin, year) - r->standard;
    int64_t end = change_time(&r->end, year) - r->daylight;
    bool daylight = begin < end ? t >= begin && t < end : t >= begin || t < end;
    return daylight ? r->daylight : r->standard;
}

/* ---- POSIX TZ strings (IEEE 1003.1 8.3, RFC 9636 3.3) ---- */

typedef struct Cursor {
    const char *at, *end;
} Cursor;

static bool take(Cursor *c, char wanted)
{
    if (c->at == c->end || *c->at != wanted)
        return false;
    c->at++;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool take_number(Cursor *c, int min, int max, int *ret)
{
    int n = 0, digits = 0;
    while (c->at < c->end && is_digit(*c->at) && digits < 4) {
        n = n * 10 + (*c->at++ - '0');
        digits++;
    }
    *ret = n;
    return digits > 0 && n >= min && n <= max;
}

static bool take_name(Cursor *c)
{
    const char *from = c->at;
    if (take(c, '<')) {
        while (c->at < c->end && *c->at != '>')
            c->at++;
        return c->at - from >= 4 && take(c, '>');
    }
    while (c->at < c->end && ((*c->at >= 'a' && *c->at <= 'z') ||
                              (*c->at >= 'A' && *c->at <= 'Z')))
        c->at++;
    return c->at - from >= 3;
}

/* [+-]hh[:mm[:ss]] in seconds. */
static bool take_time(Cursor *c, int max_hours, int32_t *ret)
{
    bool minus = take(c, '-');
    if (!minus)
        (void)take(c, '+');
    int hours, minutes = 0, seconds = 0;
    if (!take_number(c, 0, max_hours, &hours))
        return false;
    if (take(c, ':')) {
        if (!take_number(c, 0, 59, &minutes))
            return false;
        if (take(c, ':') && !take_number(c, 0, 59, &seconds))
            return false;
    }
    int32_t n = hours * 3600 + minutes * 60 + seconds;
    *ret = minus ? -n : n;
    return true;
}

static bool take_change(Cursor *c, TzifChange *ret)
{
    *ret = (TzifChange){ .second = 7200 };
    bool ok;
    if (take(c, 'M')) {
        ret->kind = TZIF_MONTH_WEEK;
        ok = take_number(c, 1, 12, &ret->month) && take(c, '.') &&
             take_number(c, 1, 5, &ret->week) && take(c, '.') &&
             take_number(c, 0, 6, &ret->day);
    } else if (take(c, 'J')) {
        ret->kind = TZIF_JULIAN;
        ok = take_number(c, 1, 365, &ret->day);
    } else {
        ret->kind = TZIF_DAY;
        ok = take_number(c, 0, 365, &ret->day);
    }
    return ok && (!take(c, '/') || take_time(c, 167, &ret->second));
}

bool cm__tzif_rule(const char *text, size_t len, TzifRule *ret)
{
    Cursor c = { text, text + len };
    TzifRule r = { .is_set = true };
    int32_t west;
    if (!take_name(&c) || !take_time(&c, 24, &west))
        return false;
    r.standard = r.daylight = -west;
    if (c.at < c.end) {
        r.has_daylight = true;
        r.daylight = r.standard + 3600;
        if (!take_name(&c))
            return false;
        if (c.at < c.end && *c.at != ',') {
            if (!take_time(&c, 24, &west))
                return false;
            r.daylight = -west;
        }
        if (!take(&c, ',') || !take_change(&c, &r.begin) || !take(&c, ',') ||
            !take_change(&c, &r.end) || c.at != c.end)
            return false;
    }
    *ret = r;
    return true;
}

/* ---- opening ---- */

typedef struct Header {
    uint8_t version; /* 0 for version 1 */
    uint32_t n_ut, n_std, n_leap, n_times, n_infos, n_chars;
} Header;

static bool read_header(const uint8_t *p, size_t len, Header *ret)
{
    if (len < HEADER_SIZE || memcmp(p, "TZif", 4) != 0)
        return false;
    *ret = (Header){ p[4],           read32(p + 20), read32(p + 24),
                     read32(p + 28), read32(p + 32), read32(p + 36),
                     read32(p + 40) };
    /* every count is below the size of the file, which also rules out
     * overflow */
    return (ret->version == 0 ||
            (ret->version >= '2' && ret->version <= '4')) &&
           ret->n_ut <= CM_TZIF_MAX && ret->n_std <= CM_TZIF_MAX &&
           ret->n_leap <= CM_TZIF_MAX && ret->n_times <= CM_TZIF_MAX &&
           ret->n_infos <= 256 && ret->n_chars <= CM_TZIF_MAX;
}

static size_t block_size(const Header *h, size_t time_size)
{
    return h->n_times * (time_size + 1) + h->n_infos * (size_t)INFO_SIZE +
           h->n_chars + h->n_leap * (time_size + 4) + h->n_std + h->n_ut;
}

static bool check_block(const Tzif *z, const Header *h)
{
    if (h->n_infos == 0 || h->n_leap != 0)
        return false;
    for (uint32_t i = 0; i < h->n_times; i++)
        if (z->kinds[i] >= h->n_infos ||
            (i > 0 && time_at(z, i) <= time_at(z, i - 1)))
            return false;
    for (uint32_t i = 0; i < h->n_infos; i++) {
        int32_t offset = info_offset(z, i);
        if (offset < -OFFSET_MAX || offset > OFFSET_MAX)
            return false;
    }
    return true;
}

/* "\n" TZ "\n"; an empty one means that nothing is known behind the table. */
static bool read_footer(const uint8_t *p, size_t len, TzifRule *ret)
{
    if (len < 2 || p[0] != '\n')
        return false;
    const uint8_t *end = memchr(p + 1, '\n', len - 1);
    if (!end)
        return false;
    size_t n = (size_t)(end - p) - 1;
    return n == 0 || cm__tzif_rule((const char *)p + 1, n, ret);
}

bool cm__tzif_open(const void *bytes, size_t len, Tzif *ret)
{
    const uint8_t *p = bytes;
    Header h;
    if (len > CM_TZIF_MAX || !read_header(p, len, &h))
        return false;
    Tzif z = { .time_size = 4 };
    size_t at = HEADER_SIZE;
    if (h.version != 0) {
        size_t first = HEADER_SIZE + block_size(&h, 4);
        if (first > len || !read_header(p + first, len - first, &h))
            return false;
        z.time_size = 8;
        at = first + HEADER_SIZE;
    }
    size_t size = block_size(&h, z.time_size);
    if (size > len - at)
        return false;
    z.n_times = h.n_times;
    z.times = p + at;
    z.kinds = z.times + (size_t)h.n_times * z.time_size;
    z.infos = z.kinds + h.n_times;
    if (!check_block(&z, &h) ||
        (h.version != 0 &&
         !read_footer(p + at + size, len - at - size, &z.rule)))
        return false;
    *ret = z;
    return true;
}

/* ---- lookup ---- */

int32_t cm__tzif_offset(const Tzif *z, int64_t t)
{
    if (z->n_times == 0)
        return z->rule.is_set ? rule_offset(&z->rule, t) : info_offset(z, 0);
    if (t < time_at(z, 0))
        return info_offset(z, 0);
    uint32_t low = 0, high = z->n_times; /* time_at(low) <= t < time_at(high) */
    if (z->rule.is_set && t >= time_at(z, high - 1))
        return rule_offset(&z->rule, t);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (time_at(z, middle) <= t)
            low = middle;
        else
            high = middle;
    }
    return info_offset(z, z->kinds[low]);
}

int32_t cm__local_offset(int32_t (*offset_at)(const void *zone, int64_t t),
                         const void *zone, int64_t local)
{
    int32_t before = offset_at(zone, local - DAY_SECONDS);
    int32_t after = offset_at(zone, local + DAY_SECONDS);
    if (before == after)
        return before;
    if (offset_at(zone, local - before) == before)
        return before;
    return offset_at(zone, local - after) == after ? after : before;
}
