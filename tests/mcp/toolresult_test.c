/* SPDX-License-Identifier: MIT */
/* What a program gets of the result of an MCP server's tool: its value or its
 * failure, and the lines beside it (spec/adapter.md 2 and 6). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mcp/toolresult.h"

#include <stdio.h>
#include <string.h>

#include "mcp/hostrun.h"
#include "mcp/toolbox.h"

static struct {
    Loop *loop;
    WorkPool *pool;
    Toolbox *box;
    HostRun *run;
    const JsonValue *result;
    char outcome[400], logs[400], notes[400];
} b;

static void get_start(HostCall *call)
{
    cm__toolresult_settle(call, b.result);
}

static void get_cancel(HostCall *call)
{
    (void)call;
}

static int open_bench(void **state)
{
    static const HostToolOps ops = { get_start, get_cancel };
    const ToolboxEntry entry = { .path = "s.get",
                                 .output_schema = "{}",
                                 .ops = &ops };
    cm_error err;
    (void)state;
    b.loop = cm__loop_new(cm__alloc_default());
    b.pool = cm__workpool_new(cm__alloc_default(), 1, 10000);
    b.box = cm__toolbox_new(cm__alloc_default());
    assert_int_equal(cm__toolbox_add(b.box, &entry, NULL, &err), CM_OK);
    assert_int_equal(cm__toolbox_seal(b.box, NULL, &err), CM_OK);
    return 0;
}

static int close_bench(void **state)
{
    (void)state;
    cm__workpool_free(b.pool);
    cm__toolbox_unref(b.box);
    cm__loop_free(b.loop);
    return 0;
}

/* U+0000 is shown as '@'. */
static void copy(char *to, size_t size, const char *text, size_t len)
{
    assert_true(len < size);
    for (size_t i = 0; i < len; i++)
        to[i] = (char)(text[i] != '\0' ? text[i] : '@');
    to[len] = '\0';
}

static void run_done(void *user, cm_status status, cm_result *take_result)
{
    size_t len;
    (void)user;
    assert_int_equal(status, CM_OK);
    const char *text = cm_result_ok(take_result)
                           ? cm_result_value(take_result, &len)
                           : cm_result_error_message(take_result, &len);
    copy(b.outcome, sizeof b.outcome, text, len);
    copy(b.logs, sizeof b.logs, cm__buf_text(&b.run->logs), b.run->logs.len);
    copy(b.notes, sizeof b.notes, cm__buf_text(&b.run->notes),
         b.run->notes.len);
    cm_result_free(take_result);
    cm__loop_stop(b.loop);
}

/* The value as JSON, or the message of the failure. */
static void expect(const char *result, const char *outcome)
{
    static const char source[] = "return await tools.s.get()";
    static const HostRunEvents events = { .done = run_done };
    const HostRunSpec spec = { .source = source,
                               .source_len = sizeof source - 1,
                               .events = &events };
    JsonDoc *doc = NULL;
    cm_error err;
    assert_int_equal(cm__json_parse(cm__alloc_default(), result, strlen(result),
                                    NULL, &doc, &err),
                     CM_OK);
    b.result = &doc->root;
    assert_int_equal(
        cm__hostrun_start(b.pool, b.loop, b.box, &spec, &b.run, &err), CM_OK);
    cm__loop_run(b.loop);
    assert_string_equal(b.outcome, outcome);
    cm__hostrun_free(b.run);
    cm__json_doc_free(doc);
}

#define TEXT(text) "{\"type\":\"text\",\"text\":\"" text "\"}"

static void a_value_is_structured_or_text_or_null(void **state)
{
    (void)state;
    expect("{\"content\":[" TEXT("a") "," TEXT("b") "]}", "\"a\\nb\"");
    expect("{\"content\":[" TEXT("a") "],\"structuredContent\":[1]}", "[1]");
    assert_string_equal(b.logs, "[s.get] a\n");
    expect("{\"content\":[" TEXT("[1]") "],\"structuredContent\":[1.0]}",
           "[1]");
    assert_string_equal(b.logs, "");
    expect("{\"structuredContent\":null,\"content\":[" TEXT("x") "]}", "\"x\"");
    expect("{\"content\":[]}", "null");
    expect("{}", "null");
}

static void is_error_is_a_failure(void **state)
{
    (void)state;
    expect("{\"isError\":true,\"content\":[" TEXT("no") "," TEXT("!") "]}",
           "no\n!");
    expect("{\"isError\":true,\"structuredContent\":1}", "s.get failed");
    expect("{\"isError\":\"true\",\"content\":[" TEXT("yes") "]}", "\"yes\"");
    expect("{\"isError\":true,\"content\":[" TEXT("a\\ud800b") "]}",
           "a\xEF\xBF\xBD"
           "b");
}

static void a_failure_is_whole_behind_a_nul(void **state)
{
    (void)state;
    expect(
        "{\"isError\":true,\"content\":[" TEXT("a\\u0000b") "," TEXT("c") "]}",
        "a@b\nc");
}

static void content_is_a_list(void **state)
{
    (void)state;
    expect("{\"content\":\"x\"}", "the content of its result is no list");
    expect("{\"content\":\"x\",\"structuredContent\":{}}", "{}");
    expect("{\"content\":null}", "null");
}

static void odd_parts_are_noted(void **state)
{
    (void)state;
    expect(
        "{\"content\":[{},{\"type\":\"image\"},{\"type\":\"audio\",\"data\":1},"
        "{\"type\":\"resource_link\",\"uri\":\"u\"}]}",
        "null");
    assert_string_equal(
        b.notes, "[s.get] an attachment (no type) was dropped: it has no type\n"
                 "[s.get] an attachment (image) was dropped: it has no data\n"
                 "[s.get] an attachment (audio) was dropped: its data is no "
                 "string\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_structured_or_text_or_null),
        cmocka_unit_test(is_error_is_a_failure),
        cmocka_unit_test(a_failure_is_whole_behind_a_nul),
        cmocka_unit_test(content_is_a_list),
        cmocka_unit_test(odd_parts_are_noted),
    };
    return cmocka_run_group_tests(tests, open_bench, close_bench);
}
