/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_INTL_TIME_ZONE_H
#define CM_JS_INTL_TIME_ZONE_H
/* time_zone: one time zone with its rules and its English names.
 *
 * UTC and zones that are an offset ("+05:30", "Etc/GMT+5") need no data; the
 * rules of others are TZif bytes that the host hands over. `name` is as
 * programs see it.
 * Ownership: the TZif bytes are borrowed.
 * Threads:   immutable after being made. */
#include "base/tzif.h"

#define CM_ZONE_NAME_MAX 64

typedef struct TimeZone {
    char name[CM_ZONE_NAME_MAX + 1];
    bool is_fixed;
    int32_t offset_s; /* when fixed */
    Tzif rules;
} TimeZone;

extern const TimeZone cm__zone_utc;

/* Whether a name may be asked of a host: letters, digits, '_', '+', '-', parted
 * by single '/', at most CM_ZONE_NAME_MAX bytes. */
bool cm__zone_name_is_safe(const char *name, size_t len);
/* The spelling of the tz database for a name in any case; a copy when it is not
 * known. The name is safe. */
void cm__zone_name_canonical(const char *name, size_t len,
                             char out[CM_ZONE_NAME_MAX + 1]);
/* A zone that needs no data: UTC under its names, Etc/GMT with an offset,
 * "+hh:mm". False when it is none of these. */
bool cm__zone_fixed(const char *name, size_t len, TimeZone *ret);
/* Zones in the table that begin a canonical name each; for
 * supportedValuesOf. */
size_t cm__zone_count(void);
const char *cm__zone_at(size_t i);

/* Seconds east of UTC. */
int32_t cm__zone_offset(const TimeZone *z, int64_t utc_s);
int32_t cm__zone_local_offset(const TimeZone *z, int64_t local_s);

/* How a zone is named, in the order of the option's values. */
typedef enum ZoneStyle {
    ZONE_SHORT,
    ZONE_LONG,
    ZONE_SHORT_OFFSET,
    ZONE_LONG_OFFSET,
    ZONE_SHORT_GENERIC,
    ZONE_LONG_GENERIC
} ZoneStyle;

#define CM_ZONE_TEXT_MAX 96

/* The name at a time when the zone has this offset. */
void cm__zone_text(const TimeZone *z, int32_t offset_s, ZoneStyle style,
                   char out[CM_ZONE_TEXT_MAX]);

#endif
