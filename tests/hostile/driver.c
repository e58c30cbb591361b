/* SPDX-License-Identifier: MIT */
/* driver: runs programs in one process and measures what the library costs.
 *
 *     {"code":"...","language":"javascript"|"lua","limits":{...},
 *      "frozen":bool,"tools":bool}
 *     {"result":{...},"ms":n,"peak":n,"bound":n,"left":n,"rss":n}
 *
 * Lines of JSON in, lines of JSON out, one program at a time, as `codemode
 * batch` reads them. `ms` is the time from the start to after the execution was
 * freed and its result taken. The clock of the deadline is the same: CPU time of this thread, so
 * that other work on the machine does not show (--wall: the machine's). With
 * "frozen" it stands still until the program writes the log line "go": what a
 * program prepares is not measured. `peak` is the most memory taken from the
 * allocator above what was live before, `bound` the most that the execution
 * counted itself, `left` what was not given back, `rss` the resident set. */
#include "codemode.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "json/tree.h"
#include "json/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    N_TOOLS = 2000
};

typedef struct Driver {
    cm_allocator alloc;
    size_t live, peak;
    clockid_t clock;
    bool is_frozen;
    uint64_t zero; /* the clock when it began to run */
    /* by language, then without and with tools; made on first use */
    cm_tools *tools;
    cm_runtime *runtimes[2][2];
} Driver;

static void fail(const char *what)
{
    (void)fprintf(stderr, "driver: %s\n", what);
    exit(1);
}

/* ---- what the library asks of its host ---- */

static void *resize(void *ctx, void *p, size_t old_size, size_t new_size)
{
    Driver *d = ctx;
    void *now = NULL;
    if (new_size == 0)
        free(p);
    else
        now = realloc(p, new_size);
    if (new_size > 0 && now == NULL)
        return NULL;
    d->live += new_size - (p != NULL ? old_size : 0);
    if (d->live > d->peak)
        d->peak = d->live;
    return now;
}

static uint64_t clock_ns(const Driver *d)
{
    struct timespec t;
    (void)clock_gettime(d->clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t now_ns(void *user)
{
    const Driver *d = user;
    return d->is_frozen ? 0 : clock_ns(d) - d->zero;
}

static void start_clock(Driver *d)
{
    d->is_frozen = false;
    d->zero = clock_ns(d);
}

static void look_at_log(void *user, void *context, const char *text, size_t len)
{
    (void)context;
    Driver *d = user;
    if (d->is_frozen && len == 2 && memcmp(text, "go", 2) == 0)
        start_clock(d);
}

static int zone_data(void *user, const char *name, cm_zone_put put, void *sink)
{
    (void)user;
    char path[128];
    static unsigned char bytes[65536];
    (void)snprintf(path, sizeof path, "/usr/share/zoneinfo/%s", name);
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return 0;
    size_t n = fread(bytes, 1, sizeof bytes, f);
    (void)fclose(f);
    put(sink, bytes, n);
    return 1;
}

/* ---- tools ---- */

static void echo(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

/* A big answer of many small objects. */
static void rows(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user, (void)input, (void)len;
    static const char row[] =
        "{\"id\":12345,\"name\":\"a name of some length\","
        "\"tags\":[\"a\",\"b\"],\"ok\":true},";
    const size_t n = 200000, size = sizeof row - 1;
    char *text = malloc(n * size + 3);
    if (text == NULL)
        fail("no memory");
    text[0] = '[';
    for (size_t i = 0; i < n; i++)
        memcpy(text + 1 + i * size, row, size);
    text[n * size] = ']'; /* in place of the last comma */
    cm_call_return(call, text, n * size + 1);
    free(text);
}

static const char strict_rows[] =
    "{\"type\":\"object\",\"properties\":{\"rows\":{\"type\":\"array\","
    "\"items\":{\"type\":\"object\",\"required\":[\"id\",\"name\"],"
    "\"properties\":{\"id\":{\"type\":\"integer\",\"minimum\":0},"
    "\"name\":{\"type\":\"string\",\"pattern\":\"^(a|b|c)+[a-z ]*$\"},"
    "\"tags\":{\"type\":\"array\",\"uniqueItems\":true}},"
    "\"additionalProperties\":false}}}}";

static void add_tool(Driver *d, const char *path, cm_tool tool)
{
    cm_error err;
    if (cm_tools_add(d->tools, path, &tool, &err) != CM_OK)
        fail(err.text);
}

static void make_tools(Driver *d)
{
    d->tools = cm_tools_new(NULL);
    if (d->tools == NULL)
        fail("no memory");
    add_tool(d, "big.echo",
             (cm_tool){ .execute = echo, .output_schema = "true" });
    add_tool(d, "big.strict",
             (cm_tool){ .execute = echo,
                        .input_schema = strict_rows,
                        .output_schema = strict_rows,
                        .validate_input = 1,
                        .validate_output = 1 });
    add_tool(d, "big.rows",
             (cm_tool){ .execute = rows, .output_schema = "true" });
    for (int i = 0; i < N_TOOLS; i++) {
        char path[64], text[128];
        (void)snprintf(path, sizeof path, "group%d.find_item_%d", i / 50, i);
        (void)snprintf(text, sizeof text,
                       "Finds the items of warehouse %d by name, date, price",
                       i);
        add_tool(d, path, (cm_tool){ .execute = echo, .description = text });
    }
}

static const cm_runtime *runtime_of(Driver *d, cm_language language, bool tools)
{
    cm_runtime **r = &d->runtimes[language][tools];
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_error err;
    if (*r != NULL)
        return *r;
    if (tools && d->tools == NULL)
        make_tools(d);
    o.language = language;
    o.allocator = &d->alloc;
    o.monotonic_ns = now_ns;
    o.has_random_seed = 1;
    o.hook_user = d;
    o.zone_data = zone_data;
    o.log = look_at_log;
    if (cm_runtime_new(tools ? d->tools : NULL, &o, r, &err) != CM_OK)
        fail(err.text);
    return *r;
}

/* ---- one program ---- */

static int64_t limit_of(const JsonValue *limits, const char *name)
{
    const JsonValue *v = limits != NULL ? cm__json_get(limits, name) : NULL;
    return v != NULL ? v->integer : CM_UNSET;
}

static bool flag_of(const JsonValue *line, const char *name)
{
    const JsonValue *v = cm__json_get(line, name);
    return v != NULL && v->boolean;
}

static int64_t resident_bytes(void)
{
    char line[128] = "";
    FILE *f = fopen("/proc/self/statm", "r");
    if (f == NULL)
        return 0;
    const char *got = fgets(line, sizeof line, f);
    (void)fclose(f);
    /* the second number, in pages */
    const char *blank = got != NULL ? strchr(line, ' ') : NULL;
    return blank != NULL ? strtoll(blank, NULL, 10) * sysconf(_SC_PAGESIZE) : 0;
}

/* The result as JSON text, to be freed; its own memory is not counted, nor the
 * time to write it. */
static char *run(Driver *d, const JsonValue *line, size_t *ret_bound,
                 uint64_t *ret_ns)
{
    const JsonValue *limits = cm__json_get(line, "limits");
    const JsonValue *language = cm__json_get(line, "language");
    const JsonValue *code = cm__json_get(line, "code");
    bool is_lua = language != NULL && cm__json_is_text(language, "lua");
    cm_limits l = { .timeout_ms = limit_of(limits, "timeoutMs"),
                    .max_tool_calls = limit_of(limits, "maxToolCalls"),
                    .max_output_bytes = limit_of(limits, "maxOutputBytes"),
                    .max_memory_bytes = limit_of(limits, "maxMemoryBytes"),
                    .max_steps = limit_of(limits, "maxSteps") };
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x;
    cm_result *result;
    cm_error err;
    if (code == NULL || code->type != CM_JSON_TYPE_STRING)
        fail("a line without code");
    o.limits = &l;
    o.source = code->text;
    o.source_len = code->len;
    const cm_runtime *runtime =
        runtime_of(d, is_lua ? CM_LANGUAGE_LUA : CM_LANGUAGE_JAVASCRIPT,
                   flag_of(line, "tools"));
    d->peak = d->live;
    start_clock(d);
    d->is_frozen = flag_of(line, "frozen");
    if (cm_execution_start(runtime, &o, &x, &err) != CM_OK)
        fail(err.text);
    cm_run_state state;
    do /* everything is answered at once: a wait is one for the clean-up */
        state = cm_execution_run(x, 0);
    while (state != CM_RUN_DONE);
    if (cm_execution_take_result(x, &result) != CM_OK)
        fail("no result");
    *ret_bound = cm_execution_memory_peak(x);
    cm_execution_free(x);
    *ret_ns = now_ns(d);
    size_t len;
    const char *json = cm_result_json(result, &len);
    char *text = json != NULL ? malloc(len + 1) : NULL;
    if (text == NULL)
        fail("no memory");
    memcpy(text, json, len + 1);
    cm_result_free(result);
    return text;
}

static void answer(Driver *d, const JsonValue *line)
{
    size_t before = d->live, bound;
    uint64_t ns;
    char *json = run(d, line, &bound, &ns);
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&out);
    cm__json_begin_object(&w);
    cm__json_key(&w, "result");
    cm__json_write_raw(&w, json, strlen(json));
    free(json);
    cm__json_key(&w, "ms");
    cm__json_write_number(&w, (double)ns / 1e6);
    cm__json_key(&w, "peak");
    cm__json_write_int(&w, (int64_t)(d->peak - before));
    cm__json_key(&w, "bound");
    cm__json_write_int(&w, (int64_t)bound);
    cm__json_key(&w, "left");
    cm__json_write_int(&w, (int64_t)d->live - (int64_t)before);
    cm__json_key(&w, "rss");
    cm__json_write_int(&w, resident_bytes());
    cm__json_end_object(&w);
    if (out.status != CM_OK)
        fail("no memory");
    (void)fwrite(out.bytes, 1, out.len, stdout);
    (void)putchar('\n');
    (void)fflush(stdout);
    cm__buf_done(&out);
}

/* What a runtime makes when it is first needed (the index of `search`, texts of
 * what is found) belongs to no program. */
static void warm_up(Driver *d, cm_language language)
{
    static const char *const searches[] = {
        "await search({ query: 'find items warehouse price date name', "
        "limit: 100 })",
        "search({ query = 'find items warehouse price date name', limit = 100 })"
    };
    (void)runtime_of(d, language, false);
    const cm_runtime *r = runtime_of(d, language, true);
    const char *source = searches[language];
    cm_result *result;
    cm_error err;
    start_clock(d);
    if (cm_execute(r, source, strlen(source), &result, &err) != CM_OK)
        fail(err.text);
    if (!cm_result_ok(result))
        fail(cm_result_error_message(result, NULL));
    cm_result_free(result);
}

int main(int argc, char **argv)
{
    Driver d = { .clock = CLOCK_THREAD_CPUTIME_ID };
    d.alloc = (cm_allocator){ resize, &d };
    if (argc == 2 && strcmp(argv[1], "--wall") == 0)
        d.clock = CLOCK_MONOTONIC;
    else if (argc != 1)
        fail("usage: driver [--wall]");
    for (int language = 0; language < 2; language++)
        warm_up(&d, (cm_language)language);
    char *text = NULL;
    size_t room = 0;
    ssize_t len;
    while ((len = getline(&text, &room, stdin)) > 0) {
        JsonDoc *doc;
        cm_error err;
        if (cm__json_parse(cm__alloc_default(), text, (size_t)len, NULL, &doc,
                           &err) != CM_OK)
            fail(err.text);
        answer(&d, &doc->root);
        cm__json_doc_free(doc);
    }
    free(text);
    for (int language = 0; language < 2; language++)
        for (int tools = 0; tools < 2; tools++)
            cm_runtime_free(d.runtimes[language][tools]);
    cm_tools_free(d.tools);
    return d.live == 0 ? 0 : 1;
}
