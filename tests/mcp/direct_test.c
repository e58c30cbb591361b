/* SPDX-License-Identifier: MIT */
/* Direct tools: ids, patterns, and what of a definition clients get
 * (spec/adapter.md 1, A13). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mcp/direct.h"

#include <string.h>

static void ids_are_paths_with_underscores(void **state)
{
    static const struct {
        const char *path, *id;
    } rows[] = { { "git.log", "git_log" },
                 { "a.b.c", "a_b_c" },
                 { "plain", "plain" },
                 { "s.with-dash_", "s_with-dash_" },
                 { "a.execute", "a_execute" } };
    char id[CM_DIRECT_ID_MAX + 1];
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        assert_null(cm__direct_id(rows[i].path, id));
        assert_string_equal(id, rows[i].id);
    }
}

static void ids_have_at_most_64_characters(void **state)
{
    static const char reason[] =
        "its name as a direct tool has more than 64 characters";
    char path[200], id[CM_DIRECT_ID_MAX + 1];
    (void)state;
    memset(path, 'a', sizeof path);
    path[1] = '.';
    path[64] = '\0';
    assert_null(cm__direct_id(path, id));
    assert_int_equal(strlen(id), 64);
    path[64] = 'a';
    path[65] = '\0';
    assert_string_equal(cm__direct_id(path, id), reason);
    path[65] = 'a';
    path[199] = '\0';
    assert_string_equal(cm__direct_id(path, id), reason);
    assert_string_equal(cm__direct_id("", id), reason);
}

static void execute_is_no_id(void **state)
{
    char id[CM_DIRECT_ID_MAX + 1];
    (void)state;
    assert_string_equal(cm__direct_id("execute", id),
                        "a direct tool cannot have the name execute");
}

static void ids_stand_below_namespaces(void **state)
{
    (void)state;
    assert_true(cm__direct_is_below("git", "git_log"));
    assert_true(cm__direct_is_below("a.b", "a_b_c"));
    assert_false(cm__direct_is_below("git", "git"));
    assert_false(cm__direct_is_below("git", "gitlog"));
    assert_false(cm__direct_is_below("git", "gi"));
    assert_false(cm__direct_is_below("git", ""));
}

static void rules_match_names(void **state)
{
    static const char *const patterns[] = { "read_*", "x" };
    const DirectRule some = { .patterns = patterns, .n_patterns = 2 };
    const DirectRule all = { .is_all = true };
    (void)state;
    assert_true(cm__direct_matches(&some, "read_file", 9));
    assert_true(cm__direct_matches(&some, "x", 1));
    assert_false(cm__direct_matches(&some, "xy", 2));
    assert_true(cm__direct_matches(&all, "xy", 2));
    assert_false(cm__direct_matches(NULL, "xy", 2));
}

static void expect_listed(const char *tool, const char *expected)
{
    JsonDoc *doc;
    Buf out;
    assert_int_equal(cm__json_parse(cm__alloc_default(), tool, strlen(tool),
                                    NULL, &doc, NULL),
                     CM_OK);
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__direct_list_tool(&out, &doc->root);
    assert_string_equal(cm__buf_text(&out), expected);
    cm__buf_done(&out);
    cm__json_doc_free(doc);
}

static void definitions_stay_but_for_what_is_ours(void **state)
{
    (void)state;
    expect_listed("{\"name\":\"n\",\"title\":\"T\",\"description\":\"D\","
                  "\"inputSchema\":{\"properties\":{\"a\":{}},\"type\":"
                  "\"object\",\"required\":[]},\"annotations\":{\"x\":1},"
                  "\"execution\":{\"taskSupport\":\"optional\"},\"own\":null}",
                  ",\"title\":\"T\",\"description\":\"D\",\"annotations\":"
                  "{\"x\":1},\"own\":null,\"inputSchema\":{\"properties\":"
                  "{\"a\":{}},\"type\":\"object\",\"required\":[]}");
}

static void members_of_wrong_types_are_left_out(void **state)
{
    (void)state;
    expect_listed("{\"icons\":\"x\",\"annotations\":{\"readOnlyHint\":\"yes\","
                  "\"openWorldHint\":false,\"title\":7,\"own\":7}}",
                  ",\"annotations\":{\"openWorldHint\":false,\"own\":7},"
                  "\"inputSchema\":{\"type\":\"object\"}");
    expect_listed("{\"icons\":[{\"src\":\"a\"},{\"src\":1}]}",
                  ",\"inputSchema\":{\"type\":\"object\"}");
    expect_listed("{\"icons\":[{\"src\":\"a\",\"x\":1}]}",
                  ",\"icons\":[{\"src\":\"a\",\"x\":1}],\"inputSchema\":"
                  "{\"type\":\"object\"}");
    expect_listed("{\"title\":1,\"description\":null,\"annotations\":[],"
                  "\"_meta\":true,\"inputSchema\":[],\"outputSchema\":true}",
                  ",\"inputSchema\":{\"type\":\"object\"}");
}

static void schemas_are_of_objects(void **state)
{
    (void)state;
    expect_listed("{\"inputSchema\":{\"type\":[\"object\"],\"anyOf\":[true]},"
                  "\"outputSchema\":{\"type\":\"array\"}}",
                  ",\"inputSchema\":{\"type\":\"object\",\"anyOf\":[true]}");
    expect_listed(
        "{\"inputSchema\":{\"type\":\"object\",\"properties\":"
        "{\"a\":true,\"b\":false},\"additionalProperties\":false},"
        "\"outputSchema\":{\"type\":\"object\"}}",
        ",\"outputSchema\":{\"type\":\"object\"},\"inputSchema\":"
        "{\"type\":\"object\",\"properties\":{\"a\":{},\"b\":{\"not\":"
        "{}}},\"additionalProperties\":false}");
}

static void what_is_no_schema_says_nothing(void **state)
{
    (void)state;
    expect_listed("{\"inputSchema\":{\"type\":\"object\",\"properties\":null,"
                  "\"required\":\"x\"}}",
                  ",\"inputSchema\":{\"type\":\"object\",\"properties\":{}}");
    expect_listed("{\"inputSchema\":{\"type\":\"object\",\"properties\":{"
                  "\"a\":null,\"b\":7,\"c\":[],\"required\":{\"required\":"
                  "true}},\"required\":[\"a\",7]}}",
                  ",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
                  "\"a\":{},\"b\":{},\"c\":{},\"required\":{}}}");
}

static void annotations_of_headers_are_left_out(void **state)
{
    (void)state;
    expect_listed(
        "{\"inputSchema\":{\"type\":\"object\",\"x-mcp-header\":\"R\","
        "\"properties\":{\"x-mcp-header\":{\"type\":\"string\","
        "\"x-mcp-header\":\"A\",\"default\":{\"x-mcp-header\":1}}},"
        "\"$defs\":{\"d\":{\"items\":[{\"x-mcp-header\":\"B\"}]}},"
        "\"properties2\":7}}",
        ",\"inputSchema\":{\"type\":\"object\",\"properties\":"
        "{\"x-mcp-header\":{\"type\":\"string\",\"default\":{\"x-mcp-header\":"
        "1}}},\"$defs\":{\"d\":{\"items\":[{}]}},\"properties2\":7}");
}

static void expect_plain(const char *description, const char *schema,
                         const char *expected)
{
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__direct_list_plain(&out, description, schema);
    assert_string_equal(cm__buf_text(&out), expected);
    cm__buf_done(&out);
}

static void plain_tools_have_a_description_and_a_schema(void **state)
{
    (void)state;
    expect_plain("D", "{\"type\":\"object\",\"minProperties\":1}",
                 ",\"description\":\"D\",\"inputSchema\":{\"type\":\"object\","
                 "\"minProperties\":1}");
    expect_plain(NULL, NULL, ",\"inputSchema\":{\"type\":\"object\"}");
    expect_plain(NULL, "{", ",\"inputSchema\":{\"type\":\"object\"}");
    expect_plain(NULL, "true", ",\"inputSchema\":{\"type\":\"object\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_paths_with_underscores),
        cmocka_unit_test(ids_have_at_most_64_characters),
        cmocka_unit_test(execute_is_no_id),
        cmocka_unit_test(ids_stand_below_namespaces),
        cmocka_unit_test(rules_match_names),
        cmocka_unit_test(definitions_stay_but_for_what_is_ours),
        cmocka_unit_test(members_of_wrong_types_are_left_out),
        cmocka_unit_test(schemas_are_of_objects),
        cmocka_unit_test(what_is_no_schema_says_nothing),
        cmocka_unit_test(annotations_of_headers_are_left_out),
        cmocka_unit_test(plain_tools_have_a_description_and_a_schema),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
