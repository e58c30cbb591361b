/* SPDX-License-Identifier: MIT */
/* A host with one extension, `store`, run against one program. Prints the
 * result record. Built and run by the tests; docs/extensions.md walks through
 * it. */
#include <codemode.h>

#include <stdio.h>
#include <string.h>

/* store.get(key): the text of a key, or a failure with a name and a code. */
static void store_get(void *user, cm_call *call, const cm_value *args)
{
    size_t len;
    const char *key = cm_value_text(cm_value_at(args, 0), &len);
    (void)user;
    if (key && strcmp(key, "greeting") == 0) {
        cm_call_return_value(call, cm_value_string(NULL, "hello", 5));
        return;
    }
    cm_value *error = cm_value_error(NULL, "NotFoundError", "no such key");
    cm_value_set(error, "code", 4, cm_value_string(NULL, "ENOKEY", 6));
    cm_value_set_cause(error, cm_value_error(NULL, NULL, "disk is gone"));
    cm_call_fail_value(call, error);
}

/* The function inside an answer of store.list(). */
static void row_size(void *user, cm_call *call, const cm_value *args)
{
    const char *text = user;
    (void)args;
    cm_call_return_value(call, cm_value_integer(NULL, (int64_t)strlen(text)));
}

/* store.list(): asynchronous; a Map from key to a record with a function. */
static void store_list(void *user, cm_call *call, const cm_value *args)
{
    static char text[] = "hello";
    const cm_function size = { row_size, text, NULL, 0, 0 };
    cm_value *row = cm_value_new(NULL, CM_VALUE_OBJECT);
    cm_value *map = cm_value_new(NULL, CM_VALUE_MAP);
    (void)user;
    (void)args;
    cm_value_set(row, "changed", 7, cm_value_date(NULL, 86400000));
    cm_value_set(row, "size", 4, cm_value_function(NULL, &size));
    cm_value_put(map, cm_value_string(NULL, "greeting", 8), row);
    cm_call_return_value(call, map); /* hands the whole tree over */
}

static cm_status add_store(cm_tools *tools, cm_error *err)
{
    const cm_function get = { store_get, NULL, NULL, 0, 1 };
    const cm_function list = { store_list, NULL, NULL, 1, 0 };
    cm_value *store = cm_value_new(NULL, CM_VALUE_OBJECT);
    cm_value *globals = cm_value_new(NULL, CM_VALUE_OBJECT);
    cm_value_set(store, "get", 3, cm_value_function(NULL, &get));
    cm_value_set(store, "list", 4, cm_value_function(NULL, &list));
    cm_value_set(globals, "store", 5, store);
    return cm_tools_extend(tools, "example", globals, err);
}

static const char source[] =
    "import { get } from 'store';\n"
    "const rows = await store.list();\n"
    "const { changed, size } = rows.get('greeting');\n"
    "let code;\n"
    "try {\n"
    "    get('nothing');\n"
    "} catch (e) {\n"
    "    code = [e.name, e.code, e.cause.message];\n"
    "}\n"
    "return [get('greeting'), changed, size(), code];\n";

int main(void)
{
    cm_error err;
    cm_runtime *runtime = NULL;
    cm_result *result = NULL;
    cm_tools *tools = cm_tools_new(NULL);
    int ok =
        tools != NULL && add_store(tools, &err) == CM_OK &&
        cm_runtime_new(tools, NULL, &runtime, &err) == CM_OK &&
        cm_execute(runtime, source, sizeof source - 1, &result, &err) == CM_OK;
    if (ok)
        (void)printf("%s\n", cm_result_json(result, NULL));
    cm_result_free(result);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    return ok ? 0 : 1;
}
