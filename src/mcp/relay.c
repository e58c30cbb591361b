/* SPDX-License-Identifier: MIT */
/* Where a message of the server goes:
 *
 *     answer                  the request whose number it bears
 *     progress, subscription  the request whose number its token or `_meta` is
 *     came on a POST's stream the request of that POST
 *     anything else           a session: the newest request, since a pipe does
 *                             not tell, but changes of lists and resources
 *                             belong to none; stateless: the one request that
 *                             is open, else nobody, since it may be meant for
 *                             another client
 */
#include "mcp/relay.h"

#include <stdio.h>
#include <string.h>

#include "mcp/era.h"
#include "mcp/headercheck.h"
#include "mcp/jsonrpc.h"
#include "mcp/renaming.h"
#include "mcp/wire.h"

enum {
    CODE_UNREACHABLE = -32000,
    TOKEN_MAX = 600,
    PARAM_HEADERS_MAX = 64,
    STOP_GRACE_MS = 500,
    ANSWER_GRACE_MS = 1500 /* when requests are under way */
};
#define MESSAGE_MEMORY ((size_t)512 << 20)

typedef struct Relay Relay;

/* A request on its way through. */
typedef struct Passage {
    struct Passage *prev, *next;
    uint64_t number; /* its id on the other side, and its token there */
    void *to;
    bool is_modern, is_mute, is_initialize, is_subscription, lists_tools;
    char id[CM_RPC_ID_MAX + 1]; /* JSON text, as the client gave it */
    char token[TOKEN_MAX];      /* JSON text; "": none */
} Passage;

struct Relay {
    Front front; /* first */
    const cm_allocator *alloc;
    Relays *relays;
    Relay *prev, *next; /* list of the relays */
    RelaySpec spec;
    FrontSpec out;
    Wire *wire;              /* NULL: not connected */
    Passage *first, *newest; /* in the order of their numbers */
    uint64_t last_number;
    HeaderCheck check; /* of requests over HTTP for a server on a pipe */
    char version[16];  /* agreed in the handshake */
    bool has_ended;    /* a connection with a handshake is not made anew */
    bool is_stopping;
    bool is_freed; /* the front; only the end of the wire is waited for */
};

struct Relays {
    const cm_allocator *alloc;
    RelaySpec spec;
    Relay *first;
    bool is_stopping;
};

static Relay *relay_of(Front *front)
{
    return (Relay *)(void *)front;
}

/* ---- passages ---- */

static void passage_end(Relay *r, Passage *p)
{
    *(p->prev != NULL ? &p->prev->next : &r->first) = p->next;
    *(p->next != NULL ? &p->next->prev : &r->newest) = p->prev;
    cm__free(r->alloc, p, sizeof *p);
}

static Passage *passage_find(const Relay *r, uint64_t number)
{
    Passage *p = r->newest;
    while (p != NULL && p->number != number)
        p = p->prev;
    return p;
}

/* ---- messages ---- */

/* As read, with the text that it was read from. */
typedef struct Message {
    const char *text;
    size_t len;
    JsonDoc *doc; /* NULL: not well formed */
    RpcMessage rpc;
} Message;

/* False when it is none; the doc is to be freed in any case. */
static bool message_read(const Relay *r, const char *text, size_t len,
                         Message *ret)
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

static void rename_message(Buf *out, const Message *m, const Renaming *names)
{
    cm__rename_message(out, m->text, m->len, &m->doc->root, names);
}

/* ---- sending to the client ---- */

static void send_text(Relay *r, Buf *text, McpReply reply)
{
    if (text->status == CM_OK) {
        reply.text = text->bytes;
        reply.len = text->len;
        r->out.send(r->out.user, &reply);
    } else {
        cm__log(r->spec.log, CM_LOG_ERROR, "a message was lost: %s",
                cm_status_text(text->status));
    }
    cm__buf_done(text);
}

static void send_error(Relay *r, const char *id, void *to, bool is_modern,
                       int code, const char *message)
{
    Buf text;
    const Era era = { .is_modern = is_modern, .version = "" };
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    cm__era_error(&text, &era, id, code, message);
    send_text(
        r, &text,
        (McpReply){
            .to = to, .is_last = true, .is_modern = is_modern, .error = code });
}

/* Answers a request that the other side cannot answer, and ends it. */
static void passage_fail(Relay *r, Passage *p, const char *reason)
{
    char text[900];
    (void)snprintf(text, sizeof text, "server \"%.160s\": %.700s",
                   r->spec.server->name, reason);
    Passage copy = *p;
    passage_end(r, p);
    if (!copy.is_mute && !r->is_freed)
        send_error(r, copy.id, copy.to, copy.is_modern, CODE_UNREACHABLE, text);
}

/* ---- from the server ---- */

static const JsonValue *meta_of(const JsonValue *v)
{
    const JsonValue *meta = v != NULL ? cm__json_get(v, "_meta") : NULL;
    return meta != NULL && meta->type == CM_JSON_TYPE_OBJECT ? meta : NULL;
}

/* The number in a string of digits, or 0. */
static uint64_t read_digits(const char *text, size_t len)
{
    uint64_t number = 0;
    for (size_t i = 0; i < len; i++) {
        if (len > 18 || text[i] < '0' || text[i] > '9')
            return 0;
        number = number * 10 + (uint64_t)(text[i] - '0');
    }
    return number;
}

/* Which request a number that we gave belongs to. Some servers give numbers
 * back as strings. */
static Passage *passage_of(const Relay *r, const JsonValue *v)
{
    uint64_t number = 0;
    if (v == NULL)
        return NULL;
    if (v->type == CM_JSON_TYPE_NUMBER && v->is_integer && v->integer > 0)
        number = (uint64_t)v->integer;
    else if (v->type == CM_JSON_TYPE_STRING)
        number = read_digits(v->text, v->len);
    return number != 0 ? passage_find(r, number) : NULL;
}

/* A server with a URL sees the headers itself. */
static bool checks_headers(const Relay *r)
{
    return r->out.is_stateless && r->out.param_at != NULL &&
           r->spec.server->url == NULL;
}

static void keep_version(Relay *r, const JsonValue *result)
{
    const JsonValue *v = cm__json_get(result, "protocolVersion");
    if (v != NULL && v->type == CM_JSON_TYPE_STRING &&
        v->len < sizeof r->version)
        memcpy(r->version, v->text, v->len + 1);
}

static void pass_answer(Relay *r, const Message *m, Passage *p)
{
    const Renaming names = { .id = p->id, .subscription = p->id };
    const Passage copy = *p;
    const RpcMessage *rpc = &m->rpc;
    bool is_error = rpc->kind == CM_RPC_ERROR;
    Buf text;
    cm__wire_settled(r->wire, p->number);
    if (p->is_initialize && !is_error)
        keep_version(r, rpc->result);
    if (p->lists_tools && !is_error && checks_headers(r))
        cm__headercheck_learn(&r->check, cm__json_get(rpc->result, "tools"));
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    if (!copy.is_mute)
        rename_message(&text, m, &names);
    passage_end(r, p);
    if (copy.is_mute)
        cm__buf_done(&text);
    else
        send_text(r, &text,
                  (McpReply){ .to = copy.to,
                              .is_last = true,
                              .is_modern = copy.is_modern,
                              .error = is_error ? (int)rpc->code : 0 });
}

static Passage *newest_open(const Relay *r)
{
    Passage *p = r->newest;
    while (p != NULL && (p->is_mute || p->is_subscription))
        p = p->prev;
    return p;
}

/* Whether the transport tells on which stream a message came. */
static bool has_streams(const Relay *r)
{
    return r->spec.server->url != NULL &&
           r->spec.server->transport != CM_TRANSPORT_SSE;
}

/* The request that a message belongs to which does not say so itself; NULL:
 * none, or it cannot be told. */
static Passage *passage_around(const Relay *r, const RpcMessage *m,
                               uint64_t request)
{
    if (has_streams(r))
        return passage_find(r, request);
    if (strstr(m->method, "/list_changed") != NULL ||
        strcmp(m->method, "notifications/resources/updated") == 0)
        return NULL;
    Passage *p = newest_open(r);
    if (!r->out.is_stateless || p == NULL)
        return p;
    for (const Passage *other = p->prev; other != NULL; other = other->prev)
        if (!other->is_subscription)
            return NULL;
    return p;
}

static void pass_notification(Relay *r, const Message *m, uint64_t request)
{
    const JsonValue *params = m->rpc.params;
    const JsonValue *meta = meta_of(params);
    Passage *p = NULL;
    Renaming names = { .id = NULL };
    if (params != NULL &&
        strcmp(m->rpc.method, "notifications/progress") == 0) {
        p = passage_of(r, cm__json_get(params, "progressToken"));
        if (p == NULL || p->token[0] == '\0')
            return; /* of a request that is over */
        names.progress = p->token;
    } else if (meta != NULL) {
        p = passage_of(r, cm__json_get(meta, CM_META_SUBSCRIPTION));
        names.subscription = p != NULL ? p->id : NULL;
    }
    if (p == NULL)
        p = passage_around(r, &m->rpc, request);
    if (p != NULL ? p->is_mute : r->out.is_stateless)
        return;
    Buf text;
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    rename_message(&text, m, &names);
    send_text(r, &text,
              (McpReply){ .to = p != NULL ? p->to : NULL,
                          .is_modern = p != NULL && p->is_modern });
}

/* What the server asks of the client keeps its id: the connection is the
 * client's own. In the modern era servers do not ask. */
static void pass_request(Relay *r, const Message *m, uint64_t request)
{
    const Renaming same = { .id = NULL };
    const Passage *p = passage_around(r, &m->rpc, request);
    if (r->out.is_stateless) {
        cm__log(r->spec.log, CM_LOG_WARN,
                "server \"%s\" asks for \"%.60s\" outside a session; dropped",
                r->spec.server->name, m->rpc.method);
        return;
    }
    if (p != NULL && p->is_mute)
        p = NULL;
    Buf text;
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    rename_message(&text, m, &same);
    send_text(r, &text,
              (McpReply){ .to = p != NULL ? p->to : NULL,
                          .is_modern = p != NULL && p->is_modern });
}

static void take_answer(Relay *r, const Message *m, uint64_t request)
{
    const JsonValue *id = cm__json_get(&m->doc->root, "id");
    Passage *p = passage_of(r, id);
    if (p == NULL && (id == NULL || id->type == CM_JSON_TYPE_NULL))
        p = passage_find(r, request); /* the error of a refused POST */
    if (p != NULL)
        pass_answer(r, m, p);
}

static void take_message(Relay *r, const char *text, size_t len,
                         uint64_t request)
{
    Message m = { .doc = NULL };
    if (r->is_freed)
        return;
    if (message_read(r, text, len, &m)) {
        if (m.rpc.kind == CM_RPC_NOTIFICATION)
            pass_notification(r, &m, request);
        else if (m.rpc.kind == CM_RPC_REQUEST)
            pass_request(r, &m, request);
        else
            take_answer(r, &m, request);
    }
    cm__json_doc_free(m.doc);
}

static void wire_message(void *user, const char *text, size_t len,
                         uint64_t request)
{
    take_message(user, text, len, request);
}

static void wire_overlong(void *user)
{
    const Relay *r = user;
    cm__log(r->spec.log, CM_LOG_WARN,
            "server \"%s\" sent a message over %zu bytes; dropped",
            r->spec.server->name, CM_LINE_MAX_DEFAULT);
}

/* A refusal over HTTP may hold the message that says why. */
static void wire_failed(void *user, uint64_t request, const WireFault *fault)
{
    Relay *r = user;
    if (fault->body != NULL)
        take_message(r, fault->body, fault->body_len, request);
    Passage *p = passage_find(r, request);
    if (p != NULL)
        passage_fail(r, p, fault->reason);
}

static void end_front(Relay *r)
{
    if (r->has_ended)
        return;
    r->has_ended = true;
    if (r->out.ended != NULL && !r->is_freed)
        r->out.ended(r->out.user);
}

static void wire_session_lost(void *user)
{
    end_front(user);
}

static void relay_destroy(Relay *r)
{
    while (r->first != NULL)
        passage_end(r, r->first);
    cm__wire_free(r->wire);
    cm__headercheck_done(&r->check);
    *(r->prev != NULL ? &r->prev->next : &r->relays->first) = r->next;
    if (r->next != NULL)
        r->next->prev = r->prev;
    cm__free(r->alloc, r, sizeof *r);
}

static void wire_closed(void *user, const char *reason, const char *words)
{
    Relay *r = user;
    Wire *wire = r->wire;
    char text[700];
    r->wire = NULL;
    cm__wire_free(wire);
    if (r->is_freed) {
        relay_destroy(r);
        return;
    }
    (void)snprintf(text, sizeof text, "%.300s%s%.300s", reason,
                   words[0] != '\0' ? ": " : "", words);
    bool is_news = !r->is_stopping && (r->first != NULL || r->version[0] != 0);
    if (is_news)
        cm__log(r->spec.log, CM_LOG_WARN, "server \"%s\": %s",
                r->spec.server->name, text);
    while (r->first != NULL)
        passage_fail(r, r->first, text);
    if (r->version[0] != '\0')
        end_front(r);
}

static bool connect_wire(Relay *r, cm_error *err)
{
    static const WireEvents events = { .message = wire_message,
                                       .overlong = wire_overlong,
                                       .failed = wire_failed,
                                       .session_lost = wire_session_lost,
                                       .closed = wire_closed };
    const UpstreamSpec *s = r->spec.server;
    const ProcessSpec process = { .argv = s->argv,
                                  .env = s->env,
                                  .cwd = s->cwd };
    const WireHttpSpec http = { .http = r->spec.http,
                                .url = s->url,
                                .headers = s->headers,
                                .n_headers = s->n_headers,
                                .name = s->name,
                                .log = r->spec.log };
    *err = (cm_error){ .text = "the connection has ended" };
    if (r->wire != NULL || r->has_ended || r->is_stopping)
        return r->wire != NULL && !r->has_ended && !r->is_stopping;
    if (s->url == NULL)
        r->wire = cm__wire_stdio_new(r->spec.loop, &process, &events, r, err);
    else if (s->transport == CM_TRANSPORT_SSE)
        r->wire = cm__wire_sse_new(r->spec.loop, &http, &events, r);
    else
        r->wire = cm__wire_http_new(r->spec.loop, &http, &events, r);
    return r->wire != NULL;
}

/* ---- from the client ---- */

static cm_status write_wire(Relay *r, Buf *line, WireNote *note)
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

static Passage *passage_new(Relay *r, const Message *m, void *to,
                            bool is_modern)
{
    Passage *p = cm__alloc_zero(r->alloc, 1, sizeof *p);
    const char *method = m->rpc.method;
    const JsonValue *meta = meta_of(m->rpc.params);
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
    if (checks_headers(r) && strcmp(m->method, "tools/call") == 0)
        name = cm__headercheck_fault(&r->check, m->params, note->headers,
                                     note->n_headers);
    if (name == NULL)
        return true;
    (void)snprintf(text, sizeof text,
                   "the header %.120s must repeat its argument", name);
    void *to = p->to;
    passage_end(r, p);
    send_error(r, m->id, to, true, CM_RPC_HEADER_MISMATCH, text);
    return false;
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
    rename_message(&line, m, &names);
    if (write_wire(r, &line, note) == CM_OK)
        return;
    p = passage_find(r, sent); /* an event may have ended it */
    if (p != NULL)
        passage_fail(r, p, "it does not read its input");
}

static void take_request(Relay *r, const Message *m, void *to)
{
    const RpcMessage *rpc = &m->rpc;
    const Era era = cm__era_read(rpc->method, rpc->params, r->out.is_stateless);
    cm_http_header headers[PARAM_HEADERS_MAX];
    cm_error err;
    Passage *p = passage_new(r, m, to, era.is_modern);
    if (p == NULL) {
        send_error(r, rpc->id, to, era.is_modern, CM_RPC_INTERNAL,
                   "out of memory");
        return;
    }
    if (!connect_wire(r, &err)) {
        passage_fail(r, p, err.text);
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
    (void)write_wire(r, &line, note);
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
        passage_end(r, p);
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
    rename_message(&line, m, &same);
    (void)write_wire(r, &line, &note);
}

static void relay_feed(Front *front, const char *text, size_t len, void *to)
{
    Relay *r = relay_of(front);
    Message m;
    bool is_message = message_read(r, text, len, &m);
    if (m.doc == NULL)
        send_error(r, "", to, r->out.is_stateless, CM_RPC_PARSE_ERROR,
                   "the message is not well-formed JSON");
    else if (!is_message)
        send_error(r, "", to, r->out.is_stateless, CM_RPC_INVALID_REQUEST,
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
    send_error(relay_of(front), "", NULL, false, CM_RPC_INVALID_REQUEST,
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

static bool relay_is_idle(const Front *front)
{
    return ((const Relay *)(const void *)front)->first == NULL;
}

/* The server says itself what changes. */
static void relay_ignore(Front *front)
{
    (void)front;
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
        relay_destroy(r);
    else
        relay_stop(r);
}

Front *cm__relays_add(Relays *relays, const FrontSpec *front)
{
    static const FrontOps ops = { relay_feed,    relay_overlong, relay_hang_up,
                                  relay_is_idle, relay_ignore,   relay_ignore,
                                  relay_free };
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
        relay_destroy(relays->first);
    cm__free(relays->alloc, relays, sizeof *relays);
}
