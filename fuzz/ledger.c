/* SPDX-License-Identifier: MIT */
#include "ledger.h"

#include <string.h>

#include "base/utf8.h"
#include "mcp/batch.h"

enum {
    TOKEN_MAX = 600
};

/* Requests of one id over a pipe. Two at a time: the second one is refused. */
struct LedgerId {
    LedgerId *next;
    char id[CM_RPC_ID_MAX + 1];
    char token[TOKEN_MAX]; /* of progress; "": none */
    unsigned n_due;
    bool is_call, is_lasting, is_in_batch;
    /* It was cancelled while two were due, or in a batch, whose answers come
     * late: whether there is an answer cannot be told. */
    bool is_vague;
};

void ledger_begin(Ledger *l, bool has_streams, bool is_stateless)
{
    *l = (Ledger){ .has_streams = has_streams, .is_stateless = is_stateless };
    l->last_stream = &l->streams;
}

void ledger_end(Ledger *l)
{
    for (LedgerId *e = l->ids, *next; e != NULL; e = next) {
        next = e->next;
        free(e);
    }
    for (StreamEntry *s = l->streams, *next; s != NULL; s = next) {
        next = s->next;
        free(s);
    }
}

static LedgerId *find(const Ledger *l, const char *id)
{
    LedgerId *e = l->ids;
    while (e != NULL && strcmp(e->id, id) != 0)
        e = e->next;
    return e;
}

static JsonDoc *parse(const char *text, size_t len)
{
    JsonDoc *doc = NULL;
    (void)cm__json_parse(cm__alloc_default(), text, len, NULL, &doc, NULL);
    return doc;
}

/* ---- what the client asks ---- */

static void keep_token(LedgerId *e, const JsonValue *params)
{
    const JsonValue *meta = params ? cm__json_get(params, "_meta") : NULL;
    const JsonValue *token = meta ? cm__json_get(meta, "progressToken") : NULL;
    Buf text;
    e->token[0] = '\0';
    if (!token)
        return;
    cm__buf_init(&text, cm__alloc_default(), TOKEN_MAX - 1);
    JsonWriter w = cm__json_writer(&text);
    cm__json_write_value(&w, token);
    if (text.status == CM_OK)
        memcpy(e->token, text.bytes, text.len + 1);
    cm__buf_done(&text);
}

static void add_request(Ledger *l, const RpcMessage *m, bool is_in_batch)
{
    LedgerId *e = find(l, m->id);
    if (e == NULL) {
        e = calloc(1, sizeof *e);
        FUZZ_CHECK(e);
        memcpy(e->id, m->id, strlen(m->id) + 1);
        e->next = l->ids;
        l->ids = e;
    }
    if (e->n_due++ == 0) {
        e->is_vague = e->is_in_batch = false;
        e->is_call = m->method && strcmp(m->method, "tools/call") == 0;
        e->is_lasting = false;
        keep_token(e, m->params);
    }
    e->is_lasting |=
        m->method && strcmp(m->method, "subscriptions/listen") == 0;
    e->is_in_batch |= is_in_batch;
}

static const char *cancelled_id(const RpcMessage *m,
                                char out[CM_RPC_ID_MAX + 1])
{
    const JsonValue *id =
        m->params ? cm__json_get(m->params, "requestId") : NULL;
    return m->kind == CM_RPC_NOTIFICATION &&
                   strcmp(m->method, "notifications/cancelled") == 0 && id &&
                   cm__rpc_id_text(id, out)
               ? out
               : NULL;
}

static void add_item(Ledger *l, const JsonValue *item)
{
    RpcMessage m;
    char id[CM_RPC_ID_MAX + 1];
    (void)cm__rpc_read(item, &m);
    if (m.kind == CM_RPC_REQUEST || m.kind == CM_RPC_INVALID)
        add_request(l, &m, true);
    LedgerId *e = cancelled_id(&m, id) ? find(l, id) : NULL;
    if (e && e->n_due > 0)
        e->is_vague = true;
}

static StreamEntry *add_stream(Ledger *l, const RpcMessage *m)
{
    StreamEntry *s = calloc(1, sizeof *s);
    FUZZ_CHECK(s);
    if (m) {
        memcpy(s->id, m->id, strlen(m->id) + 1);
        s->has_id = true;
        s->is_lasting =
            m->method && strcmp(m->method, "subscriptions/listen") == 0;
    }
    *l->last_stream = s;
    l->last_stream = &s->next;
    return s;
}

/* As the endpoint does it. */
static bool ask_batch(Ledger *l, const JsonValue *array, const char *version,
                      StreamEntry **ret_to)
{
    size_t n_answers;
    const char *fault = cm__batch_fault(array, version, &n_answers);
    if (l->has_streams && !l->is_stateless && (fault || n_answers == 0))
        return !fault;
    StreamEntry *s = l->has_streams ? add_stream(l, NULL) : NULL;
    *ret_to = s;
    if (fault && !s)
        l->n_unread++;
    for (size_t i = 0; !fault && i < array->n_items; i++) {
        RpcMessage m;
        (void)cm__rpc_read(&array->items[i], &m);
        if (!s)
            add_item(l, &array->items[i]);
        else if (m.kind == CM_RPC_REQUEST &&
                 strcmp(m.method, "subscriptions/listen") == 0)
            s->is_lasting = true;
    }
    return true;
}

bool ledger_asked(Ledger *l, const char *text, size_t len, const char *version,
                  StreamEntry **ret_to)
{
    RpcMessage m;
    JsonDoc *doc = parse(text, len);
    bool is_fed = true;
    *ret_to = NULL;
    if (doc && doc->root.type == CM_JSON_TYPE_ARRAY) {
        is_fed = ask_batch(l, &doc->root, version, ret_to);
    } else if (!doc || !cm__rpc_read(&doc->root, &m)) {
        if (l->has_streams)
            *ret_to = add_stream(l, NULL);
        else
            l->n_unread++;
    } else if (m.kind == CM_RPC_REQUEST || m.kind == CM_RPC_INVALID) {
        if (l->has_streams)
            *ret_to = add_stream(l, &m);
        else
            add_request(l, &m, false);
    }
    cm__json_doc_free(doc);
    return is_fed;
}

void ledger_fed(Ledger *l, const char *text, size_t len)
{
    RpcMessage m;
    char id[CM_RPC_ID_MAX + 1];
    JsonDoc *doc = l->has_streams ? NULL : parse(text, len);
    if (doc && cm__rpc_read(&doc->root, &m) && cancelled_id(&m, id)) {
        LedgerId *e = find(l, id);
        if (e && e->n_due > 0 && (e->n_due > 1 || e->is_in_batch))
            e->is_vague = true;
        else if (e && e->is_call)
            e->n_due = 0; /* and nothing may come any more */
    }
    cm__json_doc_free(doc);
}

void ledger_overlong(Ledger *l)
{
    l->n_unread++;
}

StreamEntry *ledger_close(Ledger *l, size_t i)
{
    for (StreamEntry *s = l->streams; s != NULL; s = s->next)
        if (s->state == STREAM_OPEN && i-- == 0) {
            s->state = STREAM_CLOSED;
            return s;
        }
    return NULL;
}

/* ---- what it is told ---- */

static bool is_of_type(const JsonValue *v, JsonType type)
{
    return v && v->type == type;
}

static void settle_id(Ledger *l, const char *id)
{
    LedgerId *e = find(l, id);
    if (e && e->n_due > 0) {
        e->n_due--;
    } else {
        FUZZ_CHECK(l->n_unread > 0);
        l->n_unread--;
    }
}

static void check_answer(Ledger *l, const StreamEntry *stream,
                         const JsonValue *v)
{
    char text[CM_RPC_ID_MAX + 1] = "";
    const JsonValue *result = cm__json_get(v, "result");
    const JsonValue *error = cm__json_get(v, "error");
    const JsonValue *id = cm__json_get(v, "id");
    FUZZ_CHECK(cm__json_is_text(cm__json_get(v, "jsonrpc"), "2.0"));
    FUZZ_CHECK(!cm__json_get(v, "method") && !result != !error);
    FUZZ_CHECK(!result || result->type == CM_JSON_TYPE_OBJECT);
    if (error) {
        const JsonValue *code = cm__json_get(error, "code");
        FUZZ_CHECK(is_of_type(code, CM_JSON_TYPE_NUMBER) && code->is_integer);
        FUZZ_CHECK(
            is_of_type(cm__json_get(error, "message"), CM_JSON_TYPE_STRING));
    }
    if (id && id->type != CM_JSON_TYPE_NULL)
        FUZZ_CHECK(cm__rpc_id_text(id, text));
    else
        FUZZ_CHECK(error); /* a result belongs to a request */
    if (!l->has_streams)
        settle_id(l, text);
    else if (stream->has_id)
        FUZZ_CHECK(strcmp(stream->id, text) == 0);
}

/* Progress is told of what is still to be answered. */
static void check_progress(const Ledger *l, const JsonValue *params)
{
    const JsonValue *token = cm__json_get(params, "progressToken");
    Buf text;
    FUZZ_CHECK(
        is_of_type(cm__json_get(params, "progress"), CM_JSON_TYPE_NUMBER) &&
        token);
    if (l->has_streams)
        return;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&text);
    cm__json_write_value(&w, token);
    const LedgerId *e = l->ids;
    while (e && !(e->n_due > 0 && strcmp(e->token, cm__buf_text(&text)) == 0))
        e = e->next;
    FUZZ_CHECK(e);
    cm__buf_done(&text);
}

static void check_notice(const Ledger *l, const StreamEntry *stream,
                         const JsonValue *v)
{
    const JsonValue *method = cm__json_get(v, "method");
    const JsonValue *params = cm__json_get(v, "params");
    FUZZ_CHECK(cm__json_is_text(cm__json_get(v, "jsonrpc"), "2.0"));
    FUZZ_CHECK(!cm__json_get(v, "id") && !cm__json_get(v, "result") &&
               !cm__json_get(v, "error"));
    FUZZ_CHECK(is_of_type(params, CM_JSON_TYPE_OBJECT));
    if (cm__json_is_text(method, "notifications/progress")) {
        FUZZ_CHECK(!l->has_streams || stream);
        check_progress(l, params);
    } else {
        FUZZ_CHECK(
            cm__json_is_text(method, "notifications/tools/list_changed") ||
            cm__json_is_text(method,
                             "notifications/subscriptions/acknowledged"));
    }
}

void ledger_told(Ledger *l, const McpReply *reply)
{
    StreamEntry *stream = reply->to;
    FUZZ_CHECK(!stream || (l->has_streams && stream->state == STREAM_OPEN));
    if (stream && reply->is_last)
        stream->state = STREAM_ANSWERED;
    if (!reply->text) { /* cancelled */
        FUZZ_CHECK(stream && reply->is_last);
        return;
    }
    FUZZ_CHECK(cm__utf8_is_valid(reply->text, reply->len));
    FUZZ_CHECK(!memchr(reply->text, '\n', reply->len));
    JsonDoc *doc = parse(reply->text, reply->len);
    FUZZ_CHECK(doc);
    if (doc->root.type == CM_JSON_TYPE_ARRAY) {
        FUZZ_CHECK(reply->is_last && doc->root.n_items > 0);
        FUZZ_CHECK(!stream || !stream->has_id);
        for (size_t i = 0; i < doc->root.n_items; i++)
            check_answer(l, stream, &doc->root.items[i]);
    } else if (reply->is_last) {
        FUZZ_CHECK(stream || !l->has_streams);
        check_answer(l, stream, &doc->root);
    } else {
        check_notice(l, stream, &doc->root);
    }
    cm__json_doc_free(doc);
}

/* ---- the end ---- */

bool ledger_has_lasting(const Ledger *l)
{
    for (const LedgerId *e = l->ids; e != NULL; e = e->next)
        if (e->n_due > 0 && e->is_lasting)
            return true;
    for (const StreamEntry *s = l->streams; s != NULL; s = s->next)
        if (s->state == STREAM_OPEN && s->is_lasting)
            return true;
    return false;
}

void ledger_check_end(const Ledger *l)
{
    FUZZ_CHECK(l->n_unread == 0);
    for (const LedgerId *e = l->ids; e != NULL; e = e->next)
        FUZZ_CHECK(e->n_due == 0 || e->is_lasting || e->is_vague);
    for (const StreamEntry *s = l->streams; s != NULL; s = s->next)
        FUZZ_CHECK(s->state != STREAM_OPEN || s->is_lasting);
}
