/* SPDX-License-Identifier: MIT */
#include "mcp/upstream.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mcp/client.h"
#include "mcp/toollist.h"
#include "mcp/toolname.h"
#include "mcp/toolresult.h"
#include "net/process.h"

enum {
    RELIST_DELAY_MS = 50, /* bursts of list_changed become one listing */
    HEALTHY_MS = 60000,   /* a crash after that is the first again */
    BACKOFF_MAX_MS = 60000,
    STDERR_SHOWN = 300, /* bytes of standard error in a reason */
};

/* One call on its way. All calls of a server have the same timeout, so the
 * list is in the order of their deadlines. */
typedef struct UpCall {
    struct UpCall *prev, *next;
    Upstream *upstream;
    HostCall *call;
    uint64_t request; /* 0: waits for the server to start */
    uint64_t deadline_ms;
} UpCall;

struct Upstream {
    Loop *loop;
    const cm_allocator *alloc;
    const Log *log;
    const UpstreamSpec *spec;
    UpstreamEvents events;
    void *user;

    UpstreamState state;
    bool is_settled, is_stopping;
    Process *process;
    McpClient *client;
    Timer *start_timer, *relist_timer, *call_timer;
    char reason[700];
    char version[16];
    unsigned n_failures; /* in a row */
    uint64_t started_ms, ready_ms, next_start_ms, start_took_ms;

    ToolList tools, incoming;
    bool is_listing, is_list_stale;
    UpCall *first_call, *last_call;
};

static void go_down(Upstream *u, const char *fmt, ...) CM_PRINTF(2, 3);

/* ---- calls ---- */

static void call_unlink(UpCall *c)
{
    Upstream *u = c->upstream;
    *(c->prev != NULL ? &c->prev->next : &u->first_call) = c->next;
    *(c->next != NULL ? &c->next->prev : &u->last_call) = c->prev;
    c->call->op = NULL;
    cm__free(u->alloc, c, sizeof *c);
}

static void call_fail(UpCall *c, const char *reason)
{
    char text[1000];
    HostCall *call = c->call;
    (void)snprintf(text, sizeof text, "server \"%s\": %s",
                   c->upstream->spec->name, reason);
    call_unlink(c);
    cm__host_fail(call, text);
}

static void call_answered(void *user, const McpAnswer *answer)
{
    UpCall *c = user;
    HostCall *call = c->call;
    if (answer->result != NULL) {
        call_unlink(c);
        cm__toolresult_settle(call, answer->result);
    } else if (answer->code != 0) {
        /* The tool's own words, as with isError. */
        call_unlink(c);
        cm__host_fail(call, answer->error);
    } else {
        call_fail(c, answer->error);
    }
}

static void call_send(UpCall *c)
{
    Upstream *u = c->upstream;
    HostCall *call = c->call;
    c->request = cm__client_call_tool(u->client, call->tool->name, call->input,
                                      call->input_len, call_answered, c);
    if (c->request == 0)
        call_fail(c, "it does not read its input");
}

static void arm_call_timer(Upstream *u)
{
    if (u->first_call == NULL) {
        cm__timer_stop(u->call_timer);
        return;
    }
    uint64_t now = cm__loop_now_ms(u->loop);
    uint64_t at = u->first_call->deadline_ms;
    cm__timer_start(u->call_timer, at > now ? at - now : 0);
}

static void call_timer_fired(void *user)
{
    Upstream *u = user;
    uint64_t now = cm__loop_now_ms(u->loop);
    while (u->first_call != NULL && u->first_call->deadline_ms <= now) {
        UpCall *c = u->first_call;
        char reason[100];
        (void)snprintf(reason, sizeof reason,
                       "no answer within %llu ms; the call was given up",
                       (unsigned long long)u->spec->call_timeout_ms);
        if (c->request != 0)
            cm__client_cancel(u->client, c->request, "timeout");
        call_fail(c, reason);
    }
    arm_call_timer(u);
}

static void ops_start(HostCall *call)
{
    Upstream *u = call->tool->source;
    UpCall *c = cm__alloc_zero(u->alloc, 1, sizeof *c);
    if (c == NULL) {
        cm__host_fail(call, "the host is out of memory");
        return;
    }
    c->upstream = u;
    c->call = call;
    c->deadline_ms = cm__loop_now_ms(u->loop) + u->spec->call_timeout_ms;
    c->prev = u->last_call;
    *(u->last_call != NULL ? &u->last_call->next : &u->first_call) = c;
    u->last_call = c;
    call->op = c;
    if (!cm__timer_is_active(u->call_timer))
        arm_call_timer(u);
    if (u->state == CM_UPSTREAM_READY) {
        call_send(c);
        return;
    }
    cm__upstream_connect(u); /* may fail at once, and this call with it */
    if (call->op != c || u->state != CM_UPSTREAM_DOWN)
        return;
    char reason[900];
    uint64_t now = cm__loop_now_ms(u->loop);
    (void)snprintf(
        reason, sizeof reason,
        "not available: %s; the next start is tried in %.1f s", u->reason,
        u->next_start_ms > now ? (double)(u->next_start_ms - now) / 1000 : 0.0);
    call_fail(c, reason);
}

static void ops_cancel(HostCall *call)
{
    UpCall *c = call->op;
    if (c == NULL)
        return;
    Upstream *u = c->upstream;
    if (c->request != 0)
        cm__client_cancel(u->client, c->request, "the program ended");
    call_unlink(c);
    cm__host_fail(call, "the call was cancelled");
}

const HostToolOps cm__upstream_ops = { ops_start, ops_cancel };

/* Fails the calls that wait for a start. Those that were sent fail through the
 * client's disconnect. */
static void fail_waiting(Upstream *u)
{
    for (UpCall *c = u->first_call, *next; c != NULL; c = next) {
        next = c->next;
        if (c->request == 0)
            call_fail(c, u->reason);
    }
}

static void send_waiting(Upstream *u)
{
    for (UpCall *c = u->first_call, *next; c != NULL; c = next) {
        next = c->next;
        if (c->request == 0)
            call_send(c);
    }
}

/* ---- listing ---- */

static void list_part(void *user, const JsonValue *tools, const char *error);

static void list_begin(Upstream *u)
{
    if (u->is_listing) {
        u->is_list_stale = true;
        return;
    }
    cm__toollist_init(&u->incoming, u->alloc);
    u->is_listing = true;
    u->is_list_stale = false;
    if (cm__client_list_tools(u->client, list_part, u) != CM_OK) {
        u->is_listing = false;
        cm__toollist_done(&u->incoming);
        go_down(u, "its tools could not be asked for");
    }
}

static void log_skips(const Upstream *u)
{
    for (size_t i = 0; i < u->tools.n_skips; i++)
        cm__log(u->log, CM_LOG_INFO,
                "server \"%s\": tool \"%.100s\" skipped: %s", u->spec->name,
                u->tools.skips[i].name, u->tools.skips[i].reason);
}

static void become_ready(Upstream *u)
{
    uint64_t now = cm__loop_now_ms(u->loop);
    cm__timer_stop(u->start_timer);
    u->state = CM_UPSTREAM_READY;
    u->is_settled = true;
    u->reason[0] = '\0';
    u->ready_ms = now;
    u->start_took_ms = now - u->started_ms;
    (void)snprintf(u->version, sizeof u->version, "%s",
                   cm__client_version(u->client));
    cm__log(u->log, CM_LOG_DEBUG,
            "server \"%s\" is ready after %llu ms: protocol %s, %zu tools",
            u->spec->name, (unsigned long long)u->start_took_ms, u->version,
            u->tools.n_tools);
}

static void list_end(Upstream *u, const char *error)
{
    u->is_listing = false;
    if (error == NULL && u->incoming.status != CM_OK)
        error = "its tools take too much memory";
    if (error != NULL) {
        cm__toollist_done(&u->incoming);
        if (u->state == CM_UPSTREAM_DOWN)
            return; /* that is why it failed */
        if (u->state == CM_UPSTREAM_STARTING)
            go_down(u, "its tools could not be listed: %.400s", error);
        else
            cm__log(u->log, CM_LOG_WARN,
                    "server \"%s\": its tools could not be listed again: %s",
                    u->spec->name, error);
        return;
    }
    cm__toollist_done(&u->tools);
    u->tools = u->incoming;
    log_skips(u);
    bool is_first = u->state == CM_UPSTREAM_STARTING;
    if (is_first)
        become_ready(u);
    if (u->is_list_stale)
        list_begin(u);
    u->events.changed(u->user, u);
    if (is_first && u->state == CM_UPSTREAM_READY)
        send_waiting(u);
}

static void list_part(void *user, const JsonValue *tools, const char *error)
{
    Upstream *u = user;
    if (tools != NULL)
        cm__toollist_add_page(&u->incoming, tools);
    else
        list_end(u, error);
}

static void relist_fired(void *user)
{
    Upstream *u = user;
    /* The first listing may be under way: what it brings is old already. */
    if (u->state == CM_UPSTREAM_READY || u->is_listing)
        list_begin(u);
}

/* ---- events of the client ---- */

static cm_status client_send(void *user, const char *line, size_t len)
{
    Upstream *u = user;
    return u->process != NULL ? cm__process_write(u->process, line, len)
                              : CM_E_STATE;
}

static void client_ready(void *user)
{
    list_begin(user);
}

static void client_refused(void *user, const char *reason)
{
    Upstream *u = user;
    if (u->state == CM_UPSTREAM_STARTING)
        go_down(u, "it refused to start: %.500s", reason);
}

static void client_tools_changed(void *user)
{
    Upstream *u = user;
    cm__timer_start(u->relist_timer, RELIST_DELAY_MS);
}

/* ---- events of the process ---- */

static void process_line(void *user, const char *line, size_t len)
{
    Upstream *u = user;
    if (u->client != NULL)
        cm__client_feed(u->client, line, len);
}

static void process_overlong(void *user)
{
    const Upstream *u = user;
    cm__log(u->log, CM_LOG_WARN,
            "server \"%s\" sent a line over %zu bytes; dropped", u->spec->name,
            CM_LINE_MAX_DEFAULT);
}

/* The last line of standard error that says something; a log may end in
 * blank lines. */
static const char *last_stderr(const Upstream *u, int *ret_len)
{
    size_t len;
    const char *tail = cm__process_stderr_tail(u->process, &len);
    while (len > 0 && (tail[len - 1] == '\n' || tail[len - 1] == '\r' ||
                       tail[len - 1] == ' '))
        len--;
    size_t from = len;
    while (from > 0 && tail[from - 1] != '\n' && len - from < STDERR_SHOWN)
        from--;
    *ret_len = (int)(len - from);
    return tail + from;
}

static void process_ended(void *user, ProcessEnd end)
{
    Upstream *u = user;
    char how[80];
    int len;
    const char *words = last_stderr(u, &len);
    cm__process_end_text(end, how, sizeof how);
    if (u->is_stopping) {
        go_down(u, "stopped");
        return;
    }
    go_down(u, "the process %s%s%s%.*s", how,
            u->state == CM_UPSTREAM_STARTING ? " while it started" : "",
            len > 0 ? ": " : "", len, words);
}

/* ---- states ---- */

static void drop_connection(Upstream *u)
{
    McpClient *client = u->client;
    Process *process = u->process;
    u->client = NULL;
    u->process = NULL;
    if (client != NULL)
        cm__client_disconnect(client, u->reason);
    if (u->is_listing) { /* the listing's own failure came before the client */
        u->is_listing = false;
        cm__toollist_done(&u->incoming);
    }
    cm__client_free(client);
    cm__process_free(process);
}

static void go_down(Upstream *u, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(u->reason, sizeof u->reason, fmt, args);
    va_end(args);
    uint64_t now = cm__loop_now_ms(u->loop);
    bool was_ready = u->state == CM_UPSTREAM_READY;
    if (was_ready && now - u->ready_ms >= HEALTHY_MS)
        u->n_failures = 0;
    uint64_t wait = u->n_failures == 0 && was_ready ? 0
                    : u->n_failures < 6 ? UINT64_C(1000) << u->n_failures
                                        : BACKOFF_MAX_MS;
    u->n_failures++;
    u->next_start_ms = now + (wait < BACKOFF_MAX_MS ? wait : BACKOFF_MAX_MS);
    u->state = CM_UPSTREAM_DOWN;
    u->is_settled = true;
    cm__timer_stop(u->start_timer);
    cm__timer_stop(u->relist_timer);
    if (!u->is_stopping)
        cm__log(u->log, CM_LOG_WARN, "server \"%s\": %s", u->spec->name,
                u->reason);
    drop_connection(u);
    fail_waiting(u);
    u->events.changed(u->user, u);
}

static void start_timed_out(void *user)
{
    Upstream *u = user;
    go_down(u, "it was not ready within %llu ms",
            (unsigned long long)u->spec->start_timeout_ms);
}

void cm__upstream_connect(Upstream *u)
{
    static const ProcessEvents process_events = {
        .line = process_line,
        .overlong = process_overlong,
        .ended = process_ended,
    };
    static const McpClientEvents client_events = { client_send, client_ready,
                                                   client_refused,
                                                   client_tools_changed };
    uint64_t now = cm__loop_now_ms(u->loop);
    if (u->state == CM_UPSTREAM_STARTING || u->state == CM_UPSTREAM_READY ||
        u->is_stopping ||
        (u->state == CM_UPSTREAM_DOWN && now < u->next_start_ms))
        return;
    ProcessSpec spec = { .argv = u->spec->argv,
                         .env = u->spec->env,
                         .cwd = u->spec->cwd };
    cm_error err;
    u->state = CM_UPSTREAM_STARTING;
    u->started_ms = now;
    u->process = cm__process_start(u->loop, &spec, &process_events, u, &err);
    if (u->process == NULL) {
        go_down(u, "%s", err.text);
        return;
    }
    u->client =
        cm__client_new(u->alloc, u->spec->name, u->log, &client_events, u);
    if (u->client == NULL) {
        go_down(u, "out of memory");
        return;
    }
    cm__timer_start(u->start_timer, u->spec->start_timeout_ms);
    cm__client_start(u->client);
}

void cm__upstream_stop(Upstream *u, uint64_t grace_ms)
{
    u->is_stopping = true;
    if (u->process != NULL)
        cm__process_stop(u->process, grace_ms);
}

bool cm__upstream_is_stopped(const Upstream *u)
{
    return u->process == NULL;
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
    cm__toollist_init(&u->tools, alloc);
    u->start_timer = cm__timer_new(loop, start_timed_out, u);
    u->relist_timer = cm__timer_new(loop, relist_fired, u);
    u->call_timer = cm__timer_new(loop, call_timer_fired, u);
    if (u->start_timer == NULL || u->relist_timer == NULL ||
        u->call_timer == NULL) {
        cm__upstream_free(u);
        return NULL;
    }
    return u;
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
    u->is_stopping = true;
    (void)snprintf(u->reason, sizeof u->reason, "the host is shutting down");
    drop_connection(u);
    fail_waiting(u);
    cm__toollist_done(&u->tools);
    cm__timer_free(u->start_timer);
    cm__timer_free(u->relist_timer);
    cm__timer_free(u->call_timer);
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

void cm__upstream_explain(const Upstream *u, const char *message, Buf *out)
{
    char quoted[CM_NAME_MAX + 2];
    if (u->state != CM_UPSTREAM_DOWN)
        return;
    (void)snprintf(quoted, sizeof quoted, "\"%s", u->spec->ns);
    const char *at = strstr(message, quoted);
    if (at == NULL)
        return;
    char after = at[strlen(quoted)];
    if (after == '.' || after == '"')
        cm__buf_add_fmt(out, "server \"%s\" is not available: %s\n",
                        u->spec->name, u->reason);
}

const char *cm__upstream_version(const Upstream *u)
{
    return u->version;
}

uint64_t cm__upstream_start_ms(const Upstream *u)
{
    return u->start_took_ms;
}

const UpstreamTool *cm__upstream_tools(const Upstream *u, size_t *ret_count)
{
    *ret_count = u->tools.n_tools;
    return u->tools.tools;
}

const UpstreamSkip *cm__upstream_skipped(const Upstream *u, size_t *ret_count)
{
    *ret_count = u->tools.n_skips;
    return u->tools.skips;
}
