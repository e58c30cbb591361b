/* SPDX-License-Identifier: MIT */
#include "mcp/upstream.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mcp/listcache.h"
#include "mcp/toolname.h"
#include "mcp/trace.h"
#include "mcp/upstream_internal.h"

enum {
    HEALTHY_MS = 60000, /* a crash after that is the first again */
    BACKOFF_MAX_MS = 60000,
    REST_GRACE_MS = 2000, /* nobody waits for the end of an idle server */
};
#define LIST_KEPT_MAX ((size_t)16 << 20) /* bytes in a file */

/* ---- events of the client ---- */

static cm_status client_send(void *user, const char *line, size_t len,
                             const WireNote *note)
{
    Upstream *u = user;
    cm__trace_message(u->trace, u->spec->name, '>', line, len);
    return u->wire != NULL ? cm__wire_send(u->wire, line, len, note)
                           : CM_E_STATE;
}

static void client_settled(void *user, uint64_t request)
{
    Upstream *u = user;
    if (u->wire != NULL)
        cm__wire_settled(u->wire, request);
}

static void client_forgotten(void *user, uint64_t request)
{
    Upstream *u = user;
    if (u->wire != NULL)
        cm__wire_cancel(u->wire, request);
}

static void client_ready(void *user)
{
    Upstream *u = user;
    u->is_renewing = false;
    cm__uplist_begin(u);
}

static void open_connection(Upstream *u);
static void drop_connection(Upstream *u);

/* An address that refuses to be posted to may be one of the older transport. */
static bool may_be_sse(const Upstream *u, int status)
{
    return u->spec->url != NULL && !u->is_sse &&
           u->spec->transport == CM_TRANSPORT_AUTO &&
           (status == 400 || status == 404 || status == 405);
}

static void client_refused(void *user, const char *reason, const McpAnswer *why)
{
    Upstream *u = user;
    int status = why != NULL ? why->status : 0;
    if (u->state != CM_UPSTREAM_STARTING || u->is_stopping ||
        u->client == NULL) /* it is the connection that is dropped */
        return;
    if (status == 401 && u->spec->secret != NULL) {
        cm__upstream_secret_refused(u);
        return;
    }
    if (may_be_sse(u, status)) {
        (void)snprintf(u->first_reason, sizeof u->first_reason, "%s", reason);
        u->is_sse = true;
        drop_connection(u);
        open_connection(u);
        return;
    }
    if (why != NULL && why->code == 0)
        cm__upstream_go_down(u, "%s", reason);
    else
        cm__upstream_go_down(u, "it refused to start: %.500s", reason);
}

/* ---- events of the wire ---- */

static void wire_message(void *user, const char *text, size_t len,
                         uint64_t request)
{
    Upstream *u = user;
    (void)request; /* ids and tokens say what belongs to what */
    cm__trace_message(u->trace, u->spec->name, '<', text, len);
    if (u->client != NULL)
        cm__client_feed(u->client, text, len);
}

static void wire_overlong(void *user)
{
    const Upstream *u = user;
    cm__log(u->log, CM_LOG_WARN,
            "server \"%s\" sent a message over %zu bytes; dropped",
            u->spec->name, CM_LINE_MAX_DEFAULT);
}

static void wire_failed(void *user, uint64_t request, const WireFault *fault)
{
    Upstream *u = user;
    if (u->client != NULL)
        cm__client_fail(u->client, request, fault);
}

static void wire_session_lost(void *user)
{
    Upstream *u = user;
    if (u->is_stopping || u->state == CM_UPSTREAM_RESTING)
        return;
    if (u->state != CM_UPSTREAM_READY) {
        cm__upstream_go_down(u, "it loses its session while it starts");
        return;
    }
    cm__log(u->log, CM_LOG_INFO,
            "server \"%s\" has lost its session; a new one is started",
            u->spec->name);
    u->state = CM_UPSTREAM_STARTING;
    u->is_renewing = true;
    u->is_secret_fresh = false;
    u->started_ms = cm__loop_now_ms(u->loop);
    cm__timer_start(u->start_timer, u->spec->start_timeout_ms);
    cm__client_start(u->client);
}

static void rest_began(Upstream *u);

static void wire_closed(void *user, const char *reason, const char *words)
{
    Upstream *u = user;
    bool has_words = words[0] != '\0';
    if (u->state == CM_UPSTREAM_STARTING && !u->is_stopping &&
        u->spec->secret != NULL && u->wire->close_status == 401) {
        cm__upstream_secret_refused(u);
        return;
    }
    u->words = words;
    if (u->state == CM_UPSTREAM_RESTING && !u->is_stopping)
        rest_began(u);
    else if (u->is_stopping)
        cm__upstream_go_down(u, "stopped");
    else if (u->first_reason[0] != '\0' && u->state == CM_UPSTREAM_STARTING)
        cm__upstream_go_down(u, "%s; as HTTP+SSE: %s", u->first_reason, reason);
    else
        cm__upstream_go_down(u, "%s%s%s%s", reason,
                             u->spec->url == NULL &&
                                     u->state == CM_UPSTREAM_STARTING
                                 ? " while it started"
                                 : "",
                             has_words ? ": " : "", words);
    u->words = NULL;
}

/* ---- states ---- */

static void drop_connection(Upstream *u)
{
    McpClient *client = u->client;
    Wire *wire = u->wire;
    u->client = NULL;
    u->wire = NULL;
    if (client != NULL)
        cm__client_disconnect(client, u->reason);
    if (u->is_listing) { /* the listing's own failure came before the client */
        u->is_listing = false;
        cm__toollist_done(&u->incoming);
    }
    cm__client_free(client);
    cm__wire_free(wire);
}

/* What was found out about a server may have become wrong. */
static void forget_start(Upstream *u)
{
    u->is_start_known = false;
    u->is_renewing = false;
    u->is_sse = u->spec->transport == CM_TRANSPORT_SSE;
    u->first_reason[0] = '\0';
}

/* The process' words at the end of the reason. */
static void find_cause(Upstream *u)
{
    char words[sizeof u->reason];
    u->reason_cause = NULL;
    if (u->words == NULL || u->words[0] == '\0')
        return;
    (void)snprintf(words, sizeof words, ": %s", u->words);
    if (u->log != NULL)
        cm__redact_text(u->log->redactor, words, sizeof words);
    size_t len = strlen(u->reason), n = strlen(words);
    if (n < len && strcmp(u->reason + len - n, words) == 0)
        u->reason_cause = u->reason + len - n + 2;
}

/* At once after the first crash, else 1, 2, 4 ... seconds. */
static uint64_t back_off_ms(const Upstream *u, bool was_ready)
{
    if (u->n_failures == 0)
        return was_ready ? 0 : 1000;
    uint64_t wait = u->n_failures < 7 ? UINT64_C(1000) << (u->n_failures - 1)
                                      : BACKOFF_MAX_MS;
    return wait < BACKOFF_MAX_MS ? wait : BACKOFF_MAX_MS;
}

static void retry_fired(void *user)
{
    cm__upstream_connect(user);
}

void cm__upstream_go_down(Upstream *u, const char *fmt, ...)
{
    char before[sizeof u->reason];
    va_list args;
    memcpy(before, u->reason, sizeof before);
    va_start(args, fmt);
    (void)vsnprintf(u->reason, sizeof u->reason, fmt, args);
    va_end(args);
    if (u->log != NULL)
        cm__redact_text(u->log->redactor, u->reason, sizeof u->reason);
    find_cause(u);
    uint64_t now = cm__loop_now_ms(u->loop);
    bool was_ready = u->state == CM_UPSTREAM_READY;
    bool is_news = !u->is_settled || u->is_stopping || was_ready ||
                   strcmp(before, u->reason) != 0;
    if (was_ready && now - u->ready_ms >= HEALTHY_MS)
        u->n_failures = 0;
    uint64_t wait = back_off_ms(u, was_ready);
    u->n_failures++;
    if (!was_ready)
        forget_start(u);
    u->next_start_ms = now + wait;
    u->state = CM_UPSTREAM_DOWN;
    u->is_settled = true;
    cm__timer_stop(u->start_timer);
    cm__timer_stop(u->relist_timer);
    cm__timer_stop(u->listen_timer);
    cm__timer_stop(u->list_timer);
    cm__timer_stop(u->idle_timer);
    if (!u->is_stopping)
        cm__log(u->log, is_news ? cm__log_fault_level(u->log) : CM_LOG_DEBUG,
                "server \"%s\": %s", u->spec->name, u->reason);
    drop_connection(u);
    cm__secret_drop(u->secret_request);
    u->secret_request = NULL;
    u->waits_to_list = u->waits_to_listen = false;
    u->has_list_secret = u->has_listen_secret = false;
    cm__upcall_fail_waiting(u, u->reason, u->reason_cause);
    /* Nobody can call, and so start, what is not listed. */
    if (u->keeps_trying && !u->is_stopping && u->tools.n_tools == 0)
        cm__timer_start(u->retry_timer, wait + 1);
    if (is_news) /* a retry that fails as before changes nothing */
        u->events.changed(u->user, u);
}

static void start_timed_out(void *user)
{
    Upstream *u = user;
    unsigned long long ms = u->spec->start_timeout_ms;
    if (u->secret_request != NULL)
        cm__upstream_go_down(u, CM_SECRET_LATE, u->spec->secret->key, ms);
    else
        cm__upstream_go_down(u, "it was not ready within %llu ms", ms);
}

/* ---- rest ---- */

void cm__upstream_watch_idle(Upstream *u)
{
    if (u->ends_when_idle && u->state == CM_UPSTREAM_READY &&
        u->first_call == NULL)
        cm__timer_start(u->idle_timer, u->spec->idle_timeout_ms);
}

/* The wire ends in its own time; calls that come meanwhile wait for that. The
 * events tell nobody: the tools are what they were. */
static void idle_fired(void *user)
{
    Upstream *u = user;
    McpClient *client = u->client;
    if (u->state != CM_UPSTREAM_READY || u->is_stopping ||
        u->first_call != NULL)
        return;
    if (u->is_listing || u->secret_request != NULL) {
        cm__upstream_watch_idle(u);
        return;
    }
    cm__log(u->log, CM_LOG_DEBUG,
            "server \"%s\" was not called for %llu ms; it is ended until the "
            "next call",
            u->spec->name, (unsigned long long)u->spec->idle_timeout_ms);
    u->state = CM_UPSTREAM_RESTING;
    cm__timer_stop(u->relist_timer);
    cm__timer_stop(u->listen_timer);
    u->client = NULL;
    cm__client_disconnect(client, "it rests"); /* of subscriptions alone */
    cm__client_free(client);
    cm__wire_stop(u->wire, REST_GRACE_MS);
}

static void rest_began(Upstream *u)
{
    drop_connection(u);
    if (u->first_call != NULL)
        cm__upstream_connect(u);
}

void cm__upstream_end_when_idle(Upstream *u)
{
    u->ends_when_idle = u->spec->idle_timeout_ms > 0;
}

void cm__upstream_keep_trying(Upstream *u)
{
    u->keeps_trying = true;
}

void cm__upstream_use_gate(Upstream *u, CallGate *gate)
{
    u->gate = gate;
}

static bool open_wire(Upstream *u, const WireEvents *events, cm_error *err)
{
    *err = (cm_error){ .status = CM_E_NOMEM, .text = "out of memory" };
    if (u->spec->url == NULL) {
        const ProcessSpec spec = { .argv = u->spec->argv,
                                   .env = u->spec->env,
                                   .cwd = u->spec->cwd };
        u->wire = cm__wire_stdio_new(u->loop, &spec, cm__log_redactor(u->log),
                                     events, u, err);
        return u->wire != NULL;
    }
    static const HttpClientSpec http = { .uses_proxies = true };
    if (u->http == NULL)
        u->http = cm__http_new(u->loop, &http);
    if (u->http == NULL)
        return false;
    const WireHttpSpec spec = { .http = u->http,
                                .url = u->spec->url,
                                .headers = u->spec->headers,
                                .n_headers = u->spec->n_headers,
                                .given = &u->given,
                                .credential_key = u->spec->credential_key,
                                .name = u->spec->name,
                                .log = u->log };
    u->wire = u->is_sse ? cm__wire_sse_new(u->loop, &spec, events, u)
                        : cm__wire_http_new(u->loop, &spec, events, u);
    return u->wire != NULL;
}

static McpStart first_start(const Upstream *u)
{
    if (u->spec->url == NULL)
        return u->is_start_known ? u->start : CM_MCP_HANDSHAKE_FIRST;
    if (u->is_sse)
        return CM_MCP_HANDSHAKE_ONLY;
    return u->is_start_known ? u->start : CM_MCP_DISCOVER_FIRST;
}

/* Opens a wire with a client and begins; goes down when that fails. */
static void open_connection(Upstream *u)
{
    static const WireEvents wire_events = { wire_message, wire_overlong,
                                            wire_failed, wire_session_lost,
                                            wire_closed };
    static const McpClientEvents client_events = {
        .send = client_send,
        .settled = client_settled,
        .forgotten = client_forgotten,
        .ready = client_ready,
        .refused = client_refused,
        .tools_changed = cm__uplist_changed,
        .progressed = cm__upcall_progressed,
    };
    const McpClientSpec spec = { .name = u->spec->name,
                                 .log = u->log,
                                 .start = first_start(u),
                                 .is_http = u->spec->url != NULL,
                                 .events = &client_events,
                                 .user = u };
    cm_error err;
    if (!open_wire(u, &wire_events, &err)) {
        cm__upstream_go_down(u, "%s", err.text);
        return;
    }
    u->client = cm__client_new(u->alloc, &spec);
    if (u->client == NULL) {
        cm__upstream_go_down(u, "out of memory");
        return;
    }
    cm__client_start(u->client);
}

void cm__upstream_connect(Upstream *u)
{
    uint64_t now = cm__loop_now_ms(u->loop);
    if (u->state == CM_UPSTREAM_STARTING || u->state == CM_UPSTREAM_READY ||
        u->is_stopping ||
        (u->state == CM_UPSTREAM_RESTING && u->wire != NULL) ||
        (u->state == CM_UPSTREAM_DOWN && now < u->next_start_ms))
        return;
    u->state = CM_UPSTREAM_STARTING;
    u->started_ms = now;
    u->is_secret_fresh = false;
    cm__timer_start(u->start_timer, u->spec->start_timeout_ms);
    if (u->spec->secret != NULL &&
        (!u->spec->secret->is_kept || cm__upsecret_is_due(u)))
        cm__upsecret_fetch(u);
    else
        open_connection(u);
}

/* ---- secrets ---- */

/* What was kept may be out of date: once with a new one. */
void cm__upstream_secret_refused(Upstream *u)
{
    if (u->is_secret_fresh) {
        cm__upstream_go_down(u, CM_SECRET_REFUSED, u->spec->secret->key);
        return;
    }
    u->is_secret_refused = true;
    u->is_renewing = false;
    (void)snprintf(u->reason, sizeof u->reason,
                   "it asks for new credentials (HTTP 401)");
    drop_connection(u);
    cm__upsecret_fetch(u);
}

void cm__upstream_secret_came(Upstream *u, const char *fault)
{
    if (u->state == CM_UPSTREAM_STARTING && u->wire == NULL) {
        if (fault != NULL)
            cm__upstream_go_down(u, "%s", fault);
        else
            open_connection(u);
    } else if (u->state == CM_UPSTREAM_READY) {
        cm__uplist_secret_came(u, fault);
        if (fault != NULL)
            cm__upcall_fail_waiting(u, fault, NULL);
        else if (u->state == CM_UPSTREAM_READY) /* listing may take it down */
            cm__upcall_send_waiting(u);
    }
}

void cm__upstream_stop(Upstream *u, uint64_t grace_ms)
{
    u->is_stopping = true;
    cm__timer_stop(u->retry_timer);
    /* What it gives would start a server that nobody stops any more. */
    cm__secret_drop(u->secret_request);
    u->secret_request = NULL;
    if (u->wire != NULL)
        cm__wire_stop(u->wire, grace_ms);
}

bool cm__upstream_is_stopped(const Upstream *u)
{
    return u->wire == NULL;
}

/* ---- life and facts ---- */

Upstream *cm__upstream_new(Loop *loop, const Log *log, const UpstreamSpec *spec,
                           const UpstreamEvents *events, void *user)
{
    const cm_allocator *alloc = cm__loop_alloc(loop);
    Upstream *u = cm__alloc_zero(alloc, 1, sizeof *u);
    if (u == NULL)
        return NULL;
    u->loop = loop;
    u->alloc = alloc;
    u->log = log;
    u->spec = spec;
    u->events = *events;
    u->user = user;
    cm__toollist_init(&u->tools, alloc, false);
    cm__buf_init(&u->cache_path, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&u->raw, alloc, LIST_KEPT_MAX);
    cm__buf_init(&u->kept, alloc, LIST_KEPT_MAX);
    cm__buf_init(&u->given_text, alloc, CM_BUF_NO_LIMIT);
    forget_start(u);
    u->start_timer = cm__timer_new(loop, start_timed_out, u);
    u->relist_timer = cm__timer_new(loop, cm__uplist_relist_fired, u);
    u->call_timer = cm__timer_new(loop, cm__upcall_timer_fired, u);
    u->listen_timer = cm__timer_new(loop, cm__uplist_listen_fired, u);
    u->list_timer = cm__timer_new(loop, cm__uplist_timed_out, u);
    u->idle_timer = cm__timer_new(loop, idle_fired, u);
    u->retry_timer = cm__timer_new(loop, retry_fired, u);
    if (u->start_timer == NULL || u->relist_timer == NULL ||
        u->call_timer == NULL || u->listen_timer == NULL ||
        u->list_timer == NULL || u->idle_timer == NULL ||
        u->retry_timer == NULL) {
        cm__upstream_free(u);
        return NULL;
    }
    return u;
}

void cm__upstream_trace(Upstream *u, Trace *trace)
{
    u->trace = trace;
}

void cm__upstream_use_cache(Upstream *u, const char *folder)
{
    JsonDoc *doc = NULL;
    if (!cm__listcache_path(folder, u->spec, &u->cache_path))
        return;
    u->cache_folder = folder;
    const JsonValue *tools =
        cm__listcache_read(u->alloc, cm__buf_text(&u->cache_path), &doc);
    if (tools == NULL)
        return;
    JsonWriter w = cm__json_writer(&u->kept);
    cm__json_write_value(&w, tools);
    u->tools.wants_headers = u->spec->url != NULL;
    u->tools.filter = u->spec->filter;
    u->tools.direct = u->spec->direct;
    u->tools.ns = u->spec->ns;
    cm__toollist_add_page(&u->tools, tools);
    u->is_settled = true; /* a list can be given out */
    cm__json_doc_free(doc);
}

static void ignore_change(void *user, Upstream *u)
{
    (void)user;
    (void)u;
}

void cm__upstream_free(Upstream *u)
{
    if (u == NULL)
        return;
    u->events.changed = ignore_change;
    u->events.progressed = NULL;
    u->is_stopping = true;
    (void)snprintf(u->reason, sizeof u->reason, "the host is shutting down");
    drop_connection(u);
    cm__upsecret_done(u);
    cm__upcall_fail_waiting(u, u->reason, u->reason_cause);
    cm__toollist_done(&u->tools);
    cm__buf_done(&u->cache_path);
    cm__buf_done(&u->raw);
    cm__buf_done(&u->kept);
    cm__timer_free(u->start_timer);
    cm__timer_free(u->relist_timer);
    cm__timer_free(u->call_timer);
    cm__timer_free(u->listen_timer);
    cm__timer_free(u->list_timer);
    cm__timer_free(u->idle_timer);
    cm__timer_free(u->retry_timer);
    cm__http_free(u->http);
    cm__free(u->alloc, u, sizeof *u);
}

const UpstreamSpec *cm__upstream_spec(const Upstream *u)
{
    return u->spec;
}

UpstreamState cm__upstream_state(const Upstream *u)
{
    return u->state;
}

bool cm__upstream_is_settled(const Upstream *u)
{
    return u->is_settled;
}

const char *cm__upstream_reason(const Upstream *u)
{
    return u->state == CM_UPSTREAM_DOWN ? u->reason : "";
}

const char *cm__upstream_version(const Upstream *u)
{
    return u->version;
}

const char *cm__upstream_transport(const Upstream *u)
{
    if (u->spec->url == NULL)
        return "stdio";
    return u->is_sse ? "sse" : "http";
}

uint64_t cm__upstream_start_ms(const Upstream *u)
{
    return u->start_took_ms;
}

const UpstreamTool *cm__upstream_find(const Upstream *u, const char *name)
{
    for (size_t i = 0; i < u->tools.n_tools; i++)
        if (strcmp(u->tools.tools[i].name, name) == 0)
            return &u->tools.tools[i];
    return NULL;
}

const UpstreamTool *cm__upstream_tools(const Upstream *u, size_t *ret_count)
{
    *ret_count = u->tools.n_tools;
    return u->tools.tools;
}

size_t cm__upstream_direct_count(const Upstream *u)
{
    size_t n = 0;
    for (size_t i = 0; i < u->tools.n_tools; i++)
        n += u->tools.tools[i].direct_id != NULL;
    return n;
}

const UpstreamSkip *cm__upstream_skipped(const Upstream *u, size_t *ret_count)
{
    *ret_count = u->tools.n_skips;
    return u->tools.skips;
}
