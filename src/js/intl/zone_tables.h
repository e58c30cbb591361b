/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_INTL_ZONE_TABLES_H
#define CM_JS_INTL_ZONE_TABLES_H
/* zone_tables: names of time zones; zone_table.c. */
#include <stddef.h>
#include <stdint.h>

typedef struct ZoneName {
    const char *name;           /* as the tz database has it */
    uint16_t texts;             /* in cm__zone_texts */
    int16_t standard, daylight; /* minutes; the texts hold for these only */
} ZoneName;

extern const char *const cm__zone_texts[][6];
extern const ZoneName cm__zone_names[];
extern const size_t cm__n_zone_names;

#endif
