/* SPDX-License-Identifier: MIT */
#include "mcp/server.h"

#include <string.h>

#include "mcp/client.h"

enum {
    FIRST_LIST_WAIT_MS = 600
};
#define MESSAGE_MEMORY ((size_t)256 << 20)
#define TOKEN_MAX      600

/* A request of the client that has not been answered. */
typedef struct Inbound {
    McpServer *server;
    GatewayCall *call;         /* NULL: it waits for the list of tools */
    struct Inbound *next_list; /* waiting tools/list requests */
    char id[CM_RPC_ID_MAX + 1];
    char token[TOKEN_MAX]; /* of progress, JSON text; "": none wanted */
} Inbound;

struct McpServer {
    const cm_allocator *alloc;
    McpServerSpec spec;
    IdTable inbound; /* id -> Inbound, owned */
    Inbound *waiting_lists;
    Timer *list_timer;
    bool has_listed; /* the first list was given out */
    bool is_initialized;
};

/* ---- sending ---- */

static void send_buf(McpServer *s, Buf *line)
{
    if (line->status == CM_OK)
        s->spec.send(s->spec.user, line->bytes, line->len);
    else
        cm__log(s->spec.log, CM_LOG_ERROR, "a message was lost: %s",
                cm_status_text(line->status));
    cm__buf_done(line);
}

static void send_result(McpServer *s, const char *id, const char *json,
                        size_t len)
{
    Buf line;
    cm__buf_init(&line, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    cm__rpc_begin_result(&w, id);
    cm__json_write_raw(&w, json, len);
    cm__rpc_end(&w);
    send_buf(s, &line);
}

static void send_error(McpServer *s, const char *id, int code,
                       const char *message)
{
    Buf line;
    cm__buf_init(&line, s->alloc, CM_BUF_NO_LIMIT);
    cm__rpc_error(&line, id, code, message);
    send_buf(s, &line);
}

/* ---- requests under way ---- */

static Inbound *inbound_add(McpServer *s, const RpcMessage *m)
{
    Inbound *in = cm__alloc_zero(s->alloc, 1, sizeof *in);
    cm_status status = CM_E_NOMEM;
    if (in != NULL) {
        in->server = s;
        memcpy(in->id, m->id, sizeof in->id);
        status = cm__ids_add(&s->inbound, m->id, in);
    }
    if (status == CM_OK)
        return in;
    cm__free(s->alloc, in, sizeof *in);
    if (status == CM_E_NAME)
        send_error(s, m->id, CM_RPC_INVALID_REQUEST,
                   "a request with this id is still running");
    else
        send_error(s, m->id, CM_RPC_INTERNAL, "out of memory");
    return NULL;
}

static void inbound_end(Inbound *in)
{
    McpServer *s = in->server;
    (void)cm__ids_take(&s->inbound, in->id);
    cm__free(s->alloc, in, sizeof *in);
}

/* ---- initialize ---- */

static void do_initialize(McpServer *s, const RpcMessage *m)
{
    const JsonValue *asked =
        m->params != NULL ? cm__json_get(m->params, "protocolVersion") : NULL;
    const char *version = NULL;
    if (asked != NULL && asked->type == CM_JSON_TYPE_STRING)
        version = cm__mcp_known_version(asked->text);
    Buf json;
    cm__buf_init(&json, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&json);
    cm__json_begin_object(&w);
    cm__json_key(&w, "protocolVersion");
    cm__json_write_text(&w, version != NULL ? version : CM_MCP_VERSION);
    cm__json_key(&w, "capabilities");
    cm__json_write_raw(&w, "{\"tools\":{\"listChanged\":true}}", 30);
    cm__json_key(&w, "serverInfo");
    cm__json_begin_object(&w);
    cm__json_key(&w, "name");
    cm__json_write_text(&w, "codemode");
    cm__json_key(&w, "version");
    cm__json_write_text(&w, cm_version());
    cm__json_end_object(&w);
    cm__json_key(&w, "instructions");
    cm__json_write_text(&w, "One tool, execute, runs a small program that may "
                            "call many tools at once; its description lists "
                            "them.");
    cm__json_end_object(&w);
    if (json.status == CM_OK)
        send_result(s, m->id, json.bytes, json.len);
    cm__buf_done(&json);
    s->is_initialized = true;
    cm__gateway_connect(s->spec.gateway);
}

/* ---- tools/list ---- */

static void answer_list(McpServer *s, const char *id)
{
    Buf json;
    cm__buf_init(&json, s->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&json, "{\"tools\":");
    cm__gateway_list(s->spec.gateway, &json);
    cm__buf_add_char(&json, '}');
    if (json.status == CM_OK)
        send_result(s, id, json.bytes, json.len);
    else
        send_error(s, id, CM_RPC_INTERNAL, "out of memory");
    cm__buf_done(&json);
    s->has_listed = true;
}

static void answer_waiting_lists(McpServer *s)
{
    cm__timer_stop(s->list_timer);
    while (s->waiting_lists != NULL) {
        Inbound *in = s->waiting_lists;
        s->waiting_lists = in->next_list;
        answer_list(s, in->id);
        inbound_end(in);
    }
}

static void list_timer_fired(void *user)
{
    answer_waiting_lists(user);
}

static void do_list(McpServer *s, const RpcMessage *m)
{
    cm__gateway_connect(s->spec.gateway);
    if (s->has_listed || cm__gateway_is_settled(s->spec.gateway)) {
        answer_list(s, m->id);
        return;
    }
    Inbound *in = inbound_add(s, m);
    if (in == NULL)
        return;
    Inbound **last = &s->waiting_lists;
    while (*last != NULL)
        last = &(*last)->next_list;
    *last = in;
    if (!cm__timer_is_active(s->list_timer))
        cm__timer_start(s->list_timer, FIRST_LIST_WAIT_MS);
}

void cm__server_settled(McpServer *s)
{
    if (s->waiting_lists != NULL && cm__gateway_is_settled(s->spec.gateway))
        answer_waiting_lists(s);
}

void cm__server_list_changed(McpServer *s)
{
    Buf line;
    if (!s->is_initialized)
        return;
    cm__buf_init(&line, s->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    cm__rpc_begin_notification(&w, "notifications/tools/list_changed");
    cm__json_write_raw(&w, "{}", 2);
    cm__rpc_end(&w);
    send_buf(s, &line);
}

/* ---- tools/call ---- */

static void call_progress(void *user, uint64_t number, const char *message)
{
    Inbound *in = user;
    Buf line;
    if (in->token[0] == '\0')
        return;
    cm__buf_init(&line, in->server->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    cm__rpc_begin_notification(&w, "notifications/progress");
    cm__json_begin_object(&w);
    cm__json_key(&w, "progressToken");
    cm__json_write_raw(&w, in->token, strlen(in->token));
    cm__json_key(&w, "progress");
    cm__json_write_int(&w, (int64_t)number);
    cm__json_key(&w, "message");
    cm__json_write_text(&w, message);
    cm__json_end_object(&w);
    cm__rpc_end(&w);
    send_buf(in->server, &line);
}

static void call_done(void *user, const char *result, size_t len)
{
    Inbound *in = user;
    send_result(in->server, in->id, result, len);
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

static void do_call(McpServer *s, const RpcMessage *m)
{
    static const GatewayCallEvents events = { call_progress, call_done };
    const JsonValue *name =
        m->params != NULL ? cm__json_get(m->params, "name") : NULL;
    if (name == NULL || name->type != CM_JSON_TYPE_STRING) {
        send_error(s, m->id, CM_RPC_INVALID_PARAMS,
                   "params.name must be a string");
        return;
    }
    Inbound *in = inbound_add(s, m);
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

static void take_request(McpServer *s, const RpcMessage *m)
{
    if (strcmp(m->method, "tools/call") == 0)
        do_call(s, m);
    else if (strcmp(m->method, "tools/list") == 0)
        do_list(s, m);
    else if (strcmp(m->method, "ping") == 0)
        send_result(s, m->id, "{}", 2);
    else if (strcmp(m->method, "initialize") == 0)
        do_initialize(s, m);
    else
        send_error(s, m->id, CM_RPC_NO_METHOD, "method not found");
}

static void cancel_request(McpServer *s, const JsonValue *params)
{
    char id[CM_RPC_ID_MAX + 1];
    const JsonValue *request =
        params != NULL ? cm__json_get(params, "requestId") : NULL;
    if (request == NULL)
        return;
    /* The id's text is made the way cm__rpc_read makes it. */
    Buf text;
    cm__buf_init(&text, s->alloc, CM_RPC_ID_MAX);
    JsonWriter w = cm__json_writer(&text);
    cm__json_write_value(&w, request);
    bool is_ok = text.status == CM_OK;
    if (is_ok)
        memcpy(id, cm__buf_text(&text), text.len + 1);
    cm__buf_done(&text);
    Inbound *in = is_ok ? cm__ids_get(&s->inbound, id) : NULL;
    if (in == NULL || in->call == NULL)
        return; /* answered already, or never asked */
    GatewayCall *call = in->call;
    inbound_end(in);
    cm__gateway_cancel(call);
}

static void take_notification(McpServer *s, const RpcMessage *m)
{
    if (strcmp(m->method, "notifications/cancelled") == 0)
        cancel_request(s, m->params);
}

void cm__server_feed(McpServer *s, const char *line, size_t len)
{
    JsonDoc *doc = NULL;
    RpcMessage m;
    JsonOptions options = { .max_memory = MESSAGE_MEMORY };
    cm_error err;
    if (cm__json_parse(s->alloc, line, len, &options, &doc, &err) != CM_OK) {
        send_error(s, "",
                   err.status == CM_E_NOMEM ? CM_RPC_INTERNAL
                                            : CM_RPC_PARSE_ERROR,
                   err.text);
        return;
    }
    if (!cm__rpc_read(&doc->root, &m)) {
        send_error(s, "", CM_RPC_INVALID_REQUEST,
                   doc->root.type == CM_JSON_TYPE_ARRAY
                       ? "batches are not taken: send one message a line"
                       : "a message is an object");
    } else {
        switch (m.kind) {
        case CM_RPC_REQUEST:
            take_request(s, &m);
            break;
        case CM_RPC_NOTIFICATION:
            take_notification(s, &m);
            break;
        case CM_RPC_RESULT:
        case CM_RPC_ERROR:
            break; /* we ask nothing */
        case CM_RPC_INVALID:
            send_error(s, m.id, CM_RPC_INVALID_REQUEST,
                       "a request has a method and an id that is a string or "
                       "an integer");
            break;
        }
    }
    cm__json_doc_free(doc);
}

void cm__server_overlong(McpServer *s)
{
    send_error(s, "", CM_RPC_INVALID_REQUEST, "the line is too long");
}

/* ---- life ---- */

McpServer *cm__server_new(const McpServerSpec *spec)
{
    const cm_allocator *alloc = cm__loop_alloc(spec->loop);
    McpServer *s = cm__alloc_zero(alloc, 1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->alloc = alloc;
    s->spec = *spec;
    cm__ids_init(&s->inbound, alloc);
    s->list_timer = cm__timer_new(spec->loop, list_timer_fired, s);
    if (s->list_timer == NULL) {
        cm__server_free(s);
        return NULL;
    }
    return s;
}

void cm__server_free(McpServer *s)
{
    if (s == NULL)
        return;
    Inbound *in;
    while ((in = cm__ids_any(&s->inbound)) != NULL)
        inbound_end(in);
    cm__ids_done(&s->inbound);
    cm__timer_free(s->list_timer);
    cm__free(s->alloc, s, sizeof *s);
}
