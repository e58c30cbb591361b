/* SPDX-License-Identifier: MIT */
/* The tools of a server: listed at its start and whenever it tells that they
 * have changed, and kept for the next start; the subscription of the modern era
 * to such changes. */
#include <stdio.h>
#include <string.h>

#include "mcp/listcache.h"
#include "mcp/upstream_internal.h"

enum {
    RELIST_MIN_MS = 50, /* bursts of list_changed become one listing */
    RELIST_MAX_MS = 5000,
    RELIST_CALM = 4, /* times the wait without a listing: it begins again */
    RELISTEN_MIN_MS = 1000,
    RELISTEN_MAX_MS = 60000,
};

/* ---- listing ---- */

static void list_part(void *user, const JsonValue *tools, const char *error);

/* Whether the secret has to be fetched before the server can be asked; if so
 * that has begun, and *ret_waits is read when it ends. */
static bool fetches_first(Upstream *u, bool *ret_waits)
{
    if (!u->is_list_refused && !cm__upsecret_is_due(u))
        return false;
    *ret_waits = true;
    cm__upsecret_fetch(u);
    return true;
}

/* After a refusal with 401: whether it is asked again with a new secret, which
 * each listing and subscription may do once. */
static bool may_renew(Upstream *u, unsigned serial, bool *has_renewed)
{
    if (u->spec->secret == NULL || *has_renewed)
        return false;
    *has_renewed = true;
    if (serial == u->secret_serial)
        u->is_list_refused = true; /* calls may go on with it */
    return true;
}

void cm__uplist_begin(Upstream *u)
{
    if (u->is_listing) {
        u->is_list_stale = true;
        return;
    }
    u->is_list_stale = false;
    if (u->state == CM_UPSTREAM_READY &&
        (u->waits_to_list || fetches_first(u, &u->waits_to_list)))
        return;
    u->waits_to_list = false; /* of a state before this one */
    u->list_serial = u->secret_serial;
    cm__toollist_init(&u->incoming, u->alloc,
                      u->spec->url != NULL && cm__client_is_modern(u->client));
    u->incoming.filter = u->spec->filter;
    u->incoming.direct = u->spec->direct;
    u->incoming.ns = u->spec->ns;
    cm__buf_clear(&u->raw);
    u->is_listing = true;
    cm__timer_start(u->list_timer, u->spec->start_timeout_ms);
    if (cm__client_list_tools(u->client, list_part, u) != CM_OK) {
        u->is_listing = false;
        cm__toollist_done(&u->incoming);
        cm__upstream_go_down(u, "its tools could not be asked for");
    }
}

static void log_skips(const Upstream *u)
{
    char name[101];
    for (size_t i = 0; i < u->tools.n_skips; i++)
        cm__log(u->log, CM_LOG_INFO, "server \"%s\": tool \"%s\" skipped: %s",
                u->spec->name,
                cm__redact_cut(cm__log_redactor(u->log), u->tools.skips[i].name,
                               name, sizeof name),
                u->tools.skips[i].reason);
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
    /* The next start need not find out again. */
    u->start = !cm__client_is_modern(u->client) ? CM_MCP_HANDSHAKE_ONLY
                                                : CM_MCP_DISCOVER_FIRST;
    u->is_start_known = true;
    u->listen_ms = RELISTEN_MIN_MS;
    u->has_listened = u->has_listen_secret = u->waits_to_listen = false;
    cm__timer_start(u->listen_timer, 0);
    cm__upstream_watch_idle(u);
    cm__log(u->log, CM_LOG_DEBUG,
            "server \"%s\" is ready after %llu ms: protocol %s, tools: %zu",
            u->spec->name, (unsigned long long)u->start_took_ms, u->version,
            u->tools.n_tools);
}

/* Writes what was listed, when it is not what is kept. */
static void keep_list(Upstream *u)
{
    if (u->cache_folder == NULL)
        return;
    cm__buf_add_str(&u->raw, u->raw.len > 0 ? "]" : "[]");
    bool is_same =
        u->raw.len == u->kept.len &&
        memcmp(cm__buf_text(&u->raw), cm__buf_text(&u->kept), u->raw.len) == 0;
    if (u->raw.status != CM_OK || is_same)
        return;
    if (!cm__listcache_write(u->alloc, u->cache_folder,
                             cm__buf_text(&u->cache_path), u->raw.bytes,
                             u->raw.len))
        cm__log(u->log, CM_LOG_DEBUG,
                "server \"%s\": its list of tools cannot be kept in %s",
                u->spec->name, u->cache_folder);
    Buf swapped = u->kept;
    u->kept = u->raw;
    u->raw = swapped;
}

/* A server whose list never comes to rest is asked less and less often. */
static void relist_later(Upstream *u)
{
    uint64_t calm = RELIST_CALM * u->relist_ms;
    u->is_list_stale = false;
    if (cm__timer_is_active(u->relist_timer))
        return; /* a wait that began with each change would not end */
    if (cm__loop_now_ms(u->loop) - u->relisted_ms >= calm)
        u->relist_ms = RELIST_MIN_MS;
    cm__timer_start(u->relist_timer, u->relist_ms);
}

/* Of a server that is ready: it goes on with the list that it has. */
static void list_lost(Upstream *u, const char *error)
{
    u->has_list_secret = false;
    cm__log(u->log, CM_LOG_WARN,
            "server \"%s\": its tools could not be listed again: %s",
            u->spec->name, error);
    if (u->is_list_stale)
        relist_later(u);
}

static void list_failed(Upstream *u, const char *error)
{
    char reason[200];
    bool is_refused = u->spec->secret != NULL && u->client != NULL &&
                      cm__client_list_status(u->client) == 401;
    if (u->state == CM_UPSTREAM_DOWN || u->is_renewing)
        return; /* that is why it failed */
    if (u->state == CM_UPSTREAM_STARTING) {
        if (is_refused)
            cm__upstream_secret_refused(u);
        else
            cm__upstream_go_down(u, "its tools could not be listed: %.400s",
                                 error);
        return;
    }
    if (is_refused && may_renew(u, u->list_serial, &u->has_list_secret)) {
        cm__uplist_begin(u);
        return;
    }
    (void)snprintf(reason, sizeof reason, CM_SECRET_REFUSED,
                   is_refused ? u->spec->secret->key : "");
    list_lost(u, is_refused ? reason : error);
}

static void list_end(Upstream *u, const char *error)
{
    u->is_listing = false;
    cm__timer_stop(u->list_timer);
    if (error == NULL && u->incoming.status != CM_OK)
        error = "its tools take too much memory";
    if (error != NULL) {
        cm__toollist_done(&u->incoming);
        list_failed(u, error);
        return;
    }
    u->has_list_secret = false;
    cm__toollist_done(&u->tools);
    u->tools = u->incoming;
    keep_list(u);
    log_skips(u);
    bool is_first = u->state == CM_UPSTREAM_STARTING;
    if (is_first)
        become_ready(u);
    if (u->is_list_stale)
        relist_later(u);
    u->events.changed(u->user, u);
    if (is_first && u->state == CM_UPSTREAM_READY)
        cm__upcall_send_waiting(u);
}

/* The items of a page, for the cache. */
static void keep_page(Upstream *u, const JsonValue *tools)
{
    JsonWriter w = cm__json_writer(&u->raw);
    for (size_t i = 0; i < tools->n_items; i++) {
        cm__buf_add_char(&u->raw, u->raw.len > 0 ? ',' : '[');
        cm__json_write_value(&w, &tools->items[i]);
        w = cm__json_writer(&u->raw);
    }
}

static void list_part(void *user, const JsonValue *tools, const char *error)
{
    Upstream *u = user;
    if (tools == NULL) {
        list_end(u, error);
        return;
    }
    cm__toollist_add_page(&u->incoming, tools);
    if (u->cache_folder != NULL)
        keep_page(u, tools);
}

/* Another list of a ready server; that of a start ends with the start. */
void cm__uplist_timed_out(void *user)
{
    Upstream *u = user;
    char error[80];
    (void)snprintf(error, sizeof error, "no answer within %llu ms",
                   (unsigned long long)u->spec->start_timeout_ms);
    if (u->state == CM_UPSTREAM_READY)
        cm__client_stop_listing(u->client, error);
}

void cm__uplist_relist_fired(void *user)
{
    Upstream *u = user;
    u->relisted_ms = cm__loop_now_ms(u->loop);
    u->relist_ms *= 2;
    if (u->relist_ms > RELIST_MAX_MS)
        u->relist_ms = RELIST_MAX_MS;
    /* The first listing may be under way: what it brings is old already. */
    if (u->state == CM_UPSTREAM_READY || u->is_listing)
        cm__uplist_begin(u);
}

void cm__uplist_changed(void *user)
{
    Upstream *u = user;
    u->listen_ms = RELISTEN_MIN_MS;
    relist_later(u);
}

/* ---- the subscription to changes of the modern era ---- */

static void log_not_heard(const Upstream *u, const char *why)
{
    cm__log(u->log, CM_LOG_INFO,
            "server \"%s\": changes of its tools are not heard of now: %s",
            u->spec->name, why);
}

static void listen_later(Upstream *u)
{
    cm__timer_start(u->listen_timer, u->listen_ms);
    if (u->listen_ms < RELISTEN_MAX_MS)
        u->listen_ms *= 2;
}

/* It stays so until the next start. */
static void log_refused_listen(const Upstream *u, const McpAnswer *answer)
{
    char reason[200];
    if (answer->status == 401 && u->spec->secret != NULL)
        (void)snprintf(reason, sizeof reason, CM_SECRET_REFUSED,
                       u->spec->secret->key);
    else
        (void)snprintf(reason, sizeof reason, "%.199s", answer->error);
    log_not_heard(u, reason);
}

static void listen_ended(void *user, const McpAnswer *answer)
{
    Upstream *u = user;
    bool is_refused = answer->code != 0 || answer->status >= 300;
    if (u->state != CM_UPSTREAM_READY)
        return;
    if (answer->status == 401 &&
        may_renew(u, u->listen_serial, &u->has_listen_secret)) {
        cm__timer_start(u->listen_timer, 0);
        return;
    }
    if (is_refused) {
        log_refused_listen(u, answer);
        return;
    }
    u->has_listen_secret = false;
    listen_later(u);
}

void cm__uplist_listen_fired(void *user)
{
    Upstream *u = user;
    if (u->state != CM_UPSTREAM_READY || u->is_stopping || u->waits_to_listen ||
        fetches_first(u, &u->waits_to_listen))
        return;
    u->listen_serial = u->secret_serial;
    if (cm__client_listen(u->client, listen_ended, u) != 0 && u->has_listened)
        cm__uplist_begin(u); /* nobody told what changed meanwhile */
    u->has_listened = true;
}

/* ---- after a new secret ---- */

void cm__uplist_secret_came(Upstream *u, const char *fault)
{
    bool lists = u->waits_to_list, listens = u->waits_to_listen;
    u->waits_to_list = u->waits_to_listen = false;
    if (listens && fault == NULL)
        cm__timer_start(u->listen_timer, 0);
    else if (listens) {
        log_not_heard(u, fault);
        listen_later(u);
    }
    if (lists && fault == NULL)
        cm__uplist_begin(u);
    else if (lists)
        list_lost(u, fault);
}
