/* SPDX-License-Identifier: MIT */
#include "mcp/gateway.h"

#include <stdio.h>
#include <string.h>

#include "mcp/bound.h"
#include "mcp/describe.h"
#include "mcp/directcall.h"
#include "mcp/resourcebound.h"
#include "mcp/resulttext.h"
#include "json/writer.h"

enum {
    CALLS_MAX = 1000,        /* at once, waiting ones included */
    PROGRESS_EVERY_MS = 100, /* of what servers say of a program's calls */
    NAMES_SHOWN = 8          /* to who calls a tool that is none */
};

struct Gateway {
    const cm_allocator *alloc;
    GatewaySpec spec;
    GatewayCall *calls; /* all that are not over */
    size_t n_calls;
    bool is_connected;
    Buf shown; /* the whole list as last given out or announced */
};

struct GatewayCall {
    Gateway *gateway;
    GatewayCall *prev, *next;
    GatewayCallEvents events;
    void *user;
    HostRun *run; /* these two NULL: waits for a server that is starting */
    DirectCall *direct; /* of a direct tool */
    char *name;         /* owned: the direct tool; NULL: execute */
    char *code; /* owned until the start: the program, or arguments as JSON */
    size_t code_len, code_size, name_size;
    uint64_t n_progress, next_progress_ms;
    bool is_quiet; /* cancelled */
};

/* ---- results ---- */

static void answer_text(Gateway *g, const GatewayCallEvents *events, void *user,
                        const Buf *text)
{
    static const char no_memory[] =
        "{\"content\":[{\"type\":\"text\",\"text\":\"out of memory\"}],"
        "\"isError\":true}";
    Buf json;
    cm__buf_init(&json, g->alloc, CM_BUF_NO_LIMIT);
    cm__result_of_text(cm__buf_text(text), text->len, true, &json);
    if (text->status == CM_OK && json.status == CM_OK)
        events->done(user, json.bytes, json.len);
    else
        events->done(user, no_memory, sizeof no_memory - 1);
    cm__buf_done(&json);
}

/* The parts of a result behind its text. */
typedef struct ResultFiles {
    Buf json; /* separated by commas; the owner's to free */
    ResourceBound resources;
    size_t media_bytes, n_left_out; /* of media */
} ResultFiles;

/* What may be a resource with a text. False: it is left out. */
static bool add_resource(ResultFiles *files, JsonWriter *w, const HostFile *f)
{
    JsonDoc *doc = NULL;
    bool is_added = true;
    cm_status status =
        cm__json_parse(files->json.alloc, f->json, f->len, NULL, &doc, NULL);
    if (status == CM_OK)
        is_added = cm__resource_write(&files->resources, w, &doc->root);
    else if (status == CM_E_NOMEM)
        files->json.status = status;
    else /* too deep or large for a second reading */
        is_added = cm__resource_write_raw(&files->resources, w, f->json, f->len,
                                          f->media_bytes / 3 * 4);
    cm__json_doc_free(doc);
    return is_added;
}

/* Files of all rows in start order, while they fit. */
static void collect_files(ResultFiles *files, const HostRun *run)
{
    for (size_t i = 0; i < run->n_rows; i++) {
        for (const HostFile *f = run->rows[i].files; f != NULL; f = f->next) {
            if (f->media_bytes > CM_MEDIA_MAX - files->media_bytes) {
                files->n_left_out++;
                continue;
            }
            size_t start = files->json.len;
            if (start > 0)
                cm__buf_add_char(&files->json, ',');
            JsonWriter w = cm__json_writer(&files->json);
            if (add_resource(files, &w, f))
                files->media_bytes += f->media_bytes;
            else if (files->json.status == CM_OK)
                cm__buf_truncate(&files->json, start);
        }
    }
    files->resources.n_over += run->n_files_lost;
}

static void add_left_out(const ResultFiles *files, Buf *notes)
{
    char line[100];
    if (files->n_left_out > 0) {
        cm__result_left_out_line(files->n_left_out, line);
        cm__buf_add_fmt(notes, "%s\n", line);
    }
    if (files->resources.n_over > 0) {
        cm__resource_over_line(files->resources.n_over, line);
        cm__buf_add_fmt(notes, "%s\n", line);
    }
    if (files->resources.n_left_out > 0) {
        cm__resource_left_out_line(files->resources.n_left_out, line);
        cm__buf_add_fmt(notes, "%s\n", line);
    }
}

static void result_text(const Gateway *g, const HostRun *run,
                        const cm_result *result, const ResultFiles *files,
                        Buf *out)
{
    Buf notes;
    cm__buf_init(&notes, g->alloc, CM_BUF_NO_LIMIT);
    cm__hub_explain(g->spec.hub, result, &notes);
    cm__buf_add(&notes, cm__buf_text(&run->notes), run->notes.len);
    add_left_out(files, &notes);
    cm__result_text(result, &run->logs, &notes, out);
    cm__buf_share(out, &notes);
    cm__buf_share(out, &run->notes);
    cm__buf_share(out, &run->logs);
    cm__buf_done(&notes);
}

static void write_meta(JsonWriter *w, const HostRun *run, bool is_error)
{
    Buf rows;
    cm__buf_init(&rows, w->out->alloc, CM_BUF_NO_LIMIT);
    cm__hostrun_rows_json(run, &rows);
    cm__json_key(w, "_meta");
    cm__json_begin_object(w);
    cm__json_key(w, "toolCalls");
    cm__json_write_raw(w, cm__buf_text(&rows), rows.len);
    cm__buf_share(w->out, &rows);
    if (is_error) {
        cm__json_key(w, "error");
        cm__json_write_bool(w, true);
    }
    cm__json_end_object(w);
    cm__buf_done(&rows);
}

/* What spec/execution.md 10.1 says of a record, as far as it helps a client. */
static const char record_schema[] =
    "{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"},"
    "\"value\":{},\"error\":{\"type\":\"object\"},\"warnings\":{\"type\":"
    "\"array\"},\"logs\":{\"type\":\"array\"},\"toolCalls\":{\"type\":\"array\"}"
    "},\"required\":[\"ok\"]}";

static void write_record(JsonWriter *w, const cm_result *result)
{
    size_t len = 0;
    const char *json = cm_result_json(result, &len);
    if (json == NULL) {
        w->out->status = CM_E_NOMEM;
        return;
    }
    cm__json_key(w, "structuredContent");
    cm__json_write_raw(w, json, len);
}

static Bound bound_of(const Gateway *g)
{
    return (Bound){ CM_BOUND_LINES, CM_BOUND_BYTES, g->spec.output_dir, false };
}

static void write_result(const Gateway *g, const HostRun *run,
                         const cm_result *result, Buf *out)
{
    const Bound bound = bound_of(g);
    Buf text, cut;
    ResultFiles files = { .resources = { .left = bound } };
    bool is_error = !cm_result_ok(result);
    cm__buf_init(&text, g->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&cut, g->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&files.json, g->alloc, CM_BUF_NO_LIMIT);
    collect_files(&files, run);
    result_text(g, run, result, &files, &text);
    cm__bound_text(&bound, cm__buf_text(&text), text.len, &cut);
    JsonWriter w = cm__json_writer(out);
    cm__json_begin_object(&w);
    cm__json_key(&w, "content");
    cm__json_begin_array(&w);
    cm__result_write_text(&w, cm__buf_text(&cut), cut.len);
    cm__buf_share(out, &text);
    cm__buf_share(out, &cut);
    cm__buf_share(out, &files.json);
    if (files.json.len > 0)
        cm__json_write_raw(&w, cm__buf_text(&files.json), files.json.len);
    cm__json_end_array(&w);
    if (is_error) {
        cm__json_key(&w, "isError");
        cm__json_write_bool(&w, true);
    }
    if (g->spec.is_structured)
        write_record(&w, result);
    write_meta(&w, run, is_error);
    cm__json_end_object(&w);
    cm__buf_done(&text);
    cm__buf_done(&cut);
    cm__buf_done(&files.json);
}

/* ---- calls ---- */

static void call_end(GatewayCall *c)
{
    Gateway *g = c->gateway;
    *(c->prev != NULL ? &c->prev->next : &g->calls) = c->next;
    if (c->next != NULL)
        c->next->prev = c->prev;
    g->n_calls--;
    cm__hostrun_free(c->run);
    cm__free(g->alloc, c->code, c->code_size);
    cm__free(g->alloc, c->name, c->name_size);
    cm__free(g->alloc, c, sizeof *c);
}

static void fail_call(GatewayCall *c, const char *reason)
{
    Buf text;
    cm__buf_init(&text, c->gateway->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&text, reason);
    if (!c->is_quiet)
        answer_text(c->gateway, &c->events, c->user, &text);
    cm__buf_done(&text);
    call_end(c);
}

static void run_progress(GatewayCall *c, const char *what, size_t row)
{
    char message[400];
    const HostRow *r = &c->run->rows[row];
    if (c->is_quiet)
        return;
    (void)snprintf(message, sizeof message, "%s %.300s", what, r->tool);
    c->events.progress(c->user, ++c->n_progress, message);
}

static void run_call_started(void *user, size_t row)
{
    run_progress(user, "calling", row);
}

static void run_call_ended(void *user, size_t row)
{
    const GatewayCall *c = user;
    bool is_ok = c->run->rows[row].status == CM_ROW_COMPLETED;
    run_progress(user, is_ok ? "completed" : "failed", row);
}

/* A server may say much more than anybody wants to read. */
static void run_call_progressed(void *user, size_t row, const char *message)
{
    GatewayCall *c = user;
    char text[400], shown[201];
    uint64_t now = cm__loop_now_ms(cm__hub_loop(c->gateway->spec.hub));
    if (c->is_quiet || now < c->next_progress_ms)
        return;
    c->next_progress_ms = now + PROGRESS_EVERY_MS;
    (void)snprintf(text, sizeof text, "%.150s: %s", c->run->rows[row].tool,
                   cm__redact_cut(cm__log_redactor(c->run->toolbox->log),
                                  message, shown, sizeof shown));
    c->events.progress(c->user, ++c->n_progress, text);
}

static void run_done(void *user, cm_status status, cm_result *take_result)
{
    GatewayCall *c = user;
    if (take_result == NULL) {
        fail_call(c, status == CM_E_CANCELLED ? "The program was cancelled."
                                              : cm_status_text(status));
        return;
    }
    if (!c->is_quiet) {
        Buf json;
        cm__buf_init(&json, c->gateway->alloc, CM_BUF_NO_LIMIT);
        write_result(c->gateway, c->run, take_result, &json);
        if (json.status == CM_OK) {
            c->events.done(c->user, json.bytes, json.len);
            c->is_quiet = true;
        }
        cm__buf_done(&json);
    }
    cm_result_free(take_result);
    if (c->is_quiet)
        call_end(c);
    else
        fail_call(c, "out of memory");
}

static const HostRunEvents run_events = {
    .call_started = run_call_started,
    .call_ended = run_call_ended,
    .done = run_done,
    .call_progressed = run_call_progressed,
};

/* Starts the program of a call; false: the call failed and is gone. */
static bool start_run(GatewayCall *c)
{
    HostRunSpec spec = { .source = c->code,
                         .source_len = c->code_len,
                         .events = &run_events,
                         .user = c };
    cm_error err;
    if (cm__hub_run(c->gateway->spec.hub, c->gateway->spec.language, &spec,
                    &c->run, &err) != CM_OK) {
        fail_call(c, err.text);
        return false;
    }
    cm__free(c->gateway->alloc, c->code, c->code_size);
    c->code = NULL;
    return true;
}

/* The text that refuses arguments, or false when they are right (A19). */
static bool refuse_arguments(const JsonValue *arguments, Buf *text)
{
    if (arguments != NULL && arguments->type != CM_JSON_TYPE_OBJECT) {
        cm__buf_add_str(text, "The arguments of execute must be an object "
                              "with the string field \"code\".");
        return true;
    }
    for (size_t i = 0; arguments != NULL && i < arguments->n_members; i++) {
        const JsonMember *m = &arguments->members[i];
        if (cm__json_is_named(m, "code"))
            continue;
        cm__buf_add_str(text, "execute takes only the field \"code\"; unknown "
                              "field \"");
        cm__buf_add(text, m->name, m->name_len < 200 ? m->name_len : 200);
        cm__buf_add_str(text, "\". Nothing was run.");
        return true;
    }
    const JsonValue *code =
        arguments != NULL ? cm__json_get(arguments, "code") : NULL;
    if (code != NULL && code->type == CM_JSON_TYPE_STRING)
        return false;
    cm__buf_add_fmt(text,
                    "execute needs the field \"code\", a string; it is "
                    "%s. Nothing was run.",
                    code == NULL ? "missing" : cm__json_type_name(code->type));
    return true;
}

/* Whether a model that asked for `name` means the tool at `path`: the path
 * itself, with '_' for dots, or its last name. */
static bool is_meant(const char *path, const char *name)
{
    size_t len = strlen(path), n = strlen(name);
    const char *last = strrchr(path, '.');
    if (last != NULL && strcmp(last + 1, name) == 0)
        return true;
    /* Agents prefix server names: compare the end. */
    if (n < len)
        return false;
    name += n - len;
    for (size_t i = 0; i < len; i++)
        if (name[i] != path[i] && !(path[i] == '.' && name[i] == '_'))
            return false;
    return true;
}

/* Whether a list of the tools holds execute: what is starting counts, for a
 * client that lists once would miss it. */
static bool offers_execute(const Gateway *g, const Toolbox *box)
{
    return cm_runtime_tool_count(box->runtime) > 0 ||
           cm__hub_may_defer(g->spec.hub);
}

/* ": only execute, a, b and 3 more exist." */
static void add_existing(const Gateway *g, const Toolbox *box, Buf *text)
{
    size_t n_first = box == NULL || offers_execute(g, box);
    size_t n = n_first + (box != NULL ? box->n_directs : 0);
    if (n == 0) {
        cm__buf_add_str(text, " now; there are none at all.");
        return;
    }
    cm__buf_add_str(text, ": only ");
    for (size_t i = 0; i < n && i < NAMES_SHOWN; i++)
        cm__buf_add_fmt(text, "%s%s",
                        i == 0       ? ""
                        : i + 1 == n ? " and "
                                     : ", ",
                        i < n_first ? "execute" : box->directs[i - n_first].id);
    if (n > NAMES_SHOWN)
        cm__buf_add_fmt(text, " and %zu more", n - NAMES_SHOWN);
    cm__buf_add_str(text, n == 1 ? " exists." : " exist.");
}

static void other_tool(Gateway *g, const char *name, const JsonValue *arguments,
                       Buf *text)
{
    cm_error err;
    Toolbox *box = cm__hub_toolbox(g->spec.hub, g->spec.language, &err);
    cm__buf_add_str(text, "There is no tool \"");
    cm__buf_add(text, name, strnlen(name, 200));
    cm__buf_add_char(text, '"');
    add_existing(g, box, text);
    size_t n = box != NULL ? cm_runtime_tool_count(box->runtime) : 0;
    for (size_t i = 0; i < n; i++) {
        cm_tool_info tool = cm_runtime_tool(box->runtime, i);
        if (!is_meant(tool.path, name))
            continue;
        cm__buf_add_str(text, " Call execute with this program instead:\n");
        cm__describe_call(&tool, g->spec.language, arguments, text);
        return;
    }
    cm__hub_explain_all(g->spec.hub, text);
}

/* name NULL: execute. NULL when memory is refused. */
static GatewayCall *call_new(Gateway *g, const char *name, const char *code,
                             size_t len, const GatewayCallEvents *events,
                             void *user)
{
    GatewayCall *c = cm__alloc_zero(g->alloc, 1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->code_len = len;
    c->code_size = len + 1;
    c->code = cm__alloc_text(g->alloc, code, len);
    if (name != NULL) {
        c->name_size = strlen(name) + 1;
        c->name = cm__alloc_text(g->alloc, name, c->name_size - 1);
    }
    if (c->code == NULL || (name != NULL && c->name == NULL)) {
        cm__free(g->alloc, c->code, c->code_size);
        cm__free(g->alloc, c->name, c->name_size);
        cm__free(g->alloc, c, sizeof *c);
        return NULL;
    }
    c->gateway = g;
    c->events = *events;
    c->user = user;
    c->next = g->calls;
    if (c->next != NULL)
        c->next->prev = c;
    g->calls = c;
    g->n_calls++;
    return c;
}

/* ---- direct tools ---- */

static void direct_progressed(void *user, const JsonValue *params)
{
    const GatewayCall *c = user;
    if (!c->is_quiet)
        c->events.forward(c->user, params);
}

static void direct_done(void *user, const char *result, size_t len)
{
    GatewayCall *c = user;
    if (result == NULL) {
        fail_call(c, "out of memory");
        return;
    }
    if (!c->is_quiet)
        c->events.done(c->user, result, len);
    call_end(c);
}

static void direct_refused(void *user, int64_t code, const char *message,
                           const JsonValue *data)
{
    GatewayCall *c = user;
    if (!c->is_quiet)
        c->events.refused(c->user, code, message, data);
    call_end(c);
}

static const ToolboxDirect *find_direct(Gateway *g, const char *name)
{
    cm_error err;
    Toolbox *box = cm__hub_toolbox(g->spec.hub, g->spec.language, &err);
    return box != NULL ? cm__toolbox_direct(box, name) : NULL;
}

/* False: it was answered and is gone. */
static bool start_direct(GatewayCall *c, const ToolboxDirect *direct,
                         const JsonValue *arguments)
{
    const DirectEvents events = { direct_progressed, direct_done,
                                  direct_refused, c->events.is_modern };
    const Bound bound = bound_of(c->gateway);
    DirectCall *call = cm__directcall_start(c->gateway->alloc, direct, &bound,
                                            arguments, &events, c);
    if (call == NULL)
        return false;
    c->direct = call;
    return true;
}

/* A call of a tool that may be there by now. */
static void start_awaited(GatewayCall *c)
{
    Gateway *g = c->gateway;
    const ToolboxDirect *direct = find_direct(g, c->name);
    JsonDoc *doc = NULL;
    if (direct == NULL && cm__hub_may_bring(g->spec.hub, c->name))
        return;
    if (cm__json_parse(g->alloc, c->code, c->code_len, NULL, &doc, NULL) !=
        CM_OK) {
        fail_call(c, "out of memory");
        return;
    }
    if (direct != NULL) {
        (void)start_direct(c, direct, &doc->root);
    } else {
        Buf text;
        cm__buf_init(&text, g->alloc, CM_BUF_NO_LIMIT);
        other_tool(g, c->name, &doc->root, &text);
        fail_call(c, cm__buf_text(&text));
        cm__buf_done(&text);
    }
    cm__json_doc_free(doc);
}

/* NULL when it was answered. */
static GatewayCall *call_direct(Gateway *g, const char *name,
                                const JsonValue *arguments,
                                const GatewayCallEvents *events, void *user,
                                Buf *text)
{
    const ToolboxDirect *direct = find_direct(g, name);
    GatewayCall *c = NULL;
    Buf json;
    if (direct == NULL && !cm__hub_may_bring(g->spec.hub, name)) {
        other_tool(g, name, arguments, text);
        answer_text(g, events, user, text);
        return NULL;
    }
    cm__buf_init(&json, g->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&json);
    if (direct == NULL && arguments != NULL)
        cm__json_write_value(&w, arguments);
    else
        cm__json_write_raw(&w, "{}", 2);
    if (json.status == CM_OK)
        c = call_new(g, name, json.bytes, json.len, events, user);
    cm__buf_done(&json);
    if (c == NULL) {
        cm__buf_add_str(text, "out of memory");
        answer_text(g, events, user, text);
        return NULL;
    }
    return direct == NULL || start_direct(c, direct, arguments) ? c : NULL;
}

/* ---- calls of any tool ---- */

/* A tool that is not listed is none, execute too: without tools for programs
 * there is nothing that it could do. */
static bool refuse_unlisted(Gateway *g, Buf *text)
{
    cm_error err;
    const Toolbox *box = cm__hub_toolbox(g->spec.hub, g->spec.language, &err);
    if (box == NULL || offers_execute(g, box))
        return false;
    cm__buf_add_str(text, "There is no tool \"execute\"");
    add_existing(g, box, text);
    cm__buf_add_str(text, " It is there when programs have tools to call.");
    cm__hub_explain_all(g->spec.hub, text);
    return true;
}

static GatewayCall *call_execute(Gateway *g, const JsonValue *arguments,
                                 const GatewayCallEvents *events, void *user,
                                 Buf *text)
{
    GatewayCall *c = NULL;
    if (!refuse_unlisted(g, text) && !refuse_arguments(arguments, text)) {
        const JsonValue *code = cm__json_get(arguments, "code");
        c = call_new(g, NULL, code->text, code->len, events, user);
        if (c == NULL)
            cm__buf_add_str(text, "out of memory");
    }
    if (c == NULL)
        answer_text(g, events, user, text);
    else if (!cm__hub_must_wait(g->spec.hub, c->code, c->code_len) &&
             !start_run(c))
        c = NULL;
    return c;
}

GatewayCall *cm__gateway_call(Gateway *g, const char *name,
                              const JsonValue *arguments,
                              const GatewayCallEvents *events, void *user)
{
    Buf text;
    GatewayCall *c = NULL;
    cm__gateway_connect(g);
    cm__buf_init(&text, g->alloc, CM_BUF_NO_LIMIT);
    if (g->n_calls >= CALLS_MAX) {
        cm__buf_add_fmt(&text, "Busy: %d programs are running already.",
                        CALLS_MAX);
        answer_text(g, events, user, &text);
    } else if (strcmp(name, "execute") == 0) {
        c = call_execute(g, arguments, events, user, &text);
    } else {
        c = call_direct(g, name, arguments, events, user, &text);
    }
    cm__buf_done(&text);
    return c;
}

void cm__gateway_cancel(GatewayCall *c)
{
    c->is_quiet = true;
    if (c->run != NULL)
        cm__hostrun_cancel(c->run);
    else if (c->direct != NULL)
        cm__directcall_cancel(c->direct);
    else
        call_end(c);
}

bool cm__gateway_is_idle(const Gateway *g)
{
    return g->calls == NULL;
}

/* ---- the list ---- */

static DescribeLimits limits_of(const Gateway *g, const char *client)
{
    const GatewaySpec *spec = &g->spec;
    DescribeLimits limits = cm__describe_limits(client);
    if (spec->catalog_budget != CM_UNSET)
        limits.catalog = spec->catalog_budget;
    if (spec->description_max != CM_UNSET)
        limits.description = (size_t)spec->description_max;
    if (spec->schema_max != CM_UNSET)
        limits.schema = (size_t)spec->schema_max;
    return limits;
}

static void write_execute(const Gateway *g, const Toolbox *box,
                          const char *client, JsonWriter *w)
{
    DescribeLimits limits = limits_of(g, client);
    Buf starting, description, schema;
    cm__buf_init(&starting, g->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&description, g->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&schema, g->alloc, CM_BUF_NO_LIMIT);
    cm__hub_starting(g->spec.hub, &starting);
    cm__describe_execute(box->runtime, &limits, cm__buf_text(&starting),
                         &description);
    cm__describe_schema(box->runtime, g->spec.language, &limits, &schema);
    cm__json_begin_object(w);
    cm__json_key(w, "name");
    cm__json_write_text(w, "execute");
    cm__json_key(w, "description");
    cm__json_write_text_n(w, cm__buf_text(&description), description.len);
    cm__json_key(w, "inputSchema");
    cm__json_write_raw(w, cm__buf_text(&schema), schema.len);
    cm__buf_share(w->out, &starting);
    cm__buf_share(w->out, &description);
    cm__buf_share(w->out, &schema);
    if (g->spec.is_structured) {
        cm__json_key(w, "outputSchema");
        cm__json_write_raw(w, record_schema, sizeof record_schema - 1);
    }
    cm__json_end_object(w);
    cm__buf_done(&starting);
    cm__buf_done(&description);
    cm__buf_done(&schema);
}

static void write_list(Gateway *g, const char *client, Buf *out)
{
    cm_error err = { .status = CM_OK };
    const Toolbox *box = cm__hub_toolbox(g->spec.hub, g->spec.language, &err);
    JsonWriter w = cm__json_writer(out);
    if (box == NULL && err.status == CM_E_NOMEM)
        out->status = CM_E_NOMEM;
    cm__json_begin_array(&w);
    if (box != NULL && offers_execute(g, box))
        write_execute(g, box, client, &w);
    for (size_t i = 0; box != NULL && i < box->n_directs; i++) {
        cm__json_begin_object(&w);
        cm__json_key(&w, "name");
        cm__json_write_text(&w, box->directs[i].id);
        cm__buf_add_str(out, box->directs[i].listed);
        cm__json_end_object(&w);
    }
    cm__json_end_array(&w);
}

const char *cm__gateway_instructions(const Gateway *g)
{
    bool has_deferred, has_direct;
    cm__hub_kinds(g->spec.hub, &has_deferred, &has_direct);
    if (!has_direct)
        return "One tool, execute, runs a small program that may call many "
               "tools at once; its description lists them.";
    if (!has_deferred)
        return NULL;
    return "The tool execute runs a small program that may call many tools at "
           "once; its description lists them. The other tools are called one "
           "by one.";
}

void cm__gateway_list(Gateway *g, const char *client, Buf *out)
{
    cm__buf_clear(&g->shown);
    write_list(g, "", &g->shown);
    if (client[0] == '\0')
        cm__buf_add_buf(out, &g->shown);
    else
        write_list(g, client, out);
}

/* Calls that waited for a server may go on when it has settled. */
static void start_waiting(Gateway *g)
{
    for (GatewayCall *c = g->calls, *next; c != NULL; c = next) {
        next = c->next;
        if (c->run != NULL || c->direct != NULL)
            continue;
        if (c->name != NULL)
            start_awaited(c);
        else if (!cm__hub_must_wait(g->spec.hub, c->code, c->code_len))
            (void)start_run(c);
    }
}

void cm__gateway_hub_changed(Gateway *g)
{
    start_waiting(g);
    if (g->shown.len == 0)
        return; /* nobody has seen a list yet */
    Buf now;
    cm__buf_init(&now, g->alloc, CM_BUF_NO_LIMIT);
    write_list(g, "", &now);
    bool is_same = now.len == g->shown.len &&
                   memcmp(cm__buf_text(&now), g->shown.bytes, now.len) == 0;
    if (is_same || now.status != CM_OK) {
        cm__buf_done(&now);
        return;
    }
    cm__buf_done(&g->shown);
    g->shown = now;
    g->spec.changed(g->spec.user);
}

/* ---- life ---- */

Gateway *cm__gateway_new(const cm_allocator *alloc, const GatewaySpec *spec)
{
    Gateway *g = cm__alloc_zero(alloc, 1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->alloc = alloc;
    g->spec = *spec;
    cm__buf_init(&g->shown, alloc, CM_BUF_NO_LIMIT);
    return g;
}

void cm__gateway_free(Gateway *g)
{
    if (g == NULL)
        return;
    cm__buf_done(&g->shown);
    cm__free(g->alloc, g, sizeof *g);
}

void cm__gateway_connect(Gateway *g)
{
    if (g->is_connected)
        return;
    g->is_connected = true;
    cm__hub_connect(g->spec.hub);
}

bool cm__gateway_is_settled(const Gateway *g)
{
    return cm__hub_is_settled(g->spec.hub);
}
