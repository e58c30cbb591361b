/* SPDX-License-Identifier: MIT */
/* The shortest host with a tool: one tool, one program that calls it. */
#include <codemode.h>

#include <stdio.h>
#include <string.h>

/* tools.weather.today({ city }): it is the same everywhere. */
static void today(void *user, cm_call *call, const char *input, size_t len)
{
    static const char answer[] = "{\"sky\":\"clear\",\"high\":21}";
    (void)user;
    (void)input; /* {"city":"Lima"} */
    (void)len;
    cm_call_return(call, answer, sizeof answer - 1);
}

int main(void)
{
    const char *source =
        "const day = await tools.weather.today({ city: 'Lima' });\n"
        "return `${day.sky}, ${day.high} degrees`;\n";
    const cm_tool tool = {
        .description = "The weather of today",
        .input_schema = "{\"type\":\"object\",\"properties\":{"
                        "\"city\":{\"type\":\"string\"}}}",
        .output_schema = "{\"type\":\"object\",\"properties\":{"
                         "\"sky\":{\"type\":\"string\"},"
                         "\"high\":{\"type\":\"integer\"}}}",
        .execute = today,
    };
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    options.limits.timeout_ms = 10000;

    cm_error err = { .text = "memory refused" };
    cm_runtime *runtime = NULL;
    cm_result *result = NULL;
    cm_tools *tools = cm_tools_new(NULL);
    if (tools && cm_tools_add(tools, "weather.today", &tool, &err) == CM_OK &&
        cm_runtime_new(tools, &options, &runtime, &err) == CM_OK)
        (void)cm_execute(runtime, source, strlen(source), &result, &err);
    const char *json = result ? cm_result_json(result, NULL) : NULL;
    (void)puts(json ? json : err.text);
    cm_result_free(result);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    return json ? 0 : 1;
}
