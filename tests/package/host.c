/* SPDX-License-Identifier: MIT */
/* The smallest host in C99: one tool, one program, run blocking. It is compiled
 * with the strictest flags, against the library of the build and against an
 * installed one. */
#include <codemode.h>

#include <stdio.h>
#include <string.h>

static void lookup(void *user, cm_call *call, const char *input, size_t len)
{
    const char *answer = (const char *)user;
    printf("%s %.*s\n", cm_call_name(call), (int)len, input);
    cm_call_return(call, answer, strlen(answer));
}

int main(void)
{
    static const char source[] =
        "const order = await tools.orders.lookup({ id: 7 });\n"
        "return [order.total, order.total * 2];";
    static char answer[] = "{\"total\":12.5}";
    const cm_tool tool = { NULL, NULL, "{}", 0, 0, 0, lookup, answer };
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    cm_result *result = NULL;
    cm_error err;
    cm_tools *tools = cm_tools_new(NULL);
    int ok;

    options.limits.timeout_ms = 60000;
    ok = tools != NULL &&
         cm_tools_add(tools, "orders.lookup", &tool, &err) == CM_OK &&
         cm_runtime_new(tools, &options, &runtime, &err) == CM_OK &&
         cm_execute(runtime, source, sizeof source - 1, &result, &err) == CM_OK;
    if (ok)
        printf("codemode %s: %s\n", cm_version(),
               cm_result_value(result, NULL));
    cm_result_free(result);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    return ok ? 0 : 1;
}
