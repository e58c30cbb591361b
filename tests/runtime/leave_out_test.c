/* SPDX-License-Identifier: MIT */
/* Calls of paths of which the host says why there is no tool:
 * cm_tools_leave_out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/fixture.h"

static Script script;

static cm_tools *tools_with_gap(void)
{
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    tool.execute = script_echo;
    tool.output_schema = "{}";
    tool.user = &script;
    assert_int_equal(cm_tools_add(tools, "pets.list", &tool, NULL), CM_OK);
    assert_int_equal(cm_tools_leave_out(tools, "pets.getPhoto",
                                        "operation GET /photo was left out: "
                                        "success response is binary only",
                                        NULL),
                     CM_OK);
    return tools;
}

static void make(const cm_tools *tools, cm_language language, int preflight)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.language = language;
    o.preflight = preflight;
    script = (Script){ 0 };
    assert_int_equal(cm_runtime_new(tools, &o, &script.runtime, NULL), CM_OK);
}

#define REASON                            \
    "operation GET /photo was left out: " \
    "success response is binary only"

static void expect_unknown(const char *source, const char *message)
{
    cm_result *r = script_run(&script, source);
    if (cm_result_ok(r) ||
        strcmp(cm_result_error_message(r, NULL), message) != 0)
        fail_msg("%s\n%s", source, cm_result_json(r, NULL));
    assert_string_equal(cm_result_error_kind(r), "UnknownTool");
    assert_int_equal(cm_result_suggestion_count(r), 1);
    assert_non_null(strstr(cm_result_json(r, NULL), "\"toolCalls\":[]"));
    cm_result_free(r);
}

static void calls_there_give_the_reason(void **state)
{
    (void)state;
    cm_tools *tools = tools_with_gap();
    for (int preflight = 0; preflight < 2; preflight++) {
        make(tools, CM_LANGUAGE_JAVASCRIPT, preflight);
        expect_unknown("return await tools.pets.getPhoto({})",
                       "Unknown tool \"pets.getPhoto\": " REASON);
        expect_unknown("return await tools.pets.get_photo({})",
                       "Unknown tool \"pets.get_photo\": " REASON);
        expect_unknown("return await tools.pets.get.photos({})",
                       "Unknown tool \"pets.get.photos\"");
        cm_runtime_free(script.runtime);
        make(tools, CM_LANGUAGE_LUA, preflight);
        expect_unknown("return tools.pets.getPhoto{}",
                       "Unknown tool \"pets.getPhoto\": " REASON);
        cm_runtime_free(script.runtime);
    }
    make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    expect_gives(&script,
                 "try { await tools.pets.getPhoto() } catch (e) { return "
                 "e.message }",
                 "\"Unknown tool \\\"pets.getPhoto\\\": " REASON "\"");
    cm_runtime_free(script.runtime);
    cm_tools_free(tools);
}

/* What was meant is known. */
static void nothing_is_offered(void **state)
{
    (void)state;
    cm_tools *tools = tools_with_gap();
    assert_int_equal(
        cm_tools_leave_out(tools, "pets.lists", "it is gone", NULL), CM_OK);
    make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    expect_unknown("await tools.pets.lists()",
                   "Unknown tool \"pets.lists\": it is gone");
    expect_unknown("await tools.pets.listz()",
                   "Unknown tool \"pets.listz\". Did you mean "
                   "tools.pets.list?");
    cm_runtime_free(script.runtime);
    cm_tools_free(tools);
}

static void nothing_else_shows_it(void **state)
{
    (void)state;
    cm_tools *tools = tools_with_gap();
    make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    expect_gives(&script,
                 "return [Object.keys(tools.pets), 'getPhoto' in tools.pets, "
                 "search({ query: 'photo' }).items]",
                 "[[\"list\"],false,[]]");
    expect_error(&script, "return Object.keys(tools.pets.getPhoto)",
                 "UnknownTool", "Unknown namespace \"pets.getPhoto\"", 0, 0);
    cm_runtime_free(script.runtime);
    cm_tools_free(tools);
}

/* A runtime keeps what was said when it was made; a tool at the path wins. */
static void a_tool_wins(void **state)
{
    (void)state;
    cm_tools *tools = tools_with_gap();
    cm_tool tool = { 0 };
    make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    Script before = script;
    tool.execute = script_echo;
    tool.output_schema = "{}";
    tool.user = &script;
    assert_int_equal(cm_tools_add(tools, "pets.getPhoto", &tool, NULL), CM_OK);
    make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    expect_gives(&script, "return await tools.pets.getPhoto({ a: 1 })",
                 "{\"a\":1}");
    expect_unknown("await tools.pets.getphoto()",
                   "Unknown tool \"pets.getphoto\". Did you mean "
                   "tools.pets.getPhoto?");
    cm_runtime_free(script.runtime);
    script = before;
    expect_unknown("await tools.pets.getPhoto()",
                   "Unknown tool \"pets.getPhoto\": " REASON);
    cm_runtime_free(before.runtime);
    cm_tools_free(tools);
}

static void a_name_speaks_for_what_is_below(void **state)
{
    (void)state;
    cm_tools *tools = tools_with_gap();
    assert_int_equal(cm_tools_leave_out(tools, "off", "it is off", NULL),
                     CM_OK);
    assert_int_equal(cm_tools_leave_out(tools, "pets", "it is off", NULL),
                     CM_OK);
    assert_int_equal(cm_tools_leave_out(tools, "of.f2", "not there", NULL),
                     CM_OK);
    for (int preflight = 0; preflight < 2; preflight++) {
        make(tools, CM_LANGUAGE_JAVASCRIPT, preflight);
        expect_unknown("return tools.off.list({})",
                       "Unknown tool \"off.list\": it is off");
        expect_unknown("return tools.Off.a.b({})",
                       "Unknown tool \"Off.a.b\": it is off");
        expect_unknown("return tools.off({})",
                       "Unknown tool \"off\": it is off");
        /* what is there has its own tools; a path speaks for itself alone */
        expect_unknown(
            "return tools.pets.lst({})",
            "Unknown tool \"pets.lst\". Did you mean tools.pets.list?");
        expect_unknown("return tools.off2.a({})", "Unknown tool \"off2.a\"");
        cm_runtime_free(script.runtime);
    }
    cm_tools_free(tools);
}

static void arguments_are_checked(void **state)
{
    (void)state;
    const char *const bad[] = { "", ".", "a.", "a..b", "\xFF" };
    cm_tools *tools = cm_tools_new(NULL);
    cm_error err;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(cm_tools_leave_out(tools, bad[i], "r", &err),
                         CM_E_NAME);
    assert_int_equal(cm_tools_leave_out(tools, NULL, "r", &err), CM_E_ARGUMENT);
    assert_int_equal(cm_tools_leave_out(tools, "a", NULL, &err), CM_E_ARGUMENT);
    assert_int_equal(cm_tools_leave_out(NULL, "a", "r", &err), CM_E_ARGUMENT);
    cm_tools_free(tools);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_there_give_the_reason),
        cmocka_unit_test(nothing_is_offered),
        cmocka_unit_test(nothing_else_shows_it),
        cmocka_unit_test(a_tool_wins),
        cmocka_unit_test(a_name_speaks_for_what_is_below),
        cmocka_unit_test(arguments_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
