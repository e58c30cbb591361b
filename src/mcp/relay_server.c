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
#include <stdio.h>
#include <string.h>

#include "mcp/batch.h"
#include "mcp/era.h"
#include "mcp/relay_internal.h"

/* ---- answers ---- */

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
    int64_t whole;
    if (v == NULL)
        return NULL;
    if (cm__rpc_whole(v, &whole) && whole > 0)
        number = (uint64_t)whole;
    else if (v->type == CM_JSON_TYPE_STRING)
        number = read_digits(v->text, v->len);
    return number != 0 ? cm__passage_find(r, number) : NULL;
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
    if (p->lists_tools && !is_error && cm__relay_checks_headers(r))
        cm__headercheck_learn(&r->check, cm__json_get(rpc->result, "tools"));
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    if (!copy.is_mute)
        cm__relay_rename(&text, m, &names);
    cm__passage_end(r, p);
    if (copy.is_mute)
        cm__buf_done(&text);
    else
        cm__relay_send(r, &text,
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
        return cm__passage_find(r, request);
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
    const JsonValue *meta = cm__relay_meta(params);
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
    cm__relay_rename(&text, m, &names);
    cm__relay_send(r, &text,
                   (McpReply){ .to = p != NULL ? p->to : NULL,
                               .is_modern = p != NULL && p->is_modern });
}

/* Answers what the server asks and no client will see. */
static void refuse_request(Relay *r, const RpcMessage *m, int code,
                           const char *why)
{
    const Era era = { .version = "" };
    WireNote note = { .version = "" };
    Buf line;
    if (r->wire == NULL || r->is_freed)
        return;
    cm__buf_init(&line, r->alloc, CM_BUF_NO_LIMIT);
    cm__era_error(&line, &era, m->id, code, why);
    (void)cm__relay_write(r, &line, &note);
}

/* In the modern era servers do not ask. Over HTTP there is no message that could
 * answer one that does. */
static void refuse_stateless(Relay *r, const RpcMessage *m)
{
    char asked[61];
    cm__log(r->spec.log, CM_LOG_WARN,
            "server \"%s\" asks for \"%s\" outside a session; refused",
            r->spec.server->name,
            cm__redact_cut(cm__log_redactor(r->spec.log), m->method, asked,
                           sizeof asked));
    if (r->spec.server->url == NULL)
        refuse_request(r, m, CM_RPC_NO_METHOD,
                       "nothing is asked of clients outside a session");
}

/* What the server asks of the client keeps its id: the connection is the
 * client's own. */
static void pass_request(Relay *r, const Message *m, uint64_t request)
{
    const Renaming same = { .id = NULL };
    const Passage *p = passage_around(r, &m->rpc, request);
    bool is_refused = false;
    if (r->out.is_stateless) {
        refuse_stateless(r, &m->rpc);
        return;
    }
    if (p != NULL && p->is_mute)
        p = NULL;
    Buf text;
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    cm__relay_rename(&text, m, &same);
    cm__relay_send(r, &text,
                   (McpReply){ .to = p != NULL ? p->to : NULL,
                               .is_modern = p != NULL && p->is_modern,
                               .ret_refused = &is_refused });
    if (is_refused)
        refuse_request(r, &m->rpc, CM_RELAY_UNREACHABLE,
                       "the client does not take what it is asked");
}

static void take_answer(Relay *r, const Message *m, uint64_t request)
{
    const JsonValue *id = cm__json_get(&m->doc->root, "id");
    Passage *p = passage_of(r, id);
    if (p == NULL && (id == NULL || id->type == CM_JSON_TYPE_NULL))
        p = cm__passage_find(r, request); /* the error of a refused POST */
    if (p != NULL)
        pass_answer(r, m, p);
}

static void take_single(Relay *r, const Message *m, uint64_t request)
{
    if (m->rpc.kind == CM_RPC_NOTIFICATION)
        pass_notification(r, m, request);
    else if (m->rpc.kind == CM_RPC_REQUEST)
        pass_request(r, m, request);
    else
        take_answer(r, m, request);
}

/* Each message of an array by itself, since a client need not take arrays of
 * servers. */
static void take_batch(Relay *r, const Message *batch, uint64_t request)
{
    const JsonValue *root = &batch->doc->root;
    size_t n = cm__batch_room(root, r->spec.server->name, r->spec.log,
                              &r->is_batch_logged);
    for (size_t i = 0; i < n && !r->is_freed; i++) {
        Buf item;
        Message m;
        cm__buf_init(&item, r->alloc, CM_BUF_NO_LIMIT);
        cm__rename_value(&item, batch->text, batch->len, &root->items[i]);
        if (item.status != CM_OK) {
            cm__log(r->spec.log, CM_LOG_ERROR, "a message was lost: %s",
                    cm_status_text(item.status));
        } else {
            if (cm__relay_read(r, item.bytes, item.len, &m))
                take_single(r, &m, request);
            cm__json_doc_free(m.doc);
        }
        cm__buf_done(&item);
    }
}

static void tell_of_junk(Relay *r)
{
    if (r->is_junk_logged)
        return;
    r->is_junk_logged = true;
    cm__log(r->spec.log, CM_LOG_WARN,
            "server \"%s\" sends texts that are no messages; skipped",
            r->spec.server->name);
}

static void take_message(Relay *r, const char *text, size_t len,
                         uint64_t request)
{
    Message m = { .doc = NULL };
    if (r->is_freed)
        return;
    if (cm__relay_read(r, text, len, &m))
        take_single(r, &m, request);
    else if (m.doc != NULL && m.doc->root.type == CM_JSON_TYPE_ARRAY &&
             strcmp(r->version, CM_RPC_BATCH_VERSION) == 0)
        take_batch(r, &m, request);
    else
        tell_of_junk(r);
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
    Passage *p = cm__passage_find(r, request);
    if (p != NULL)
        cm__passage_fail(r, p, fault->reason);
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

static void wire_closed(void *user, const char *reason, const char *words)
{
    Relay *r = user;
    Wire *wire = r->wire;
    char text[700];
    r->wire = NULL;
    cm__wire_free(wire);
    if (r->is_freed) {
        cm__relay_destroy(r);
        return;
    }
    (void)snprintf(text, sizeof text, "%.300s%s%.300s", reason,
                   words[0] != '\0' ? ": " : "", words);
    bool is_news = !r->is_stopping && (r->first != NULL || r->version[0] != 0);
    if (is_news)
        cm__log(r->spec.log, CM_LOG_WARN, "server \"%s\": %s",
                r->spec.server->name, text);
    while (r->first != NULL)
        cm__passage_fail(r, r->first, text);
    if (r->version[0] != '\0')
        end_front(r);
}

bool cm__relay_connect(Relay *r, cm_error *err)
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
                                .credential_key = s->credential_key,
                                .name = s->name,
                                .log = r->spec.log };
    *err = (cm_error){ .text = "the connection has ended" };
    if (r->wire != NULL || r->has_ended || r->is_stopping)
        return r->wire != NULL && !r->has_ended && !r->is_stopping;
    if (s->url == NULL)
        r->wire =
            cm__wire_stdio_new(r->spec.loop, &process,
                               cm__log_redactor(r->spec.log), &events, r, err);
    else if (s->transport == CM_TRANSPORT_SSE)
        r->wire = cm__wire_sse_new(r->spec.loop, &http, &events, r);
    else
        r->wire = cm__wire_http_new(r->spec.loop, &http, &events, r);
    return r->wire != NULL;
}
