/* SPDX-License-Identifier: MIT */
#include "mcp/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mcp/batch.h"
#include "mcp/client_internal.h"

/* Memory that the tree of one message may take. */
#define MESSAGE_MEMORY ((size_t)512 << 20)

enum {
    WORDS_MAX = 600 /* bytes of an error's message that are kept */
};

/* In the list of the client, in the order of asking. */
struct Pending {
    Pending *prev, *next;
    uint64_t number;
    McpAnswered answered;
    void *user;
    bool is_call; /* of a tool: may report progress */
};

/* ---- life ---- */

McpClient *cm__client_new(const cm_allocator *alloc, const McpClientSpec *spec)
{
    McpClient *c = cm__alloc_zero(alloc, 1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->alloc = alloc;
    (void)snprintf(c->name, sizeof c->name, "%s", spec->name);
    c->log = spec->log;
    c->events = *spec->events;
    c->user = spec->user;
    c->start = spec->start;
    c->is_http = spec->is_http;
    cm__ids_init(&c->pending, alloc);
    cm__ids_init(&c->cursors, alloc);
    return c;
}

void cm__client_enter(McpClient *c)
{
    c->busy++;
}

void cm__client_leave(McpClient *c)
{
    if (--c->busy == 0 && c->is_freed)
        cm__client_free(c);
}

static void id_text(uint64_t id, char out[24])
{
    (void)snprintf(out, 24, "%llu", (unsigned long long)id);
}

void cm__client_free(McpClient *c)
{
    if (c == NULL)
        return;
    c->is_freed = true;
    if (c->busy > 0)
        return;
    for (Pending *p = c->first_pending, *next; p != NULL; p = next) {
        next = p->next;
        cm__free(c->alloc, p, sizeof *p);
    }
    cm__ids_done(&c->pending);
    cm__ids_done(&c->cursors);
    cm__free(c->alloc, c, sizeof *c);
}

const char *cm__client_version(const McpClient *c)
{
    return c->version;
}

const char *cm__client_server_name(const McpClient *c)
{
    return c->server_name;
}

bool cm__client_is_modern(const McpClient *c)
{
    return c->is_modern;
}

/* ---- sending ---- */

static cm_status send_buf(McpClient *c, Buf *line, const WireNote *note)
{
    cm__buf_add_char(line, '\n');
    if (line->status != CM_OK)
        return line->status;
    return c->events.send(c->user, line->bytes, line->len, note);
}

static WireNote note_of(const McpClient *c, const char *method)
{
    return (WireNote){ .method = method,
                       .version = c->is_modern ? CM_MCP_MODERN : c->version,
                       .is_modern = c->is_modern };
}

/* The params with the `_meta` that the era and the token ask for. */
static void write_params(const McpClient *c, JsonWriter *w, const char *params,
                         size_t len, uint64_t token)
{
    if (!c->is_modern && token == 0) {
        cm__json_write_raw(w, params, len);
        return;
    }
    cm__json_begin_object(w);
    cm__json_key(w, "_meta");
    cm__json_begin_object(w);
    if (c->is_modern) {
        cm__json_key(w, CM_META_VERSION);
        cm__json_write_text(w, CM_MCP_MODERN);
        cm__json_key(w, CM_META_CLIENT);
        cm__era_write_server(w);
        cm__json_key(w, CM_META_CAPABILITIES);
        cm__json_write_raw(w, "{}", 2);
    }
    if (token != 0) {
        cm__json_key(w, "progressToken");
        cm__json_write_int(w, (int64_t)token);
    }
    cm__json_end_object(w);
    if (len > 2) { /* the members that are there go on behind it */
        cm__buf_add_char(w->out, ',');
        cm__buf_add(w->out, params + 1, len - 2);
    }
    cm__json_end_object(w);
}

static bool pending_add(McpClient *c, const char *id, const Pending *pending)
{
    Pending *p = cm__alloc(c->alloc, sizeof *p);
    if (p == NULL)
        return false;
    *p = *pending;
    if (cm__ids_add(&c->pending, id, p) != CM_OK) {
        cm__free(c->alloc, p, sizeof *p);
        return false;
    }
    p->prev = c->last_pending;
    *(p->prev != NULL ? &p->prev->next : &c->first_pending) = p;
    c->last_pending = p;
    return true;
}

static bool pending_take(McpClient *c, const char *id, Pending *ret)
{
    Pending *p = cm__ids_take(&c->pending, id);
    if (p == NULL)
        return false;
    *(p->prev != NULL ? &p->prev->next : &c->first_pending) = p->next;
    *(p->next != NULL ? &p->next->prev : &c->last_pending) = p->prev;
    *ret = *p;
    cm__free(c->alloc, p, sizeof *p);
    return true;
}

static uint64_t ask(McpClient *c, WireNote *note, const char *params,
                    size_t len, Pending *pending)
{
    Buf line;
    char id[24];
    Pending lost;
    uint64_t number = ++c->last_id;
    id_text(number, id);
    pending->number = number;
    note->request = number;
    if (!pending_add(c, id, pending)) {
        c->unsent = CM_E_NOMEM;
        return 0;
    }
    cm__buf_init(&line, c->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    cm__rpc_begin_request(&w, id, note->method);
    write_params(c, &w, params, len, pending->is_call ? number : 0);
    cm__rpc_end(&w);
    cm_status status = send_buf(c, &line, note);
    cm__buf_done(&line);
    if (status == CM_OK)
        return number;
    c->unsent = status;
    (void)pending_take(c, id, &lost);
    return 0;
}

cm_status cm__client_unsent(const McpClient *c)
{
    return c->unsent;
}

uint64_t cm__client_request(McpClient *c, const char *method,
                            const char *params, size_t len,
                            McpAnswered answered, void *user)
{
    WireNote note = note_of(c, method);
    Pending pending = { .answered = answered, .user = user };
    return ask(c, &note, params, len, &pending);
}

uint64_t cm__client_call_tool(McpClient *c, const McpCall *call,
                              McpAnswered answered, void *user)
{
    Buf params;
    WireNote note = note_of(c, "tools/call");
    Pending pending = { .answered = answered, .user = user, .is_call = true };
    note.name = call->tool;
    note.name_len = strlen(call->tool);
    note.headers = call->headers;
    note.n_headers = call->n_headers;
    cm__buf_init(&params, c->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&params);
    cm__json_begin_object(&w);
    cm__json_key(&w, "name");
    cm__json_write_text(&w, call->tool);
    cm__json_key(&w, "arguments");
    /* The protocol wants an object; a program may have given nothing. */
    size_t start = params.len;
    if (call->arguments_len > 0 && call->arguments[0] == '{')
        cm__json_write_raw(&w, call->arguments, call->arguments_len);
    else
        cm__json_write_raw(&w, "{}", 2);
    cm__rpc_clean(&params, start, "");
    if (call->more != NULL)
        cm__buf_add_fmt(&params, ",%s", call->more);
    cm__json_end_object(&w);
    uint64_t number = 0;
    if (params.status == CM_OK)
        number = ask(c, &note, params.bytes, params.len, &pending);
    else
        c->unsent = params.status;
    cm__buf_done(&params);
    return number;
}

void cm__client_notify(McpClient *c, const char *method, const char *params,
                       size_t len)
{
    Buf line;
    WireNote note = note_of(c, method);
    cm__buf_init(&line, c->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    cm__rpc_begin_notification(&w, method);
    write_params(c, &w, params, len, 0);
    cm__rpc_end(&w);
    (void)send_buf(c, &line, &note); /* a lost notification is no failure */
    cm__buf_done(&line);
}

void cm__client_cancel(McpClient *c, uint64_t request, const char *reason)
{
    char id[24];
    Buf params;
    Pending p;
    id_text(request, id);
    if (!pending_take(c, id, &p))
        return;
    if (!c->is_modern || !c->is_http) {
        cm__buf_init(&params, c->alloc, CM_BUF_NO_LIMIT);
        cm__buf_add_fmt(&params, "{\"requestId\":%s,\"reason\":", id);
        cm__json_quote(&params, reason, strlen(reason));
        cm__buf_add_char(&params, '}');
        cm__client_notify(c, "notifications/cancelled", cm__buf_text(&params),
                          params.len);
        cm__buf_done(&params);
    }
    if (c->events.forgotten != NULL)
        c->events.forgotten(c->user, request);
}

/* ---- what the server asks and tells ---- */

/* What we answer without being asked to pass it on (docs/mcp.md). */
static const char *own_answer(const char *method)
{
    static const char *const answers[][2] = {
        { "ping", "{}" },
        { "roots/list", "{\"roots\":[]}" },
        { "elicitation/create", "{\"action\":\"decline\"}" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(answers); i++)
        if (strcmp(method, answers[i][0]) == 0)
            return answers[i][1];
    return NULL;
}

bool cm__client_input_answers(const JsonValue *input_required, Buf *out)
{
    const JsonValue *asked = cm__json_get(input_required, "inputRequests");
    const JsonValue *state = cm__json_get(input_required, "requestState");
    JsonWriter w = cm__json_writer(out);
    cm__buf_add_str(out, "\"inputResponses\":");
    cm__json_begin_object(&w);
    for (size_t i = 0; asked != NULL && asked->type == CM_JSON_TYPE_OBJECT &&
                       i < asked->n_members;
         i++) {
        const JsonMember *m = &asked->members[i];
        const JsonValue *method = cm__json_get(&m->value, "method");
        const char *answer = NULL;
        if (method != NULL && method->type == CM_JSON_TYPE_STRING)
            answer = own_answer(method->text);
        if (answer == NULL)
            return false;
        cm__json_key_n(&w, m->name, m->name_len);
        cm__json_write_raw(&w, answer, strlen(answer));
    }
    cm__json_end_object(&w);
    if (state != NULL) {
        w = cm__json_writer(out);
        cm__buf_add_str(out, ",\"requestState\":");
        cm__json_write_value(&w, state);
    }
    return out->status == CM_OK;
}

/* The wire takes no more answers: the server asks, and reads none of them. */
static void log_flood(McpClient *c)
{
    if (c->is_flood_logged)
        return;
    c->is_flood_logged = true;
    cm__log(c->log, CM_LOG_WARN,
            "server \"%s\" sends requests faster than it takes the answers; "
            "those over the limit get none",
            c->name);
}

static void answer_request(McpClient *c, const RpcMessage *m)
{
    Buf line;
    WireNote note = note_of(c, NULL);
    const char *result = own_answer(m->method);
    if (c->is_modern && c->is_http)
        return; /* forbidden to ask, and forbidden to answer */
    cm__buf_init(&line, c->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    if (result != NULL) {
        cm__rpc_begin_result(&w, m->id);
        cm__json_write_raw(&w, result, strlen(result));
        cm__rpc_end(&w);
    } else {
        cm__rpc_error(&line, m->id, CM_RPC_NO_METHOD, "method not found");
    }
    if (send_buf(c, &line, &note) == CM_E_LIMIT)
        log_flood(c);
    cm__buf_done(&line);
}

/* Levels of RFC 5424, as the protocol names them. */
static LogLevel log_level(const JsonValue *level)
{
    static const struct {
        const char *name;
        LogLevel level;
    } rows[] = { { "debug", CM_LOG_DEBUG }, { "info", CM_LOG_DEBUG },
                 { "notice", CM_LOG_INFO }, { "warning", CM_LOG_WARN },
                 { "error", CM_LOG_ERROR }, { "critical", CM_LOG_ERROR },
                 { "alert", CM_LOG_ERROR }, { "emergency", CM_LOG_ERROR } };
    for (size_t i = 0; level != NULL && i < CM_ARRAY_LEN(rows); i++)
        if (cm__json_is_text(level, rows[i].name))
            return rows[i].level;
    return CM_LOG_DEBUG;
}

static void take_log(McpClient *c, const JsonValue *params)
{
    const JsonValue *data = cm__json_get(params, "data");
    const JsonValue *logger = cm__json_get(params, "logger");
    LogLevel level = log_level(cm__json_get(params, "level"));
    bool has_logger = logger != NULL && logger->type == CM_JSON_TYPE_STRING;
    if (data == NULL || c->log == NULL || level > c->log->level)
        return;
    Buf text;
    cm__buf_init(&text, c->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&text);
    if (data->type == CM_JSON_TYPE_STRING)
        cm__buf_add(&text, data->text, data->len);
    else
        cm__json_write_value(&w, data);
    char from[61], said[501];
    const Redactor *redactor = c->log->redactor;
    cm__log(c->log, level, "server \"%s\"%s%s: %s", c->name,
            has_logger ? " " : "",
            cm__redact_cut(redactor, has_logger ? logger->text : "", from,
                           sizeof from),
            cm__redact_cut(redactor, cm__buf_text(&text), said, sizeof said));
    cm__buf_done(&text);
}

/* Some servers give our numbers back as strings: "7" for 7. */
static const char *plain_id(char *id)
{
    size_t n = strlen(id);
    if (n > 2 && id[0] == '"') {
        id[n - 1] = '\0';
        return id + 1;
    }
    return id;
}

static void take_progress(McpClient *c, const JsonValue *params)
{
    const JsonValue *token = cm__json_get(params, "progressToken");
    char id[24] = "";
    if (token != NULL && token->type == CM_JSON_TYPE_NUMBER &&
        token->is_integer && token->integer > 0)
        id_text((uint64_t)token->integer, id);
    else if (token != NULL && token->type == CM_JSON_TYPE_STRING)
        (void)snprintf(id, sizeof id, "%.20s", token->text);
    const Pending *p = cm__ids_get(&c->pending, id);
    if (p != NULL && p->is_call && c->events.progressed != NULL)
        c->events.progressed(c->user, p->user, params);
    /* Servers go on telling after a cancel. */
}

static void take_notification(McpClient *c, const RpcMessage *m)
{
    if (strcmp(m->method, "notifications/tools/list_changed") == 0) {
        if (c->is_ready)
            c->events.tools_changed(c->user);
    } else if (m->params == NULL) {
        return;
    } else if (strcmp(m->method, "notifications/message") == 0) {
        take_log(c, m->params);
    } else if (strcmp(m->method, "notifications/progress") == 0) {
        take_progress(c, m->params);
    }
    /* Vendor notifications are nothing to us. */
}

/* ---- answers ---- */

/* Results of the modern era say what they are. */
static void check_result(const McpClient *c, const JsonValue *result,
                         McpAnswer *answer, char *text, size_t size)
{
    if (result == NULL || result->type != CM_JSON_TYPE_OBJECT) {
        *answer = (McpAnswer){ .error = "its answer holds no result" };
        return;
    }
    const JsonValue *type = cm__json_get(result, "resultType");
    if (!c->is_modern || type == NULL || cm__json_is_text(type, "complete"))
        return;
    *answer = (McpAnswer){ .error = text };
    if (cm__json_is_text(type, "input_required")) {
        (void)snprintf(text, size, "it needs interactive input");
        answer->input_required = result;
    } else {
        char shown[41];
        (void)snprintf(
            text, size, "its result is of the type \"%s\", which is unknown",
            cm__redact_cut(cm__log_redactor(c->log),
                           type->type == CM_JSON_TYPE_STRING ? type->text : "",
                           shown, sizeof shown));
    }
}

/* The server's words, cut; a U+0000 in them would end them. */
static void copy_words(const McpClient *c, char out[WORDS_MAX + 1],
                       const RpcMessage *m)
{
    Buf words;
    cm__buf_init(&words, c->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&words, m->message, m->message_len);
    for (size_t i = 0; i < words.len; i++)
        if (words.bytes[i] == '\0')
            words.bytes[i] = ' ';
    (void)cm__redact_cut(cm__log_redactor(c->log),
                         words.status == CM_OK ? cm__buf_text(&words)
                                               : "out of memory",
                         out, WORDS_MAX + 1);
    cm__buf_done(&words);
}

static void take_answer(McpClient *c, RpcMessage *m)
{
    char text[WORDS_MAX + 1];
    Pending pending;
    const char *id = plain_id(m->id);
    uint64_t number = strtoull(id, NULL, 10);
    if (!pending_take(c, id, &pending))
        return; /* late, doubled or made up */
    McpAnswer answer = { .result = m->result };
    if (m->kind == CM_RPC_ERROR) {
        copy_words(c, text, m);
        answer = (McpAnswer){ .error = text, .code = m->code, .data = m->data };
    } else {
        check_result(c, m->result, &answer, text, sizeof text);
    }
    if (c->events.settled != NULL)
        c->events.settled(c->user, number);
    pending.answered(pending.user, &answer);
}

static void log_junk(McpClient *c, const char *line, size_t len)
{
    if (c->is_junk_logged)
        return;
    c->is_junk_logged = true;
    cm__log(c->log, CM_LOG_WARN,
            "server \"%s\" sends texts that are no messages; skipped, the "
            "first is: %.*s",
            c->name, (int)(len < 200 ? len : 200), line);
}

static cm_status parse(McpClient *c, const char *text, size_t len,
                       JsonDoc **ret_doc)
{
    const JsonOptions options = { .max_memory = MESSAGE_MEMORY };
    return cm__json_parse(c->alloc, text, len, &options, ret_doc, NULL);
}

/* A message that is too large or has too many levels, or for which memory was
 * refused. Whoever waits for it would wait for nothing. */
static void take_unread(McpClient *c, const char *text, size_t len,
                        cm_status why)
{
    char id[CM_RPC_ID_MAX + 1], reason[100];
    Pending pending;
    (void)snprintf(reason, sizeof reason, "its answer cannot be read: %s",
                   why == CM_E_NOMEM ? "out of memory" : "it is too large");
    cm__log(c->log, CM_LOG_WARN, "server \"%s\": a message was lost: %s",
            c->name, why == CM_E_NOMEM ? "out of memory" : "it is too large");
    if (cm__rpc_find_id(text, len, id))
        return;
    const char *plain = plain_id(id);
    uint64_t number = strtoull(plain, NULL, 10);
    if (!pending_take(c, plain, &pending))
        return;
    const McpAnswer answer = { .error = reason };
    cm__client_enter(c);
    if (c->events.settled != NULL)
        c->events.settled(c->user, number);
    pending.answered(pending.user, &answer);
    cm__client_leave(c);
}

/* text: what the log shows of what is no message. */
static void take_message(McpClient *c, const JsonValue *root, const char *text,
                         size_t len)
{
    RpcMessage m;
    if (!cm__rpc_read(root, &m)) {
        log_junk(c, text, len);
        return;
    }
    switch (m.kind) {
    case CM_RPC_REQUEST:
        answer_request(c, &m);
        break;
    case CM_RPC_NOTIFICATION:
        take_notification(c, &m);
        break;
    case CM_RPC_RESULT:
    case CM_RPC_ERROR:
        take_answer(c, &m);
        break;
    case CM_RPC_INVALID:
        /* An id alone is an answer of a kind; waiting for more is of no use. */
        if (cm__json_get(root, "method") == NULL && m.id[0] != '\0')
            take_answer(c, &m);
        else
            log_junk(c, text, len);
        break;
    }
}

static void take_batch(McpClient *c, const JsonValue *batch, const char *text,
                       size_t len)
{
    size_t n = cm__batch_room(batch, c->name, c->log, &c->is_batch_logged);
    for (size_t i = 0; i < n && !c->is_freed; i++)
        take_message(c, &batch->items[i], text, len);
}

void cm__client_feed(McpClient *c, const char *text, size_t len)
{
    JsonDoc *doc = NULL;
    if (c->is_freed)
        return;
    cm_status status = parse(c, text, len, &doc);
    if (status == CM_E_NOMEM || status == CM_E_LIMIT) {
        take_unread(c, text, len, status);
        return;
    }
    cm__client_enter(c);
    if (status != CM_OK)
        log_junk(c, text, len);
    else if (doc->root.type == CM_JSON_TYPE_ARRAY &&
             strcmp(c->version, CM_RPC_BATCH_VERSION) == 0)
        take_batch(c, &doc->root, text, len);
    else
        take_message(c, &doc->root, text, len);
    cm__client_leave(c);
    cm__json_doc_free(doc);
}

/* A refusal over HTTP may hold a JSON-RPC error, with or without the id. */
void cm__client_fail(McpClient *c, uint64_t request, const WireFault *fault)
{
    char id[24], text[WORDS_MAX + 1];
    Pending pending;
    JsonDoc *doc = NULL;
    RpcMessage m = { .kind = CM_RPC_INVALID };
    id_text(request, id);
    if (c->is_freed || !pending_take(c, id, &pending))
        return;
    McpAnswer answer = { .error = fault->reason,
                         .cause = fault->cause,
                         .status = fault->status,
                         .is_session_lost = fault->kind == WIRE_FAULT_SESSION };
    if (fault->body != NULL &&
        parse(c, fault->body, fault->body_len, &doc) == CM_OK &&
        cm__rpc_read(&doc->root, &m) && m.kind == CM_RPC_ERROR) {
        copy_words(c, text, &m);
        answer.error = text;
        answer.cause = NULL;
        answer.code = m.code;
        answer.data = m.data;
    }
    cm__client_enter(c);
    pending.answered(pending.user, &answer);
    cm__client_leave(c);
    cm__json_doc_free(doc);
}

void cm__client_disconnect(McpClient *c, const char *reason)
{
    cm__client_enter(c);
    while (c->first_pending != NULL) {
        char id[24];
        Pending pending;
        const McpAnswer answer = { .error = reason };
        id_text(c->first_pending->number, id);
        if (!pending_take(c, id, &pending))
            break;
        pending.answered(pending.user, &answer);
    }
    cm__client_leave(c);
}
