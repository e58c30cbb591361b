/* SPDX-License-Identifier: MIT */
/* The same tools serve programs in Lua: the language is an option of the
 * runtime, and so are the clocks and the random seed that make two runs of a
 * program alike. docs/embedding.md walks through it. */
#include <codemode.h>

#include <stdio.h>
#include <string.h>

/* weather.today({ city }) */
static void today(void *user, cm_call *call, const char *input, size_t len)
{
    cm_value *in = cm_value_json(NULL, input, len);
    const char *city = cm_value_text(cm_value_get(in, "city", 4), NULL);
    (void)user;
    if (city && strcmp(city, "Lima") == 0)
        cm_call_return(call, "{\"sky\":\"fog\",\"high\":18}", 23);
    else
        cm_call_fail_text(call, "no station there");
    cm_value_free(in);
}

static double at_new_year(void *user)
{
    (void)user;
    return 1767225600000.0; /* 2026-01-01T00:00:00Z */
}

static const char source[] =
    "local lima = tools.weather.today({ city = 'Lima' })\n"
    "local ok, why = pcall(tools.weather.today, { city = 'Atlantis' })\n"
    "print(lima.sky, ok, why)\n"
    "return { high = lima.high, dice = math.random(6),\n"
    "         day = os.date('!%Y-%m-%d') }\n";

static cm_status make_runtime(cm_runtime **ret_runtime, cm_error *err)
{
    const cm_tool tool = {
        .description = "Sky and temperature",
        .input_schema = "{\"type\":\"object\",\"required\":[\"city\"],"
                        "\"properties\":{\"city\":{\"type\":\"string\"}}}",
        .output_schema = "{\"type\":\"object\",\"properties\":{"
                         "\"sky\":{\"type\":\"string\"},"
                         "\"high\":{\"type\":\"integer\"}}}",
        .validate_input = 1,
        .execute = today,
    };
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    options.language = CM_LANGUAGE_LUA;
    options.wall_clock_ms = at_new_year;
    options.has_random_seed = 1;
    options.random_seed = 42;

    cm_tools *tools = cm_tools_new(NULL);
    cm_status status =
        tools ? cm_tools_add(tools, "weather.today", &tool, err) : CM_E_NOMEM;
    if (status == CM_OK)
        status = cm_runtime_new(tools, &options, ret_runtime, err);
    cm_tools_free(tools);
    return status;
}

int main(void)
{
    cm_error err = { .text = "memory refused" };
    cm_runtime *runtime = NULL;
    int ok = make_runtime(&runtime, &err) == CM_OK;
    if (ok)
        (void)printf("%s\n", cm_runtime_tool(runtime, 0).signature);
    for (int i = 0; ok && i < 2; i++) {
        cm_result *result = NULL;
        ok =
            cm_execute(runtime, source, strlen(source), &result, &err) == CM_OK;
        if (ok)
            (void)printf("%s\n", cm_result_json(result, NULL));
        cm_result_free(result);
    }
    if (!ok)
        (void)fprintf(stderr, "%s\n", err.text);
    cm_runtime_free(runtime);
    return ok ? 0 : 1;
}
