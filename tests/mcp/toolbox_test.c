/* SPDX-License-Identifier: MIT */
/* Schemas of other people's tools: they check if they compile, and never keep
 * a tool out (spec/execution.md 6.4, spec/adapter.md 2, A10). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mcp/toolbox.h"

#include <stdio.h>
#include <string.h>

static char logged[2000];

static void keep(void *user, LogLevel level, const char *text)
{
    size_t n = strlen(logged);
    (void)user;
    assert_int_equal(level, CM_LOG_WARN);
    (void)snprintf(logged + n, sizeof logged - n, "%s\n", text);
}

static const Log the_log = { CM_LOG_WARN, keep, NULL };

static void start(HostCall *call)
{
    (void)call;
}

static const HostToolOps ops = { start, start };

static Toolbox *open_box(void)
{
    Toolbox *t = cm__toolbox_new(cm__alloc_default());
    assert_non_null(t);
    t->log = &the_log;
    logged[0] = '\0';
    return t;
}

static void expect_note(Toolbox *t, const ToolboxEntry *entry,
                        const char *unchecked)
{
    ToolboxNote note;
    cm_error err;
    assert_int_equal(cm__toolbox_add(t, entry, &note, &err), CM_OK);
    assert_string_equal(note.unchecked, unchecked);
}

static cm_tool_info sealed_tool(Toolbox *t)
{
    cm_error err;
    assert_int_equal(cm__toolbox_seal(t, NULL, &err), CM_OK);
    assert_int_equal(cm_runtime_tool_count(t->runtime), 1);
    return cm_runtime_tool(t->runtime, 0);
}

static void an_input_schema_that_does_not_compile_only_renders(void **state)
{
    static const char schema[] = "{\"$ref\":\"https://x.test/s.json\"}";
    Toolbox *t = open_box();
    ToolboxEntry e = { .path = "s.odd",
                       .input_schema = schema,
                       .output_schema = "{}",
                       .ops = &ops };
    (void)state;
    expect_note(t, &e,
                "the input schema does not compile: /$ref names no document "
                "that is known: https://x.test/s.json");
    assert_string_equal(sealed_tool(t).input_schema, schema);
    cm__toolbox_unref(t);
}

static void what_is_no_json_is_left_out(void **state)
{
    Toolbox *t = open_box();
    ToolboxEntry e = { .path = "s.odd", .input_schema = "{", .ops = &ops };
    (void)state;
    expect_note(t, &e,
                "the input schema does not compile: text ends inside a value");
    assert_null(sealed_tool(t).input_schema);
    cm__toolbox_unref(t);
}

static void one_bad_schema_leaves_the_other_one_checking(void **state)
{
    static const char bad[] = "{\"minItems\":-1}";
    Toolbox *t = open_box();
    ToolboxEntry e = { .path = "s.odd",
                       .input_schema = "{\"type\":\"object\"}",
                       .output_schema = bad,
                       .output_rule = OUTPUT_IS_REFUSED,
                       .ops = &ops };
    (void)state;
    expect_note(t, &e,
                "the output schema does not compile: /minItems must be a "
                "whole number of at least 0");
    assert_string_equal(sealed_tool(t).output_schema, bad);
    cm_result *r = NULL;
    static const char program[] = "return await tools.s.odd(1)";
    assert_int_equal(
        cm_execute(t->runtime, program, sizeof program - 1, &r, NULL), CM_OK);
    assert_string_equal(cm_result_error_kind(r), "InvalidToolInput");
    cm_result_free(r);
    cm__toolbox_unref(t);
}

static void an_output_that_breaks_its_schema_is_told_once(void **state)
{
    Toolbox *t = open_box();
    ToolboxEntry e = { .path = "s.get",
                       .output_schema = "{\"required\":[\"n\"]}",
                       .output_rule = OUTPUT_IS_REPORTED,
                       .ops = &ops };
    (void)state;
    expect_note(t, &e, "");
    cm__toolbox_report(t->host_tools, "{\"n\":1}", 7);
    assert_string_equal(logged, "");
    cm__toolbox_report(t->host_tools, "{}", 2);
    cm__toolbox_report(t->host_tools, "{}", 2);
    assert_string_equal(logged,
                        "tool \"s.get\" gives outputs that break its output "
                        "schema: /: missing property \"n\"\n");
    cm__toolbox_unref(t);
}

static void a_report_takes_little_time(void **state)
{
    Toolbox *t = open_box();
    ToolboxEntry e = { .path = "s.get",
                       .output_schema =
                           "{\"pattern\":\"^(a|aa)+\\\\1*(a|aa)+\\\\2*b$\"}",
                       .output_rule = OUTPUT_IS_REPORTED,
                       .ops = &ops };
    char text[5002];
    (void)state;
    memset(text, 'a', sizeof text);
    text[0] = text[sizeof text - 1] = '"';
    expect_note(t, &e, "");
    cm__toolbox_report(t->host_tools, text, sizeof text);
    assert_string_equal(logged, "");
    cm__toolbox_unref(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_input_schema_that_does_not_compile_only_renders),
        cmocka_unit_test(what_is_no_json_is_left_out),
        cmocka_unit_test(one_bad_schema_leaves_the_other_one_checking),
        cmocka_unit_test(an_output_that_breaks_its_schema_is_told_once),
        cmocka_unit_test(a_report_takes_little_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
