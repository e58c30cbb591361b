/* SPDX-License-Identifier: MIT */
/* catalog: what discovery costs with 100, 1,000 and 10,000 tools.
 *
 * Prints lines of JSON: building a runtime over a tree of tools, its memory
 * beyond the texts of the tools, the first and a later catalog of 2,000 tokens
 * (the first makes every signature), programs of one search over twelve
 * queries. Times are CPU time of this thread in milliseconds. */
#include "codemode.h"
#include "micro.h"

#include <string.h>

static const char schema[] =
    "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\","
    "\"description\":\"Which one\"},\"limit\":{\"type\":\"integer\","
    "\"description\":\"How many rows at most\",\"minimum\":1},\"status\":{"
    "\"type\":\"string\",\"enum\":[\"open\",\"closed\"]},\"labels\":{\"type\":"
    "\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"id\"]}";

static const char *const verbs[] = { "get",    "list", "create", "update",
                                     "delete", "find", "count",  "export" };
static const char *const nouns[] = { "issue", "invoice", "parcel", "customer",
                                     "order", "zone",    "report", "message" };

static size_t live_bytes;

static void *counting_resize(void *ctx, void *ptr, size_t old_size,
                             size_t new_size)
{
    (void)ctx;
    if (new_size == 0) {
        live_bytes -= old_size;
        free(ptr);
        return NULL;
    }
    void *fresh = realloc(ptr, new_size);
    if (fresh)
        live_bytes += new_size - old_size;
    return fresh;
}

static const cm_allocator counting = { counting_resize, NULL };

static double now_ms(void)
{
    return micro_now_us() / 1e3;
}

static void nothing(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

/* *ret_texts is the length of all that the host said. */
static cm_tools *make_tools(int n, size_t *ret_texts)
{
    cm_tools *tools = cm_tools_new(&counting);
    *ret_texts = 0;
    for (int i = 0; i < n; i++) {
        char path[64], description[128];
        const char *verb = verbs[i % 8], *noun = nouns[i / 8 % 8];
        snprintf(path, sizeof path, "server%d.%s_%s_%d", i % 40, verb, noun, i);
        snprintf(description, sizeof description,
                 "Helps to %s the %s of an account in the system.", verb, noun);
        cm_tool tool = { 0 };
        tool.description = description;
        tool.input_schema = schema;
        tool.output_schema = schema;
        tool.execute = nothing;
        if (cm_tools_add(tools, path, &tool, NULL) != CM_OK)
            micro_fail("a tool was refused");
        *ret_texts += strlen(path) + strlen(description) + 2 * sizeof schema;
    }
    return tools;
}

static void print(const char *what, int n, double ms)
{
    printf("{\"what\":\"%s\",\"tools\":%d,\"ms\":%.3f}\n", what, n, ms);
}

static void print_memory(const char *what, int n, size_t not_counted)
{
    printf("{\"what\":\"%s\",\"tools\":%d,\"bytes\":%.0f}\n", what, n,
           (double)(live_bytes - not_counted) / n);
}

static void print_catalog(const cm_runtime *runtime, const char *what, int n)
{
    double start = now_ms();
    char *text = cm_runtime_catalog(runtime, CM_UNSET, NULL);
    print(what, n, now_ms() - start);
    if (!text || !strstr(text, n > 60 ? "Partial list: " : "Complete"))
        micro_fail("odd catalog");
    cm_text_free(runtime, text);
}

static double program_ms(const cm_runtime *runtime, const char *source)
{
    cm_result *r = NULL;
    double start = now_ms();
    if (cm_execute(runtime, source, strlen(source), &r, NULL) != CM_OK ||
        !cm_result_ok(r) || strcmp(cm_result_value(r, NULL), "true") != 0)
        micro_fail("a program failed");
    double ms = now_ms() - start;
    cm_result_free(r);
    return ms;
}

/* Whole programs of one search; the one that does not search is what the rest
 * of such a program costs. */
static void search(const cm_runtime *runtime, int n)
{
    static const char *const queries[] = {
        "list open invoices",
        "parcel",
        "which zones",
        "exportReport",
        "status labels rows",
        "server7",
        "nothing like this",
        "issues",
        "the",
        "e",
        "",
        "delete the customer order message of an account",
    };
    enum {
        QUERIES = sizeof queries / sizeof *queries,
        TIMES = 15
    };
    static double all[QUERIES * TIMES];
    double worst = 0;
    size_t n_all = 0;
    for (int q = 0; q < QUERIES; q++) {
        char source[200];
        double times[TIMES];
        snprintf(source, sizeof source,
                 "return search({ query: '%s' }).items.length >= 0",
                 queries[q]);
        for (int i = 0; i < TIMES; i++)
            times[i] = all[n_all++] = program_ms(runtime, source);
        double median = micro_median(times, TIMES);
        worst = median > worst ? median : worst;
    }
    print("a search, median", n, micro_median(all, n_all));
    print("a search, median of the slowest query", n, worst);
    print("a program without search", n, program_ms(runtime, "return true"));
}

static void measure(int n)
{
    size_t texts, before = live_bytes;
    cm_runtime *runtime;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_tools *tools = make_tools(n, &texts);
    o.allocator = &counting;
    double start = now_ms();
    if (cm_runtime_new(tools, &o, &runtime, NULL) != CM_OK)
        micro_fail("no runtime");
    print("runtime", n, now_ms() - start);
    print_memory("memory of a tool beyond its texts", n, before + texts);
    print_catalog(runtime, "first catalog", n);
    print_catalog(runtime, "catalog", n);
    print_memory("the same with signatures", n, before + texts);
    search(runtime, n);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    if (live_bytes != before)
        micro_fail("memory was lost");
}

int main(void)
{
    measure(100);
    measure(1000);
    measure(10000);
    return 0;
}
