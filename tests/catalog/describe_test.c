/* SPDX-License-Identifier: MIT */
/* What a model is told, in both languages; expressions and empty tables of Lua. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "catalog/catalog.h"
#include "catalog/describe.h"
#include "catalog/empty_tables.h"
#include "catalog/expression.h"
#include "schema/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void none(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user, (void)call, (void)input, (void)len;
}

static ToolIndex *index_of(const char *const *paths, size_t n)
{
    ToolTree *t = cm__tree_new(cm__alloc_default());
    for (size_t i = 0; i < n; i++) {
        const cm_tool tool = { .description = "About it\nmore",
                               .input_schema = i ? "{}" : NULL,
                               .output_schema = i == 1 ? "{}" : NULL,
                               .execute = none };
        assert_int_equal(
            cm__tree_add(t, paths[i], strlen(paths[i]), &tool, NULL), CM_OK);
    }
    ToolIndex *index = cm__index_new(cm__alloc_default(), t);
    cm__tree_unref(t);
    return index;
}

static void expect_expression(const char *path, const char *js, const char *lua)
{
    size_t len = 0;
    char *text = cm__expression(cm__alloc_default(), CM_LANGUAGE_JAVASCRIPT,
                                path, strlen(path), &len);
    assert_string_equal(text, js);
    cm__free(cm__alloc_default(), text, len + 1);
    text = cm__expression(cm__alloc_default(), CM_LANGUAGE_LUA, path,
                          strlen(path), &len);
    assert_string_equal(text, lua);
    cm__free(cm__alloc_default(), text, len + 1);
}

static void expressions_of_both_languages(void **state)
{
    (void)state;
    expect_expression("", "tools", "tools");
    expect_expression("depot.open_hours", "tools.depot.open_hours",
                      "tools.depot.open_hours");
    expect_expression("a.b-c.1x", "tools.a[\"b-c\"][\"1x\"]",
                      "tools.a[\"b-c\"][\"1x\"]");
    expect_expression("x.$y.end", "tools.x.$y.end", "tools.x[\"$y\"][\"end\"]");
    expect_expression("q.\"z\"", "tools.q[\"\\\"z\\\"\"]",
                      "tools.q[\"\\\"z\\\"\"]");
    expect_expression("t.a\tb\n\001\\", "tools.t[\"a\\tb\\n\\u0001\\\\\"]",
                      "tools.t[\"a\\tb\\n\\001\\\\\"]");
    expect_expression("t.1\0012", "tools.t[\"1\\u00012\"]",
                      "tools.t[\"1\\0012\"]");
    expect_expression("t.\303\251", "tools.t[\"\303\251\"]",
                      "tools.t[\"\303\251\"]");
}

/* D42: Lua expressions, ` -- `, no word about await. */
static void d42_lua_instructions(void **state)
{
    static const char *const paths[] = { "a.end", "a.get", "b.put" };
    (void)state;
    ToolIndex *index = index_of(paths, 3);
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__describe_instructions(&out, CM_LANGUAGE_LUA, index, CM_CATALOG_ALL);
    const char *text = cm__buf_text(&out);
    assert_null(strstr(text, "await"));
    assert_null(strstr(text, "JavaScript"));
    assert_null(strstr(text, "Promise"));
    assert_memory_equal(text, "# Code Mode\n", 12);
    assert_non_null(strstr(text, "\n\n## Workflow\n"));
    assert_non_null(strstr(text, "\n\n## Rules\n"));
    assert_non_null(strstr(text, "`pairs(tools)`"));
    assert_non_null(strstr(text, "\n\n## Language\n"));
    assert_non_null(strstr(text, "tools.parcel.track({ code = \"AB12CD\" })"));
    assert_non_null(strstr(text, "\n\n## Tools\n"
                                 "Complete list.\n"
                                 "- a (2 tools)\n"
                                 "  - tools.a[\"end\"]() -- About it\n"
                                 "  - tools.a.get(any): any -- About it\n"
                                 "- b (1 tool)\n"
                                 "  - tools.b.put(any) -- About it\n"));
    cm__buf_done(&out);
    cm__index_free(index);
}

static void nothing_to_call(void **state)
{
    (void)state;
    ToolIndex *index = index_of(NULL, 0);
    for (int language = 0; language < 2; language++) {
        Buf out;
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__describe_instructions(&out, (cm_language)language, index,
                                  CM_CATALOG_ALL);
        const char *text = cm__buf_text(&out);
        assert_null(strstr(text, "## Workflow"));
        assert_non_null(strstr(text, "the global `tools`. It holds no tools "
                                     "now, so that a program can only "
                                     "compute. Tools that you know"));
        assert_null(strstr(text, "## Rules"));
        assert_non_null(
            strstr(text, "\n\n## Tools\nNo tools are available.\n"));
        cm__buf_done(&out);
    }
    cm__index_free(index);
}

static void the_head_is_short(void **state)
{
    (void)state;
    static char names[200][40];
    const char *paths[200];
    for (int i = 0; i < 200; i++) {
        (void)snprintf(names[i], sizeof names[i], "group_number_%03d.tool", i);
        paths[i] = names[i];
    }
    ToolIndex *index = index_of(paths, 200);
    for (int language = 0; language < 2; language++) {
        Buf out;
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__describe_head(&out, (cm_language)language, index);
        const char *text = cm__buf_text(&out);
        assert_true(out.len <= CM_HEAD_MAX);
        assert_true(out.len > CM_HEAD_MAX - 100);
        assert_non_null(strstr(text, "(200 tools in all):\n"
                                     "- group_number_000 (1 tool)\n"));
        const char *more = strstr(text, "\n- and ");
        assert_non_null(more);
        size_t shown = 0;
        for (const char *at = text; (at = strstr(at, " (1 tool)\n")); at++)
            shown++;
        assert_int_equal(strtoul(more + 7, NULL, 10) + shown, 200);
        assert_int_equal(strstr(text, "await") != NULL,
                         language == CM_LANGUAGE_JAVASCRIPT);
        cm__buf_done(&out);
    }
    cm__index_free(index);
}

/* ---- empty tables ---- */

static void fit_tool(const ToolDef *tool, const char *text, const char *want)
{
    static const IndexMeter free_of_charge = { NULL, NULL };
    const char *schema = tool->input_schema;
    char copy[256];
    size_t len = strlen(text);
    memcpy(copy, text, len + 1);
    assert_int_equal(cm__fit_empty_tables(cm__alloc_default(), tool,
                                          &free_of_charge, copy, len),
                     CM_OK);
    if (strcmp(copy, want) != 0)
        fail_msg("%s\n%s\ngave %s", schema, text, copy);
}

/* A schema that only renders, and when it compiles one that validates. */
static void fit(const char *schema, const char *text, const char *want)
{
    ToolDef tool = { .input_schema = schema };
    fit_tool(&tool, text, want);
    if (!schema ||
        cm__schema_compile(cm__alloc_default(), schema, strlen(schema), NULL,
                           &tool.input, NULL) != CM_OK)
        return;
    fit_tool(&tool, text, want);
    cm__schema_unref(tool.input);
}

#define IN_A(schema) "{\"properties\":{\"a\":" schema "}}"

static void empty_tables_become_lists(void **state)
{
    (void)state;
    fit(NULL, "{\"a\":{}}", "{\"a\":{}}");
    fit("no JSON", "{\"a\":{}}", "{\"a\":{}}");
    fit("true", "{\"a\":{}}", "{\"a\":{}}");
    fit("{\"type\":\"array\"}", "{}", "[]");
    fit(IN_A("{\"type\":\"array\"}"), "{\"a\":{}}", "{\"a\":[]}");
    fit(IN_A("{\"type\":\"array\"}"), "{\"b\":{},\"a\":{}}",
        "{\"b\":{},\"a\":[]}");
    fit(IN_A("{\"type\":[\"array\",\"null\"]}"), "{\"a\":{}}", "{\"a\":[]}");
    fit(IN_A("{\"type\":[\"array\",\"object\"]}"), "{\"a\":{}}", "{\"a\":{}}");
    fit(IN_A("{\"type\":\"object\"}"), "{\"a\":{}}", "{\"a\":{}}");
    fit(IN_A("{}"), "{\"a\":{}}", "{\"a\":{}}");
    fit(IN_A("{\"const\":[]}"), "{\"a\":{}}", "{\"a\":[]}");
    fit(IN_A("{\"enum\":[[],null]}"), "{\"a\":{}}", "{\"a\":[]}");
    fit(IN_A("{\"enum\":[[],{}]}"), "{\"a\":{}}", "{\"a\":{}}");
    fit(IN_A("{\"anyOf\":[{\"type\":\"array\"},{\"type\":\"null\"}]}"),
        "{\"a\":{}}", "{\"a\":[]}");
    fit(IN_A("{\"oneOf\":[{\"type\":\"array\"},{\"type\":\"object\"}]}"),
        "{\"a\":{}}", "{\"a\":{}}");
    fit(IN_A("{\"allOf\":[{},{\"type\":\"array\"}]}"), "{\"a\":{}}",
        "{\"a\":[]}");
}

static void empty_tables_at_depth(void **state)
{
    (void)state;
    fit(IN_A("{\"type\":\"array\",\"items\":{\"type\":\"array\"}}"),
        "{\"a\":[{},[1],{}]}", "{\"a\":[[],[1],[]]}");
    fit(IN_A("{\"prefixItems\":[{\"type\":\"array\"},{}],\"items\":{\"type\":"
             "\"array\"}}"),
        "{\"a\":[{},{},{}]}", "{\"a\":[[],{},[]]}");
    fit(IN_A("{\"items\":[{\"type\":\"array\"}],\"additionalItems\":{\"type\":"
             "\"array\"}}"),
        "{\"a\":[{},{}]}", "{\"a\":[[],[]]}");
    fit("{\"additionalProperties\":{\"type\":\"array\"}}",
        "{\"x\":{},\"y\":\"{}\",\"z\":{\"w\":{}}}",
        "{\"x\":[],\"y\":\"{}\",\"z\":{\"w\":{}}}");
    fit("{\"patternProperties\":{\"^x\":{}},\"additionalProperties\":{\"type\":"
        "\"array\"}}",
        "{\"x\":{}}", "{\"x\":{}}");
    fit("{\"$ref\":\"#/$defs/a~1b\",\"$defs\":{\"a/b\":{\"properties\":{"
        "\"kids\":{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}}}}}",
        "{\"kids\":[{\"kids\":{}},{}]}", "{\"kids\":[{\"kids\":[]},{}]}");
    fit("{\"$ref\":\"#\"}", "{\"a\":{}}", "{\"a\":{}}");
    fit("{\"$ref\":\"#/nowhere\"}", "{\"a\":{}}", "{\"a\":{}}");
    fit(IN_A("{\"type\":\"array\"}"), "{\"a\\\"\":{},\"a\":{}}",
        "{\"a\\\"\":{},\"a\":[]}");
    /* A branch that cannot hold the place says nothing. */
    fit(IN_A("{\"anyOf\":[{\"type\":\"string\"},{\"properties\":{\"b\":{"
             "\"type\":\"array\"}}}]}"),
        "{\"a\":{\"b\":{}}}", "{\"a\":{\"b\":[]}}");
}

/* A schema that splits in two at every step ends by the bound of visits. */
static void circles_end(void **state)
{
    (void)state;
    fit("{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}", "{\"a\":{}}",
        "{\"a\":{}}");
}

/* Each schema is small and has long lists; what is over the bound for one place
 * leaves it as it is, and the meter hears of the work. */
static bool count(void *ctx, uint64_t n)
{
    *(uint64_t *)ctx += n;
    return true;
}

static void long_lists_are_paid_for(void **state)
{
    static const char *const heads[] = { "{\"enum\":[", "{\"type\":[",
                                         "{\"anyOf\":[", "{\"allOf\":[" };
    static const char *const items[] = { "[]", "\"array\"",
                                         "{\"type\":\"array\"}",
                                         "{\"type\":\"array\"}" };
    enum {
        N = 300000
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(heads); i++) {
        Buf schema;
        uint64_t work = 0;
        const IndexMeter meter = { count, &work };
        char text[] = "{}";
        cm__buf_init(&schema, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__buf_add_str(&schema, heads[i]);
        for (int k = 0; k < N; k++) {
            cm__buf_add_str(&schema, k ? "," : "");
            cm__buf_add_str(&schema, items[i]);
        }
        cm__buf_add_str(&schema, "]}");
        const ToolDef tool = { .input_schema = cm__buf_text(&schema) };
        assert_int_equal(
            cm__fit_empty_tables(cm__alloc_default(), &tool, &meter, text, 2),
            CM_OK);
        assert_string_equal(text, "{}");
        assert_true(work > schema.len + 4096 * 64);
        cm__buf_done(&schema);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_of_both_languages),
        cmocka_unit_test(d42_lua_instructions),
        cmocka_unit_test(nothing_to_call),
        cmocka_unit_test(the_head_is_short),
        cmocka_unit_test(empty_tables_become_lists),
        cmocka_unit_test(empty_tables_at_depth),
        cmocka_unit_test(circles_end),
        cmocka_unit_test(long_lists_are_paid_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
