/* SPDX-License-Identifier: MIT */
/* What a host may put between programs and the world: memory of its own, a rule
 * on who calls what, a line in its log for each call. docs/embedding.md walks
 * through it. */
#include <codemode.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The host's memory, counted. A server would use its own heap, or refuse once a
 * tenant has too much. With several threads the count needs to be atomic. */
typedef struct Memory {
    size_t n_bytes;
} Memory;

static void *resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    Memory *memory = ctx;
    if (new_size == 0) {
        free(ptr);
        memory->n_bytes -= old_size;
        return NULL;
    }
    void *moved = realloc(ptr, new_size);
    if (moved)
        memory->n_bytes += new_size - old_size;
    return moved;
}

/* The context of an execution: for whom it runs. */
typedef struct User {
    const char *name;
    int is_admin;
} User;

static int before(void *host, const cm_hook_event *event, char reason[256])
{
    const User *user = event->context;
    (void)host;
    if (user->is_admin || strncmp(event->name, "admin.", 6) != 0)
        return 1;
    (void)snprintf(reason, 256, "%s may not call %s", user->name, event->name);
    return 0;
}

static void after(void *host, const cm_hook_event *event)
{
    static const char *const outcomes[] = { "success", "failure",
                                            "interrupted" };
    const User *user = event->context;
    FILE *log = host;
    (void)fprintf(log, "%s: %s(%.*s): %s: %.*s\n", user->name, event->name,
                  (int)event->input_len, event->input, outcomes[event->outcome],
                  (int)event->output_len, event->output);
}

static void echo(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

/* The tools answer at once, so nothing ever has to be waited for. */
static int run_for(User *user, const cm_runtime *runtime, const char *source)
{
    cm_execution_options options = CM_EXECUTION_OPTIONS_INIT;
    options.context = user;
    options.source = source;
    options.source_len = strlen(source);
    cm_execution *execution = NULL;
    cm_result *result = NULL;
    if (cm_execution_start(runtime, &options, &execution, NULL) != CM_OK)
        return 0;
    while (cm_execution_run(execution, 0) != CM_RUN_DONE)
        ;
    if (cm_execution_take_result(execution, &result) == CM_OK)
        (void)printf("%s: %s\n", user->name, cm_result_json(result, NULL));
    cm_execution_free(execution);
    int ok = result != NULL;
    cm_result_free(result);
    return ok;
}

int main(void)
{
    static const char source[] = "const note = await tools.note({ n: 1 });\n"
                                 "return await tools.admin.reset(note);\n";
    Memory memory = { 0 };
    const cm_allocator allocator = { resize, &memory };
    const cm_tool tool = { .output_schema = "{}", .execute = echo };
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    options.allocator = &allocator;
    options.hooks.tool_before = before;
    options.hooks.tool_after = after;
    options.hooks.user = stdout;

    User ada = { "ada", 1 }, ben = { "ben", 0 };
    cm_runtime *runtime = NULL;
    cm_tools *tools = cm_tools_new(&allocator);
    int ok = tools && cm_tools_add(tools, "note", &tool, NULL) == CM_OK &&
             cm_tools_add(tools, "admin.reset", &tool, NULL) == CM_OK &&
             cm_runtime_new(tools, &options, &runtime, NULL) == CM_OK;
    ok = ok && run_for(&ada, runtime, source) && run_for(&ben, runtime, source);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    if (ok)
        (void)printf("%zu bytes left\n", memory.n_bytes);
    return ok ? 0 : 1;
}
