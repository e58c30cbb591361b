/* SPDX-License-Identifier: MIT */
/* Every allocation of a Lua program's whole life is refused once, and then for ever:
 * nothing leaks, nothing breaks, and the outcome says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oom_alloc.h"

#include <string.h>

static void echo(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

static const char source[] =
    "local a = tools.ns.echo({ list = { 1, 'two', { three = 3.5 } } })\n"
    "print('seen', a, 2^53, {})\n"
    "local t = {}\n"
    "for i = 1, 300 do t[i] = (i * 7919) % 311 end\n"
    "table.sort(t, function(x, y) return x < y end)\n"
    "local names = {}\n"
    "for i = 1, 40 do names['k' .. i] = { n = i, s = ('x'):rep(i) } end\n"
    "for i = 1, 40, 2 do names['k' .. i] = nil end\n"
    "local n = 0\n"
    "for k, v in pairs(names) do n = n + v.n + #v.s end\n"
    "local ok, e = pcall(function() return tools.ns.nope({}) end)\n"
    "local ok2, e2 = pcall(function() local x; return x.y end)\n"
    "local function many(...) return select('#', ...), ... end\n"
    "local wide = { many(table.unpack(t)) }\n"
    "local s = ''\n"
    "for i = 1, 60 do s = s .. i .. ',' end\n"
    "local g = s:gsub('1', function(m) return m .. m end)\n"
    "local page = search({ query = 'echo' })\n"
    "return { a = a, n = n, first = t[1], last = t[300], ok = ok, e2 = e2, "
    "wide = #wide, g = #g, items = #page.items, big = 1 << 40, "
    "j = json.decode(json.encode({ 1, { a = 'b' } })) }\n";

static const char expected[] =
    "{\"a\":{\"list\":[1,\"two\",{\"three\":3.5}]},\"n\":840,\"first\":1,"
    "\"last\":310,\"ok\":false,\"e2\":\"attempt to index a nil value (local "
    "'x')\",\"wide\":301,\"g\":187,\"items\":1,\"big\":1099511627776,\"j\":[1,"
    "{\"a\":\"b\"}]}";

static cm_status run(const cm_allocator *alloc, cm_tools *tools)
{
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.allocator = alloc;
    o.language = CM_LANGUAGE_LUA;
    cm_status status = cm_runtime_new(tools, &o, &runtime, NULL);
    if (status != CM_OK)
        return status;
    status = cm_execute(runtime, source, sizeof source - 1, &r, NULL);
    if (status == CM_OK) {
        if (!cm_result_ok(r)) {
            assert_string_equal(cm_result_error_kind(r), "MemoryLimitExceeded");
        } else {
            assert_string_equal(cm_result_value(r, NULL), expected);
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
    if (status == CM_OK)
        status = run(alloc, tools);
    cm_tools_free(tools);
    return status;
}

static void refuse_all(int forever)
{
    for (long n = 1; n < 100000; n++) {
        OomAlloc o;
        oom_alloc_init(&o, n, forever);
        cm_status status = scenario(&o.alloc);
        assert_int_equal(o.live_bytes, 0);
        /* A collection may make up for one refusal. */
        if (status != CM_OK)
            assert_int_equal(status, CM_E_NOMEM);
        if (!o.refused) {
            assert_int_equal(status, CM_OK);
            return;
        }
    }
    fail_msg("never succeeds");
}

static void test_one_refusal(void **state)
{
    (void)state;
    refuse_all(0);
}

static void test_lasting_refusal(void **state)
{
    (void)state;
    refuse_all(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_refusal),
        cmocka_unit_test(test_lasting_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
