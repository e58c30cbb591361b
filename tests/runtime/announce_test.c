/* SPDX-License-Identifier: MIT */
/* Namespaces that are announced and not connected yet; spec/discovery.md 7.1,
 * D8, F28. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/fixture.h"

static const char other_server[] = "tools.other.list";

static cm_tools *tools_with_late(void)
{
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    tool.description = "Lists late things";
    tool.output_schema = "{}";
    tool.execute = script_echo;
    static Script script;
    tool.user = &script;
    script.n_inputs = 0;
    assert_int_equal(cm_tools_add(tools, "other.list", &tool, NULL), CM_OK);
    assert_int_equal(cm_tools_announce(tools, "late", NULL), CM_OK);
    return tools;
}

static Script make(const cm_tools *tools, cm_language language, int preflight)
{
    Script s = { 0 };
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.language = language;
    o.preflight = preflight;
    assert_int_equal(cm_runtime_new(tools, &o, &s.runtime, NULL), CM_OK);
    return s;
}

/* The failure's message, exact; it has the one hint and offers nothing. */
static void expect_absent(Script *s, const char *source, const char *message)
{
    cm_result *r = script_run(s, source);
    if (cm_result_ok(r) ||
        strcmp(cm_result_error_message(r, NULL), message) != 0)
        fail_msg("%s\n%s", source, cm_result_json(r, NULL));
    assert_string_equal(cm_result_error_kind(r), "UnknownTool");
    assert_int_equal(cm_result_suggestion_count(r), 1);
    assert_non_null(strstr(cm_result_suggestion(r, 0, NULL), "search({"));
    assert_null(strstr(cm_result_json(r, NULL), other_server));
    assert_non_null(strstr(cm_result_json(r, NULL), "\"toolCalls\":[]"));
    cm_result_free(r);
}

static void calls_below_say_so(void **state)
{
    (void)state;
    static const char deep[] =
        "Unknown tool \"late.a.list\": \"late\" is not connected";
    static const char list[] =
        "Unknown tool \"late.list\": \"late\" is not connected";
    cm_tools *tools = tools_with_late();
    for (int preflight = 0; preflight < 2; preflight++) {
        Script s = make(tools, CM_LANGUAGE_JAVASCRIPT, preflight);
        expect_absent(&s, "return await tools.late.list({})", list);
        expect_absent(&s, "await tools[\"late.a\"].list()", deep);
        cm_runtime_free(s.runtime);
        s = make(tools, CM_LANGUAGE_LUA, preflight);
        expect_absent(&s, "return tools.late.list({})", list);
        expect_absent(&s, "tools.late.a.list{}", deep);
        expect_gives(&s,
                     "local ok, e = pcall(function() return "
                     "tools.late[\"l\" .. \"ist\"]({}) end) return { ok, e "
                     "}",
                     "[false,\"Unknown tool \\\"late.list\\\": \\\"late\\\" "
                     "is not connected\"]");
        cm_runtime_free(s.runtime);
    }
    cm_tools_free(tools);
}

static void name_is_a_namespace_without_tools(void **state)
{
    (void)state;
    cm_tools *tools = tools_with_late();
    Script s = make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    expect_gives(&s, "return [Object.keys(tools), Object.keys(tools.late)]",
                 "[[\"other\",\"late\"],[]]");
    expect_error(&s, "return Object.keys(tools.late.sub)", "UnknownTool",
                 "Unknown namespace \"late.sub\": \"late\" is not connected", 0,
                 0);
    cm_result *r = script_run(&s, "await tools.late()");
    assert_string_equal(cm_result_error_message(r, NULL),
                        "The namespace \"late\" is not callable and not "
                        "connected");
    assert_int_equal(cm_result_suggestion_count(r), 0);
    cm_result_free(r);
    expect_gives(&s, "return search({ namespace: \"late\" }).items", "[]");
    char *text = cm_runtime_catalog(s.runtime, CM_COMPLETE, NULL);
    assert_non_null(text);
    assert_null(strstr(text, "- late"));
    cm_text_free(s.runtime, text);
    cm_runtime_free(s.runtime);
    s = make(tools, CM_LANGUAGE_LUA, 0);
    expect_gives(&s,
                 "local t = {} for k in pairs(tools) do t[#t + 1] = k end for "
                 "k in pairs(tools.late) do t[#t + 1] = k end return t",
                 "[\"other\",\"late\"]");
    cm_runtime_free(s.runtime);
    cm_tools_free(tools);
}

/* Another namespace without tools has nothing to connect. */
static void empty_namespaces_are_not_announced(void **state)
{
    (void)state;
    cm_tools *tools = tools_with_late();
    assert_int_equal(cm_tools_namespace(tools, "bare", "About", NULL), CM_OK);
    Script s = make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    expect_absent(&s, "await tools.bare.list()", "Unknown tool \"bare.list\"");
    cm_runtime_free(s.runtime);
    cm_tools_free(tools);
}

static void a_tool_ends_it(void **state)
{
    (void)state;
    cm_tools *tools = tools_with_late();
    Script before = make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    cm_tool tool = { 0 };
    tool.execute = script_echo;
    tool.user = &before;
    /* a namespace is no tool */
    assert_int_equal(cm_tools_namespace(tools, "late.in", NULL, NULL), CM_OK);
    Script s = make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    expect_absent(&s, "await tools.late.list()",
                  "Unknown tool \"late.list\": \"late\" is not connected");
    cm_runtime_free(s.runtime);
    assert_int_equal(cm_tools_add(tools, "late.in.lists", &tool, NULL), CM_OK);
    assert_int_equal(cm_tools_announce(tools, "late", NULL), CM_OK);
    s = make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    expect_error(&s, "await tools.late.list()", "UnknownTool",
                 "Unknown tool \"late.list\". Did you mean "
                 "tools.late.in.lists?",
                 0, 0);
    /* A runtime keeps what was announced when it was made. */
    expect_absent(&before, "await tools.late.in.lists()",
                  "Unknown tool \"late.in.lists\": \"late\" is not connected");
    cm_runtime_free(s.runtime);
    cm_runtime_free(before.runtime);
    cm_tools_free(tools);
}

static void names_are_checked(void **state)
{
    (void)state;
    char long_name[130];
    memset(long_name, 'x', 129);
    long_name[129] = '\0';
    const char *const bad[] = { "", ".", "a.b", "a.", long_name, "\xFF" };
    cm_tools *tools = cm_tools_new(NULL);
    cm_error err;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(cm_tools_announce(tools, bad[i], &err), CM_E_NAME);
    assert_int_equal(cm_tools_announce(tools, NULL, &err), CM_E_ARGUMENT);
    assert_int_equal(cm_tools_announce(NULL, "a", &err), CM_E_ARGUMENT);
    assert_int_equal(cm_tools_announce(tools, "é \"x\"", &err), CM_OK);
    Script s = make(tools, CM_LANGUAGE_JAVASCRIPT, 0);
    expect_absent(&s, "await tools[\"é \\\"x\\\"\"].y()",
                  "Unknown tool \"é \"x\".y\": \"é \"x\"\" is not connected");
    cm_runtime_free(s.runtime);
    cm_tools_free(tools);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_below_say_so),
        cmocka_unit_test(name_is_a_namespace_without_tools),
        cmocka_unit_test(empty_namespaces_are_not_announced),
        cmocka_unit_test(a_tool_ends_it),
        cmocka_unit_test(names_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
