/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_TZIF_H
#define CM_BASE_TZIF_H
/* tzif: the rules of one time zone, read in place from TZif bytes; RFC 9636
 * (which replaces RFC 8536), versions 1 to 4.
 *
 * A Tzif is a checked view: opening looks at every index and every time once,
 * so that lookups need no checks; they are a binary search. Times behind the
 * table follow the POSIX TZ string of the footer. Leap-second tables are
 * refused, since time values here have none.
 * Ownership: the bytes are borrowed; they outlive the Tzif and do not move.
 * Threads:   immutable after opening.
 * Limits:    CM_TZIF_MAX bytes; offsets within a day and two hours. */
#include "base/compiler.h"

#include <stdbool.h>

#define CM_TZIF_MAX 65536

/* When a yearly change happens. */
typedef struct TzifChange {
    enum {
        TZIF_MONTH_WEEK, /* Mm.w.d */
        TZIF_JULIAN,     /* Jn: 1 to 365, no 29 February */
        TZIF_DAY         /* n: 0 to 365 */
    } kind;
    int month, week, day;
    int32_t second; /* of local time, may be negative or beyond a day */
} TzifChange;

/* POSIX TZ: offsets in seconds east of UTC. */
typedef struct TzifRule {
    bool is_set, has_daylight;
    int32_t standard, daylight;
    TzifChange begin, end; /* of daylight saving time */
} TzifRule;

typedef struct Tzif {
    const uint8_t *times; /* n_times big-endian times, ascending */
    const uint8_t *kinds; /* n_times indices into infos */
    const uint8_t *infos; /* six bytes each */
    uint32_t n_times;
    uint8_t time_size; /* 4 or 8 */
    TzifRule rule;
} Tzif;

/* False when the bytes are not well formed; *ret is untouched then. */
bool cm__tzif_open(const void *bytes, size_t len, Tzif *ret);
/* A TZ string alone ("EST5EDT,M3.2.0,M11.1.0"). */
bool cm__tzif_rule(const char *text, size_t len, TzifRule *ret);

/* Seconds east of UTC at a time in seconds since 1970-01-01T00:00Z. |t| <
 * 2^60. */
int32_t cm__tzif_offset(const Tzif *z, int64_t t);

/* The offset for a local time: `local` minus the result is UTC. Of a local time
 * that occurs twice the first is meant; one that is skipped is read with the
 * offset before the change (ECMA-262 21.4.1.26). `offset_at` and `zone` are how
 * offsets at UTC times are found. */
int32_t cm__local_offset(int32_t (*offset_at)(const void *zone, int64_t t),
                         const void *zone, int64_t local);

#endif
