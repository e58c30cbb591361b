/* SPDX-License-Identifier: MIT */
/* Every allocation of a whole life is refused once, and then for ever: nothing
 * leaks, nothing breaks, and the outcome says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "codemode.h"

#include <stdlib.h>
#include <string.h>

typedef struct OomAlloc {
    cm_allocator alloc;
    long until_refusal;
    int forever, refused;
    size_t live;
} OomAlloc;

static void *oom_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    OomAlloc *o = ctx;
    if (new_size == 0) {
        free(ptr);
        o->live -= old_size;
        return NULL;
    }
    if (--o->until_refusal <= 0 && (o->forever || o->until_refusal == 0)) {
        o->refused = 1;
        return NULL;
    }
    void *p = realloc(ptr, new_size);
    if (p)
        o->live += new_size - old_size;
    return p;
}

static void echo(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

static void fails(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_fail_text(call, "no");
}

static const char source[] =
    "const a = await tools.ns.echo({ list: [1, 'two', { three: 3 }] });\n"
    "console.log('seen', a);\n"
    "tools.fails({});\n"
    "const b = await tools.ns.echo({ p: tools.ns.echo('x') });\n"
    "const page = search({ query: 'echo' });\n"
    "let kind; try { await tools.nope({}) } catch (e) { kind = e.kind }\n"
    "return { a, b, n: page.items.length, kind, s: new Set([1]) };\n";

static const char expected[] =
    "{\"a\":{\"list\":[1,\"two\",{\"three\":3}]},\"b\":{\"p\":\"x\"},\"n\":1,"
    "\"kind\":\"UnknownTool\",\"s\":{}}";

static cm_status run(const cm_allocator *alloc, cm_tools *tools)
{
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.allocator = alloc;
    cm_status status = cm_runtime_new(tools, &o, &runtime, NULL);
    if (status != CM_OK)
        return status;
    status = cm_execute(runtime, source, sizeof source - 1, &r, NULL);
    if (status == CM_OK) {
        if (!cm_result_ok(r)) {
            if (strcmp(cm_result_error_kind(r), "MemoryLimitExceeded") != 0)
                print_message("%s\n", cm_result_error_message(r, NULL));
            assert_string_equal(cm_result_error_kind(r), "MemoryLimitExceeded");
        } else {
            assert_string_equal(cm_result_value(r, NULL), expected);
            assert_int_equal(cm_result_warning_count(r), 2);
            assert_int_equal(cm_result_log_count(r), 1);
        }
        if (!cm_result_json(r, NULL) || !cm_result_ok(r))
            status = CM_E_NOMEM;
    }
    cm_result_free(r);
    cm_runtime_free(runtime);
    return status;
}

static cm_status scenario(const cm_allocator *alloc)
{
    cm_tools *tools = cm_tools_new(alloc);
    if (!tools)
        return CM_E_NOMEM;
    cm_tool tool = { 0 };
    tool.description = "Gives back";
    tool.input_schema = "{\"type\":\"object\",\"properties\":{\"a\":{}}}";
    tool.output_schema = "{}";
    tool.execute = echo;
    cm_status status = cm_tools_add(tools, "ns.echo", &tool, NULL);
    tool.execute = fails;
    if (status == CM_OK)
        status = cm_tools_add(tools, "fails", &tool, NULL);
    if (status == CM_OK)
        status = cm_tools_namespace(tools, "ns", "A space", NULL);
    if (status == CM_OK)
        status = run(alloc, tools);
    cm_tools_free(tools);
    return status;
}

static void refuse_each(int forever)
{
    for (long n = 1;; n++) {
        OomAlloc o = { { oom_resize, NULL }, n, forever, 0, 0 };
        o.alloc.ctx = &o;
        cm_status status = scenario(&o.alloc);
        if (o.live)
            print_message("refusal %ld leaks %zu\n", n, o.live);
        assert_int_equal(o.live, 0);
        if (!o.refused) {
            assert_int_equal(status, CM_OK);
            break;
        }
        assert_true(status == CM_OK || status == CM_E_NOMEM);
    }
}

static void one_refusal(void **state)
{
    (void)state;
    refuse_each(0);
}

static void refusals_for_ever(void **state)
{
    (void)state;
    refuse_each(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_refusal),
        cmocka_unit_test(refusals_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
