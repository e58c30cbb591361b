/* SPDX-License-Identifier: MIT */
#include "mcp/relay.h"

#include <stdio.h>
#include <string.h>

#include "mcp/era.h"
#include "mcp/relay_internal.h"

enum {
    PARAM_HEADERS_MAX = 64,
    COUNTED_MAX = 256, /* each may hold a connection */
    STOP_GRACE_MS = 500,
    ANSWER_GRACE_MS = 1500 /* when requests are under way */
};
#define MESSAGE_MEMORY ((size_t)512 << 20)

static Relay *relay_of(Front *front)
{
    return (Relay *)(void *)front;
}

/* ---- passages ---- */

void cm__passage_end(Relay *r, Passage *p)
{
    *(p->prev != NULL ? &p->prev->next : &r->first) = p->next;
    *(p->next != NULL ? &p->next->prev : &r->newest) = p->prev;
    r->n_counted -= p->is_counted;
    cm__free(r->alloc, p, sizeof *p);
}

Passage *cm__passage_find(const Relay *r, uint64_t number)
{
    Passage *p = r->newest;
    while (p != NULL && p->number != number)
        p = p->prev;
    return p;
}

/* ---- messages ---- */

bool cm__relay_read(const Relay *r, const char *text, size_t len, Message *ret)
{
    JsonOptions options = { .max_memory = MESSAGE_MEMORY };
    *ret = (Message){ .text = text, .len = len };
    return cm__json_parse(r->alloc, text, len, &options, &ret->doc, NULL) ==
               CM_OK &&
           cm__rpc_read(&ret->doc->root, &ret->rpc) &&
           ret->rpc.kind != CM_RPC_INVALID;
}

/* A value as it stands in the message; false when it is longer than that. */
static bool value_text(const Relay *r, const Message *m, const JsonValue *v,
                       char *out, size_t size)
{
    Buf text;
    cm__buf_init(&text, r->alloc, size - 1);
    cm__rename_value(&text, m->text, m->len, v);
    bool is_whole = text.status == CM_OK;
    if (is_whole)
        memcpy(out, cm__buf_text(&text), text.len + 1);
    cm__buf_done(&text);
    return is_whole;
}

void cm__relay_rename(Buf *out, const Message *m, const Renaming *names)
{
    cm__rename_message(out, m->text, m->len, &m->doc->root, names);
}

/* ---- sending to the client ---- */

void cm__relay_send(Relay *r, Buf *text, McpReply reply)
{
    if (text->status == CM_OK) {
        reply.text = text->bytes;
        reply.len = text->len;
        r->out.send(r->out.user, &reply);
    } else {
        cm__log(r->spec.log, CM_LOG_ERROR, "a message was lost: %s",
                cm_status_text(text->status));
        if (reply.ret_refused != NULL)
            *reply.ret_refused = true;
    }
    cm__buf_done(text);
}

void cm__relay_error(Relay *r, const char *id, void *to, bool is_modern,
                     int code, const char *message)
{
    Buf text;
    const Era era = { .is_modern = is_modern, .version = "" };
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    cm__era_error(&text, &era, id, code, message);
    cm__relay_send(
        r, &text,
        (McpReply){
            .to = to, .is_last = true, .is_modern = is_modern, .error = code });
}

void cm__passage_fail(Relay *r, Passage *p, const char *reason)
{
    char text[900];
    (void)snprintf(text, sizeof text, "server \"%.160s\": %.700s",
                   r->spec.server->name, reason);
    Passage copy = *p;
    cm__passage_end(r, p);
    if (!copy.is_mute && !r->is_freed)
        cm__relay_error(r, copy.id, copy.to, copy.is_modern,
                        CM_RELAY_UNREACHABLE, text);
}

const JsonValue *cm__relay_meta(const JsonValue *v)
{
    const JsonValue *meta = v != NULL ? cm__json_get(v, "_meta") : NULL;
    return meta != NULL && meta->type == CM_JSON_TYPE_OBJECT ? meta : NULL;
}

bool cm__relay_checks_headers(const Relay *r)
{
    return r->out.is_stateless && r->out.param_at != NULL &&
           r->spec.server->url == NULL;
}

/* ---- from the client ---- */

cm_status cm__relay_write(Relay *r, Buf *line, WireNote *note)
{
    if (!note->is_modern)
        note->version = r->version;
    cm__buf_add_char(line, '\n');
    cm_status status = line->status;
    if (status == CM_OK)
        status = cm__wire_send(r->wire, line->bytes, line->len, note);
    cm__buf_done(line);
    return status;
}

/* Subscriptions of stateless clients last as long as a connection each, which
 * are bounded where they come in, and must not keep the requests of others out.
 */
static bool is_counted(const Relay *r, const RpcMessage *m)
{
    return !r->out.is_stateless ||
           strcmp(m->method, "subscriptions/listen") != 0;
}

static Passage *passage_new(Relay *r, const Message *m, void *to,
                            bool is_modern)
{
    Passage *p = cm__alloc_zero(r->alloc, 1, sizeof *p);
    const char *method = m->rpc.method;
    const JsonValue *meta = cm__relay_meta(m->rpc.params);
    const JsonValue *token =
        meta != NULL ? cm__json_get(meta, "progressToken") : NULL;
    if (p == NULL)
        return NULL;
    p->number = ++r->last_number;
    p->to = to;
    p->is_modern = is_modern;
    p->is_initialize = strcmp(method, "initialize") == 0;
    p->lists_tools = strcmp(method, "tools/list") == 0;
    p->is_subscription = strcmp(method, "subscriptions/listen") == 0;
    p->is_counted = is_counted(r, &m->rpc);
    r->n_counted += p->is_counted;
    memcpy(p->id, m->rpc.id, sizeof p->id);
    if (token != NULL)
        (void)value_text(r, m, token, p->token, sizeof p->token);
    p->prev = r->newest;
    *(r->newest != NULL ? &r->newest->next : &r->first) = p;
    r->newest = p;
    return p;
}

static void note_name(WireNote *note, const RpcMessage *m)
{
    const char *key = strcmp(m->method, "resources/read") == 0 ? "uri" : "name";
    const JsonValue *name =
        m->params != NULL ? cm__json_get(m->params, key) : NULL;
    if (name == NULL || name->type != CM_JSON_TYPE_STRING)
        return;
    note->name = name->text;
    note->name_len = name->len;
}

/* The headers of the client's own request go on as they are. */
static void note_params(const Relay *r, WireNote *note, const void *to,
                        cm_http_header headers[PARAM_HEADERS_MAX])
{
    size_t n = 0;
    if (r->out.param_at != NULL && note->is_modern)
        while (n < PARAM_HEADERS_MAX &&
               r->out.param_at(to, n, &headers[n].name, &headers[n].value))
            n++;
    note->headers = headers;
    note->n_headers = n;
}

/* Refuses a call whose headers say something else; true when all is well. */
static bool check_headers(Relay *r, Passage *p, const RpcMessage *m,
                          const WireNote *note)
{
    char text[200];
    const char *name = NULL;
    if (cm__relay_checks_headers(r) && strcmp(m->method, "tools/call") == 0)
        name = cm__headercheck_fault(&r->check, m->params, note->headers,
                                     note->n_headers);
    if (name == NULL)
        return true;
    (void)snprintf(text, sizeof text,
                   "the header %.120s must repeat its argument", name);
    void *to = p->to;
    cm__passage_end(r, p);
    cm__relay_error(r, m->id, to, true, CM_RPC_HEADER_MISMATCH, text);
    return false;
}

/* Why a request could not be sent. */
static const char *words_of(cm_status status)
{
    switch (status) {
    case CM_E_LIMIT:
        return "it does not read its input";
    case CM_E_NOMEM:
        return "the request could not be sent: out of memory";
    case CM_E_ARGUMENT:
        return "the request's method or headers cannot be sent over HTTP";
    default:
        return "the request could not be sent";
    }
}

/* Sends a request on; the passage is failed when that is refused. */
static void forward(Relay *r, const Message *m, Passage *p, WireNote *note)
{
    char number[24];
    uint64_t sent = p->number;
    (void)snprintf(number, sizeof number, "%llu", (unsigned long long)sent);
    const Renaming names = { .id = number,
                             .token = p->token[0] != '\0' ? number : NULL };
    Buf line;
    cm__buf_init(&line, r->alloc, CM_BUF_NO_LIMIT);
    cm__relay_rename(&line, m, &names);
    cm_status status = cm__relay_write(r, &line, note);
    if (status == CM_OK)
        return;
    p = cm__passage_find(r, sent); /* an event may have ended it */
    if (p != NULL)
        cm__passage_fail(r, p, words_of(status));
}

static void take_request(Relay *r, const Message *m, void *to)
{
    const RpcMessage *rpc = &m->rpc;
    const Era era = cm__era_read(rpc->method, rpc->params, r->out.is_stateless);
    cm_http_header headers[PARAM_HEADERS_MAX];
    cm_error err;
    if (is_counted(r, rpc) && r->n_counted >= COUNTED_MAX) {
        cm__relay_error(r, rpc->id, to, era.is_modern, CM_RELAY_UNREACHABLE,
                        "256 requests wait for the server's answers: try again "
                        "when some have come");
        return;
    }
    Passage *p = passage_new(r, m, to, era.is_modern);
    if (p == NULL) {
        cm__relay_error(r, rpc->id, to, era.is_modern, CM_RPC_INTERNAL,
                        "out of memory");
        return;
    }
    if (!cm__relay_connect(r, &err)) {
        cm__passage_fail(r, p, err.text);
        return;
    }
    WireNote note = { .method = rpc->method,
                      .request = p->number,
                      .version = era.version,
                      .is_modern = era.is_modern };
    note_name(&note, rpc);
    note_params(r, &note, to, headers);
    if (check_headers(r, p, rpc, &note))
        forward(r, m, p, &note);
}

static void send_cancelled(Relay *r, uint64_t number, const char *reason,
                           WireNote *note)
{
    Buf line;
    cm__buf_init(&line, r->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&line,
                    "{\"jsonrpc\":\"2.0\",\"method\":"
                    "\"notifications/cancelled\",\"params\":{\"requestId\":"
                    "%llu,\"reason\":",
                    (unsigned long long)number);
    JsonWriter w = cm__json_writer(&line);
    cm__json_write_text(&w, reason);
    cm__buf_add_str(&line, "}}");
    (void)cm__relay_write(r, &line, note);
}

/* The request is not wanted any more. */
static void cancel(Relay *r, Passage *p, const char *reason)
{
    const Passage copy = *p;
    WireNote note = { .method = "notifications/cancelled",
                      .version = CM_MCP_MODERN,
                      .is_modern = p->is_modern };
    /* Over HTTP a modern stream that closes says it; and the end of a
     * subscription is answered. */
    bool is_told = !note.is_modern || r->spec.server->url == NULL;
    bool is_awaited = is_told && p->is_subscription && !p->is_mute;
    if (!is_awaited)
        cm__passage_end(r, p);
    if (copy.to != NULL && !is_awaited) {
        const McpReply nothing = { .to = copy.to,
                                   .is_last = true,
                                   .is_modern = copy.is_modern };
        r->out.send(r->out.user, &nothing);
    }
    if (r->wire == NULL)
        return;
    if (is_told)
        send_cancelled(r, copy.number, reason, &note);
    if (!is_awaited)
        cm__wire_cancel(r->wire, copy.number);
}

static void take_cancel(Relay *r, const RpcMessage *m)
{
    char id[CM_RPC_ID_MAX + 1];
    const JsonValue *request =
        m->params != NULL ? cm__json_get(m->params, "requestId") : NULL;
    const JsonValue *reason =
        m->params != NULL ? cm__json_get(m->params, "reason") : NULL;
    if (request == NULL || !cm__rpc_id_text(request, id))
        return;
    for (Passage *p = r->first; p != NULL; p = p->next) {
        if (strcmp(p->id, id) != 0)
            continue;
        cancel(r, p,
               reason != NULL && reason->type == CM_JSON_TYPE_STRING
                   ? reason->text
                   : "cancelled");
        return;
    }
}

/* Notifications and answers need no change. */
static void pass_on(Relay *r, const Message *m)
{
    const Renaming same = { .id = NULL };
    WireNote note = { .method = m->rpc.method };
    Buf line;
    if (r->wire == NULL || r->has_ended)
        return;
    cm__buf_init(&line, r->alloc, CM_BUF_NO_LIMIT);
    cm__relay_rename(&line, m, &same);
    cm_status status = cm__relay_write(r, &line, &note);
    if (status != CM_E_LIMIT || r->is_flood_logged)
        return;
    r->is_flood_logged = true;
    cm__log(r->spec.log, CM_LOG_WARN,
            "server \"%s\" takes too little of what the client sends; messages "
            "over the limit are dropped",
            r->spec.server->name);
}

static void relay_feed(Front *front, const char *text, size_t len, void *to)
{
    Relay *r = relay_of(front);
    Message m;
    bool is_message = cm__relay_read(r, text, len, &m);
    if (m.doc == NULL)
        cm__relay_error(r, "", to, r->out.is_stateless, CM_RPC_PARSE_ERROR,
                        "the message is not well-formed JSON");
    else if (!is_message)
        cm__relay_error(r, "", to, r->out.is_stateless, CM_RPC_INVALID_REQUEST,
                        "a message is a request, a notification or an answer");
    else if (m.rpc.kind == CM_RPC_REQUEST)
        take_request(r, &m, to);
    else if (m.rpc.kind == CM_RPC_NOTIFICATION &&
             strcmp(m.rpc.method, "notifications/cancelled") == 0)
        take_cancel(r, &m.rpc);
    else
        pass_on(r, &m);
    cm__json_doc_free(m.doc);
}

static void relay_overlong(Front *front)
{
    cm__relay_error(relay_of(front), "", NULL, false, CM_RPC_INVALID_REQUEST,
                    "the line is too long");
}

static void relay_hang_up(Front *front, void *to)
{
    Relay *r = relay_of(front);
    for (Passage *p = r->first, *next; p != NULL; p = next) {
        next = p->next;
        if (p->to != to)
            continue;
        p->is_mute = true;
        p->to = NULL;
        if (p->is_modern)
            cancel(r, p, "the client closed the connection");
    }
}

/* ---- life ---- */

void cm__relay_destroy(Relay *r)
{
    while (r->first != NULL)
        cm__passage_end(r, r->first);
    cm__wire_free(r->wire);
    cm__headercheck_done(&r->check);
    *(r->prev != NULL ? &r->prev->next : &r->relays->first) = r->next;
    if (r->next != NULL)
        r->next->prev = r->prev;
    cm__free(r->alloc, r, sizeof *r);
}

static bool relay_is_idle(const Front *front)
{
    return ((const Relay *)(const void *)front)->first == NULL;
}

/* The server says itself what changes. */
static void relay_ignore(Front *front)
{
    (void)front;
}

static const char *relay_version(const Front *front)
{
    return ((const Relay *)(const void *)front)->version;
}

static void relay_stop(Relay *r)
{
    if (r->is_stopping)
        return;
    r->is_stopping = true;
    if (r->wire != NULL)
        cm__wire_stop(r->wire, r->first != NULL && !r->is_freed
                                   ? ANSWER_GRACE_MS
                                   : STOP_GRACE_MS);
}

static void relay_free(Front *front)
{
    Relay *r = relay_of(front);
    r->is_freed = true;
    if (r->wire == NULL)
        cm__relay_destroy(r);
    else
        relay_stop(r);
}

Front *cm__relays_add(Relays *relays, const FrontSpec *front)
{
    static const FrontOps ops = { relay_feed,    relay_overlong, relay_hang_up,
                                  relay_is_idle, relay_ignore,   relay_ignore,
                                  relay_version, relay_free };
    Relay *r = cm__alloc_zero(relays->alloc, 1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->front.ops = &ops;
    r->alloc = relays->alloc;
    r->spec = relays->spec;
    r->out = *front;
    r->relays = relays;
    cm__headercheck_init(&r->check, r->alloc);
    r->is_stopping = relays->is_stopping;
    r->next = relays->first;
    if (r->next != NULL)
        r->next->prev = r;
    relays->first = r;
    return &r->front;
}

Relays *cm__relays_new(const RelaySpec *spec)
{
    const cm_allocator *alloc = cm__loop_alloc(spec->loop);
    Relays *relays = cm__alloc_zero(alloc, 1, sizeof *relays);
    if (relays == NULL)
        return NULL;
    relays->alloc = alloc;
    relays->spec = *spec;
    return relays;
}

void cm__relays_stop(Relays *relays)
{
    relays->is_stopping = true;
    for (Relay *r = relays->first; r != NULL; r = r->next)
        relay_stop(r);
}

bool cm__relays_is_stopped(const Relays *relays)
{
    const Relay *r = relays->first;
    while (r != NULL && r->wire == NULL)
        r = r->next;
    return r == NULL;
}

void cm__relays_free(Relays *relays)
{
    if (relays == NULL)
        return;
    while (relays->first != NULL)
        cm__relay_destroy(relays->first);
    cm__free(relays->alloc, relays, sizeof *relays);
}
