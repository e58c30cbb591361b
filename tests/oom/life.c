/* SPDX-License-Identifier: MIT */
#include "life.h"

#include <string.h>

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

cm_status life_judge(cm_result *take_result, const char *record)
{
    cm_result *r = take_result;
    const char *json = r ? cm_result_json(r, NULL) : NULL;
    cm_status status = CM_E_NOMEM;
    if (json && strcmp(json, record) == 0) {
        status = CM_OK;
    } else if (json) {
        const char *kind = cm_result_error_kind(r);
        if (!kind || strcmp(kind, "MemoryLimitExceeded") != 0)
            scenario_same(json, record);
    }
    cm_result_free(r);
    return status;
}

static cm_status run_program(const Life *life, const cm_allocator *alloc,
                             const cm_tools *tools)
{
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.allocator = alloc;
    o.language = life->language;
    o.has_random_seed = 1;
    cm_status status = cm_runtime_new(tools, &o, &runtime, NULL);
    if (status != CM_OK)
        return status;
    status = cm_execute(runtime, life->source, strlen(life->source), &r, NULL);
    if (status == CM_OK)
        status = life_judge(r, life->record);
    cm_runtime_free(runtime);
    return status;
}

cm_status life_run(const cm_allocator *alloc, const void *arg)
{
    cm_tools *tools = cm_tools_new(alloc);
    if (!tools)
        return CM_E_NOMEM;
    cm_tool tool = { .description = "Gives back",
                     .input_schema =
                         "{\"type\":\"object\",\"properties\":{\"a\":{}}}",
                     .output_schema = "{}",
                     .execute = echo };
    cm_status status = cm_tools_add(tools, "ns.echo", &tool, NULL);
    tool.execute = fails;
    if (status == CM_OK)
        status = cm_tools_add(tools, "fails", &tool, NULL);
    if (status == CM_OK)
        status = cm_tools_namespace(tools, "ns", "A space", NULL);
    if (status == CM_OK)
        status = cm_tools_announce(tools, "late", NULL);
    if (status == CM_OK)
        status = cm_tools_leave_out(tools, "ns.gone", "it is gone", NULL);
    if (status == CM_OK)
        status = run_program(arg, alloc, tools);
    cm_tools_free(tools);
    return status;
}
