/* SPDX-License-Identifier: MIT */
/* Structs of options from hosts that were compiled with another version of the
 * header: codemode.h, "Versions". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "codemode.h"

#include <stdio.h>
#include <string.h>

/* What a header of a later version declares. */
typedef struct LaterRuntimeOptions {
    cm_runtime_options known;
    int64_t unknown[2];
} LaterRuntimeOptions;

typedef struct LaterExecutionOptions {
    cm_execution_options known;
    void *unknown;
} LaterExecutionOptions;

/* Of a failure whose culprit is struct_size. */
static void check_text(const cm_error *err, const char *initialiser)
{
    char text[sizeof err->text];
    (void)snprintf(text, sizeof text,
                   "the options were not initialised with %s, or are of "
                   "another version",
                   initialiser);
    assert_string_equal(err->text, text);
}

static cm_status try_runtime(const void *options, const char *expected)
{
    cm_runtime *r = NULL;
    cm_error err = { 0 };
    cm_status status = cm_runtime_new(NULL, options, &r, &err);
    assert_string_equal(err.path, expected);
    if (status != CM_OK)
        check_text(&err, "CM_RUNTIME_OPTIONS_INIT");
    assert_int_equal(r != NULL, status == CM_OK);
    cm_runtime_free(r);
    return status;
}

static void a_runtime_takes_earlier_sizes(void **state)
{
    (void)state;
    /* behind the size given there is what must not be looked at */
    const size_t sizes[] = { offsetof(cm_runtime_options, time_zone),
                             offsetof(cm_runtime_options, zone_data),
                             offsetof(cm_runtime_options, extension_hooks) };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
        memset((char *)&o + sizes[i], 0x5a, sizeof o - sizes[i]);
        o.struct_size = sizes[i];
        assert_int_equal(try_runtime(&o, ""), CM_OK);
    }
}

static void a_runtime_keeps_what_an_earlier_host_set(void **state)
{
    (void)state;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *r = NULL;
    cm_result *result = NULL;
    static const char source[] = "return 1 // 1";
    o.struct_size = offsetof(cm_runtime_options, time_zone);
    o.language = CM_LANGUAGE_LUA;
    assert_int_equal(cm_runtime_new(NULL, &o, &r, NULL), CM_OK);
    assert_int_equal(cm_execute(r, source, sizeof source - 1, &result, NULL),
                     CM_OK);
    assert_string_equal(cm_result_value(result, NULL), "1");
    cm_result_free(result);
    cm_runtime_free(r);
}

static void a_runtime_takes_later_sizes_without_news(void **state)
{
    (void)state;
    LaterRuntimeOptions o = { CM_RUNTIME_OPTIONS_INIT, { 0, 0 } };
    o.known.struct_size = sizeof o;
    assert_int_equal(try_runtime(&o, ""), CM_OK);
    o.unknown[1] = INT64_MIN; /* its highest byte is the last of the struct */
    assert_int_equal(try_runtime(&o, "struct_size"), CM_E_ARGUMENT);
    o.known.struct_size -= sizeof o.unknown[1];
    assert_int_equal(try_runtime(&o, ""), CM_OK);
    o.unknown[0] = 1;
    assert_int_equal(try_runtime(&o, "struct_size"), CM_E_ARGUMENT);
}

static void sizes_that_no_version_had_are_refused(void **state)
{
    (void)state;
    const size_t first = offsetof(cm_runtime_options, time_zone);
    const size_t sizes[] = { 0,
                             sizeof(void *),
                             first - sizeof(void *),
                             first + 1,
                             sizeof(cm_runtime_options) - 1,
                             sizeof(cm_runtime_options) + 1,
                             1 << 20,
                             SIZE_MAX,
                             SIZE_MAX - 7 };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
        o.struct_size = sizes[i];
        assert_int_equal(try_runtime(&o, "struct_size"), CM_E_ARGUMENT);
    }
}

/* All zero, as `cm_runtime_options o = { 0 }` leaves them. */
static void options_without_their_initialiser_are_told(void **state)
{
    (void)state;
    cm_runtime_options o;
    memset(&o, 0, sizeof o);
    assert_int_equal(try_runtime(&o, "struct_size"), CM_E_ARGUMENT);
}

static cm_status run(const cm_runtime *runtime, const void *options,
                     const char *expected)
{
    cm_execution *x = NULL;
    cm_result *result = NULL;
    cm_error err = { 0 };
    cm_status status = cm_execution_start(runtime, options, &x, &err);
    if (status != CM_OK) {
        assert_null(x);
        assert_string_equal(err.path, expected);
        check_text(&err, "CM_EXECUTION_OPTIONS_INIT");
        return status;
    }
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(x, &result), CM_OK);
    assert_string_equal(cm_result_value(result, NULL), expected);
    cm_result_free(result);
    cm_execution_free(x);
    return CM_OK;
}

static void an_execution_takes_other_sizes(void **state)
{
    (void)state;
    cm_runtime *r = NULL;
    cm_program *program = NULL;
    cm_result *problems = NULL;
    LaterExecutionOptions o = { CM_EXECUTION_OPTIONS_INIT, NULL };
    assert_int_equal(cm_runtime_new(NULL, NULL, &r, NULL), CM_OK);
    assert_int_equal(
        cm_program_new(r, "return 2", 8, &program, &problems, NULL), CM_OK);
    o.known.source = "return 1";
    o.known.source_len = 8;
    o.known.program = program;
    assert_int_equal(run(r, &o, "2"), CM_OK);

    /* from before there were programs: the field is not looked at */
    o.known.struct_size = offsetof(cm_execution_options, program);
    assert_int_equal(run(r, &o, "1"), CM_OK);

    o.known.struct_size = sizeof o;
    assert_int_equal(run(r, &o, "2"), CM_OK);
    o.unknown = &o;
    assert_int_equal(run(r, &o, "struct_size"), CM_E_ARGUMENT);

    o.known.struct_size = sizeof(void *);
    assert_int_equal(run(r, &o, "struct_size"), CM_E_ARGUMENT);
    o.known.struct_size = 0;
    assert_int_equal(run(r, &o, "struct_size"), CM_E_ARGUMENT);
    o.known.struct_size = sizeof o.known + 1;
    assert_int_equal(run(r, &o, "struct_size"), CM_E_ARGUMENT);
    cm_program_free(program);
    cm_runtime_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_runtime_takes_earlier_sizes),
        cmocka_unit_test(a_runtime_keeps_what_an_earlier_host_set),
        cmocka_unit_test(a_runtime_takes_later_sizes_without_news),
        cmocka_unit_test(sizes_that_no_version_had_are_refused),
        cmocka_unit_test(options_without_their_initialiser_are_told),
        cmocka_unit_test(an_execution_takes_other_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
