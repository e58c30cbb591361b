/* SPDX-License-Identifier: MIT */
/* host_call: what a call of a tool costs that answers at once, in both
 * languages.
 *
 * Programs call a tool with a small object ({ id, name, tags, opts }) and get
 * one with two records back, both as JSON text. What the loop and the making of
 * the argument cost is measured alone and taken off. Prints nanoseconds of CPU
 * time of this thread for a call, medians of nine executions. */
#include "codemode.h"
#include "micro.h"

#include <string.h>

enum {
    CALLS = 100000,
    TIMES = 9
};

#define JS_ARGUMENT                                                     \
    "{ id: i, name: \"abc\", tags: [\"x\", \"y\"], opts: { limit: 10, " \
    "deep: true } }"
#define LUA_ARGUMENT                                                     \
    "{ id = i, name = 'abc', tags = { 'x', 'y' }, opts = { limit = 10, " \
    "deep = true } }"
#define JS(body)                                                   \
    "let s = 0;\n"                                                 \
    "for (let i = 0; i < 100000; i++) {\n  const a = " JS_ARGUMENT \
    ";\n  " body "\n}\nreturn s;\n"
#define LUA(body)                                                             \
    "local s = 0\nfor i = 0, 99999 do\n  local a = " LUA_ARGUMENT "\n  " body \
    "\nend\nreturn s\n"

static const char answer[] =
    "{\"ok\":true,\"n\":1,\"items\":[{\"id\":1,\"name\":\"abc\"},{\"id\":2,"
    "\"name\":\"def\"}]}";

static void lookup(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    if (len < 20 || memcmp(input, "{\"id\":", 6) != 0)
        micro_fail("odd input");
    cm_call_return(call, answer, sizeof answer - 1);
}

static double run_ns(const cm_runtime *runtime, const char *source)
{
    cm_result *r = NULL;
    double start = micro_now_us();
    if (cm_execute(runtime, source, strlen(source), &r, NULL) != CM_OK ||
        !cm_result_ok(r) || strcmp(cm_result_value(r, NULL), "100000") != 0)
        micro_fail("the program failed");
    double ns = (micro_now_us() - start) * 1e3 / CALLS;
    cm_result_free(r);
    return ns;
}

static void measure(const char *name, cm_language language, const char *without,
                    const char *with)
{
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    double loop[TIMES], call[TIMES];
    tool.output_schema = "{}";
    tool.execute = lookup;
    o.language = language;
    o.limits.max_tool_calls = CALLS;
    if (cm_tools_add(tools, "orders.lookup", &tool, NULL) != CM_OK ||
        cm_runtime_new(tools, &o, &runtime, NULL) != CM_OK)
        micro_fail("no runtime");
    for (int i = 0; i < TIMES; i++) {
        loop[i] = run_ns(runtime, without);
        call[i] = run_ns(runtime, with);
    }
    double of_loop = micro_median(loop, TIMES);
    printf("{\"what\":\"%s host call\",\"ns\":%.0f,\"argument_ns\":%.0f}\n",
           name, micro_median(call, TIMES) - of_loop, of_loop);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

int main(void)
{
    measure("javascript", CM_LANGUAGE_JAVASCRIPT,
            JS("s += a.opts.deep ? 1 : 0;"),
            JS("s += (await tools.orders.lookup(a)).n;"));
    measure("lua", CM_LANGUAGE_LUA, LUA("s = s + (a.opts.deep and 1 or 0)"),
            LUA("s = s + tools.orders.lookup(a).n"));
    return 0;
}
