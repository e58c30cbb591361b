/* SPDX-License-Identifier: MIT */
/* `codemode catalog`, `instructions`, `types`: what a model or an editor reads
 * about the tools, and `codemode search`, what a program finds. Each connects
 * to everything, waits until all that can come has come, and prints. */
#include <string.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "mcp/describe.h"
#include "json/writer.h"

/* Writes what the command prints; out->status is set on failure. */
typedef void (*TextWriter)(const cm_runtime *runtime, const Options *options,
                           Buf *out);

typedef struct CatalogCommand {
    CliHost host;
    TextWriter write;
    bool is_printed;
    int exit_status;
} CatalogCommand;

static void member(JsonWriter *w, const char *key, const char *text)
{
    cm__json_key(w, key);
    cm__json_write_text(w, text != NULL ? text : "");
}

static void schema_member(JsonWriter *w, const char *key, const char *json)
{
    if (json == NULL)
        return;
    cm__json_key(w, key);
    cm__json_write_raw(w, json, strlen(json));
}

static void write_json(const cm_runtime *runtime, Buf *out)
{
    JsonWriter w = cm__json_writer(out);
    cm__json_begin_array(&w);
    for (size_t i = 0; i < cm_runtime_tool_count(runtime); i++) {
        cm_tool_info tool = cm_runtime_tool(runtime, i);
        cm__json_begin_object(&w);
        member(&w, "path", tool.path);
        member(&w, "description", tool.description);
        member(&w, "expression", tool.expression);
        schema_member(&w, "inputSchema", tool.input_schema);
        schema_member(&w, "outputSchema", tool.output_schema);
        if (tool.signature == NULL)
            out->status = CM_E_NOMEM;
        member(&w, "signature", tool.signature);
        cm__json_end_object(&w);
    }
    cm__json_end_array(&w);
}

/* A person who asks for the catalog wants all of it. */
static void write_catalog(const cm_runtime *runtime, const Options *options,
                          Buf *out)
{
    size_t len = 0;
    if (options->is_json) {
        write_json(runtime, out);
        return;
    }
    int64_t budget =
        options->budget == CM_UNSET ? CM_COMPLETE : options->budget;
    char *text = cm_runtime_catalog(runtime, budget, &len);
    cm__describe_take(runtime, text, len, out);
}

static void write_instructions(const cm_runtime *runtime,
                               const Options *options, Buf *out)
{
    size_t len = 0;
    char *text = cm_runtime_instructions(runtime, options->budget, &len);
    cm__describe_take(runtime, text, len, out);
}

static void write_types(const cm_runtime *runtime, const Options *options,
                        Buf *out)
{
    size_t len = 0;
    (void)options;
    char *text = cm_runtime_declarations(runtime, &len);
    cm__describe_take(runtime, text, len, out);
}

/* ---- search ---- */

/* The program that searches: the query as a literal of the language. */
static void write_program(const Options *options, const Buf *query, Buf *out)
{
    bool is_lua = cm__options_language(options, NULL) == CM_LANGUAGE_LUA;
    cm__buf_add_str(out, is_lua ? "return search({ query = "
                                : "return search({ query: ");
    if (is_lua)
        cm__describe_lua_text(out, cm__buf_text(query), query->len);
    else
        cm__json_quote(out, cm__buf_text(query), query->len);
    if (options->limit != CM_UNSET)
        cm__buf_add_fmt(out, ", limit%s %lld", is_lua ? " =" : ":",
                        (long long)options->limit);
    cm__buf_add_str(out, " })");
}

static void write_items(const JsonValue *page, Buf *out)
{
    const JsonValue *items = cm__json_get(page, "items");
    const JsonValue *left = cm__json_get(page, "remaining");
    for (size_t i = 0; items != NULL && i < items->n_items; i++) {
        const JsonValue *item = &items->items[i];
        const JsonValue *signature = cm__json_get(item, "signature");
        const JsonValue *about = cm__json_get(item, "description");
        cm__buf_add_str(out, i > 0 ? "\n" : "");
        if (signature != NULL)
            cm__buf_add(out, signature->text, signature->len);
        cm__buf_add_char(out, '\n');
        if (about == NULL || about->len == 0)
            continue;
        cm__buf_add_str(out, "    ");
        cm__buf_add(out, about->text, strcspn(about->text, "\r\n"));
        cm__buf_add_char(out, '\n');
    }
    if (items != NULL && items->n_items == 0)
        cm__buf_add_str(out, "nothing found\n");
    if (left != NULL && left->integer > 0)
        cm__buf_add_fmt(out, "\nand %lld more; see --limit\n",
                        (long long)left->integer);
}

static void write_page(const cm_result *result, bool is_json, Buf *out)
{
    size_t len;
    const char *value = cm_result_value(result, &len);
    JsonDoc *doc = NULL;
    if (!cm_result_ok(result)) { /* the query is too long for a program */
        out->status = CM_E_LIMIT;
    } else if (is_json) {
        cm__buf_add(out, value, len);
        cm__buf_add_char(out, '\n');
    } else {
        out->status = cm__json_parse(out->alloc, value, len, NULL, &doc, NULL);
        if (out->status == CM_OK)
            write_items(&doc->root, out);
        cm__json_doc_free(doc);
    }
}

static void write_search(const cm_runtime *runtime, const Options *options,
                         Buf *out)
{
    Buf query, program;
    cm_result *result = NULL;
    cm__buf_init(&query, out->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&program, out->alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < options->n_words; i++)
        cm__buf_add_fmt(&query, "%s%s", i > 0 ? " " : "", options->words[i]);
    write_program(options, &query, &program);
    cm_status status = query.status != CM_OK ? query.status : program.status;
    if (status == CM_OK)
        status = cm_execute(runtime, cm__buf_text(&program), program.len,
                            &result, NULL);
    if (status == CM_OK)
        write_page(result, options->is_json, out);
    else
        out->status = status;
    cm_result_free(result);
    cm__buf_done(&program);
    cm__buf_done(&query);
}

/* ---- the command ---- */

/* What there is has been printed; the status says whether it is all. */
static int status_of(const CliHost *host)
{
    if (host->config.n_errors > 0)
        return CM_EXIT_USAGE;
    return cm__host_has_all(host) ? CM_EXIT_OK : CM_EXIT_FAILED;
}

static bool print(const CatalogCommand *c, const Buf *text)
{
    bool has_json = c->write == write_catalog || c->write == write_search;
    if (has_json && c->host.options->is_json)
        return cm__host_print_json(cm__buf_text(text), text->len);
    return cm__host_print(cm__buf_text(text), text->len);
}

static void print_when_ready(void *user)
{
    CatalogCommand *c = user;
    const Options *options = c->host.options;
    cm_error err;
    if (c->is_printed || c->host.is_interrupted ||
        !cm__hub_is_settled(c->host.hub))
        return;
    c->is_printed = true;
    cm__host_warn_of_nothing(&c->host);
    cm_language language = cm__options_language(options, NULL);
    Toolbox *box = cm__hub_toolbox(c->host.hub, language, &err);
    if (box == NULL) {
        cm__log(&c->host.term.log, CM_LOG_ERROR, "%s", err.text);
        c->exit_status = CM_EXIT_USAGE;
    } else {
        Buf text;
        cm__buf_init(&text, c->host.alloc, CM_BUF_NO_LIMIT);
        c->write(box->runtime, options, &text);
        if (text.status != CM_OK)
            cm__log(&c->host.term.log, CM_LOG_ERROR, "%s",
                    text.status == CM_E_NOMEM
                        ? "memory was refused"
                        : "the query cannot be searched for");
        else if (print(c, &text))
            c->exit_status = status_of(&c->host);
        cm__buf_done(&text);
    }
    cm__host_finish(&c->host);
}

static int show(const Options *options, TextWriter write)
{
    CatalogCommand c = { .write = write, .exit_status = CM_EXIT_FAILED };
    const CliHostSpec spec = { .options = options,
                               .n_workers = 1,
                               .handles_interrupts = true,
                               .changed = print_when_ready,
                               .user = &c };
    int status = cm__host_open(&c.host, &spec);
    if (status == CM_EXIT_OK) {
        cm__hub_connect(c.host.hub);
        print_when_ready(&c);
        cm__loop_run(c.host.loop);
        status = c.host.is_interrupted ? CM_EXIT_INTERRUPTED : c.exit_status;
    }
    cm__host_close(&c.host);
    return status;
}

int cm__catalog_command(const Options *options)
{
    return show(options, write_catalog);
}

int cm__instructions_command(const Options *options)
{
    return show(options, write_instructions);
}

int cm__types_command(const Options *options)
{
    return show(options, write_types);
}

int cm__search_command(const Options *options)
{
    return show(options, write_search);
}
