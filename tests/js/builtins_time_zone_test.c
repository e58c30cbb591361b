/* SPDX-License-Identifier: MIT */
/* Local time in a zone with daylight saving time, and zones by name. The zones are made by
 * the test; see tzif_make.h. */
#include "js_run.h"

#include "js/intl/time_zone.h"
#include "tzif_make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* clang-format off */
static const JsRow local_time_rows[] = {
    { "new Date(2024, 0, 5, 10).toISOString()",
      "\"2024-01-05T15:00:00.000Z\"" },
    { "new Date(2024, 6, 5, 10).toISOString()",
      "\"2024-07-05T14:00:00.000Z\"" },
    { "new Date(2024, 2, 10, 1, 59, 59, 999).toISOString()",
      "\"2024-03-10T06:59:59.999Z\"" },
    { "new Date(2024, 2, 10, 2).toISOString()",
      "\"2024-03-10T07:00:00.000Z\"" },
    { "new Date(2024, 2, 10, 2, 30).toISOString()",
      "\"2024-03-10T07:30:00.000Z\"" },
    { "new Date(2024, 2, 10, 2, 30).getHours()",
      "3" },
    { "new Date(2024, 2, 10, 3).toISOString()",
      "\"2024-03-10T07:00:00.000Z\"" },
    { "new Date(2024, 10, 3, 0, 59).toISOString()",
      "\"2024-11-03T04:59:00.000Z\"" },
    { "new Date(2024, 10, 3, 1, 30).toISOString()",
      "\"2024-11-03T05:30:00.000Z\"" },
    { "new Date(2024, 10, 3, 2).toISOString()",
      "\"2024-11-03T07:00:00.000Z\"" },
    { "new Date(\"2024-03-10T06:59:59Z\").getHours()",
      "1" },
    { "new Date(\"2024-03-10T07:00:00Z\").getHours()",
      "3" },
    { "new Date(\"2024-11-03T05:30:00Z\").getHours()",
      "1" },
    { "new Date(\"2024-11-03T06:30:00Z\").getHours()",
      "1" },
    { "[0, 6].map(m => new Date(2024, m, 1).getTimezoneOffset())",
      "[300,240]" },
    { "(d => [d.getFullYear(), d.getMonth(), d.getDate(), d.getDay("
      "), d.getHours(), d.getMinutes()])(new Date(\"2024-01-01T03:3"
      "0:00Z\"))",
      "[2023,11,31,0,22,30]" },
    { "(d => [d.getUTCFullYear(), d.getUTCHours()])(new Date(2024, "
      "0, 1))",
      "[2024,5]" },
    { "(d => (d.setHours(2, 30), d.toISOString()))(new Date(2024, 2"
      ", 10))",
      "\"2024-03-10T07:30:00.000Z\"" },
    { "(d => (d.setMonth(6), d.toISOString()))(new Date(2024, 0, 15"
      ", 12))",
      "\"2024-07-15T16:00:00.000Z\"" },
    { "(d => (d.setUTCHours(0), d.getHours()))(new Date(2024, 0, 15"
      ", 12))",
      "19" },
    { "(d => (d.setDate(d.getDate() + 1), d.toISOString()))(new Dat"
      "e(2024, 2, 9, 12))",
      "\"2024-03-10T16:00:00.000Z\"" },
    { "new Date(2100, 6, 1).toISOString()",
      "\"2100-07-01T04:00:00.000Z\"" },
    { "new Date(NaN).getTimezoneOffset()",
      "null" },
    { "new Date(8.64e15).getHours()",
      "20" },
    { "new Date(2024, NaN).getTime()",
      "null" },
};

static const JsRow local_text_rows[] = {
    { "String(new Date(2024, 0, 5, 10))",
      "\"Fri Jan 05 2024 10:00:00 GMT-0500 (Eastern Standard Time)"
      "\"" },
    { "String(new Date(2024, 6, 5, 10))",
      "\"Fri Jul 05 2024 10:00:00 GMT-0400 (Eastern Daylight Time)"
      "\"" },
    { "new Date(2024, 0, 5, 10).toTimeString()",
      "\"10:00:00 GMT-0500 (Eastern Standard Time)\"" },
    { "new Date(2024, 0, 5, 22).toDateString()",
      "\"Fri Jan 05 2024\"" },
    { "new Date(2024, 0, 5, 22).toUTCString()",
      "\"Sat, 06 Jan 2024 03:00:00 GMT\"" },
    { "JSON.stringify(new Date(2024, 0, 5, 22))",
      "\"\\\"2024-01-06T03:00:00.000Z\\\"\"" },
    { "new Date(2024, 0, 5, 22).toLocaleString()",
      "\"1/5/2024, 10:00:00 PM\"" },
    { "new Date(\"2024-01-01T03:30:00Z\").toLocaleDateString()",
      "\"12/31/2023\"" },
    { "new Date(\"2024-07-01T03:30:00Z\").toLocaleTimeString(\"en-U"
      "S\", { timeZoneName: \"short\" })",
      "\"11:30:00 PM EDT\"" },
    { "new Date(\"2024-07-01T03:30:00Z\").toLocaleString(\"en-US\","
      " { timeZone: \"UTC\" })",
      "\"7/1/2024, 3:30:00 AM\"" },
    { "Intl.DateTimeFormat(\"en-US\").resolvedOptions().timeZone",
      "\"America/New_York\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeStyle: \"full\" }).for"
      "mat(new Date(2024, 0, 5))",
      "\"12:00:00 AM Eastern Standard Time\"" },
};

static const JsRow parsing_rows[] = {
    { "new Date(Date.parse(\"2024-03-10T02:30\")).toISOString()",
      "\"2024-03-10T07:30:00.000Z\"" },
    { "new Date(Date.parse(\"2024-03-10\")).toISOString()",
      "\"2024-03-10T00:00:00.000Z\"" },
    { "new Date(Date.parse(\"2024-11-03T01:30\")).toISOString()",
      "\"2024-11-03T05:30:00.000Z\"" },
    { "new Date(Date.parse(\"2024-07-01T00:00:00\")).toISOString()",
      "\"2024-07-01T04:00:00.000Z\"" },
    { "new Date(Date.parse(\"2024-07-01T00:00:00Z\")).toISOString()",
      "\"2024-07-01T00:00:00.000Z\"" },
    { "new Date(Date.parse(\"July 4, 2024\")).toISOString()",
      "\"2024-07-04T04:00:00.000Z\"" },
    { "new Date(Date.parse(\"Thu, 04 Jul 2024 10:00:00 GMT\")).toIS"
      "OString()",
      "\"2024-07-04T10:00:00.000Z\"" },
    { "new Date(Date.parse(\"2024-07-01T00:00:00+02:00\")).toISOStr"
      "ing()",
      "\"2024-06-30T22:00:00.000Z\"" },
    { "Date.parse(String(new Date(2024, 6, 5, 10))) === new Date(20"
      "24, 6, 5, 10).getTime()",
      "true" },
};

static const JsRow named_zones_rows[] = {
    { "[Date.UTC(2024, 0, 5, 15, 4), Date.UTC(2024, 6, 5, 15, 4)].m"
      "ap(t => new Date(t).toLocaleString(\"en-US\", { timeZone: \""
      "America/New_York\", dateStyle: \"short\", timeStyle: \"long"
      "\" }))",
      "[\"1/5/24, 10:04:00 AM EST\",\"7/5/24, 11:04:00 AM EDT\"]" },
    { "[Date.UTC(2024, 0, 5, 15, 4), Date.UTC(2024, 6, 5, 15, 4)].m"
      "ap(t => new Date(t).toLocaleString(\"en-US\", { timeZone: \""
      "Europe/Berlin\", dateStyle: \"short\", timeStyle: \"long\" }"
      "))",
      "[\"1/5/24, 4:04:00 PM GMT+1\",\"7/5/24, 5:04:00 PM GMT+2\"]" },
    { "[Date.UTC(2024, 0, 5, 15, 4), Date.UTC(2024, 6, 5, 15, 4)].m"
      "ap(t => new Date(t).toLocaleString(\"en-US\", { timeZone: \""
      "Asia/Tokyo\", dateStyle: \"short\", timeStyle: \"long\" }))",
      "[\"1/6/24, 12:04:00 AM GMT+9\",\"7/6/24, 12:04:00 AM GMT+9\""
      "]" },
    { "[Date.UTC(2024, 0, 5, 15, 4), Date.UTC(2024, 6, 5, 15, 4)].m"
      "ap(t => new Date(t).toLocaleString(\"en-US\", { timeZone: \""
      "UTC\", dateStyle: \"short\", timeStyle: \"long\" }))",
      "[\"1/5/24, 3:04:00 PM UTC\",\"7/5/24, 3:04:00 PM UTC\"]" },
    { "[Date.UTC(2024, 0, 5, 15, 4), Date.UTC(2024, 6, 5, 15, 4)].m"
      "ap(t => new Date(t).toLocaleString(\"en-US\", { timeZone: \""
      "Etc/GMT+5\", dateStyle: \"short\", timeStyle: \"long\" }))",
      "[\"1/5/24, 10:04:00 AM GMT-5\",\"7/5/24, 10:04:00 AM GMT-5\""
      "]" },
    { "[\"America/New_York\", \"Europe/Berlin\", \"Asia/Tokyo\", \""
      "UTC\"].map(timeZone => new Intl.DateTimeFormat(\"en\", { tim"
      "eZone, hour: \"numeric\", timeZoneName: \"short\" }).format("
      "Date.UTC(2024, 6, 5, 15, 4)))",
      "[\"11 AM EDT\",\"5 PM GMT+2\",\"12 AM GMT+9\",\"3 PM UTC\"]" },
    { "[\"America/New_York\", \"Europe/Berlin\", \"Asia/Tokyo\", \""
      "UTC\"].map(timeZone => new Intl.DateTimeFormat(\"en\", { tim"
      "eZone, hour: \"numeric\", timeZoneName: \"long\" }).format(D"
      "ate.UTC(2024, 6, 5, 15, 4)))",
      "[\"11 AM Eastern Daylight Time\",\"5 PM Central European Sum"
      "mer Time\",\"12 AM Japan Standard Time\",\"3 PM Coordinated "
      "Universal Time\"]" },
    { "[\"America/New_York\", \"Europe/Berlin\", \"Asia/Tokyo\", \""
      "UTC\"].map(timeZone => new Intl.DateTimeFormat(\"en\", { tim"
      "eZone, hour: \"numeric\", timeZoneName: \"shortOffset\" }).f"
      "ormat(Date.UTC(2024, 6, 5, 15, 4)))",
      "[\"11 AM GMT-4\",\"5 PM GMT+2\",\"12 AM GMT+9\",\"3 PM GMT+0"
      "\"]" },
    { "[\"America/New_York\", \"Europe/Berlin\", \"Asia/Tokyo\", \""
      "UTC\"].map(timeZone => new Intl.DateTimeFormat(\"en\", { tim"
      "eZone, hour: \"numeric\", timeZoneName: \"longOffset\" }).fo"
      "rmat(Date.UTC(2024, 6, 5, 15, 4)))",
      "[\"11 AM GMT-04:00\",\"5 PM GMT+02:00\",\"12 AM GMT+09:00\","
      "\"3 PM GMT+00:00\"]" },
    { "[\"America/New_York\", \"Europe/Berlin\", \"Asia/Tokyo\", \""
      "UTC\"].map(timeZone => new Intl.DateTimeFormat(\"en\", { tim"
      "eZone, hour: \"numeric\", timeZoneName: \"shortGeneric\" })."
      "format(Date.UTC(2024, 6, 5, 15, 4)))",
      "[\"11 AM ET\",\"5 PM Germany Time\",\"12 AM Japan Time\",\"3"
      " PM GMT+0\"]" },
    { "[\"America/New_York\", \"Europe/Berlin\", \"Asia/Tokyo\", \""
      "UTC\"].map(timeZone => new Intl.DateTimeFormat(\"en\", { tim"
      "eZone, hour: \"numeric\", timeZoneName: \"longGeneric\" }).f"
      "ormat(Date.UTC(2024, 6, 5, 15, 4)))",
      "[\"11 AM Eastern Time\",\"5 PM Central European Time\",\"12 "
      "AM Japan Standard Time\",\"3 PM GMT+00:00\"]" },
    { "new Date(\"2026-03-29T00:30:00Z\").toLocaleDateString(\"en-U"
      "S\", { timeZone: \"Europe/Berlin\" })",
      "\"3/29/2026\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"europe/BERLIN"
      "\" }).resolvedOptions().timeZone",
      "\"Europe/Berlin\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"Etc/GMT\" }).r"
      "esolvedOptions().timeZone",
      "\"UTC\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"Nowhere/Land\""
      " })",
      "!RangeError: Invalid time zone specified: Nowhere/Land" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"Bad/Data\" })",
      "!RangeError: Invalid time zone specified: Bad/Data" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"../../etc/pass"
      "wd\" })",
      "!RangeError: Invalid time zone specified: ../../etc/passwd" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"/etc/passwd\" "
      "})",
      "!RangeError: Invalid time zone specified: /etc/passwd" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"Europe//Berlin"
      "\" })",
      "!RangeError: Invalid time zone specified: Europe//Berlin" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"Europe/Berlin/"
      "\" })",
      "!RangeError: Invalid time zone specified: Europe/Berlin/" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"\" })",
      "!RangeError: Invalid time zone specified: " },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"a\".repeat(100"
      ") })",
      "!RangeError: Invalid time zone specified: aaaaaaaaaaaaaaaaaa"
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      "aaaaaaaaaaaaaaaaaaaaaa" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"Europe/Berl\\u"
      "00edn\" })",
      "!RangeError: Invalid time zone specified: Europe/Berl"
      "\xC3\xADn" },
    { "new Date(0).toLocaleString(\"en\", { timeZone: \"Mars/Phobos"
      "\" })",
      "!RangeError: Invalid time zone specified: Mars/Phobos" },
};

/* clang-format on */

#define CHECK(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

CHECK(local_time)
CHECK(local_text)
CHECK(parsing)
CHECK(named_zones)

/* ---- the zones ---- */

static const struct {
    const char *name, *rule;
    int32_t offset;
} zones[] = {
    { "America/New_York", "EST5EDT,M3.2.0,M11.1.0", -18000 },
    { "Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3", 3600 },
    { "Asia/Tokyo", "JST-9", 32400 },
    { "Bad/Data", "nonsense", 0 },
};

static int n_loads;

static bool serve(VM *vm, const char *name, Buf *out)
{
    (void)vm;
    TzifMaker m;
    n_loads++;
    for (size_t i = 0; i < CM_ARRAY_LEN(zones); i++)
        if (strcmp(zones[i].name, name) == 0) {
            tzif_make(&m, NULL, 0, &zones[i].offset, 1, zones[i].rule);
            cm__buf_add(out, m.bytes, m.n);
            return true;
        }
    return false;
}

static int set_zones(void **state)
{
    (void)state;
    static TzifMaker m;
    static TimeZone zone = { .name = "America/New_York" };
    tzif_make(&m, NULL, 0, &zones[0].offset, 1, zones[0].rule);
    js_run_local_zone = &zone;
    js_run_zones = serve;
    return cm__tzif_open(m.bytes, m.n, &zone.rules) ? 0 : -1;
}

static int set_none(void **state)
{
    (void)state;
    js_run_local_zone = NULL;
    js_run_zones = NULL;
    return 0;
}

/* ---- more ---- */

static const JsRow no_host_rows[] = {
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"Europe/Berlin\" })",
      "!RangeError: Invalid time zone specified: Europe/Berlin" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"gmt\" })"
      ".resolvedOptions().timeZone",
      "\"UTC\"" },
    { "new Date(0).toLocaleTimeString(\"en\", { timeZone: \"+05:30\", "
      "timeZoneName: \"short\" })",
      "\"5:30:00 AM GMT+5:30\"" },
    { "new Date(0).toLocaleTimeString(\"en\", { timeZone: \"-0330\" })",
      "\"8:30:00 PM\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"+0530\" })"
      ".resolvedOptions().timeZone",
      "\"+05:30\"" },
    { "new Intl.DateTimeFormat(\"en\", { timeZone: \"+25:00\" })",
      "!RangeError: Invalid time zone specified: +25:00" },
    { "Intl.supportedValuesOf(\"timeZone\")", "[\"UTC\"]" },
    { "new Date(2024, 6, 1).toISOString()", "\"2024-07-01T00:00:00.000Z\"" },
    { "String(new Date(0))",
      "\"Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)\"" },
};

CHECK(no_host)

static void a_zone_is_loaded_once_in_an_execution(void **state)
{
    (void)state;
    n_loads = 0;
    assert_string_equal(
        js_run("const f = new Intl.DateTimeFormat(\"en\", { timeZone: "
               "\"Asia/Tokyo\" }); for (let i = 0; i < 100; i++) f.format(i); "
               "return new Date(0).toLocaleTimeString(\"en\", { timeZone: "
               "\"asia/tokyo\" })"),
        "\"9:00:00 AM\"");
    assert_int_equal(n_loads, 1);
    n_loads = 0;
    js_run("new Date(0).toLocaleString(\"en\", { timeZone: \"../x\" })");
    assert_int_equal(n_loads, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_time),
        cmocka_unit_test(local_text),
        cmocka_unit_test(parsing),
        cmocka_unit_test(named_zones),
        cmocka_unit_test(a_zone_is_loaded_once_in_an_execution),
        cmocka_unit_test_setup_teardown(no_host, set_none, set_zones),
    };
    return cmocka_run_group_tests(tests, set_zones, set_none);
}
