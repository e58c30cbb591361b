/* SPDX-License-Identifier: MIT */
/* interrupt: how long after its time limit a program ends.
 *
 * Reads lines `js|lua TIMEOUT_MS MEMORY_BYTES FILE` (0 bytes: the default) and
 * prints for each how it ended, how late it was and how long freeing it took,
 * in milliseconds. The clock of the limit is the CPU time of this thread, so
 * that only what the machine itself does counts, not other load. */
#include "codemode.h"
#include "micro.h"

#include <string.h>

static uint64_t cpu_ns(void *user)
{
    (void)user;
    return (uint64_t)(micro_now_us() * 1e3);
}

static cm_runtime *runtime_of(cm_language language)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime;
    o.language = language;
    o.monotonic_ns = cpu_ns;
    if (cm_runtime_new(NULL, &o, &runtime, NULL) != CM_OK)
        micro_fail("no runtime");
    return runtime;
}

static void run(const cm_runtime *runtime, const char *file, cm_limits limits)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x;
    cm_result *r;
    char *text = micro_read(file, &o.source_len);
    o.source = text;
    o.limits = &limits;
    double start = micro_now_us();
    if (cm_execution_start(runtime, &o, &x, NULL) != CM_OK)
        micro_fail("cannot start");
    if (cm_execution_run(x, 0) != CM_RUN_DONE) {
        /* Waits for a timer that CPU time never reaches. */
        printf("{\"file\":\"%s\",\"kind\":\"waits\"}\n", file);
        cm_execution_free(x);
        free(text);
        return;
    }
    double late = micro_now_us() - start - (double)limits.timeout_ms * 1e3;
    if (cm_execution_take_result(x, &r) != CM_OK)
        micro_fail("no result");
    const char *kind = cm_result_error_kind(r);
    printf("{\"file\":\"%s\",\"kind\":\"%s\",\"late_ms\":%.3f,", file,
           kind ? kind : "ok", late / 1e3);
    cm_result_free(r);
    start = micro_now_us();
    cm_execution_free(x);
    printf("\"free_ms\":%.3f}\n", (micro_now_us() - start) / 1e3);
    free(text);
}

int main(void)
{
    cm_runtime *js = runtime_of(CM_LANGUAGE_JAVASCRIPT);
    cm_runtime *lua = runtime_of(CM_LANGUAGE_LUA);
    char line[1100];
    while (fgets(line, sizeof line, stdin)) {
        cm_limits limits = CM_LIMITS_INIT;
        char *word = line + strcspn(line, " ");
        limits.timeout_ms = strtoll(word, &word, 10);
        long long memory = strtoll(word, &word, 10);
        if (memory > 0)
            limits.max_memory_bytes = memory;
        word += strspn(word, " ");
        word[strcspn(word, "\n")] = '\0';
        run(strncmp(line, "lua ", 4) == 0 ? lua : js, word, limits);
        fflush(stdout);
    }
    cm_runtime_free(js);
    cm_runtime_free(lua);
    return 0;
}
