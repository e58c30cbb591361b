/* SPDX-License-Identifier: MIT */
/* What a host shows a model: signatures, a catalog within a budget, how to
 * search; and how it examines a program without running it. docs/embedding.md
 * walks through it. */
#include <codemode.h>

#include <stdio.h>
#include <string.h>

static void unused(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_fail_text(call, "never called here");
}

static cm_status add_tools(cm_tools *tools)
{
    static const struct {
        const char *path, *description, *input, *output;
    } rows[] = {
        { "parcel.track", "Where a parcel is",
          "{\"type\":\"object\",\"required\":[\"code\"],\"properties\":{"
          "\"code\":{\"type\":\"string\",\"description\":\"Tracking code\","
          "\"minLength\":6}}}",
          "{\"type\":\"object\",\"properties\":{\"eta\":{\"type\":\"string\","
          "\"format\":\"date-time\"}},\"required\":[\"eta\"]}" },
        { "parcel.cancel-order", "Stops a parcel", NULL, NULL },
        { "depot.hours", "Opening hours of a depot", NULL,
          "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}" },
    };
    cm_status status =
        cm_tools_namespace(tools, "parcel", "Parcels on their way", NULL);
    for (size_t i = 0; status == CM_OK && i < sizeof rows / sizeof *rows; i++) {
        const cm_tool tool = {
            .description = rows[i].description,
            .input_schema = rows[i].input,
            .output_schema = rows[i].output,
            .pinned = strcmp(rows[i].path, "depot.hours") == 0,
            .execute = unused,
        };
        status = cm_tools_add(tools, rows[i].path, &tool, NULL);
    }
    return status;
}

/* Prints a text of the runtime and gives it back. */
static void print_text(const cm_runtime *runtime, const char *title, char *text)
{
    (void)printf("-- %s\n%s\n", title, text ? text : "no memory");
    cm_text_free(runtime, text);
}

static void print_tools(const cm_runtime *runtime)
{
    for (size_t i = 0; i < cm_runtime_tool_count(runtime); i++) {
        const cm_tool_info info = cm_runtime_tool(runtime, i);
        (void)printf("%s = %s\n", info.path, info.expression);
    }
    print_text(runtime, "the complete catalog",
               cm_runtime_catalog(runtime, CM_COMPLETE, NULL));
    print_text(runtime, "a catalog without room",
               cm_runtime_catalog(runtime, 0, NULL));
}

/* Faults, found without running anything. */
static int check(const cm_runtime *runtime)
{
    static const char source[] = "await tools.parcel.trac({});\n"
                                 "await tools.depots.hours();\n"
                                 "return 1;\n";
    cm_result *r = NULL;
    if (cm_check(runtime, source, strlen(source), &r, NULL) != CM_OK)
        return 0;
    if (!cm_result_ok(r))
        (void)printf("line %u: %s\n", cm_result_error_line(r),
                     cm_result_error_message(r, NULL));
    for (size_t i = 0; i < cm_result_warning_count(r); i++)
        (void)printf("besides: %s\n", cm_result_warning_message(r, i, NULL));
    cm_result_free(r);
    return 1;
}

int main(void)
{
    cm_runtime *runtime = NULL;
    cm_tools *tools = cm_tools_new(NULL);
    int ok = tools && add_tools(tools) == CM_OK &&
             cm_runtime_new(tools, NULL, &runtime, NULL) == CM_OK;
    if (ok) {
        print_tools(runtime);
        ok = check(runtime);
    }
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    return ok ? 0 : 1;
}
