/* SPDX-License-Identifier: MIT */
#include "js/intl/time_zone.h"

#include "base/ascii.h"
#include "js/intl/zone_tables.h"

#include <stdio.h>
#include <string.h>

const TimeZone cm__zone_utc = { .name = "UTC", .is_fixed = true };

/* ---- names ---- */

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '+' || c == '-';
}

bool cm__zone_name_is_safe(const char *name, size_t len)
{
    if (len == 0 || len > CM_ZONE_NAME_MAX)
        return false;
    for (size_t i = 0; i < len; i++)
        if (!is_name_byte(name[i]) &&
            (name[i] != '/' || i == 0 || i + 1 == len || name[i - 1] == '/'))
            return false;
    return true;
}

static int compare(const char *known, const char *name, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (known[i] == 0 ||
            cm__ascii_lower(known[i]) != cm__ascii_lower(name[i]))
            return cm__ascii_lower(known[i]) - cm__ascii_lower(name[i]);
    return known[len] == 0 ? 0 : 1;
}

static const ZoneName *find(const char *name, size_t len)
{
    size_t low = 0, high = cm__n_zone_names;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare(cm__zone_names[middle].name, name, len);
        if (order == 0)
            return &cm__zone_names[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

void cm__zone_name_canonical(const char *name, size_t len,
                             char out[CM_ZONE_NAME_MAX + 1])
{
    const ZoneName *known = find(name, len);
    snprintf(out, CM_ZONE_NAME_MAX + 1, "%.*s", (int)len,
             known ? known->name : name);
}

size_t cm__zone_count(void)
{
    return cm__n_zone_names;
}

const char *cm__zone_at(size_t i)
{
    return cm__zone_names[i].name;
}

/* ---- zones without data ---- */

static bool two_digits(const char *s, int max, int *ret)
{
    if (s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9')
        return false;
    *ret = (s[0] - '0') * 10 + (s[1] - '0');
    return *ret <= max;
}

/* ECMA-262 UTCOffset with minutes: +hh, +hhmm, +hh:mm. */
static bool read_offset(const char *s, size_t len, int *ret_minutes)
{
    int hours, minutes = 0;
    if (len < 3 || (s[0] != '+' && s[0] != '-') ||
        !two_digits(s + 1, 23, &hours))
        return false;
    if (len == 6   ? s[3] != ':' || !two_digits(s + 4, 59, &minutes)
        : len == 5 ? !two_digits(s + 3, 59, &minutes)
                   : len != 3)
        return false;
    *ret_minutes = (s[0] == '-' ? -1 : 1) * (hours * 60 + minutes);
    return true;
}

/* Etc/GMT+5 is five hours west. */
static bool read_etc(const char *s, size_t len, int *ret_minutes)
{
    if (len < 9 || len > 10 || compare("Etc/GMT", s, 7) != 0 ||
        (s[7] != '+' && s[7] != '-') || s[8] < '0' || s[8] > '9' ||
        (len == 10 && (s[8] != '1' || s[9] < '0' || s[9] > '9')))
        return false;
    int hours = len == 9 ? s[8] - '0' : 10 + s[9] - '0';
    if (hours > (s[7] == '-' ? 14 : 12))
        return false;
    *ret_minutes = (s[7] == '-' ? 60 : -60) * hours;
    return true;
}

bool cm__zone_fixed(const char *name, size_t len, TimeZone *ret)
{
    static const char *const utc[] = {
        "UTC",           "GMT",       "Etc/UTC",  "Etc/GMT",       "Etc/UCT",
        "UCT",           "Etc/Zulu",  "Zulu",     "Etc/Universal", "Universal",
        "Etc/Greenwich", "Greenwich", "Etc/GMT0", "GMT0",          "Etc/GMT+0",
        "Etc/GMT-0",     "GMT+0",     "GMT-0"
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(utc); i++)
        if (compare(utc[i], name, len) == 0) {
            *ret = cm__zone_utc;
            return true;
        }
    int minutes;
    TimeZone z = { .is_fixed = true };
    if (read_offset(name, len, &minutes)) {
        int size = minutes < 0 ? -minutes : minutes;
        snprintf(z.name, sizeof z.name, "%c%02d:%02d", minutes < 0 ? '-' : '+',
                 size / 60, size % 60);
    } else if (read_etc(name, len, &minutes)) {
        cm__zone_name_canonical(name, len, z.name);
    } else {
        return false;
    }
    z.offset_s = minutes * 60;
    *ret = z;
    return true;
}

/* ---- offsets ---- */

int32_t cm__zone_offset(const TimeZone *z, int64_t utc_s)
{
    return z->is_fixed ? z->offset_s : cm__tzif_offset(&z->rules, utc_s);
}

static int32_t offset_at(const void *zone, int64_t t)
{
    return cm__zone_offset(zone, t);
}

int32_t cm__zone_local_offset(const TimeZone *z, int64_t local_s)
{
    return z->is_fixed ? z->offset_s : cm__local_offset(offset_at, z, local_s);
}

/* ---- names for people ---- */

static void offset_text(int32_t offset, bool is_long,
                        char out[CM_ZONE_TEXT_MAX])
{
    int size = offset < 0 ? -offset : offset;
    int hours = size / 3600, minutes = size / 60 % 60, seconds = size % 60;
    int n = snprintf(out, CM_ZONE_TEXT_MAX, is_long ? "GMT%c%02d" : "GMT%c%d",
                     offset < 0 ? '-' : '+', hours);
    if (is_long || minutes || seconds)
        n +=
            snprintf(out + n, (size_t)(CM_ZONE_TEXT_MAX - n), ":%02d", minutes);
    if (seconds)
        snprintf(out + n, (size_t)(CM_ZONE_TEXT_MAX - n), ":%02d", seconds);
}

void cm__zone_text(const TimeZone *z, int32_t offset_s, ZoneStyle style,
                   char out[CM_ZONE_TEXT_MAX])
{
    bool is_long = style == ZONE_LONG || style == ZONE_LONG_OFFSET ||
                   style == ZONE_LONG_GENERIC;
    const ZoneName *name = find(z->name, strlen(z->name));
    bool is_offset = style == ZONE_SHORT_OFFSET || style == ZONE_LONG_OFFSET;
    if (name && !is_offset &&
        (offset_s == name->standard * 60 || offset_s == name->daylight * 60)) {
        const char *const *texts = cm__zone_texts[name->texts];
        bool daylight = offset_s != name->standard * 60;
        const char *text = style == ZONE_SHORT_GENERIC  ? texts[5]
                           : style == ZONE_LONG_GENERIC ? texts[4]
                           : is_long                    ? texts[daylight]
                                                        : texts[2 + daylight];
        if (text[0]) {
            snprintf(out, CM_ZONE_TEXT_MAX, "%s", text);
            return;
        }
    }
    if (style == ZONE_SHORT && name && offset_s == 0)
        snprintf(out, CM_ZONE_TEXT_MAX, "GMT");
    else
        offset_text(offset_s, is_long, out);
}
