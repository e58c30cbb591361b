/* SPDX-License-Identifier: MIT */
/* Two tools and three programs in one thread: what a result holds, and what a
 * program gets wrong. docs/embedding.md walks through it. */
#include <codemode.h>

#include <stdio.h>
#include <string.h>

typedef struct Order {
    int64_t id;
    const char *customer;
    double total;
} Order;

typedef struct Store {
    Order orders[3];
    size_t n_orders;
} Store;

/* orders.lookup({ order_id }). Its input schema validates, so order_id is there
 * and is an integer. */
static void lookup(void *user, cm_call *call, const char *input, size_t len)
{
    const Store *store = user;
    int64_t id = 0;
    cm_value *in = cm_value_json(NULL, input, len);
    (void)cm_value_int64(cm_value_get(in, "order_id", 8), &id);
    cm_value_free(in);

    for (size_t i = 0; i < store->n_orders; i++) {
        const Order *o = &store->orders[i];
        if (o->id != id)
            continue;
        cm_value *out = cm_value_new(NULL, CM_VALUE_OBJECT);
        cm_value *customer =
            cm_value_string(NULL, o->customer, strlen(o->customer));
        cm_value_set(out, "customer", 8, customer);
        cm_value_set(out, "total", 5, cm_value_number(NULL, o->total));
        cm_call_return_value(call, out);
        return;
    }
    cm_call_fail_text(call, "there is no such order");
}

/* orders.count(): an answer as JSON text. */
static void count(void *user, cm_call *call, const char *input, size_t len)
{
    const Store *store = user;
    char json[24];
    int n = snprintf(json, sizeof json, "%zu", store->n_orders);
    (void)input;
    (void)len;
    cm_call_return(call, json, (size_t)n);
}

static cm_status add_tools(cm_tools *tools, Store *store, cm_error *err)
{
    const cm_tool lookup_tool = {
        .description = "One order by its number",
        .input_schema = "{\"type\":\"object\",\"required\":[\"order_id\"],"
                        "\"properties\":{\"order_id\":{\"type\":\"integer\"}},"
                        "\"additionalProperties\":false}",
        .output_schema = "{\"type\":\"object\",\"properties\":{"
                         "\"customer\":{\"type\":\"string\"},"
                         "\"total\":{\"type\":\"number\"}}}",
        .validate_input = 1,
        .execute = lookup,
        .user = store,
    };
    const cm_tool count_tool = {
        .description = "How many orders there are",
        .output_schema = "{\"type\":\"integer\"}",
        .execute = count,
        .user = store,
    };
    cm_status status = cm_tools_namespace(tools, "orders", "Orders", err);
    if (status == CM_OK)
        status = cm_tools_add(tools, "orders.lookup", &lookup_tool, err);
    if (status == CM_OK)
        status = cm_tools_add(tools, "orders.count", &count_tool, err);
    return status;
}

static void print_result(const cm_result *r)
{
    if (cm_result_ok(r)) {
        (void)printf("value: %s\n", cm_result_value(r, NULL));
    } else {
        (void)printf("%s at %u:%u: %s\n", cm_result_error_kind(r),
                     cm_result_error_line(r), cm_result_error_column(r),
                     cm_result_error_message(r, NULL));
        for (size_t i = 0; i < cm_result_suggestion_count(r); i++)
            (void)printf("  try: %s\n", cm_result_suggestion(r, i, NULL));
    }
    for (size_t i = 0; i < cm_result_warning_count(r); i++)
        (void)printf("warning: %s\n", cm_result_warning_message(r, i, NULL));
    for (size_t i = 0; i < cm_result_log_count(r); i++)
        (void)printf("log: %s\n", cm_result_log(r, i, NULL));
    for (size_t i = 0; i < cm_result_call_count(r); i++)
        (void)printf("call: %s\n", cm_result_call_name(r, i, NULL));
}

static const char good[] =
    "const all = await Promise.all(\n"
    "    [1, 3].map((id) => tools.orders.lookup({ order_id: id })));\n"
    "console.log(`${all.length} of ${await tools.orders.count()} orders`);\n"
    "return { total: all.reduce((sum, o) => sum + o.total, 0) };\n";
static const char wrong_name[] =
    "const id = 3;\n"
    "return await tools.orders.lookup({ orderId: id });\n";
static const char no_such_order[] =
    "return await tools.orders.lookup({ order_id: 9 });\n";

static const char *const programs[] = { good, wrong_name, no_such_order };

int main(void)
{
    Store store = { { { 1, "Ada", 12.5 }, { 2, "Ben", 8 }, { 3, "Cyd", 30 } },
                    3 };
    cm_error err = { .text = "memory refused" };
    cm_runtime *runtime = NULL;
    cm_tools *tools = cm_tools_new(NULL);
    int ok = tools && add_tools(tools, &store, &err) == CM_OK &&
             cm_runtime_new(tools, NULL, &runtime, &err) == CM_OK;
    cm_tools_free(tools); /* the runtime keeps what it needs */

    for (size_t i = 0; ok && i < sizeof programs / sizeof *programs; i++) {
        cm_result *result = NULL;
        ok = cm_execute(runtime, programs[i], strlen(programs[i]), &result,
                        &err) == CM_OK;
        if (ok) {
            (void)printf("-- program %zu\n", i + 1);
            print_result(result);
        }
        cm_result_free(result);
    }
    if (!ok)
        (void)fprintf(stderr, "%s\n", err.text);
    cm_runtime_free(runtime);
    return ok ? 0 : 1;
}
