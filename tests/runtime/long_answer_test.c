/* SPDX-License-Identifier: MIT */
/* The deadline is seen while a long answer of a tool is looked through
 * (spec/execution.md 9.3). The clock goes on by 100 ms with every look. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "codemode.h"

enum {
    LENGTH = 32 << 20
};

typedef struct Host {
    char *text;
    bool answered;
    uint64_t looks;
} Host;

static uint64_t now(void *user)
{
    Host *h = user;
    return (h->answered ? h->looks++ : 0) * 100000000u;
}

/* A string of \u00e9 with a byte at its end that is no UTF-8. */
static void answer(void *user, cm_call *call, const char *input, size_t len)
{
    Host *h = user;
    (void)input;
    (void)len;
    cm_call_return(call, h->text, LENGTH);
    h->answered = true;
}

static void run(cm_language language, const char *source, int64_t timeout_ms,
                const char *json)
{
    Host h = { .text = malloc(LENGTH) };
    assert_non_null(h.text);
    for (size_t i = 0; i < LENGTH; i++)
        h.text[i] = i % 2 ? '\xc3' : '\xa9';
    h.text[0] = '"';
    h.text[LENGTH - 1] = '\xff';
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { .output_schema = "{}", .execute = answer, .user = &h };
    assert_int_equal(cm_tools_add(tools, "long", &tool, NULL), CM_OK);
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    o.language = language;
    o.monotonic_ns = now;
    o.hook_user = &h;
    o.limits.timeout_ms = timeout_ms;
    assert_int_equal(cm_runtime_new(tools, &o, &runtime, NULL), CM_OK);
    cm_result *r = NULL;
    assert_int_equal(cm_execute(runtime, source, strlen(source), &r, NULL),
                     CM_OK);
    assert_string_equal(cm_result_json(r, NULL), json);
    cm_result_free(r);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    free(h.text);
}

static void deadline_is_seen_inside(void **state)
{
    (void)state;
    static const char late[] =
        "{\"ok\":false,\"error\":{\"kind\":\"TimeoutExceeded\",\"message\":"
        "\"The execution exceeded its timeout of 1500 ms\"},\"toolCalls\":"
        "[{\"name\":\"long\"}]}";
    run(CM_LANGUAGE_JAVASCRIPT,
        "try { await tools.long({}) } catch (e) { return e.message }", 1500,
        late);
    run(CM_LANGUAGE_LUA,
        "local ok, e = pcall(tools.long, {}) return tostring(e)", 1500, late);
}

static void faults_are_found_in_time(void **state)
{
    (void)state;
    run(CM_LANGUAGE_JAVASCRIPT,
        "try { await tools.long({}) } catch (e) { return e.message }", 60000,
        "{\"ok\":true,\"value\":\"Invalid output of long: not valid UTF-8\","
        "\"toolCalls\":[{\"name\":\"long\"}]}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deadline_is_seen_inside),
        cmocka_unit_test(faults_are_found_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
