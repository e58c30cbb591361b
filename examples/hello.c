/* SPDX-License-Identifier: MIT */
/* The shortest host: no tools, one program, its value. */
#include <codemode.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *source = "return [1, 2, 3].map((n) => n * 2)";
    cm_runtime *runtime = NULL;
    cm_result *result = NULL;
    if (cm_runtime_new(NULL, NULL, &runtime, NULL) == CM_OK &&
        cm_execute(runtime, source, strlen(source), &result, NULL) == CM_OK)
        (void)puts(cm_result_value(result, NULL)); /* [2,4,6] */
    cm_result_free(result);
    cm_runtime_free(runtime);
    return result ? 0 : 1;
}
