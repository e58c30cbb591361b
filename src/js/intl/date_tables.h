/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_INTL_DATE_TABLES_H
#define CM_JS_INTL_DATE_TABLES_H
/* date_tables: patterns of dates and times; date_tables.c.
 *
 * %X stands for a field: G era, y year, M month, E weekday, d day; h hour, H
 * hour with two digits, m minute with two digits, n as it is, s second with two
 * digits, t as it is, S fraction, a AM or PM, B day period, z zone. In
 * intervals ^X is the field of the end. */
extern const char *const cm__date_patterns[64];
extern const char *const cm__interval_patterns[64][3];
extern const char *const cm__time_patterns[96];

#endif
