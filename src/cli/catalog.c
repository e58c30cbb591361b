/* SPDX-License-Identifier: MIT */
/* `codemode catalog`: the tools that a program can call, as a model sees them;
 * with --json as descriptors. */
#include <string.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "json/writer.h"

typedef struct CatalogCommand {
    CliHost host;
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
        cm__json_end_object(&w);
    }
    cm__json_end_array(&w);
}

static void write_text(const cm_runtime *runtime, Buf *out)
{
    size_t len;
    char *text = cm_runtime_catalog(runtime, 0, &len);
    if (text == NULL)
        out->status = CM_E_NOMEM;
    else
        cm__buf_add(out, text, len);
    cm_text_free(runtime, text);
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
    cm_language language = cm__options_language(options, NULL);
    Toolbox *box = cm__hub_toolbox(c->host.hub, language, &err);
    if (box == NULL) {
        cm__log(&c->host.term.log, CM_LOG_ERROR, "%s", err.text);
        c->exit_status = CM_EXIT_USAGE;
    } else {
        Buf text;
        cm__buf_init(&text, c->host.alloc, CM_BUF_NO_LIMIT);
        if (options->is_json)
            write_json(box->runtime, &text);
        else
            write_text(box->runtime, &text);
        c->exit_status = text.status == CM_OK &&
                                 cm__host_print(cm__buf_text(&text), text.len)
                             ? CM_EXIT_OK
                             : CM_EXIT_FAILED;
        cm__buf_done(&text);
    }
    cm__host_finish(&c->host);
}

int cm__catalog_command(const Options *options)
{
    CatalogCommand c = { .exit_status = CM_EXIT_FAILED };
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
