/* SPDX-License-Identifier: MIT */
/* What is read is compared as the JSON that it means; what is refused, by place
 * and reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/toml.h"
#include "oom_sweep.h"
#include "json/writer.h"

typedef struct Row {
    const char *toml, *json;
} Row;

static const Row good[] = {
    { "", "{}" },
    { "\xEF\xBB\xBF# comment\r\na = 1\r\n", "{\"a\":1}" },
    { "a = 'b' # c", "{\"a\":\"b\"}" },
    { "a-_1 = true\n\"b c\" = false\n'' = 0",
      "{\"a-_1\":true,\"b c\":false,\"\":0}" },
    /* strings */
    { "a = \"\\b\\t\\n\\f\\r\\\"\\\\\\u00e9\\U0001F600\"",
      "{\"a\":\"\\b\\t\\n\\f\\r\\\"\\\\\xC3\xA9\xF0\x9F\x98\x80\"}" },
    { "a = 'C:\\x'", "{\"a\":\"C:\\\\x\"}" },
    { "a = \"\"\"\nx\n  y\\\n   z\"\"\"", "{\"a\":\"x\\n  yz\"}" },
    { "a = '''\r\nx\\n'''", "{\"a\":\"x\\\\n\"}" },
    { "a = \"\"\"\"\"x\"\"\"\"\"", "{\"a\":\"\\\"\\\"x\\\"\\\"\"}" },
    /* numbers and dates */
    { "a = [0, -0, +7, -12, 1_000]", "{\"a\":[0,0,7,-12,1000]}" },
    { "a = [0xFf, 0o17, 0b101, 0x7FFF_FFFF_FFFF_FFFF]",
      "{\"a\":[255,15,5,9223372036854775807]}" },
    { "a = [1.5, -0.25, 1e3, 6.26e-34, 1_0.2_5]",
      "{\"a\":[1.5,-0.25,1000,6.26e-34,10.25]}" },
    { "a = [1979-05-27T07:32:00Z, 1979-05-27 07:32:00.5, 1979-05-27, 07:32:00]",
      "{\"a\":[\"1979-05-27T07:32:00Z\",\"1979-05-27 07:32:00.5\","
      "\"1979-05-27\",\"07:32:00\"]}" },
    /* arrays and tables */
    { "a = [\n1, # one\n\n[2],\n]", "{\"a\":[1,[2]]}" },
    { "a = {}\nb = { c = 1, d.e = 'f' }",
      "{\"a\":{},\"b\":{\"c\":1,\"d\":{\"e\":\"f\"}}}" },
    { "a.b = 1\na . \"c\".d = 2", "{\"a\":{\"b\":1,\"c\":{\"d\":2}}}" },
    { "[a.b]\nc = 1\n[a]\nd = 2", "{\"a\":{\"b\":{\"c\":1},\"d\":2}}" },
    { "[ a . \"b.c\" ]", "{\"a\":{\"b.c\":{}}}" },
    { "[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\n[[a.e]]\n[[a.e]]",
      "{\"a\":[{\"b\":1,\"c\":{\"d\":2}},{\"e\":[{},{}]}]}" },
};

typedef struct BadRow {
    const char *toml;
    unsigned line, column;
    const char *text;
} BadRow;

static const BadRow bad[] = {
    { "a", 1, 2, "\"=\" should stand here" },
    { "a = ", 1, 5, "a value should stand here" },
    { "a = b", 1, 5, "this is no value (a string needs quotes)" },
    { "a = 1 b = 2", 1, 7, "the line should end here" },
    { "= 1", 1, 1, "a key should stand here" },
    { "a = 1\n\na = 2", 3, 1, "\"a\" is given twice" },
    { "[a]\n[b]\n[a]", 3, 2, "\"a\" is given twice" },
    { "a = 1\n[a.b]", 2, 2, "\"a\" is given twice" },
    { "a = { b = 1 }\n[a.c]", 2, 2, "\"a\" is given twice" },
    { "a = { b.c = 1 }\na.b.d = 2", 2, 1, "\"a\" is given twice" },
    { "a.b = 1\n[a]", 2, 2, "\"a\" is given twice" },
    { "a = []\n[[a]]", 2, 3, "\"a\" is given twice" },
    { "[[a]]\n[a]", 2, 2, "\"a\" is given twice" },
    { "\"a\\nb\" = 1\n\"a\\nb\" = 2", 2, 1, "\"a\nb\" is given twice" },
    { "\"\" = 1\n\"\" = 2", 2, 1, "\"\" is given twice" },
    { "[a\nb = 1", 1, 3, "\"]\" should stand here" },
    { "[[a]\n", 1, 4, "\"]]\" should stand here" },
    { "a = 'x\n'", 1, 5, "a string that does not end" },
    { "a = \"\"\"x", 1, 7, "a string that does not end" },
    { "a = \"\\x\"", 1, 6, "an unknown escape" },
    { "a = \"\\u12\"", 1, 10, "a hexadecimal digit is missing" },
    { "a = \"\\uD800\"", 1, 6, "an escape of no character" },
    { "a = \"\x01\"", 1, 6, "a control character in a string" },
    { "# \x01", 1, 3, "a control character in a comment" },
    { "a = [1 2]", 1, 8, "a comma or \"]\" should stand here" },
    { "a = [1,", 1, 5, "an array that does not end" },
    { "a = { b = 1,\n}", 1, 13, "a key should stand here" },
    { "a = 01", 1, 5, "this is no value (a string needs quotes)" },
    { "a = 1__0", 1, 5, "this is no value (a string needs quotes)" },
    { "a = 0x8000000000000000", 1, 5,
      "this is no value (a string needs quotes)" },
    { "a = \xFF", 1, 5, "these bytes are not UTF-8" },
};

static void what_is_read_is_this_json(void **state)
{
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(good); i++) {
        JsonDoc *doc = NULL;
        Buf text;
        cm_error err;
        cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
        if (cm__toml_parse(cm__alloc_default(), good[i].toml,
                           strlen(good[i].toml), &doc, &err) != CM_OK)
            fail_msg("%s: %s", good[i].toml, err.text);
        JsonWriter w = cm__json_writer(&text);
        cm__json_write_value(&w, &doc->root);
        assert_string_equal(cm__buf_text(&text), good[i].json);
        cm__buf_done(&text);
        cm__json_doc_free(doc);
    }
}

static void what_is_refused_has_a_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++) {
        JsonDoc *doc = NULL;
        cm_error err = { .status = CM_OK };
        char expected[200], got[200];
        assert_int_equal(cm__toml_parse(cm__alloc_default(), bad[i].toml,
                                        strlen(bad[i].toml), &doc, &err),
                         CM_E_SYNTAX);
        (void)snprintf(expected, sizeof expected, "%s -> %u:%u: %s",
                       bad[i].toml, bad[i].line, bad[i].column, bad[i].text);
        (void)snprintf(got, sizeof got, "%s -> %u:%u: %.160s", bad[i].toml,
                       (unsigned)err.line, (unsigned)err.column, err.text);
        assert_string_equal(got, expected);
    }
}

static void values_know_their_place(void **state)
{
    (void)state;
    static const char text[] = "[a]\nb = { c = 'd' }\n";
    JsonDoc *doc = NULL;
    assert_int_equal(
        cm__toml_parse(cm__alloc_default(), text, strlen(text), &doc, NULL),
        CM_OK);
    const JsonValue *b = cm__json_get(cm__json_get(&doc->root, "a"), "b");
    assert_int_equal(b->offset, strstr(text, "{") - text);
    assert_int_equal(b->members[0].name_offset, strstr(text, "c = ") - text);
    assert_int_equal(b->members[0].value.offset, strstr(text, "'d'") - text);
    cm__json_doc_free(doc);
}

/* "a = [[[...]]]" and "a.a.a... = 1" of so many levels below the root. */
static cm_status parse_deep(size_t n, bool is_array)
{
    char text[400] = "";
    size_t len = 0;
    JsonDoc *doc = NULL;
    if (is_array)
        len += (size_t)snprintf(text, sizeof text, "a = ");
    for (size_t i = 0; i < n; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s",
                                is_array ? "["
                                : i > 0  ? ".a"
                                         : "a");
    for (size_t i = 0; is_array && i < n; i++)
        text[len++] = ']';
    text[len] = '\0';
    if (!is_array)
        len += (size_t)snprintf(text + len, sizeof text - len, " = 1");
    cm_status status =
        cm__toml_parse(cm__alloc_default(), text, len, &doc, NULL);
    if (status == CM_OK)
        cm__json_doc_free(doc);
    return status;
}

static void depth_has_a_limit(void **state)
{
    (void)state;
    for (int is_array = 0; is_array < 2; is_array++) {
        assert_int_equal(parse_deep(CM_TOML_DEPTH_MAX, is_array), CM_OK);
        assert_int_equal(parse_deep(CM_TOML_DEPTH_MAX + 1, is_array),
                         CM_E_LIMIT);
    }
}

static cm_status reads_all(const cm_allocator *alloc)
{
    static const char text[] = "[a.b]\nc = ['d', \"\"\"e\"\"\"]\n"
                               "[[f]]\ng.h = 1\n";
    JsonDoc *doc = NULL;
    cm_status status = cm__toml_parse(alloc, text, strlen(text), &doc, NULL);
    if (status == CM_OK)
        cm__json_doc_free(doc);
    return status;
}

static void refused_memory_is_told(void **state)
{
    (void)state;
    assert_true(oom_sweep(reads_all) > 0);
}

/* The last table of an array is found without a walk over those before it. */
static void many_tables_of_an_array_take_linear_time(void **state)
{
    (void)state;
    JsonDoc *doc = NULL;
    Buf text;
    const size_t n = 100000;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < n; i++)
        cm__buf_add_str(&text, "[[a]]\n[a.b]\n");
    clock_t start = clock();
    assert_int_equal(cm__toml_parse(cm__alloc_default(), cm__buf_text(&text),
                                    text.len, &doc, NULL),
                     CM_OK);
    assert_true(clock() - start < 5 * CLOCKS_PER_SEC);
    assert_int_equal(doc->root.members[0].value.n_items, n);
    cm__json_doc_free(doc);
    cm__buf_done(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_this_json),
        cmocka_unit_test(what_is_refused_has_a_place),
        cmocka_unit_test(values_know_their_place),
        cmocka_unit_test(depth_has_a_limit),
        cmocka_unit_test(refused_memory_is_told),
        cmocka_unit_test(many_tables_of_an_array_take_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
