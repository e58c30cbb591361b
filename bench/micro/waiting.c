/* SPDX-License-Identifier: MIT */
/* waiting: how many executions can wait for an answer at once.
 *
 *     bench.waiting js|lua BYTES
 *
 * Limits the address space of the process to BYTES, the process itself
 * included, then starts executions of a program that calls a tool until there
 * is no memory for another; none is answered. A part is then given up, so that
 * the answers have room, and all others are answered and must end with the
 * right value. Prints how many waited and the memory of one. */
#include "codemode.h"
#include "micro.h"

#include <malloc.h>
#include <string.h>
#include <sys/resource.h>

enum {
    COUNT_MAX = 4000000,
    GIVEN_UP = 50 /* one in so many, at the end */
};

static const char javascript[] =
    "const order = await tools.orders.lookup({ id: 7, status: \"open\" });\n"
    "const label = `order of ${order.total}`;\n"
    "return { label, paid: order.paid };\n";
static const char lua[] =
    "local order = tools.orders.lookup({ id = 7, status = \"open\" })\n"
    "local label = \"order of \" .. order.total\n"
    "return { label = label, paid = order.paid }\n";
static const char answer[] = "{\"total\":3,\"paid\":true}";
static const char value[] = "{\"label\":\"order of 3\",\"paid\":true}";

typedef struct Waiting {
    cm_execution *execution;
    cm_call *call;
} Waiting;

static cm_call *last_call;

static void lookup(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    last_call = call;
}

static void limit_memory(size_t bytes)
{
    struct rlimit limit = { bytes, bytes };
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        micro_fail("setrlimit");
}

/* False when there is no memory for one more. */
static int start(const cm_runtime *runtime, const cm_execution_options *o,
                 Waiting *w)
{
    last_call = NULL;
    if (cm_execution_start(runtime, o, &w->execution, NULL) != CM_OK)
        return 0;
    if (cm_execution_run(w->execution, 0) == CM_RUN_WAITING) {
        w->call = last_call;
        return 1;
    }
    cm_execution_free(w->execution);
    return 0;
}

static void finish(Waiting *w)
{
    cm_result *r;
    cm_call_return(w->call, answer, sizeof answer - 1);
    if (cm_execution_run(w->execution, 0) != CM_RUN_DONE ||
        cm_execution_take_result(w->execution, &r) != CM_OK ||
        strcmp(cm_result_value(r, NULL), value) != 0)
        micro_fail("an execution did not end as it should");
    cm_result_free(r);
    cm_execution_free(w->execution);
}

/* Interrupts the calls still running; they are settled afterwards. */
static void give_up(Waiting *w)
{
    cm_execution_free(w->execution);
    cm_call_return(w->call, NULL, 0);
}

static void measure(const cm_runtime *runtime, const char *source, size_t bytes)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    Waiting *all = calloc(COUNT_MAX, sizeof *all); /* pages come when used */
    size_t n = 0;
    if (!all)
        micro_fail("no memory");
    o.source = source;
    o.source_len = strlen(source);
    double begin = micro_now_us();
    struct mallinfo2 before = mallinfo2();
    while (n < COUNT_MAX && start(runtime, &o, &all[n]))
        n++;
    double us = micro_now_us() - begin;
    struct mallinfo2 after = mallinfo2();
    if (n < GIVEN_UP)
        micro_fail("not even a few could wait");
    printf("{\"count\":%zu,\"limit_bytes\":%zu,\"bytes_each\":%.0f,"
           "\"counted_bytes\":%zu,\"us_each\":%.2f}\n",
           n, bytes,
           (double)(after.uordblks + after.hblkhd - before.uordblks -
                    before.hblkhd) /
               (double)n,
           cm_execution_memory(all[0].execution), us / (double)n);
    for (size_t part = n / GIVEN_UP; part > 0; part--)
        give_up(&all[--n]);
    while (n > 0)
        finish(&all[--n]);
    free(all);
}

int main(int argc, char **argv)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    cm_runtime *runtime;
    size_t bytes = argc == 3 ? strtoull(argv[2], NULL, 10) : 0;
    if (bytes == 0)
        micro_fail("usage: bench.waiting js|lua BYTES");
    int is_lua = strcmp(argv[1], "lua") == 0;
    tool.output_schema = "{}";
    tool.execute = lookup;
    o.language = is_lua ? CM_LANGUAGE_LUA : CM_LANGUAGE_JAVASCRIPT;
    if (!tools || cm_tools_add(tools, "orders.lookup", &tool, NULL) != CM_OK ||
        cm_runtime_new(tools, &o, &runtime, NULL) != CM_OK)
        micro_fail("no runtime");
    limit_memory(bytes);
    measure(runtime, is_lua ? lua : javascript, bytes);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    return 0;
}
