/* SPDX-License-Identifier: MIT */
/* Schemas of other people's tools: they check if they compile, and never keep
 * a tool out (spec/execution.md 6.4, spec/adapter.md 2, A10). And which of
 * several registrations counts (spec/adapter.md 1). */
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

static const Log the_log = { .level = CM_LOG_WARN, .write = keep };

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

/* ---- which registration counts ---- */

/* Adds as a plan says; whether it only was replaced. */
static bool add(Toolbox *t, const char *path, const char *direct_id,
                const char *description)
{
    const ToolboxEntry e = { .path = path,
                             .description = description,
                             .output_schema = "{}",
                             .ops = &ops,
                             .direct_id = direct_id };
    ToolboxNote note;
    assert_int_equal(cm__toolbox_add(t, &e, &note, NULL), CM_OK);
    return note.is_replaced;
}

static void plan(Toolbox *t, const char *path)
{
    assert_int_equal(cm__toolbox_plan(t, path), CM_OK);
}

static void without_a_plan_the_last_one_replaces(void **state)
{
    Toolbox *t = open_box();
    (void)state;
    assert_false(add(t, "s.a", NULL, "first"));
    assert_true(add(t, "s.a", NULL, "second"));
    assert_string_equal(sealed_tool(t).description, "second");
    assert_true(cm__toolbox_has(t, "s.a"));
    assert_false(cm__toolbox_has(t, "s.b"));
    cm__toolbox_unref(t);
}

static void of_planned_ones_the_last_counts_whatever_its_kind(void **state)
{
    static const char *const paths[] = { "s.a", "s.b", "s.c" };
    Toolbox *t = open_box();
    (void)state;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < CM_ARRAY_LEN(paths); i++)
            plan(t, paths[i]);
    plan(t, "s.d");
    assert_true(add(t, "s.a", NULL, "old"));
    assert_true(add(t, "s.b", "s_b", "old"));
    assert_true(add(t, "s.c", "s_c", "old"));
    assert_false(add(t, "s.a", "s_a", "new"));
    assert_false(add(t, "s.b", NULL, "new"));
    assert_false(add(t, "s.c", "s_c", "new"));
    assert_false(add(t, "s.d", "s_d", "only"));
    cm_tool_info tool = sealed_tool(t);
    assert_string_equal(tool.path, "s.b");
    assert_string_equal(tool.description, "new");
    assert_int_equal(t->n_directs, 3);
    assert_null(cm__toolbox_direct(t, "s_b"));
    for (size_t i = 0; i < 3; i++) {
        static const char *const ids[] = { "s_a", "s_c", "s_d" };
        assert_string_equal(t->directs[i].id, ids[i]);
        assert_ptr_equal(cm__toolbox_direct(t, ids[i]), &t->directs[i]);
        assert_false(cm__toolbox_has(t, t->directs[i].tool->path));
    }
    assert_string_equal(cm__toolbox_direct(t, "s_c")->listed,
                        ",\"description\":\"new\",\"inputSchema\":"
                        "{\"type\":\"object\"}");
    cm__toolbox_unref(t);
}

/* The plan counts what is to come, so one that is refused is no loss. */
static void one_that_is_refused_does_not_count(void **state)
{
    Toolbox *t = open_box();
    const ToolboxEntry e = { .path = "s..a", .ops = &ops };
    cm_error err;
    (void)state;
    plan(t, "s..a");
    plan(t, "s.a");
    assert_int_equal(cm__toolbox_add(t, &e, NULL, &err), CM_E_NAME);
    assert_false(add(t, "s.a", NULL, "good"));
    assert_false(cm__toolbox_has(t, "s..a"));
    assert_string_equal(sealed_tool(t).path, "s.a");
    cm__toolbox_unref(t);
}

static void direct_ids_are_sorted_and_unique(void **state)
{
    Toolbox *t = open_box();
    char path[16], id[16];
    (void)state;
    for (int i = 0; i < 100; i++) {
        (void)snprintf(path, sizeof path, "s.t%02d", i * 37 % 100);
        (void)snprintf(id, sizeof id, "s_t%02d", i * 37 % 100);
        assert_false(add(t, path, id, NULL));
    }
    assert_true(add(t, "s_t.07", "s_t07", "other path"));
    assert_int_equal(t->n_directs, 100);
    for (size_t i = 0; i < 100; i++) {
        (void)snprintf(id, sizeof id, "s_t%02d", (int)i);
        assert_string_equal(t->directs[i].id, id);
    }
    assert_string_equal(t->directs[7].tool->path, "s_t.07");
    cm__toolbox_unref(t);
}

static void programs_are_told_how_a_direct_tool_is_called(void **state)
{
    static const char program[] = "return await tools.s.a({})";
    Toolbox *t = open_box();
    cm_error err;
    cm_result *r = NULL;
    (void)state;
    assert_false(add(t, "s.a", "s_a", NULL));
    assert_int_equal(cm__toolbox_seal(t, NULL, &err), CM_OK);
    assert_int_equal(cm_runtime_tool_count(t->runtime), 0);
    assert_int_equal(
        cm_execute(t->runtime, program, sizeof program - 1, &r, NULL), CM_OK);
    assert_string_equal(cm_result_error_kind(r), "UnknownTool");
    assert_string_equal(
        cm_result_error_message(r, NULL),
        "Unknown tool \"s.a\": it is called outside of programs, as s_a");
    cm_result_free(r);
    cm__toolbox_unref(t);
}

static void schemas_of_direct_tools_check_if_they_compile(void **state)
{
    Toolbox *t = open_box();
    ToolboxEntry e = { .path = "s.a",
                       .input_schema = "{\"minItems\":-1}",
                       .output_schema = "{\"type\":\"string\"}",
                       .output_rule = OUTPUT_IS_REFUSED,
                       .ops = &ops,
                       .direct_id = "s_a" };
    (void)state;
    expect_note(t, &e,
                "the input schema does not compile: /minItems must be a whole "
                "number of at least 0");
    assert_null(t->directs[0].input);
    assert_non_null(t->directs[0].tool->output);
    assert_string_equal(t->directs[0].listed,
                        ",\"inputSchema\":{\"type\":\"object\","
                        "\"minItems\":-1}");
    e.is_unchecked = true;
    e.path = "s.b";
    e.direct_id = "s_b";
    e.input_schema = "{";
    expect_note(t, &e, "");
    assert_string_equal(t->directs[1].listed,
                        ",\"inputSchema\":{\"type\":\"object\"}");
    cm__toolbox_unref(t);
}

/* A toolbox of one tool, sealed. */
static Toolbox *follow(Toolbox *earlier, const ToolboxEntry *e,
                       ToolboxNote *ret_note)
{
    Toolbox *t = open_box();
    cm_error err;
    cm__toolbox_follow(t, earlier);
    assert_int_equal(cm__toolbox_add(t, e, ret_note, &err), CM_OK);
    assert_int_equal(cm__toolbox_seal(t, NULL, &err), CM_OK);
    assert_null(t->earlier);
    return t;
}

static void one_that_follows_makes_only_what_is_new(void **state)
{
    ToolboxNote note;
    ToolboxEntry e = { .path = "s.get",
                       .input_schema = "{\"type\":\"object\"}",
                       .output_schema = "{\"required\":[\"n\"]}",
                       .output_rule = OUTPUT_IS_REPORTED,
                       .ops = &ops };
    (void)state;
    Toolbox *first = follow(NULL, &e, &note);
    Toolbox *second = follow(first, &e, &note);
    const struct Schema *output = first->host_tools->output;
    const char *signature = cm_runtime_tool(first->runtime, 0).signature;
    assert_ptr_equal(second->host_tools->output, output);
    assert_ptr_equal(cm_runtime_tool(second->runtime, 0).signature, signature);
    e.output_schema = "{\"required\":[\"m\"]}";
    Toolbox *third = follow(second, &e, &note);
    assert_ptr_not_equal(third->host_tools->output, output);
    assert_ptr_not_equal(cm_runtime_tool(third->runtime, 0).signature,
                         signature);
    cm__toolbox_unref(first);
    assert_string_equal(cm_runtime_tool(second->runtime, 0).signature,
                        signature);
    cm__toolbox_report(second->host_tools, "{}", 2);
    assert_string_equal(logged, "tool \"s.get\" gives outputs that break its "
                                "output schema: /: missing property \"n\"\n");
    /* Told once, also when the list changed since. */
    logged[0] = '\0';
    e.output_schema = "{\"required\":[\"n\"]}";
    Toolbox *fourth = follow(second, &e, &note);
    cm__toolbox_report(fourth->host_tools, "{}", 2);
    assert_string_equal(logged, "");
    cm__toolbox_unref(second);
    cm__toolbox_unref(third);
    cm__toolbox_unref(fourth);
}

static void what_was_told_is_noted_as_such(void **state)
{
    ToolboxNote note;
    ToolboxEntry e = { .path = "s.odd",
                       .input_schema = "{\"minItems\":-1}",
                       .ops = &ops };
    (void)state;
    Toolbox *first = follow(NULL, &e, &note);
    assert_false(note.was_told);
    Toolbox *second = follow(first, &e, &note);
    assert_true(note.was_told);
    e.input_schema = "{\"maxItems\":-1}";
    Toolbox *third = follow(second, &e, &note);
    assert_false(note.was_told);
    cm__toolbox_unref(first);
    cm__toolbox_unref(second);
    cm__toolbox_unref(third);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_input_schema_that_does_not_compile_only_renders),
        cmocka_unit_test(what_is_no_json_is_left_out),
        cmocka_unit_test(one_bad_schema_leaves_the_other_one_checking),
        cmocka_unit_test(an_output_that_breaks_its_schema_is_told_once),
        cmocka_unit_test(a_report_takes_little_time),
        cmocka_unit_test(without_a_plan_the_last_one_replaces),
        cmocka_unit_test(of_planned_ones_the_last_counts_whatever_its_kind),
        cmocka_unit_test(one_that_is_refused_does_not_count),
        cmocka_unit_test(direct_ids_are_sorted_and_unique),
        cmocka_unit_test(programs_are_told_how_a_direct_tool_is_called),
        cmocka_unit_test(schemas_of_direct_tools_check_if_they_compile),
        cmocka_unit_test(one_that_follows_makes_only_what_is_new),
        cmocka_unit_test(what_was_told_is_noted_as_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
