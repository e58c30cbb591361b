/* SPDX-License-Identifier: MIT */
/* Sets of tools that take over what was made of an earlier one:
 * cm_tools_reuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "runtime/fixture.h"

static Script script;

static cm_tools *new_tools(const cm_tools *earlier, const char *description)
{
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    tool.description = description;
    tool.input_schema = "{\"properties\":{\"n\":{\"type\":\"integer\"}}}";
    tool.output_schema = "{}";
    tool.validate_input = 1;
    tool.execute = script_echo;
    tool.user = &script;
    cm_tools_reuse(tools, earlier);
    assert_int_equal(cm_tools_add(tools, "a.get", &tool, NULL), CM_OK);
    return tools;
}

static cm_runtime *new_runtime(const cm_tools *tools, cm_language language)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    o.language = language;
    assert_int_equal(cm_runtime_new(tools, &o, &runtime, NULL), CM_OK);
    return runtime;
}

static const char *signature_of(const cm_runtime *runtime)
{
    return cm_runtime_tool(runtime, 0).signature;
}

static void an_equal_tool_keeps_its_signatures(void **state)
{
    (void)state;
    cm_tools *tools = new_tools(NULL, "d"), *again = new_tools(tools, "d");
    cm_runtime *js = new_runtime(tools, CM_LANGUAGE_JAVASCRIPT);
    cm_runtime *lua = new_runtime(again, CM_LANGUAGE_LUA);
    cm_runtime *js_again = new_runtime(again, CM_LANGUAGE_JAVASCRIPT);
    assert_ptr_equal(signature_of(js), signature_of(js_again));
    assert_string_equal(signature_of(lua),
                        "tools.a.get({\n  n?: integer,\n}): any");
    cm_tools_free(tools);
    cm_runtime_free(js);
    assert_string_equal(signature_of(js_again),
                        "tools.a.get({\n  /** @integer */\n  n?: number,\n}): "
                        "Promise<unknown>");
    cm_tools_free(again);
    cm_runtime_free(js_again);
    cm_runtime_free(lua);
}

static void another_tool_is_made_anew(void **state)
{
    (void)state;
    cm_tools *tools = new_tools(NULL, "d"), *other = new_tools(tools, "e");
    cm_tools *cut = new_tools(tools, "d");
    cm_runtime *a = new_runtime(tools, CM_LANGUAGE_JAVASCRIPT);
    cm_runtime *b = new_runtime(other, CM_LANGUAGE_JAVASCRIPT);
    assert_ptr_not_equal(signature_of(a), signature_of(b));
    assert_string_equal(cm_runtime_tool(b, 0).description, "e");
    cm_tools_reuse(cut, NULL);
    cm_runtime_free(a);
    cm_runtime_free(b);
    cm_tools_free(tools);
    cm_tools_free(other);
    cm_tools_free(cut);
}

/* What is shared are facts, not functions. */
static void calls_go_to_the_new_tool(void **state)
{
    (void)state;
    cm_tools *tools = new_tools(NULL, "d"), *again = new_tools(tools, "d");
    cm_tools_free(tools);
    script = (Script){ 0 };
    script.runtime = new_runtime(again, CM_LANGUAGE_JAVASCRIPT);
    cm_result *r = script_run(&script, "return await tools.a.get({ n: 'x' })");
    assert_string_equal(cm_result_error_kind(r), "InvalidToolInput");
    cm_result_free(r);
    r = script_run(&script, "return (await tools.a.get({ n: 3 })).n");
    assert_true(cm_result_ok(r));
    assert_string_equal(cm_result_value(r, NULL), "3");
    cm_result_free(r);
    cm_runtime_free(script.runtime);
    cm_tools_free(again);
}

static void *count_resize(void *ctx, void *ptr, size_t old_size, size_t size)
{
    *(size_t *)ctx += size - old_size;
    if (size > 0)
        return realloc(ptr, size);
    free(ptr);
    return NULL;
}

/* Nothing of it is kept, as it may end before the later set does. */
static void nothing_serves_a_set_of_another_allocator(void **state)
{
    (void)state;
    size_t held = 0;
    const cm_allocator alloc = { count_resize, &held };
    cm_tools *other = cm_tools_new(&alloc);
    cm_tool tool = { .execute = script_echo, .user = &script };
    assert_int_equal(cm_tools_add(other, "a.get", &tool, NULL), CM_OK);
    cm_tools *tools = new_tools(other, "d");
    assert_true(held > 0);
    cm_tools_free(other);
    assert_int_equal(held, 0);
    cm_tools_free(tools);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_equal_tool_keeps_its_signatures),
        cmocka_unit_test(another_tool_is_made_anew),
        cmocka_unit_test(calls_go_to_the_new_tool),
        cmocka_unit_test(nothing_serves_a_set_of_another_allocator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
