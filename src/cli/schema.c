/* SPDX-License-Identifier: MIT */
/* `codemode schema`: checks instances against JSON Schemas, a line of JSON in,
 * a line out; for scripts and conformance tests.
 *
 *     {"id":any,"schema":...,"instance":...,"draft":"2020-12"|"2019-09"|"7"|
 *      "6"|"4","remotes":{"URI":schema,...},"assertFormat":true}
 *     {"id":any,"valid":true}   {"id":any,"valid":false,"problems":"..."}
 *     {"id":any|null,"error":"..."}
 *
 * Only id, schema and instance must be there. Texts are taken from the line as
 * they stand, so that no digit of a number is lost. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "cli/line_key.h"
#include "net/lines.h"
#include "schema/schema.h"
#include "json/writer.h"

enum {
    MAX_REMOTES = 1024
};

/* Work on one instance, so that a hostile schema ends. */
#define STEP_LIMIT UINT64_C(200000000)

typedef struct SchemaLine {
    const char *text;
    JsonDoc *doc;
    SchemaDocument *remotes; /* owned */
    Buf out;
} SchemaLine;

/* ---- answers ---- */

static void begin_answer(SchemaLine *l, JsonWriter *w)
{
    const JsonValue *id = l->doc ? cm__json_get(&l->doc->root, "id") : NULL;
    *w = cm__json_writer(&l->out);
    cm__json_begin_object(w);
    cm__json_key(w, "id");
    if (id)
        cm__json_write_value(w, id);
    else
        cm__json_write_null(w);
}

static void answer_error(SchemaLine *l, const char *text)
{
    JsonWriter w;
    begin_answer(l, &w);
    cm__json_key(&w, "error");
    cm__json_write_text(&w, text);
    cm__json_end_object(&w);
}

static void answer_verdict(SchemaLine *l, bool is_valid, const Buf *problems)
{
    JsonWriter w;
    begin_answer(l, &w);
    cm__json_key(&w, "valid");
    cm__json_write_bool(&w, is_valid);
    if (!is_valid) {
        cm__json_key(&w, "problems");
        cm__json_write_text_n(&w, cm__buf_text(problems), problems->len);
    }
    cm__json_end_object(&w);
}

/* ---- requests ---- */

/* Where a value of the line ends; the text was parsed, so it has an end. */
static const char *value_end(const char *at)
{
    int depth = 0;
    bool in_string = false;
    for (;; at++) {
        if (in_string) {
            if (*at == '\\')
                at++;
            else if (*at == '"')
                in_string = false;
        } else if (*at == '"') {
            in_string = true;
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']' || *at == ',') {
            if (depth == 0)
                return at;
            if (*at != ',' && --depth == 0)
                return at + 1;
        }
    }
}

static const char *value_text(const SchemaLine *l, const JsonValue *value,
                              size_t *ret_len)
{
    const char *at = l->text + value->offset;
    *ret_len = (size_t)(value_end(at) - at);
    return at;
}

static const char *read_remotes(SchemaLine *l, SchemaOptions *options)
{
    const JsonValue *map = cm__json_get(&l->doc->root, "remotes");
    if (!map || map->type != CM_JSON_TYPE_OBJECT || map->n_members == 0)
        return NULL;
    if (map->n_members > MAX_REMOTES)
        return "too many remotes";
    l->remotes =
        cm__alloc_zero(cm__alloc_default(), MAX_REMOTES, sizeof *l->remotes);
    if (!l->remotes)
        return "out of memory";
    for (size_t i = 0; i < map->n_members; i++) {
        SchemaDocument *d = &l->remotes[i];
        d->uri = map->members[i].name;
        d->text = value_text(l, &map->members[i].value, &d->len);
    }
    options->documents = l->remotes;
    options->n_documents = map->n_members;
    return NULL;
}

static const char *read_options(SchemaLine *l, SchemaOptions *options)
{
    const JsonValue *draft = cm__json_get(&l->doc->root, "draft");
    const JsonValue *format = cm__json_get(&l->doc->root, "assertFormat");
    if (draft && (draft->type != CM_JSON_TYPE_STRING ||
                  !cm__schema_draft_named(draft->text, &options->draft)))
        return "draft must be \"2020-12\", \"2019-09\", \"7\", \"6\" or \"4\"";
    options->assert_format =
        format && format->type == CM_JSON_TYPE_BOOL && format->boolean;
    return read_remotes(l, options);
}

static void check_instance(SchemaLine *l, const Schema *schema,
                           const JsonValue *instance)
{
    uint64_t left = STEP_LIMIT;
    SchemaHost host = { cm__alloc_default(), cm__schema_spend, &left };
    Buf problems;
    size_t len;
    const char *text = value_text(l, instance, &len);
    cm__buf_init(&problems, host.alloc, CM_BUF_NO_LIMIT);
    switch (cm__schema_check(schema, &host, text, len, &problems)) {
    case SCHEMA_VALID:
        answer_verdict(l, true, NULL);
        break;
    case SCHEMA_INVALID:
        answer_verdict(l, false, &problems);
        break;
    case SCHEMA_UNCHECKABLE:
        answer_error(l, cm__buf_text(&problems));
        break;
    case SCHEMA_STOPPED:
        answer_error(l, "the check takes too many steps");
        break;
    case SCHEMA_NOMEM:
        answer_error(l, "out of memory");
        break;
    }
    cm__buf_done(&problems);
}

static void answer(SchemaLine *l, size_t len)
{
    static const char *const keys[] = { "id",    "schema",  "instance",
                                        "draft", "remotes", "assertFormat",
                                        NULL };
    JsonOptions limits = { .max_depth = CM_JSON_DEPTH_CAP };
    const cm_allocator *alloc = cm__alloc_default();
    SchemaOptions options = { 0 };
    Schema *schema = NULL;
    cm_error err;
    if (cm__json_parse(alloc, l->text, len, &limits, &l->doc, &err) != CM_OK) {
        answer_error(l, err.text);
        return;
    }
    if (!cm__line_keys_check(&l->doc->root, keys, &err)) {
        answer_error(l, err.text);
        return;
    }
    const JsonValue *text = cm__json_get(&l->doc->root, "schema");
    const JsonValue *instance = cm__json_get(&l->doc->root, "instance");
    if (!text || !instance) {
        answer_error(l, "schema and instance must be there");
        return;
    }
    const char *wrong = read_options(l, &options);
    if (wrong) {
        answer_error(l, wrong);
        return;
    }
    size_t schema_len;
    const char *at = value_text(l, text, &schema_len);
    if (cm__schema_compile(alloc, at, schema_len, &options, &schema, &err) !=
        CM_OK) {
        answer_error(l, err.text);
        return;
    }
    check_instance(l, schema, instance);
    cm__schema_unref(schema);
}

/* ---- lines ---- */

typedef struct SchemaCommand {
    LineSplitter lines;
    size_t n_overlong; /* that were answered */
    bool is_over;      /* standard output takes no more */
} SchemaCommand;

static void send(SchemaCommand *c, SchemaLine *l)
{
    static const char lost[] = "{\"id\":null,\"error\":\"out of memory\"}\n";
    cm__buf_add_char(&l->out, '\n');
    bool is_ok = l->out.status == CM_OK;
    const char *text = is_ok ? l->out.bytes : lost;
    size_t len = is_ok ? l->out.len : sizeof lost - 1;
    c->is_over = fwrite(text, 1, len, stdout) != len || fflush(stdout) != 0;
    cm__buf_done(&l->out);
}

static void run_line(void *ctx, const char *text, size_t len)
{
    SchemaCommand *c = ctx;
    const cm_allocator *alloc = cm__alloc_default();
    SchemaLine l = { .text = text };
    if (c->is_over)
        return;
    cm__buf_init(&l.out, alloc, CM_BUF_NO_LIMIT);
    answer(&l, len);
    send(c, &l);
    cm__free(alloc, l.remotes, MAX_REMOTES * sizeof *l.remotes);
    cm__json_doc_free(l.doc);
}

static void answer_overlong(SchemaCommand *c)
{
    for (; !c->is_over && c->n_overlong < c->lines.n_overlong;
         c->n_overlong++) {
        SchemaLine l = { .text = NULL };
        cm__buf_init(&l.out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        answer_error(&l, "the line is longer than 64 MiB");
        send(c, &l);
    }
}

int cm__schema_command(const Options *options)
{
    SchemaCommand c = { .is_over = false };
    char chunk[65536];
    cm_status status = CM_OK;
    ssize_t n;
    (void)options;
    cm__lines_init(&c.lines, cm__alloc_default(), CM_LINE_MAX_DEFAULT);
    do {
        n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n > 0)
            status = cm__lines_feed(&c.lines, chunk, (size_t)n, run_line, &c);
        answer_overlong(&c);
    } while (!c.is_over && status == CM_OK &&
             (n > 0 || (n < 0 && errno == EINTR)));
    if (!c.is_over && n == 0)
        cm__lines_finish(&c.lines, run_line, &c);
    cm__lines_done(&c.lines);
    if (status == CM_E_NOMEM)
        (void)fputs("codemode: error: out of memory\n", stderr);
    return status == CM_OK && !c.is_over && n == 0 ? CM_EXIT_OK
                                                   : CM_EXIT_FAILED;
}
