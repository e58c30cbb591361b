/* SPDX-License-Identifier: MIT */
/* Loads OpenAPI documents and says what became of them:
 *
 *     find DIR -name '*.json' | bench.openapi_load [-b BASE_URL] [-v] [-c] [-s]
 *     bench.openapi_load [options] FILE...
 *
 * A document whose servers cannot be used is loaded again with the base URL.
 * -v: a line for each document. -c: compiles every input schema, as adding the
 * tools would. -s: renders every type. -r: builds a runtime in each language
 * over the document and renders the signatures of all its tools and a catalog,
 * within their budgets. -p: prints tools and reasons. The last lines count the
 * skip reasons, names in them replaced. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "catalog/describe.h"
#include "catalog/signature.h"
#include "codemode.h"
#include "openapi/generate.h"
#include "schema/schema.h"

enum {
    MAX_REASONS = 256,
    CATALOG_TOKENS = 2000
};

typedef struct Totals {
    size_t documents, failures, tools, skipped, unchecked, unknown, over_signed;
    size_t schema_bytes, peak_bytes, max_ms;
    size_t signatures, over_budget, longest_signature, render_ms;
    char reasons[MAX_REASONS][128];
    size_t counts[MAX_REASONS], n_reasons;
} Totals;

typedef struct Settings {
    const char *base_url;
    bool is_verbose, compiles, signs, prints, renders;
} Settings;

/* An allocator that knows how much is live. */
static size_t live, peak;

static void *counted(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    (void)ctx;
    void *p = NULL;
    if (new_size == 0)
        free(ptr);
    else
        p = realloc(ptr, new_size);
    if (p || new_size == 0)
        live = live - (ptr ? old_size : 0) + new_size;
    if (live > peak)
        peak = live;
    return p;
}

static const cm_allocator counting = { .resize = counted };

static double now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static char *read_file(const char *path, size_t *ret_len)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t len = 0, cap = 1 << 16;
    char *text = malloc(cap);
    size_t n = 0;
    while (text && (n = fread(text + len, 1, cap - len, file)) > 0) {
        len += n;
        if (len == cap) {
            char *bigger = realloc(text, cap *= 2);
            if (!bigger)
                free(text);
            text = bigger;
        }
    }
    (void)fclose(file);
    *ret_len = len;
    return text;
}

/* The reason with what is quoted or declared replaced. */
static void generalize(const char *reason, char out[128])
{
    size_t n = 0;
    bool is_quoted = false;
    for (const char *p = reason; *p && n < 120; p++) {
        if (*p == '\'') {
            is_quoted = !is_quoted;
            if (is_quoted)
                n += (size_t)snprintf(out + n, 128 - n, "<>");
        } else if (!is_quoted) {
            out[n++] = *p;
        }
        if (*p == ':' && strncmp(reason, "no supported", 12) != 0)
            break;
    }
    out[n] = '\0';
}

static void count_reason(Totals *all, const char *reason)
{
    char text[128];
    generalize(reason, text);
    size_t i = 0;
    while (i < all->n_reasons && strcmp(all->reasons[i], text) != 0)
        i++;
    if (i == MAX_REASONS)
        return;
    if (i == all->n_reasons) {
        memcpy(all->reasons[i], text, sizeof text);
        all->n_reasons++;
    }
    all->counts[i]++;
}

static bool wants_base(const OpenApiSet *set)
{
    for (size_t i = 0; i < set->n_skipped; i++)
        if (strstr(set->skipped[i].reason.text, "set baseUrl") ||
            strstr(set->skipped[i].reason.text, "server URL"))
            return true;
    return false;
}

static void compile(Totals *all, const Operation *op, const char *path)
{
    Schema *schema = NULL;
    cm_error err = { 0 };
    if (cm__schema_compile(cm__alloc_default(), op->input_schema.text,
                           op->input_schema.len, NULL, &schema,
                           &err) != CM_OK) {
        all->unchecked++;
        if (getenv("SHOW_UNCHECKED"))
            printf("  unchecked %s %s: %s\n", path, op->tool.text, err.text);
    }
    cm__schema_unref(schema);
}

static void sign(Totals *all, const char *schema)
{
    Buf out;
    TypeStyle style = { CM_LANGUAGE_JAVASCRIPT, TYPE_PRETTY, 0 };
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__type_add(&out, &style, schema);
    all->unknown += out.len == 7 && strcmp(out.bytes, "unknown") == 0 &&
                    strcmp(schema, "{}") != 0;
    all->over_signed += out.len > CM_TYPE_MAX_BYTES;
    cm__buf_done(&out);
}

/* A text of the catalog that is missing or over its budget is told and fails
 * the run. */
static void want(Totals *all, bool is_met, const char *path, const char *what)
{
    if (is_met)
        return;
    all->over_budget++;
    printf("%s: %s\n", path, what);
}

static void render_tools(Totals *all, const cm_runtime *runtime,
                         const char *path)
{
    size_t n = cm_runtime_tool_count(runtime);
    for (size_t i = 0; i < n; i++) {
        cm_tool_info tool = cm_runtime_tool(runtime, i);
        size_t len = tool.signature ? strlen(tool.signature) : 0;
        /* Two types, and around them the expression and a few words. */
        size_t most =
            (size_t)2 * CM_TYPE_MAX_BYTES + strlen(tool.expression) + 64;
        want(all, len > 0 && len <= most, path, tool.path);
        if (len > all->longest_signature)
            all->longest_signature = len;
    }
    all->signatures += n;
}

/* The catalog of the usual budget: its heading and the line of its group are
 * told in any case, and estimates are rounded. */
static void render_catalog(Totals *all, const cm_runtime *runtime,
                           const char *path)
{
    size_t len = 0;
    char *text = cm_runtime_catalog(runtime, CATALOG_TOKENS, &len);
    want(all,
         text && cm__text_units(text, len) <= (size_t)4 * CATALOG_TOKENS + 800,
         path, "the catalog is over its budget");
    cm_text_free(runtime, text);
    text = cm_runtime_head(runtime, &len);
    want(all, text && len <= CM_HEAD_MAX, path, "the head is over its budget");
    cm_text_free(runtime, text);
}

static void never_sent(void *user, cm_http_exchange *exchange,
                       const cm_http_request *request)
{
    (void)user, (void)request;
    cm_http_fail(exchange, CM_HTTP_FAILED, NULL);
}

static void render_in(Totals *all, const cm_openapi *openapi,
                      cm_language language, const char *path)
{
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    options.language = language;
    cm_error err = { 0 };
    want(all,
         tools && cm_openapi_add(openapi, tools, "api", NULL, &err) == CM_OK &&
             cm_runtime_new(tools, &options, &runtime, &err) == CM_OK,
         path, err.text);
    if (runtime) {
        render_tools(all, runtime, path);
        render_catalog(all, runtime, path);
    }
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

/* The way of a host, through the public functions alone. */
static void render(Totals *all, const char *base_url, const char *text,
                   size_t len, const char *path)
{
    cm_openapi_options options = CM_OPENAPI_OPTIONS_INIT;
    cm_openapi *openapi = NULL;
    cm_error err = { 0 };
    options.base_url = base_url;
    options.send = never_sent;
    double start = now_ms();
    want(all, cm_openapi_new(text, len, &options, &openapi, &err) == CM_OK,
         path, err.text);
    if (openapi) {
        render_in(all, openapi, CM_LANGUAGE_JAVASCRIPT, path);
        render_in(all, openapi, CM_LANGUAGE_LUA, path);
    }
    cm_openapi_free(openapi);
    all->render_ms += (size_t)(now_ms() - start);
}

static void print_set(const OpenApiSet *set)
{
    for (size_t i = 0; i < set->n_operations; i++)
        printf("  tool %s\n    %s\n    %s\n", set->operations[i].tool.text,
               set->operations[i].input_schema.text,
               set->operations[i].output_schema.text);
    for (size_t i = 0; i < set->n_skipped; i++)
        printf("  skip %s %s: %s\n", set->skipped[i].method.text,
               set->skipped[i].path.text, set->skipped[i].reason.text);
}

static void study(Totals *all, const Settings *settings, const OpenApiSet *set,
                  const char *path)
{
    all->tools += set->n_operations;
    all->skipped += set->n_skipped;
    for (size_t i = 0; i < set->n_skipped; i++)
        count_reason(all, set->skipped[i].reason.text);
    for (size_t i = 0; i < set->n_operations; i++) {
        const Operation *op = &set->operations[i];
        all->schema_bytes += op->input_schema.len + op->output_schema.len;
        if (settings->compiles)
            compile(all, op, path);
        if (settings->signs) {
            sign(all, op->input_schema.text);
            sign(all, op->output_schema.text);
        }
    }
    if (settings->prints)
        print_set(set);
}

static void load(Totals *all, const Settings *settings, const char *path)
{
    size_t len = 0;
    char *text = read_file(path, &len);
    OpenApiSet *set = NULL;
    OaOptions options = { 0 };
    cm_error err = { 0 };
    if (!text)
        return;
    all->documents++;
    peak = live = 0;
    double start = now_ms();
    cm_status status =
        cm__openapi_generate(&counting, text, len, &options, &set, &err);
    size_t ms = (size_t)(now_ms() - start);
    if (status == CM_OK && settings->base_url && wants_base(set)) {
        cm__openapi_set_free(set);
        options.base_url = settings->base_url;
        status =
            cm__openapi_generate(&counting, text, len, &options, &set, &err);
    }
    size_t kept = live;
    if (status == CM_OK)
        study(all, settings, set, path);
    else
        printf("%s: %s (%" PRIu32 ":%" PRIu32 ")\n", path, err.text, err.line,
               err.column);
    all->failures += status != CM_OK;
    if (settings->is_verbose && status == CM_OK)
        printf("%s: %zu bytes, %zu tools, %zu skipped, %zu ms, peak %zu KiB, "
               "kept %zu KiB\n",
               path, len, set->n_operations, set->n_skipped, ms, peak >> 10,
               kept >> 10);
    if (peak > all->peak_bytes)
        all->peak_bytes = peak;
    if (ms > all->max_ms)
        all->max_ms = ms;
    if (status == CM_OK)
        cm__openapi_set_free(set);
    if (status == CM_OK && settings->renders)
        render(all, options.base_url, text, len, path);
    free(text);
}

static void report(const Totals *all)
{
    size_t n = all->tools + all->skipped;
    printf("%zu documents, %zu failed; %zu operations, %zu tools (%.2f %%), "
           "%zu skipped\n",
           all->documents, all->failures, n, all->tools,
           n ? 100.0 * (double)all->tools / (double)n : 0.0, all->skipped);
    printf("%zu inputs unchecked, %zu types unknown; schemas %zu MiB; peak %zu "
           "MiB, slowest %zu ms\n",
           all->unchecked, all->unknown, all->schema_bytes >> 20,
           all->peak_bytes >> 20, all->max_ms);
    if (all->signatures > 0)
        printf("%zu signatures, %zu over budget; longest %zu bytes; runtimes "
               "and signatures %zu ms\n",
               all->signatures, all->over_budget, all->longest_signature,
               all->render_ms);
    for (size_t i = 0; i < all->n_reasons; i++)
        printf("%8zu %s\n", all->counts[i], all->reasons[i]);
}

int main(int argc, char **argv)
{
    static Totals all;
    Settings settings = { 0 };
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "-b") == 0 && i + 1 < argc)
            settings.base_url = argv[++i];
        settings.is_verbose |= strcmp(argv[i], "-v") == 0;
        settings.compiles |= strcmp(argv[i], "-c") == 0;
        settings.signs |= strcmp(argv[i], "-s") == 0;
        settings.prints |= strcmp(argv[i], "-p") == 0;
        settings.renders |= strcmp(argv[i], "-r") == 0;
    }
    for (int j = i; j < argc; j++)
        load(&all, &settings, argv[j]);
    char line[4096];
    while (i == argc && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        load(&all, &settings, line);
    }
    report(&all);
    return all.failures + all.over_budget != 0;
}
