/* SPDX-License-Identifier: MIT */
/* compile: how fast source text becomes a program.
 *
 *     bench.compile FILE.js|FILE.lua [TIMES]
 *
 * Prints millions of bytes of source a second of CPU time of this thread. */
#include "codemode.h"
#include "micro.h"

#include <string.h>

int main(int argc, char **argv)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime;
    size_t len;
    double times[101];
    size_t n = argc > 2 ? (size_t)strtol(argv[2], NULL, 10) : 9;
    if (argc < 2 || n < 1 || n > 101)
        micro_fail("usage: bench.compile FILE [TIMES, up to 101]");
    char *text = micro_read(argv[1], &len);
    o.language =
        strstr(argv[1], ".lua") ? CM_LANGUAGE_LUA : CM_LANGUAGE_JAVASCRIPT;
    if (cm_runtime_new(NULL, &o, &runtime, NULL) != CM_OK)
        micro_fail("no runtime");
    for (size_t i = 0; i < n; i++) {
        cm_program *program = NULL;
        cm_result *failure = NULL;
        double start = micro_now_us();
        if (cm_program_new(runtime, text, len, &program, &failure, NULL) !=
                CM_OK ||
            !program)
            micro_fail(failure ? cm_result_error_message(failure, NULL)
                               : "does not compile");
        times[i] = micro_now_us() - start;
        cm_program_free(program);
    }
    printf("{\"bytes\":%zu,\"mb_per_s\":%.1f}\n", len,
           (double)len / micro_median(times, n));
    cm_runtime_free(runtime);
    free(text);
    return 0;
}
