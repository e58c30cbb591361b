/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "mcp/renaming.h"

static void check(const char *text, const Renaming *names, const char *expected)
{
    const cm_allocator *alloc = cm__alloc_default();
    JsonDoc *doc = NULL;
    Buf out;
    assert_int_equal(
        cm__json_parse(alloc, text, strlen(text), NULL, &doc, NULL), CM_OK);
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__rename_message(&out, text, strlen(text), &doc->root, names);
    assert_string_equal(cm__buf_text(&out), expected);
    cm__buf_done(&out);
    cm__json_doc_free(doc);
}

static void values_are_copied_as_text(void **state)
{
    const Renaming same = { .id = NULL };
    (void)state;
    check("{}", &same, "{}");
    check("{\"id\":1.50,\"method\":\"m\"}", &same,
          "{\"id\":1.50,\"method\":\"m\"}");
    check("{ \"a\" : [ 1e400 , \"]}\\\\\" ] , \"b\" : -0 , \"c\":true }", &same,
          "{\"a\":[ 1e400 , \"]}\\\\\" ],\"b\":-0,\"c\":true}");
    check("{\"params\":{\"x\":\"\\ud800\\\"{\",\"y\":{}},\"result\":[null]}",
          &same,
          "{\"params\":{\"x\":\"\\ud800\\\"{\",\"y\":{}},\"result\":[null]}");
}

static void many_lines_become_one(void **state)
{
    const Renaming same = { .id = NULL };
    (void)state;
    check("{\r\n  \"result\":\r{\n \"a\": [\n1,\r\n2\n]\n}\n}\n", &same,
          "{\"result\":{\"a\":[ 1,  2 ]}}");
}

static void ids_are_put_or_added(void **state)
{
    const Renaming names = { .id = "\"x\"" };
    (void)state;
    check("{\"id\":7,\"result\":{\"id\":8}}", &names,
          "{\"id\":\"x\",\"result\":{\"id\":8}}");
    check("{\"id\":null,\"error\":{}}", &names, "{\"id\":\"x\",\"error\":{}}");
    check("{\"error\":{}}", &names, "{\"error\":{},\"id\":\"x\"}");
    check("{}", &names, "{\"id\":\"x\"}");
}

static void tokens_are_put_where_they_belong(void **state)
{
    const Renaming request = { .id = "2", .token = "9" };
    const Renaming progress = { .progress = "\"t\"" };
    const Renaming subscription = { .subscription = "\"s\"" };
    (void)state;
    check("{\"id\":1,\"params\":{\"progressToken\":1,\"_meta\":{\"a\":[],"
          "\"progressToken\":\"p\"},\"x\":{\"_meta\":{\"progressToken\":3}}}}",
          &request,
          "{\"id\":2,\"params\":{\"progressToken\":1,\"_meta\":{\"a\":[],"
          "\"progressToken\":9},\"x\":{\"_meta\":{\"progressToken\":3}}}}");
    check("{\"params\":{\"progress\":0.5,\"progressToken\":9}}", &progress,
          "{\"params\":{\"progress\":0.5,\"progressToken\":\"t\"}}");
    check(
        "{\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":4,"
        "\"z\":1.0}}}",
        &subscription,
        "{\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":"
        "\"s\",\"z\":1.0}}}");
    check("{\"params\":{\"_meta\":5},\"result\":null}", &subscription,
          "{\"params\":{\"_meta\":5},\"result\":null}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_copied_as_text),
        cmocka_unit_test(many_lines_become_one),
        cmocka_unit_test(ids_are_put_or_added),
        cmocka_unit_test(tokens_are_put_where_they_belong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
