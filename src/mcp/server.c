/* SPDX-License-Identifier: MIT */
#include "mcp/server.h"

#include <stdio.h>
#include <string.h>

#include "mcp/client.h"
#include "mcp/era.h"
#include "mcp/jsonrpc.h"

enum {
    FIRST_LIST_WAIT_MS = 600,
    CLIENT_NAME_MAX = 100
};
#define MESSAGE_MEMORY ((size_t)256 << 20)
#define TOKEN_MAX      600

typedef struct McpServer McpServer;

/* A request of the client that has not been answered: a program that runs, a
 * list that waits, or a subscription. */
typedef struct Inbound {
    McpServer *server;
    struct Inbound *prev, *next;
    GatewayCall *call; /* NULL: no program */
    void *to;
    bool is_modern;
    bool is_list;         /* waits for servers that are starting */
    bool is_subscription; /* to changes of the list of tools */
    bool is_mute;         /* `to` is closed */
    char id[CM_RPC_ID_MAX + 1];
    char token[TOKEN_MAX]; /* of progress, JSON text; "": none wanted */
    char client_name[CLIENT_NAME_MAX];
} Inbound;

struct McpServer {
    Front front; /* first */
    const cm_allocator *alloc;
    McpServerSpec spec;
    FrontSpec out;
    IdTable ids;             /* id -> Inbound */
    Inbound *inbound, *last; /* all of them, oldest first; owned */
    Timer *list_timer;
    bool has_listed;                   /* the first list was given out */
    const char *version;               /* of the handshake; "" before it */
    char client_name[CLIENT_NAME_MAX]; /* of `initialize` */
};

static McpServer *server_of(Front *front)
{
    return (McpServer *)(void *)front;
}

/* ---- sending ---- */

/* Where an answer goes and how it has to look. */
typedef struct Target {
    const char *id;
    void *to;
    Era era;
} Target;

/* Every message but send_no_memory's. given: the client's id or token in it. */
static void send_buf(McpServer *s, Buf *text, const char *given, McpReply reply)
{
    cm__rpc_clean(text, 0, given);
    if (text->status == CM_OK) {
        reply.text = text->bytes;
        reply.len = text->len;
        s->out.send(s->out.user, &reply);
    } else {
        cm__log(s->spec.log, CM_LOG_ERROR, "a message was lost: %s",
                cm_status_text(text->status));
    }
    cm__buf_done(text);
}

/* An error that needs no memory of ours, so that no client waits for ever. */
static void send_no_memory(McpServer *s, const Target *t, McpReply reply)
{
    char text[CM_RPC_ID_MAX + 120];
    int n = snprintf(text, sizeof text,
                     "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,"
                     "\"message\":\"out of memory\"}}",
                     t->id[0] != '\0' ? t->id : "null", CM_RPC_INTERNAL);
    reply.text = text;
    reply.len = (size_t)n;
    reply.error = CM_RPC_INTERNAL;
    s->out.send(s->out.user, &reply);
}

static void send_error(McpServer *s, const Target *t, int code,
                       const char *message)
{
    Buf text;
    const McpReply reply = { .to = t->to,
                             .is_last = true,
                             .is_modern = t->era.is_modern,
                             .error = code };
    cm__buf_init(&text, s->alloc, CM_BUF_NO_LIMIT);
    cm__era_error(&text, &t->era, t->id, code, message);
    if (text.status == CM_OK) {
        send_buf(s, &text, t->id, reply);
        return;
    }
    cm__buf_done(&text);
    send_no_memory(s, t, reply);
}

/* json is the text of an object. */
static void send_result(McpServer *s, const Target *t, const char *json,
                        size_t len)
{
    Buf text;
    cm__buf_init(&text, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&text);
    cm__rpc_begin_result(&w, t->id);
    cm_status status =
        cm__era_write_result(s->alloc, &w, t->era.is_modern, json, len);
    if (status != CM_OK && text.status == CM_OK)
        text.status = status;
    cm__rpc_end(&w);
    if (text.status == CM_OK) {
        send_buf(s, &text, t->id,
                 (McpReply){ .to = t->to,
                             .is_last = true,
                             .is_modern = t->era.is_modern });
        return;
    }
    cm__buf_done(&text);
    send_error(s, t, CM_RPC_INTERNAL, "out of memory");
}

/* A result that a writer made; frees it. */
static void send_made(McpServer *s, const Target *t, Buf *json)
{
    if (json->status == CM_OK)
        send_result(s, t, json->bytes, json->len);
    else
        send_error(s, t, CM_RPC_INTERNAL, "out of memory");
    cm__buf_done(json);
}

/* ---- requests under way ---- */

static Target target_of(const Inbound *in)
{
    return (Target){ in->id,
                     in->to,
                     { .is_modern = in->is_modern,
                       .fault_text = "",
                       .version = "",
                       .client_name = in->client_name } };
}

/* A name that is too long is nobody's that we know. */
static void copy_name(char to[CLIENT_NAME_MAX], const char *name)
{
    size_t len = strlen(name);
    if (len < CLIENT_NAME_MAX)
        memcpy(to, name, len + 1);
}

static Inbound *inbound_add(McpServer *s, const Target *t)
{
    Inbound *in = cm__alloc_zero(s->alloc, 1, sizeof *in);
    cm_status status = in != NULL ? CM_OK : CM_E_NOMEM;
    if (in != NULL && !s->out.is_stateless)
        status = cm__ids_add(&s->ids, t->id, in);
    if (status != CM_OK) {
        cm__free(s->alloc, in, sizeof *in);
        if (status == CM_E_NAME)
            send_error(s, t, CM_RPC_INVALID_REQUEST,
                       "a request with this id is still running");
        else
            send_error(s, t, CM_RPC_INTERNAL, "out of memory");
        return NULL;
    }
    in->server = s;
    in->to = t->to;
    in->is_modern = t->era.is_modern;
    memcpy(in->id, t->id, strlen(t->id) + 1);
    copy_name(in->client_name, t->era.client_name);
    in->prev = s->last;
    *(s->last != NULL ? &s->last->next : &s->inbound) = in;
    s->last = in;
    return in;
}

static void inbound_end(Inbound *in)
{
    McpServer *s = in->server;
    *(in->prev != NULL ? &in->prev->next : &s->inbound) = in->next;
    *(in->next != NULL ? &in->next->prev : &s->last) = in->prev;
    if (!s->out.is_stateless)
        (void)cm__ids_take(&s->ids, in->id);
    cm__free(s->alloc, in, sizeof *in);
}

/* Ends a request that nobody wants to be answered any more. */
static void inbound_drop(Inbound *in)
{
    GatewayCall *call = in->call;
    inbound_end(in);
    if (call != NULL)
        cm__gateway_cancel(call);
}

/* ---- initialize, server/discover ---- */

static void write_instructions(const McpServer *s, JsonWriter *w)
{
    const char *text = cm__gateway_instructions(s->spec.gateway);
    if (text == NULL)
        return;
    cm__json_key(w, "instructions");
    cm__json_write_text(w, text);
}

static void write_capabilities(JsonWriter *w)
{
    static const char capabilities[] = "{\"tools\":{\"listChanged\":true}}";
    cm__json_key(w, "capabilities");
    cm__json_write_raw(w, capabilities, sizeof capabilities - 1);
}

static void keep_client_name(McpServer *s, const JsonValue *params)
{
    const JsonValue *info =
        params != NULL ? cm__json_get(params, "clientInfo") : NULL;
    const JsonValue *name = info != NULL ? cm__json_get(info, "name") : NULL;
    if (name != NULL && name->type == CM_JSON_TYPE_STRING)
        copy_name(s->client_name, name->text);
}

static void do_initialize(McpServer *s, const RpcMessage *m, const Target *t)
{
    const JsonValue *asked =
        m->params != NULL ? cm__json_get(m->params, "protocolVersion") : NULL;
    const char *version = NULL;
    if (asked != NULL && asked->type == CM_JSON_TYPE_STRING)
        version = cm__mcp_known_version(asked->text);
    keep_client_name(s, m->params);
    Buf json;
    cm__buf_init(&json, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&json);
    cm__json_begin_object(&w);
    cm__json_key(&w, "protocolVersion");
    cm__json_write_text(&w, version != NULL ? version : CM_MCP_VERSION);
    write_capabilities(&w);
    cm__json_key(&w, "serverInfo");
    cm__era_write_server(&w);
    write_instructions(s, &w);
    cm__json_end_object(&w);
    s->version = version != NULL ? version : CM_MCP_VERSION;
    send_made(s, t, &json);
    cm__gateway_connect(s->spec.gateway);
}

/* Lists may change at any moment, so they are fresh for no time at all. */
static void write_caching(JsonWriter *w)
{
    cm__json_key(w, "ttlMs");
    cm__json_write_int(w, 0);
    cm__json_key(w, "cacheScope");
    cm__json_write_text(w, "private");
}

static void do_discover(McpServer *s, const Target *t)
{
    Buf json;
    cm__buf_init(&json, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&json);
    cm__json_begin_object(&w);
    cm__json_key(&w, "supportedVersions");
    cm__json_begin_array(&w);
    cm__json_write_text(&w, CM_MCP_MODERN);
    cm__json_end_array(&w);
    write_capabilities(&w);
    write_instructions(s, &w);
    write_caching(&w);
    cm__json_end_object(&w);
    send_made(s, t, &json);
    cm__gateway_connect(s->spec.gateway);
}

/* ---- tools/list ---- */

static void answer_list(McpServer *s, const Target *t)
{
    Buf json;
    const char *client =
        t->era.client_name[0] != '\0' ? t->era.client_name : s->client_name;
    cm__buf_init(&json, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&json);
    cm__json_begin_object(&w);
    cm__json_key(&w, "tools");
    Buf tools;
    cm__buf_init(&tools, s->alloc, CM_BUF_NO_LIMIT);
    cm__gateway_list(s->spec.gateway, client, &tools);
    if (tools.status == CM_OK)
        cm__json_write_raw(&w, tools.bytes, tools.len);
    else
        json.status = tools.status;
    cm__buf_done(&tools);
    if (t->era.is_modern)
        write_caching(&w);
    cm__json_end_object(&w);
    send_made(s, t, &json);
    s->has_listed = true;
}

static void answer_waiting_lists(McpServer *s)
{
    cm__timer_stop(s->list_timer);
    for (Inbound *in = s->inbound, *next; in != NULL; in = next) {
        next = in->next;
        if (!in->is_list)
            continue;
        Target t = target_of(in);
        if (!in->is_mute)
            answer_list(s, &t);
        inbound_end(in);
    }
}

static void list_timer_fired(void *user)
{
    answer_waiting_lists(user);
}

static void do_list(McpServer *s, const Target *t)
{
    cm__gateway_connect(s->spec.gateway);
    if (s->has_listed || cm__gateway_is_settled(s->spec.gateway)) {
        answer_list(s, t);
        return;
    }
    Inbound *in = inbound_add(s, t);
    if (in == NULL)
        return;
    in->is_list = true;
    if (!cm__timer_is_active(s->list_timer))
        cm__timer_start(s->list_timer, FIRST_LIST_WAIT_MS);
}

static void server_settled(Front *front)
{
    McpServer *s = server_of(front);
    if (cm__gateway_is_settled(s->spec.gateway))
        answer_waiting_lists(s);
}

/* ---- notifications to the client ---- */

/* `params` is JSON text. in NULL: it belongs to no request. */
static void notify(McpServer *s, const Inbound *in, const char *method,
                   const Buf *params)
{
    Buf text;
    const char *given = "";
    if (params->status != CM_OK || (in != NULL && in->is_mute))
        return;
    cm__buf_init(&text, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&text);
    cm__rpc_begin_notification(&w, method);
    cm__json_write_raw(&w, cm__buf_text(params), params->len);
    cm__rpc_end(&w);
    if (in != NULL)
        given = in->token[0] != '\0' ? in->token : in->id;
    send_buf(s, &text, given,
             (McpReply){ .to = in != NULL ? in->to : NULL,
                         .is_modern = in != NULL && in->is_modern });
}

/* Opens the params, or the result, of what belongs to a subscription; id is
 * JSON text. */
static void begin_subscribed(JsonWriter *w, const char *id)
{
    cm__json_begin_object(w);
    cm__json_key(w, "_meta");
    cm__json_begin_object(w);
    cm__json_key(w, CM_META_SUBSCRIPTION);
    cm__json_write_raw(w, id, strlen(id));
    cm__json_end_object(w);
}

static void notify_subscriber(McpServer *s, const Inbound *in)
{
    Buf params;
    cm__buf_init(&params, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&params);
    begin_subscribed(&w, in->id);
    cm__json_end_object(&w);
    notify(s, in, "notifications/tools/list_changed", &params);
    cm__buf_done(&params);
}

static void server_list_changed(Front *front)
{
    McpServer *s = server_of(front);
    Buf params;
    for (const Inbound *in = s->inbound; in != NULL; in = in->next)
        if (in->is_subscription)
            notify_subscriber(s, in);
    if (s->version[0] == '\0')
        return;
    cm__buf_init(&params, s->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&params, "{}");
    notify(s, NULL, "notifications/tools/list_changed", &params);
    cm__buf_done(&params);
}

/* ---- subscriptions/listen ---- */

static bool is_true(const JsonValue *v)
{
    return v != NULL && v->type == CM_JSON_TYPE_BOOL && v->boolean;
}

/* The answer that ends a subscription. */
static void end_subscription(McpServer *s, const Target *t)
{
    Buf json;
    cm__buf_init(&json, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&json);
    begin_subscribed(&w, t->id);
    cm__json_end_object(&w);
    send_made(s, t, &json);
}

static void do_listen(McpServer *s, const RpcMessage *m, const Target *t)
{
    const JsonValue *wanted = cm__json_get(m->params, "notifications");
    if (wanted == NULL || wanted->type != CM_JSON_TYPE_OBJECT) {
        send_error(s, t, CM_RPC_INVALID_PARAMS,
                   "params.notifications must be an object");
        return;
    }
    Inbound *in = inbound_add(s, t);
    if (in == NULL)
        return;
    in->is_subscription = is_true(cm__json_get(wanted, "toolsListChanged"));
    Buf params;
    cm__buf_init(&params, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&params);
    begin_subscribed(&w, in->id);
    cm__json_key(&w, "notifications");
    cm__json_begin_object(&w);
    if (in->is_subscription) {
        cm__json_key(&w, "toolsListChanged");
        cm__json_write_bool(&w, true);
    }
    cm__json_end_object(&w);
    cm__json_end_object(&w);
    notify(s, in, "notifications/subscriptions/acknowledged", &params);
    cm__buf_done(&params);
    if (in->is_subscription)
        return;
    end_subscription(s, t); /* to nothing that we have */
    inbound_end(in);
}

/* ---- tools/call ---- */

static void call_progress(void *user, uint64_t number, const char *message)
{
    Inbound *in = user;
    Buf params;
    if (in->token[0] == '\0')
        return;
    cm__buf_init(&params, in->server->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&params);
    cm__json_begin_object(&w);
    cm__json_key(&w, "progressToken");
    cm__json_write_raw(&w, in->token, strlen(in->token));
    cm__json_key(&w, "progress");
    cm__json_write_int(&w, (int64_t)number);
    cm__json_key(&w, "message");
    cm__json_write_text(&w, message);
    cm__json_end_object(&w);
    notify(in->server, in, "notifications/progress", &params);
    cm__buf_done(&params);
}

/* The same in the words of the server behind. */
static void call_forward(void *user, const JsonValue *from)
{
    Inbound *in = user;
    const JsonValue *number = cm__json_get(from, "progress");
    Buf params;
    if (in->token[0] == '\0' || number == NULL ||
        number->type != CM_JSON_TYPE_NUMBER)
        return;
    cm__buf_init(&params, in->server->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&params);
    cm__json_begin_object(&w);
    cm__json_key(&w, "progressToken");
    cm__json_write_raw(&w, in->token, strlen(in->token));
    for (size_t i = 0; i < from->n_members; i++) {
        const JsonMember *m = &from->members[i];
        if (cm__json_is_named(m, "progressToken"))
            continue;
        cm__json_key_n(&w, m->name, m->name_len);
        cm__json_write_value(&w, &m->value);
    }
    cm__json_end_object(&w);
    notify(in->server, in, "notifications/progress", &params);
    cm__buf_done(&params);
}

static void call_refused(void *user, int64_t code, const char *message,
                         const JsonValue *data)
{
    Inbound *in = user;
    McpServer *s = in->server;
    const Target t = target_of(in);
    const McpReply reply = { .to = in->to,
                             .is_last = true,
                             .is_modern = in->is_modern };
    Buf text;
    cm__buf_init(&text, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&text);
    cm__rpc_begin_error(&w, in->id, code, message);
    if (data != NULL) {
        cm__json_key(&w, "data");
        cm__json_write_value(&w, data);
    }
    cm__json_end_object(&w);
    cm__rpc_end(&w);
    if (!in->is_mute && text.status == CM_OK) {
        send_buf(s, &text, in->id, reply);
    } else {
        cm__buf_done(&text);
        if (!in->is_mute)
            send_no_memory(s, &t, reply);
    }
    inbound_end(in);
}

static void call_done(void *user, const char *result, size_t len)
{
    Inbound *in = user;
    Target t = target_of(in);
    if (!in->is_mute)
        send_result(in->server, &t, result, len);
    inbound_end(in);
}

/* Keeps the token of params._meta as JSON text, when it is one. */
static void read_token(Inbound *in, const JsonValue *params)
{
    const JsonValue *meta = cm__json_get(params, "_meta");
    const JsonValue *token =
        meta != NULL ? cm__json_get(meta, "progressToken") : NULL;
    Buf text;
    if (token == NULL || (token->type != CM_JSON_TYPE_STRING &&
                          token->type != CM_JSON_TYPE_NUMBER))
        return;
    cm__buf_init(&text, in->server->alloc, TOKEN_MAX - 1);
    JsonWriter w = cm__json_writer(&text);
    cm__json_write_value(&w, token);
    if (text.status == CM_OK)
        memcpy(in->token, text.bytes, text.len + 1);
    cm__buf_done(&text);
}

static void do_call(McpServer *s, const RpcMessage *m, const Target *t)
{
    const GatewayCallEvents events = { call_progress, call_done, call_forward,
                                       call_refused, t->era.is_modern };
    const JsonValue *name =
        m->params != NULL ? cm__json_get(m->params, "name") : NULL;
    if (name == NULL || !cm__rpc_is_name(name)) {
        send_error(s, t, CM_RPC_INVALID_PARAMS, "params.name must be a string");
        return;
    }
    Inbound *in = inbound_add(s, t);
    if (in == NULL)
        return;
    read_token(in, m->params);
    GatewayCall *call =
        cm__gateway_call(s->spec.gateway, name->text,
                         cm__json_get(m->params, "arguments"), &events, in);
    if (call != NULL) /* else it was answered, and in is gone */
        in->call = call;
}

/* ---- dispatch ---- */

/* Methods of the handshake era, which are no more in the modern one. */
static bool take_legacy(McpServer *s, const RpcMessage *m, const Target *t)
{
    if (strcmp(m->method, "ping") == 0 ||
        strcmp(m->method, "logging/setLevel") == 0)
        send_result(s, t, "{}", 2);
    else if (strcmp(m->method, "initialize") == 0)
        do_initialize(s, m, t);
    else
        return false;
    return true;
}

static bool take_modern(McpServer *s, const RpcMessage *m, const Target *t)
{
    if (strcmp(m->method, "server/discover") == 0)
        do_discover(s, t);
    else if (strcmp(m->method, "subscriptions/listen") == 0)
        do_listen(s, m, t);
    else
        return false;
    return true;
}

static void take_request(McpServer *s, const RpcMessage *m, void *to)
{
    Target t = { m->id, to,
                 cm__era_read(m->method, m->params, s->out.is_stateless) };
    if (t.era.fault != 0)
        send_error(s, &t, t.era.fault, t.era.fault_text);
    else if (strcmp(m->method, "tools/call") == 0)
        do_call(s, m, &t);
    else if (strcmp(m->method, "tools/list") == 0)
        do_list(s, &t);
    else if (!(t.era.is_modern ? take_modern(s, m, &t) : take_legacy(s, m, &t)))
        send_error(s, &t, CM_RPC_NO_METHOD, "method not found");
}

static void cancel_request(McpServer *s, const JsonValue *params)
{
    char id[CM_RPC_ID_MAX + 1];
    const JsonValue *request =
        params != NULL ? cm__json_get(params, "requestId") : NULL;
    if (request == NULL || !cm__rpc_id_text(request, id))
        return;
    Inbound *in = cm__ids_get(&s->ids, id);
    if (in == NULL || in->is_list)
        return; /* answered already or soon, or never asked */
    const McpReply nothing = { .to = in->to,
                               .is_last = true,
                               .is_modern = in->is_modern };
    bool is_answered = in->is_subscription;
    if (is_answered) {
        Target t = target_of(in);
        end_subscription(s, &t);
    }
    inbound_drop(in);
    if (!is_answered && nothing.to != NULL)
        s->out.send(s->out.user, &nothing);
}

static void take_notification(McpServer *s, const RpcMessage *m)
{
    if (strcmp(m->method, "notifications/cancelled") == 0)
        cancel_request(s, m->params);
}

static void take_message(McpServer *s, const JsonValue *root, void *to)
{
    RpcMessage m;
    Target nobody = { .id = "", .to = to };
    if (!cm__rpc_read(root, &m)) {
        send_error(s, &nobody, CM_RPC_INVALID_REQUEST,
                   root->type == CM_JSON_TYPE_ARRAY ? "batches are not taken"
                                                    : "a message is an object");
        return;
    }
    switch (m.kind) {
    case CM_RPC_REQUEST:
        take_request(s, &m, to);
        break;
    case CM_RPC_NOTIFICATION:
        take_notification(s, &m);
        break;
    case CM_RPC_RESULT:
    case CM_RPC_ERROR:
        break; /* we ask nothing */
    case CM_RPC_INVALID:
        nobody.id = m.id;
        send_error(s, &nobody, CM_RPC_INVALID_REQUEST,
                   "a request has a method and an id that is a string or an "
                   "integer");
        break;
    }
}

static void server_feed(Front *front, const char *line, size_t len, void *to)
{
    McpServer *s = server_of(front);
    JsonDoc *doc = NULL;
    JsonOptions options = { .max_memory = MESSAGE_MEMORY };
    cm_error err;
    if (cm__json_parse(s->alloc, line, len, &options, &doc, &err) == CM_OK) {
        take_message(s, &doc->root, to);
        cm__json_doc_free(doc);
        return;
    }
    char id[CM_RPC_ID_MAX + 1];
    Target sender = { .id = "", .to = to };
    bool is_unread = err.status == CM_E_NOMEM || err.status == CM_E_LIMIT;
    if (is_unread && cm__rpc_find_id(line, len, id))
        sender.id = id; /* who waits shall hear of it */
    send_error(s, &sender,
               err.status == CM_E_NOMEM ? CM_RPC_INTERNAL : CM_RPC_PARSE_ERROR,
               err.text);
}

static void server_overlong(Front *front)
{
    Target nobody = { .id = "" };
    send_error(server_of(front), &nobody, CM_RPC_INVALID_REQUEST,
               "the line is too long");
}

static void server_hang_up(Front *front, void *to)
{
    McpServer *s = server_of(front);
    for (Inbound *in = s->inbound, *next; in != NULL; in = next) {
        next = in->next;
        if (in->to != to)
            continue;
        in->is_mute = true;
        in->to = NULL;
        if (in->is_modern && !in->is_list)
            inbound_drop(in);
    }
}

/* ---- life ---- */

static bool server_is_idle(const Front *front)
{
    return ((const McpServer *)(const void *)front)->inbound == NULL;
}

static const char *server_version(const Front *front)
{
    return ((const McpServer *)(const void *)front)->version;
}

static void server_free(Front *front)
{
    McpServer *s = server_of(front);
    while (s->inbound != NULL)
        inbound_drop(s->inbound);
    cm__ids_done(&s->ids);
    cm__timer_free(s->list_timer);
    cm__free(s->alloc, s, sizeof *s);
}

Front *cm__server_new(const McpServerSpec *spec, const FrontSpec *front)
{
    static const FrontOps ops = { server_feed,         server_overlong,
                                  server_hang_up,      server_is_idle,
                                  server_list_changed, server_settled,
                                  server_version,      server_free };
    const cm_allocator *alloc = cm__loop_alloc(spec->loop);
    McpServer *s = cm__alloc_zero(alloc, 1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->front.ops = &ops;
    s->alloc = alloc;
    s->spec = *spec;
    s->out = *front;
    s->version = "";
    cm__ids_init(&s->ids, alloc);
    s->list_timer = cm__timer_new(spec->loop, list_timer_fired, s);
    if (s->list_timer == NULL) {
        server_free(&s->front);
        return NULL;
    }
    return &s->front;
}
