/* SPDX-License-Identifier: MIT */
/* The host's time zones: the option time_zone and the hook zone_data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/fixture.h"
#include "tzif_make.h"

static int n_asked;

/* Berlin, as a rule without a table. */
static int zone_data(void *user, const char *name, cm_zone_put put, void *sink)
{
    (void)user;
    static const int32_t offset = 3600;
    TzifMaker m;
    n_asked++;
    if (strcmp(name, "Europe/Berlin") == 0)
        tzif_make(&m, NULL, 0, &offset, 1, "CET-1CEST,M3.5.0,M10.5.0/3");
    else if (strcmp(name, "Bad/Data") == 0)
        tzif_make(&m, NULL, 0, &offset, 1, "nonsense");
    else
        return 0;
    put(sink, m.bytes, m.n);
    return 1;
}

static double wall(void *user)
{
    (void)user;
    return 1774744200000.0; /* 2026-03-29T00:30:00Z */
}

static void check(const cm_runtime_options *options, const char *source,
                  const char *expected)
{
    Script s;
    script_init(&s, options);
    cm_result *r = script_run(&s, source);
    assert_string_equal(cm_result_value(r, NULL), expected);
    cm_result_free(r);
    script_done(&s);
}

static void utc_is_the_default(void **state)
{
    (void)state;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.wall_clock_ms = wall;
    check(&o, "return [new Date().getHours(), new Date(2026, 2, 29, 2, 30)]",
          "[0,\"2026-03-29T02:30:00.000Z\"]");
    check(&o,
          "try { new Date().toLocaleString('en', { timeZone: 'Europe/Berlin' "
          "}) } catch (e) { return e.name }",
          "\"RangeError\"");
}

static void programs_name_zones_of_the_host(void **state)
{
    (void)state;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.wall_clock_ms = wall;
    o.zone_data = zone_data;
    check(&o,
          "return new Date().toLocaleDateString('de-DE', { timeZone: "
          "'Europe/Berlin' })",
          "\"3/29/2026\"");
    check(&o,
          "return ['Nowhere/Land', 'Bad/Data', '../x'].map(timeZone => { try { "
          "return new Date().toLocaleString('en', { timeZone }) } catch (e) { "
          "return e.name } })",
          "[\"RangeError\",\"RangeError\",\"RangeError\"]");
}

static void the_option_sets_the_zone_of_date(void **state)
{
    (void)state;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.wall_clock_ms = wall;
    o.zone_data = zone_data;
    o.time_zone = "europe/berlin";
    n_asked = 0;
    check(&o,
          "return [new Date().getHours(), new Date(2026, 2, 29, 2, 30), "
          "new Date(2026, 6, 1).getTimezoneOffset(), "
          "Intl.DateTimeFormat().resolvedOptions().timeZone]",
          "[1,\"2026-03-29T01:30:00.000Z\",-120,\"Europe/Berlin\"]");
    assert_int_equal(n_asked, 1);
    o.time_zone = "+05:30";
    o.zone_data = NULL;
    check(&o, "return new Date(2026, 0, 1)", "\"2025-12-31T18:30:00.000Z\"");
}

static void unknown_zones_make_no_runtime(void **state)
{
    (void)state;
    static const char *const unknown = "the time zone is not known";
    static const char *const needed =
        "only UTC and offsets are known without zone_data";
    const struct {
        const char *name, *text, *without_data;
    } rows[] = {
        { "Nowhere/Land", unknown, needed },
        { "Bad/Data", "the zone's data is not TZif", needed },
        { "", unknown, needed },
        { "../Europe/Berlin", unknown, needed },
        { "/etc/passwd", unknown, needed },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
        cm_runtime *r = NULL;
        cm_error err = { 0 };
        o.zone_data = zone_data;
        o.time_zone = rows[i].name;
        assert_int_equal(cm_runtime_new(NULL, &o, &r, &err), CM_E_ARGUMENT);
        assert_string_equal(err.path, "time_zone");
        assert_string_equal(err.text, rows[i].text);
        o.zone_data = NULL;
        assert_int_equal(cm_runtime_new(NULL, &o, &r, &err), CM_E_ARGUMENT);
        assert_string_equal(err.path, "time_zone");
        assert_string_equal(err.text, rows[i].without_data);
        assert_null(r);
    }
}

static void options_of_an_earlier_host_are_taken(void **state)
{
    (void)state;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *r = NULL;
    o.struct_size = offsetof(cm_runtime_options, time_zone);
    o.time_zone = "not looked at";
    assert_int_equal(cm_runtime_new(NULL, &o, &r, NULL), CM_OK);
    cm_runtime_free(r);
    o.struct_size = 8;
    assert_int_equal(cm_runtime_new(NULL, &o, &r, NULL), CM_E_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utc_is_the_default),
        cmocka_unit_test(programs_name_zones_of_the_host),
        cmocka_unit_test(the_option_sets_the_zone_of_date),
        cmocka_unit_test(unknown_zones_make_no_runtime),
        cmocka_unit_test(options_of_an_earlier_host_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
