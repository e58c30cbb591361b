/* SPDX-License-Identifier: MIT */
#include "base/tzif.h"

#include "tzif_make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* A time in seconds: civil date and hour in UTC, years 1970 to 2399. */
static int64_t at(int year, int month, int day, int hour)
{
    static const int before[] = { 0,   31,  59,  90,  120, 151,
                                  181, 212, 243, 273, 304, 334 };
    int64_t days = 0;
    for (int y = 1970; y < year; y++)
        days += y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) ? 366 : 365;
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    days += before[month - 1] + (month > 2 && leap ? 1 : 0) + day - 1;
    return days * 86400 + hour * 3600;
}

static const int32_t eastern[] = { -18000, -14400 };

static Tzif open_made(TzifMaker *m, const char *footer)
{
    static const TzifTime times[] = { { 1000000, 1 }, { 2000000, 0 } };
    Tzif z;
    tzif_make(m, times, 2, eastern, 2, footer);
    assert_true(cm__tzif_open(m->bytes, m->n, &z));
    return z;
}

static void table_is_searched(void **state)
{
    (void)state;
    TzifMaker m;
    Tzif z = open_made(&m, "");
    assert_int_equal(cm__tzif_offset(&z, -1000000000), -18000);
    assert_int_equal(cm__tzif_offset(&z, 999999), -18000);
    assert_int_equal(cm__tzif_offset(&z, 1000000), -14400);
    assert_int_equal(cm__tzif_offset(&z, 1999999), -14400);
    assert_int_equal(cm__tzif_offset(&z, 2000000), -18000);
    /* without a rule the last offset stays */
    assert_int_equal(cm__tzif_offset(&z, INT64_C(1) << 50), -18000);
}

static void footer_rules_what_is_behind_the_table(void **state)
{
    (void)state;
    TzifMaker m;
    Tzif z = open_made(&m, "EST5EDT,M3.2.0,M11.1.0");
    assert_int_equal(cm__tzif_offset(&z, 1500000), -14400);
    assert_int_equal(cm__tzif_offset(&z, at(2024, 3, 10, 7) - 1), -18000);
    assert_int_equal(cm__tzif_offset(&z, at(2024, 3, 10, 7)), -14400);
    assert_int_equal(cm__tzif_offset(&z, at(2024, 11, 3, 6) - 1), -14400);
    assert_int_equal(cm__tzif_offset(&z, at(2024, 11, 3, 6)), -18000);
    assert_int_equal(cm__tzif_offset(&z, at(2399, 7, 1, 0)), -14400);
    assert_int_equal(cm__tzif_offset(&z, at(2399, 1, 1, 0)), -18000);
}

typedef struct RuleRow {
    const char *text;
    bool ok;
    int32_t january, july; /* offsets in 2025 */
} RuleRow;

static void tz_strings(void **state)
{
    (void)state;
    static const RuleRow rows[] = {
        { "UTC0", true, 0, 0 },
        { "JST-9", true, 32400, 32400 },
        { "<+0545>-5:45", true, 20700, 20700 },
        { "<-00>0", true, 0, 0 },
        { "CET-1CEST,M3.5.0,M10.5.0/3", true, 3600, 7200 },
        { "AEST-10AEDT,M10.1.0,M4.1.0/3", true, 39600, 36000 },
        /* Lord Howe: half an hour */
        { "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", true, 39600, 37800 },
        /* Dublin: daylight saving time in winter, backwards */
        { "IST-1GMT0,M10.5.0,M3.5.0/1", true, 0, 3600 },
        /* Godthab, Gaza: hours below 0 and beyond a day */
        { "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", true, -7200, -3600 },
        { "EET-2EEST,M3.4.4/50,M10.4.4/50", true, 7200, 10800 },
        /* all of the year, RFC 9636 3.3.1 */
        { "XXX3EDT4,0/0,J365/23", true, -14400, -14400 },
        { "AAA-3BBB,J60/0,J300/0", true, 10800, 14400 },
        { "AAA-3BBB,59/0,300/0", true, 10800, 14400 },
        { "", false, 0, 0 },
        { "AB3", false, 0, 0 },
        { "ABC", false, 0, 0 },
        { "ABC25", false, 0, 0 },
        { "ABC3:60", false, 0, 0 },
        { "ABC3DEF", false, 0, 0 },
        { "ABC3DEF,M3.2.0", false, 0, 0 },
        { "ABC3DEF,M13.2.0,M11.1.0", false, 0, 0 },
        { "ABC3DEF,M3.6.0,M11.1.0", false, 0, 0 },
        { "ABC3DEF,M3.2.7,M11.1.0", false, 0, 0 },
        { "ABC3DEF,J0,J365", false, 0, 0 },
        { "ABC3DEF,M3.2.0,M11.1.0x", false, 0, 0 },
        { "ABC3DEF,M3.2.0/168,M11.1.0", false, 0, 0 },
        { "<AB", false, 0, 0 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        TzifRule rule;
        bool ok = cm__tzif_rule(rows[i].text, strlen(rows[i].text), &rule);
        assert_int_equal(ok, rows[i].ok);
        if (!ok)
            continue;
        Tzif z = { .rule = rule };
        assert_int_equal(cm__tzif_offset(&z, at(2025, 1, 15, 0)),
                         rows[i].january);
        assert_int_equal(cm__tzif_offset(&z, at(2025, 7, 15, 0)), rows[i].july);
    }
}

static int32_t offset_at(const void *zone, int64_t t)
{
    return cm__tzif_offset(zone, t);
}

static void local_times_in_gap_and_overlap(void **state)
{
    (void)state;
    TzifMaker m;
    Tzif z = open_made(&m, "EST5EDT,M3.2.0,M11.1.0");
    /* 02:30 on 10 March is skipped: the offset before it */
    assert_int_equal(cm__local_offset(offset_at, &z, at(2024, 3, 10, 2) + 1800),
                     -18000);
    assert_int_equal(cm__local_offset(offset_at, &z, at(2024, 3, 10, 2) - 1),
                     -18000);
    assert_int_equal(cm__local_offset(offset_at, &z, at(2024, 3, 10, 3)),
                     -14400);
    /* 01:30 on 3 November comes twice: the first */
    assert_int_equal(cm__local_offset(offset_at, &z, at(2024, 11, 3, 1) + 1800),
                     -14400);
    assert_int_equal(cm__local_offset(offset_at, &z, at(2024, 11, 3, 2)),
                     -18000);
}

static void version_1_is_read(void **state)
{
    (void)state;
    static const TzifTime times[] = { { -5, 1 }, { 5, 0 } };
    TzifMaker m = { .n = 0 };
    Tzif z;
    tzif_header(&m, 0, 2, 2);
    tzif_block(&m, 4, times, 2, eastern, 2);
    assert_true(cm__tzif_open(m.bytes, m.n, &z));
    assert_int_equal(cm__tzif_offset(&z, -6), -18000);
    assert_int_equal(cm__tzif_offset(&z, 0), -14400);
    assert_int_equal(cm__tzif_offset(&z, 5), -18000);
}

static void what_is_not_well_formed_is_refused(void **state)
{
    (void)state;
    static const TzifTime times[] = { { 10, 1 }, { 20, 0 } };
    static const TzifTime twice[] = { { 10, 1 }, { 10, 0 } };
    static const TzifTime stray[] = { { 10, 2 } };
    static const int32_t far[] = { 93600 };
    TzifMaker m;
    Tzif z = { .n_times = 77 };
    tzif_make(&m, twice, 2, eastern, 2, "");
    assert_false(cm__tzif_open(m.bytes, m.n, &z));
    tzif_make(&m, stray, 1, eastern, 2, "");
    assert_false(cm__tzif_open(m.bytes, m.n, &z));
    tzif_make(&m, times, 0, far, 1, "");
    assert_false(cm__tzif_open(m.bytes, m.n, &z));
    tzif_make(&m, times, 2, eastern, 2, "nonsense");
    assert_false(cm__tzif_open(m.bytes, m.n, &z));
    assert_int_equal(z.n_times, 77);
    /* cut anywhere */
    tzif_make(&m, times, 2, eastern, 2, "EST5EDT,M3.2.0,M11.1.0");
    assert_true(cm__tzif_open(m.bytes, m.n, &z));
    for (size_t n = 0; n < m.n; n++) {
        uint8_t *copy = malloc(n + 1);
        memcpy(copy, m.bytes, n);
        assert_false(cm__tzif_open(copy, n, &z));
        free(copy);
    }
    /* counts that do not fit */
    for (size_t i = 20; i < 44; i++) {
        TzifMaker bad = m;
        bad.bytes[i] = 0xFF;
        assert_false(cm__tzif_open(bad.bytes, bad.n, &z));
    }
    /* a leap second table */
    m.bytes[44 + 6 + 4 + 31] = 1;
    assert_false(cm__tzif_open(m.bytes, m.n, &z));
}

/* Skipped without the system's files. */
static void system_zoneinfo_when_present(void **state)
{
    (void)state;
    static uint8_t bytes[CM_TZIF_MAX];
    FILE *file = fopen("/usr/share/zoneinfo/America/New_York", "rb");
    if (!file)
        skip();
    size_t n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    Tzif z;
    assert_true(cm__tzif_open(bytes, n, &z));
    assert_int_equal(cm__tzif_offset(&z, at(1986, 4, 27, 7)), -14400);
    assert_int_equal(cm__tzif_offset(&z, at(2024, 1, 1, 0)), -18000);
    assert_int_equal(cm__tzif_offset(&z, at(2050, 7, 1, 0)), -14400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_searched),
        cmocka_unit_test(footer_rules_what_is_behind_the_table),
        cmocka_unit_test(tz_strings),
        cmocka_unit_test(local_times_in_gap_and_overlap),
        cmocka_unit_test(version_1_is_read),
        cmocka_unit_test(what_is_not_well_formed_is_refused),
        cmocka_unit_test(system_zoneinfo_when_present),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
