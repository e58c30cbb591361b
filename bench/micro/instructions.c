/* SPDX-License-Identifier: MIT */
/* instructions: work whose instructions are counted, see ../instructions.py.
 *
 *     bench.instructions compiler
 *     bench.instructions program FILE N     a program main(N), compiled before
 *     bench.instructions compile FILE N     N times
 *     bench.instructions fresh js|lua N     compile, run, free, N times
 *     bench.instructions call js|lua N      one execution with N calls
 *     bench.instructions catalog N          tools: runtime, catalog, searches
 *
 * Only what runs inside bench_measured() counts. Everything is the same each
 * time: no clock moves, the seed and the key of the hashes are fixed, the image
 * of the built-ins is made before. */
#include "base/hash.h"
#include "codemode.h"
#include "micro.h"

#include <gnu/libc-version.h>
#include <string.h>

enum {
    SOURCE_MAX = 1 << 20
};

typedef struct Work {
    cm_language language;
    const char *source; /* what the work compiles, or runs without a program */
    size_t source_len;
    long n;
    const cm_runtime *runtime;
    const cm_program *program;
    cm_tools *tools;
    const char *value; /* what comes out; NULL: not looked at */
} Work;

static const char fresh_js[] = "const items = [3, 1, 2];\n"
                               "const doubled = items.map((n) => n * 2);\n"
                               "let total = 0;\n"
                               "for (const n of doubled) total += n;\n"
                               "return { total, n: doubled.length };\n";
static const char fresh_lua[] =
    "local items, doubled = { 3, 1, 2 }, {}\n"
    "for i, n in ipairs(items) do doubled[i] = n * 2 end\n"
    "local total = 0\n"
    "for _, n in ipairs(doubled) do total = total + n end\n"
    "return { total = total, n = #doubled }\n";

/* ---- the same each time ---- */

static uint64_t no_ns(void *user)
{
    (void)user;
    return 1000000;
}

static double no_ms(void *user)
{
    (void)user;
    return 1.75e12;
}

static cm_runtime *runtime_of(cm_language language, const cm_tools *tools)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime;
    o.language = language;
    o.monotonic_ns = no_ns;
    o.wall_clock_ms = no_ms;
    o.has_random_seed = 1;
    o.random_seed = 42;
    o.limits.max_memory_bytes = (int64_t)1 << 30;
    o.limits.max_tool_calls = 1000000;
    if (cm_runtime_new(tools, &o, &runtime, NULL) != CM_OK)
        micro_fail("no runtime");
    return runtime;
}

/* ---- the work ---- */

static void run(const Work *w)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x;
    cm_result *r;
    o.program = w->program;
    o.source = w->program ? NULL : w->source;
    o.source_len = w->program ? 0 : w->source_len;
    if (cm_execution_start(w->runtime, &o, &x, NULL) != CM_OK ||
        cm_execution_run(x, 0) != CM_RUN_DONE ||
        cm_execution_take_result(x, &r) != CM_OK)
        micro_fail("cannot run");
    if (!cm_result_ok(r))
        micro_fail(cm_result_error_message(r, NULL));
    if (w->value && strcmp(cm_result_value(r, NULL), w->value) != 0)
        micro_fail("a wrong value came out");
    cm_result_free(r);
    cm_execution_free(x);
}

static void run_n(const Work *w)
{
    for (long i = 0; i < w->n; i++)
        run(w);
}

static cm_program *compiled(const cm_runtime *runtime, const char *source,
                            size_t len)
{
    cm_program *program = NULL;
    cm_result *failure = NULL;
    if (cm_program_new(runtime, source, len, &program, &failure, NULL) !=
            CM_OK ||
        !program)
        micro_fail("does not compile");
    return program;
}

static void compile_n(const Work *w)
{
    for (long i = 0; i < w->n; i++)
        cm_program_free(compiled(w->runtime, w->source, w->source_len));
}

static void build_catalog(const Work *w)
{
    static const char *const searches[] = {
        "return search({ query: 'list open invoices' }).items.length",
        "return search({ query: 'report' }).items.length",
        "return search({ query: 'delete an order' }).items.length",
    };
    cm_runtime *runtime = runtime_of(CM_LANGUAGE_JAVASCRIPT, w->tools);
    Work one = *w;
    one.runtime = runtime;
    char *text = cm_runtime_catalog(runtime, CM_UNSET, NULL);
    if (!text)
        micro_fail("no catalog");
    cm_text_free(runtime, text);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        one.source = searches[i];
        one.source_len = strlen(searches[i]);
        run(&one);
    }
    cm_runtime_free(runtime);
}

/* Called through a pointer, so that it is not inlined; what it writes last
 * keeps it from ending with a jump into the work. */
static volatile int has_measured;
void bench_measured(void (*work)(const Work *w), const Work *w);
void bench_measured(void (*work)(const Work *w), const Work *w)
{
    work(w);
    has_measured = 1;
}
static void (*volatile measured)(void (*work)(const Work *w),
                                 const Work *w) = bench_measured;

/* ---- tools ---- */

static void lookup(void *user, cm_call *call, const char *input, size_t len)
{
    static const char answer[] =
        "{\"ok\":true,\"n\":1,\"items\":[{\"id\":1,\"name\":\"abc\"}]}";
    (void)user;
    (void)input;
    (void)len;
    cm_call_return(call, answer, sizeof answer - 1);
}

static cm_tools *one_tool(void)
{
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    tool.output_schema = "{}";
    tool.execute = lookup;
    if (!tools || cm_tools_add(tools, "orders.lookup", &tool, NULL) != CM_OK)
        micro_fail("no tool");
    return tools;
}

static cm_tools *many_tools(long n)
{
    static const char *const verbs[] = { "get", "list", "delete", "export" };
    static const char *const nouns[] = { "invoice", "order", "report" };
    static const char schema[] =
        "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},"
        "\"limit\":{\"type\":\"integer\"}},\"required\":[\"id\"]}";
    cm_tools *tools = cm_tools_new(NULL);
    for (long i = 0; i < n; i++) {
        char path[64], description[100];
        cm_tool tool = { 0 };
        snprintf(path, sizeof path, "server%ld.%s_%s_%ld", i % 9, verbs[i % 4],
                 nouns[i % 3], i);
        snprintf(description, sizeof description,
                 "Can %s the open %s of an account.", verbs[i % 4],
                 nouns[i % 3]);
        tool.description = description;
        tool.input_schema = tool.output_schema = schema;
        tool.execute = lookup;
        if (!tools || cm_tools_add(tools, path, &tool, NULL) != CM_OK)
            micro_fail("no tool");
    }
    return tools;
}

/* ---- the command line ---- */

static cm_language language_of(const char *name)
{
    size_t len = strlen(name);
    return len >= 3 && strcmp(name + len - 3, "lua") == 0
               ? CM_LANGUAGE_LUA
               : CM_LANGUAGE_JAVASCRIPT;
}

static void measure(Work *w, void (*work)(const Work *w))
{
    const Work warm_up = { .source = "return 1",
                           .source_len = 8,
                           .value = "1",
                           .runtime = w->runtime };
    if (w->runtime)
        run(&warm_up);
    measured(work, w);
}

static void measure_program(Work *w, const char *path)
{
    static char source[SOURCE_MAX];
    char *text = micro_read(path, &w->source_len);
    int len = snprintf(source, sizeof source, "%s\nreturn %smain(%ld)\n", text,
                       w->language == CM_LANGUAGE_LUA ? "" : "await ", w->n);
    cm_program *program = compiled(w->runtime, source, (size_t)len);
    w->program = program;
    measure(w, run);
    cm_program_free(program);
    free(text);
}

static void measure_compiling(Work *w, const char *path)
{
    char *text = micro_read(path, &w->source_len);
    w->source = text;
    measure(w, compile_n);
    free(text);
}

static void measure_fresh(Work *w)
{
    w->source = w->language == CM_LANGUAGE_LUA ? fresh_lua : fresh_js;
    w->source_len = strlen(w->source);
    w->value = "{\"total\":12,\"n\":3}";
    measure(w, run_n);
}

static void measure_calls(Work *w)
{
    char source[400];
    if (w->language == CM_LANGUAGE_LUA)
        snprintf(source, sizeof source,
                 "local n = 0\nfor i = 1, %ld do\n  n = n + tools.orders."
                 "lookup({ id = i, tags = { 'x', 'y' } }).n\nend\nreturn n\n",
                 w->n);
    else
        snprintf(source, sizeof source,
                 "let n = 0;\nfor (let i = 1; i <= %ld; i++) n += (await "
                 "tools.orders.lookup({ id: i, tags: ['x', 'y'] })).n;\n"
                 "return n;\n",
                 w->n);
    w->source_len = strlen(source);
    w->source = source;
    measure(w, run);
}

static void print_compiler(void)
{
#if defined(__x86_64__)
    const char *machine = "x86_64";
#elif defined(__aarch64__)
    const char *machine = "aarch64";
#else
    const char *machine = "other";
#endif
#if defined(__clang__)
    const char *vendor = "clang";
#else
    const char *vendor = "gcc";
#endif
    printf("%s, %s %s, glibc %s\n", machine, vendor, __VERSION__,
           gnu_get_libc_version());
}

int main(int argc, char **argv)
{
    Work w = { 0 };
    cm__hash_key[0] = cm__hash_key[1] = UINT64_C(0x9E3779B97F4A7C15);
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "compiler") == 0) {
        print_compiler();
        return 0;
    }
    const char *of = argc == 4 ? argv[2] : "";
    w.n = argc > 2 ? strtol(argv[argc - 1], NULL, 10) : 0;
    w.language = language_of(of);
    w.tools = strcmp(what, "catalog") == 0 ? many_tools(w.n) : one_tool();
    cm_runtime *runtime = runtime_of(w.language, w.tools);
    w.runtime = runtime;
    if (w.n < 1)
        micro_fail("usage: bench.instructions WORK [FILE|LANGUAGE] N");
    else if (strcmp(what, "program") == 0)
        measure_program(&w, of);
    else if (strcmp(what, "compile") == 0)
        measure_compiling(&w, of);
    else if (strcmp(what, "fresh") == 0)
        measure_fresh(&w);
    else if (strcmp(what, "call") == 0)
        measure_calls(&w);
    else if (strcmp(what, "catalog") == 0)
        measure(&w, build_catalog);
    else
        micro_fail("unknown work");
    cm_runtime_free(runtime);
    cm_tools_free(w.tools);
    return has_measured ? 0 : 1;
}
