/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "mcp/toolheader.h"

static JsonDoc *parse(const char *text)
{
    JsonDoc *doc = NULL;
    assert_int_equal(cm__json_parse(cm__alloc_default(), text, strlen(text),
                                    NULL, &doc, NULL),
                     CM_OK);
    return doc;
}

/* The headers of one call as "Name: value|", or the fault. */
static void check(const char *schema, const char *arguments, const char *want)
{
    Arena arena;
    Buf text;
    ToolHeaders headers;
    const cm_http_header *list = NULL;
    size_t n = 0;
    JsonDoc *doc = parse(schema);
    cm__arena_init(&arena, cm__alloc_default(), (size_t)1 << 20);
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    const char *fault = cm__toolheader_read(&arena, &doc->root, &headers);
    if (fault != NULL) {
        assert_int_equal(headers.n_items, 0);
        cm__buf_add_str(&text, fault);
    } else {
        assert_int_equal(cm__toolheader_fill(&headers, arguments,
                                             strlen(arguments), &arena, &list,
                                             &n),
                         CM_OK);
    }
    for (size_t i = 0; i < n; i++)
        cm__buf_add_fmt(&text, "%s: %s|", list[i].name, list[i].value);
    assert_string_equal(cm__buf_text(&text), want);
    cm__buf_done(&text);
    cm__arena_done(&arena);
    cm__json_doc_free(doc);
}

#define PROPERTY(type, name) \
    "{\"properties\":{\"p\":{\"type\":\"" type "\",\"x-mcp-header\":" name "}}}"

static void arguments_become_headers(void **state)
{
    (void)state;
    static const char *const text = PROPERTY("string", "\"Region\"");
    check("{}", "{}", "");
    check("true", "{}", "");
    check(text, "{\"p\":\"eu\"}", "Mcp-Param-Region: eu|");
    check(text, "{\"p\":\"\"}", "Mcp-Param-Region: |");
    check(text, "{\"p\":null}", "");
    check(text, "{\"q\":1}", "");
    check(text, "{\"p\":[1]}", "");
    check(text, "null", "");
    check(text, "", "");
    check(PROPERTY("integer", "\"N\""), "{\"p\":-3}", "Mcp-Param-N: -3|");
    check(PROPERTY("integer", "\"N\""), "{\"p\":1e2}", "Mcp-Param-N: 100|");
    check(PROPERTY("integer", "\"N\""), "{\"p\":1.5}", "");
    check(PROPERTY("boolean", "\"B\""), "{\"p\":false}", "Mcp-Param-B: false|");
    check("{\"properties\":{\"a\":{\"properties\":{\"b\":{\"type\":\"string\","
          "\"x-mcp-header\":\"B\"}}}}}",
          "{\"a\":{\"b\":\"x\"}}", "Mcp-Param-B: x|");
}

static void values_that_are_not_safe_are_wrapped(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "a b", "a b" },
        { " a", "=?base64?IGE=?=" },
        { "a ", "=?base64?YSA=?=" },
        { " ", "=?base64?IA==?=" },
        { "a\tb", "=?base64?YQli?=" },
        { "\xC3\xA9", "=?base64?w6k=?=" },
        { "\x7F", "=?base64?fw==?=" },
        { "=?base64?", "=?base64?" },
        { "=?base64?"
          "?=",
          "=?base64?PT9iYXNlNjQ/Pz0=?=" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Buf out;
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__toolheader_add_value(&out, rows[i][0], strlen(rows[i][0]));
        assert_string_equal(cm__buf_text(&out), rows[i][1]);
        cm__buf_done(&out);
    }
}

static void annotations_that_break_the_rules(void **state)
{
    (void)state;
    static const char *const name = "an x-mcp-header is no header name";
    static const char *const kind = "an x-mcp-header is on something else than "
                                    "a string, an integer or a boolean";
    static const char *const place =
        "an x-mcp-header is not reached through properties alone";
    check(PROPERTY("string", "\"\""), "{}", name);
    check(PROPERTY("string", "\"a b\""), "{}", name);
    check(PROPERTY("string", "\"a:\""), "{}", name);
    check(PROPERTY("string", "\"a\\u0000\""), "{}", name);
    check(PROPERTY("string", "\"R\xC3\xA9\""), "{}", name);
    check(PROPERTY("string", "1"), "{}", name);
    check(PROPERTY("number", "\"N\""), "{}", kind);
    check(PROPERTY("null", "\"N\""), "{}", kind);
    check("{\"properties\":{\"p\":{\"x-mcp-header\":\"N\"}}}", "{}", kind);
    check("{\"x-mcp-header\":\"N\"}", "{}", kind);
    check("{\"properties\":{\"p\":{\"type\":\"string\",\"x-mcp-header\":\"A\"},"
          "\"q\":{\"type\":\"string\",\"x-mcp-header\":\"a\"}}}",
          "{}", "an x-mcp-header comes twice");
    check("{\"items\":" PROPERTY("string", "\"A\"") "}", "{}", place);
    check("{\"oneOf\":[" PROPERTY("string", "\"A\"") "]}", "{}", place);
    check("{\"$defs\":{\"x\":" PROPERTY("string", "\"A\"") "}}", "{}", place);
    check("{\"properties\":{\"p\":{\"additionalProperties\":{\"type\":"
          "\"string\",\"x-mcp-header\":\"A\"}}}}",
          "{}", place);
    /* Names and data. */
    check("{\"properties\":{\"x-mcp-header\":{\"type\":\"string\"}},"
          "\"default\":{\"x-mcp-header\":1},\"enum\":[{\"x-mcp-header\":1}]}",
          "{}", "");
    check("{\"$defs\":{\"x-mcp-header\":{\"type\":\"string\"}}}", "{}", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_become_headers),
        cmocka_unit_test(values_that_are_not_safe_are_wrapped),
        cmocka_unit_test(annotations_that_break_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
