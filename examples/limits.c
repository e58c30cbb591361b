/* SPDX-License-Identifier: MIT */
/* Each limit of an execution, and what a program that passes it ends with.
 * docs/embedding.md walks through it. */
#include <codemode.h>

#include <stdio.h>
#include <string.h>

static void pong(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_return(call, "\"pong\"", 6);
}

/* Runs a program under limits of its own and prints the result record. The tool
 * answers at once, so nothing ever has to be waited for. */
static int run(const cm_runtime *runtime, const cm_limits *limits,
               const char *source)
{
    cm_execution_options options = CM_EXECUTION_OPTIONS_INIT;
    options.limits = limits;
    options.source = source;
    options.source_len = strlen(source);
    cm_execution *execution = NULL;
    cm_result *result = NULL;
    if (cm_execution_start(runtime, &options, &execution, NULL) != CM_OK)
        return 0;
    while (cm_execution_run(execution, 0) != CM_RUN_DONE)
        ;
    int ok = cm_execution_take_result(execution, &result) == CM_OK;
    if (ok)
        (void)printf("%s\n", cm_result_json(result, NULL));
    cm_result_free(result);
    cm_execution_free(execution);
    return ok;
}

static int run_all(const cm_runtime *runtime)
{
    cm_limits time = CM_LIMITS_INIT, calls = CM_LIMITS_INIT;
    cm_limits output = CM_LIMITS_INIT, memory = CM_LIMITS_INIT;
    cm_limits steps = CM_LIMITS_INIT;
    time.timeout_ms = 20;
    calls.max_tool_calls = 1;
    output.max_output_bytes = 12;
    memory.max_memory_bytes = 1048576;
    steps.max_steps = 10000;
    return run(runtime, &time, "for (;;) {}") &&
           run(runtime, &calls, "await tools.ping(); await tools.ping()") &&
           run(runtime, &output, "return 'a text of some length'") &&
           run(runtime, &memory, "let s = 'x'; for (;;) s = [s, s]") &&
           run(runtime, &steps, "for (;;) {}");
}

int main(void)
{
    const cm_tool tool = { .output_schema = "{\"type\":\"string\"}",
                           .execute = pong };
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    cm_error err = { .status = CM_OK };
    cm_runtime *runtime = NULL;
    cm_tools *tools = cm_tools_new(NULL);
    int ok = tools && cm_tools_add(tools, "ping", &tool, NULL) == CM_OK &&
             cm_runtime_new(tools, &options, &runtime, NULL) == CM_OK &&
             run_all(runtime);
    cm_runtime_free(runtime);
    runtime = NULL;

    /* What can never be right is refused where it is configured. */
    options.limits.timeout_ms = 0;
    if (ok && cm_runtime_new(tools, &options, &runtime, &err) == CM_E_RANGE)
        (void)printf("%s: %s\n", err.path, err.text);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    return ok ? 0 : 1;
}
