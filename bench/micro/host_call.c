/* SPDX-License-Identifier: MIT */
/* host_call: what a call of a tool costs that answers at once, in both
 * languages.
 *
 * One execution calls the tool a million times with a small object and gets one
 * back; nothing is subtracted. Prints lines of JSON, best of five executions.
 * Times are CPU time of this thread in nanoseconds for a call. */
#include "codemode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CALLS 1000000

static const char javascript[] =
    "let total = 0;\n"
    "for (let i = 0; i < 1000000; i++) {\n"
    "  const r = await tools.orders.lookup({ id: i, status: \"open\" });\n"
    "  total += r.total;\n"
    "}\n"
    "return total;\n";

static const char lua[] =
    "local total = 0\n"
    "for i = 1, 1000000 do\n"
    "  local r = tools.orders.lookup({ id = i, status = \"open\" })\n"
    "  total = total + r.total\n"
    "end\n"
    "return total\n";

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void fail(const char *what)
{
    fprintf(stderr, "host_call: %s\n", what);
    exit(1);
}

static void lookup(void *user, cm_call *call, const char *input, size_t len)
{
    static const char answer[] = "{\"total\":3,\"paid\":true}";
    (void)user;
    if (len < 20 || memcmp(input, "{\"id\":", 6) != 0)
        fail("odd input");
    cm_call_return(call, answer, sizeof answer - 1);
}

static double run(const cm_runtime *runtime, const char *source)
{
    cm_result *r = NULL;
    double start = now_ns();
    if (cm_execute(runtime, source, strlen(source), &r, NULL) != CM_OK ||
        !cm_result_ok(r) || strcmp(cm_result_value(r, NULL), "3000000") != 0)
        fail("the program failed");
    double ns = (now_ns() - start) / CALLS;
    cm_result_free(r);
    return ns;
}

static void measure(const char *name, cm_language language, const char *source)
{
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    double best = 1e18;
    tool.output_schema = "{}";
    tool.execute = lookup;
    o.language = language;
    o.limits.max_tool_calls = CALLS;
    if (cm_tools_add(tools, "orders.lookup", &tool, NULL) != CM_OK ||
        cm_runtime_new(tools, &o, &runtime, NULL) != CM_OK)
        fail("no runtime");
    for (int i = 0; i < 5; i++) {
        double ns = run(runtime, source);
        best = ns < best ? ns : best;
    }
    printf("{\"what\":\"%s host call\",\"ns\":%.0f}\n", name, best);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

int main(void)
{
    measure("javascript", CM_LANGUAGE_JAVASCRIPT, javascript);
    measure("lua", CM_LANGUAGE_LUA, lua);
    return 0;
}
