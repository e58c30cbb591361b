/* SPDX-License-Identifier: MIT */
/* fresh: what one execution of a five-line program costs, in both languages.
 *
 * Prints, as lines of JSON: the median time of compile + run + free, the time of
 * run + free of a program compiled before, and the highest memory of an execution.
 * Times are CPU time of this thread in microseconds. */
#include "codemode.h"
#include "micro.h"

#include <string.h>

static const char javascript[] = "const items = [3, 1, 2];\n"
                                 "const doubled = items.map((n) => n * 2);\n"
                                 "let total = 0;\n"
                                 "for (const n of doubled) total += n;\n"
                                 "return { total, n: doubled.length };\n";

static const char lua[] =
    "local items, doubled = { 3, 1, 2 }, {}\n"
    "for i, n in ipairs(items) do doubled[i] = n * 2 end\n"
    "local total = 0\n"
    "for _, n in ipairs(doubled) do total = total + n end\n"
    "return { total = total, n = #doubled }\n";

#define RUNS 2001

/* Runs a program, or the source when it is NULL; returns the peak memory. */
static size_t run(const cm_runtime *runtime, const char *source,
                  const cm_program *program)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    o.program = program;
    o.source = program ? NULL : source;
    o.source_len = program ? 0 : strlen(source);
    cm_execution *x;
    cm_result *r;
    if (cm_execution_start(runtime, &o, &x, NULL) != CM_OK)
        micro_fail("cannot start");
    if (cm_execution_run(x, 0) != CM_RUN_DONE)
        micro_fail("did not end");
    if (cm_execution_take_result(x, &r) != CM_OK)
        micro_fail("no result");
    if (strcmp(cm_result_value(r, NULL), "{\"total\":12,\"n\":3}") != 0)
        micro_fail("wrong value");
    size_t peak = cm_execution_memory_peak(x);
    cm_result_free(r);
    cm_execution_free(x);
    return peak;
}

static double median(const cm_runtime *runtime, const char *source,
                     const cm_program *program, size_t *ret_peak)
{
    static double times[RUNS];
    for (int i = 0; i < RUNS; i++) {
        double start = micro_now_us();
        *ret_peak = run(runtime, source, program);
        times[i] = micro_now_us() - start;
    }
    return micro_median(times, RUNS);
}

static void measure(const char *name, cm_language language, const char *source)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime;
    cm_program *program;
    cm_result *failure;
    size_t peak;
    o.language = language;
    if (cm_runtime_new(NULL, &o, &runtime, NULL) != CM_OK)
        micro_fail("no runtime");
    if (cm_program_new(runtime, source, strlen(source), &program, &failure,
                       NULL) != CM_OK ||
        !program)
        micro_fail("does not compile");
    double us = median(runtime, source, NULL, &peak);
    printf(
        "{\"what\":\"%s compile+run+free\",\"us\":%.2f,\"peak_bytes\":%zu}\n",
        name, us, peak);
    us = median(runtime, source, program, &peak);
    printf("{\"what\":\"%s run+free\",\"us\":%.2f,\"peak_bytes\":%zu}\n", name,
           us, peak);
    cm_program_free(program);
    cm_runtime_free(runtime);
}

int main(void)
{
    measure("javascript", CM_LANGUAGE_JAVASCRIPT, javascript);
    measure("lua", CM_LANGUAGE_LUA, lua);
    return 0;
}
