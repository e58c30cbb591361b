/* SPDX-License-Identifier: MIT */
/* libcurl's multi interface driven by events (curl_multi_socket_action): libcurl
 * names the sockets and the time it waits for, libuv waits.
 *
 * Inside one of libcurl's callbacks its transfers must not be added or removed.
 * What an event asks for meanwhile is noted in the exchange and done when
 * libcurl has returned (settle_all).
 *
 * libcurl reads from a socket as long as there is something. A stream that is
 * written faster than it is read would keep the loop from everything else, so
 * an exchange that has had its share of a turn is paused, and goes on behind
 * what else the loop has to do (resume). */
#include "net/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/status.h"
#include "net/http_internal.h"

enum {
    CONNECT_TIMEOUT_MS = 30000,
    HEADS_DEFAULT = 256 << 10,
    CONNECTIONS_KEPT = 32,
    METHOD_MAX = 32,
    TURN_BYTES = 256 << 10, /* of a stream, then it is paused */
};
#define TURN_NS     UINT64_C(2000000) /* of a turn: all exchanges that flow */
#define TURN_MIN_NS UINT64_C(200000)  /* of each of them */

/* A socket of libcurl's that we watch; it closes the socket itself. */
typedef struct Watch {
    Owned owned;
    uv_poll_t poll;
    HttpClient *client;
    curl_socket_t socket;
} Watch;

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) \
    TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)
#define USER_AGENT                                               \
    "codemode/" VERSION_TEXT(CM_VERSION_MAJOR, CM_VERSION_MINOR, \
                             CM_VERSION_PATCH)

const char *cm__http_header(const HttpHead *head, const char *name)
{
    const char *at = head->fields, *end = at + head->fields_len;
    while (at < end) {
        const char *value = at + strlen(at) + 1;
        if (strcmp(at, name) == 0)
            return value;
        at = value + strlen(value) + 1;
    }
    return NULL;
}

/* ---- the end of exchanges ---- */

static void set_unsettled(HttpExchange *x, bool is_unsettled)
{
    x->client->n_unsettled += is_unsettled;
    x->client->n_unsettled -= x->is_unsettled;
    x->is_unsettled = is_unsettled;
}

static void set_paused(HttpExchange *x, bool is_paused)
{
    x->client->n_paused += is_paused;
    x->client->n_paused -= x->is_paused;
    x->is_paused = is_paused;
}

static void exchange_free(HttpExchange *x)
{
    HttpClient *client = x->client;
    set_unsettled(x, false);
    *(x->prev != NULL ? &x->prev->next : &client->exchanges) = x->next;
    if (x->next != NULL)
        x->next->prev = x->prev;
    if (x->easy != NULL && x->state != EXCHANGE_NEW)
        (void)client->curl->multi_remove_handle(client->multi, x->easy);
    if (x->easy != NULL)
        client->curl->easy_cleanup(x->easy);
    set_paused(x, false); /* last: libcurl reported progress once more */
    client->curl->slist_free_all(x->lines);
    cm__buf_done(&x->fields);
    cm__buf_done(&x->body);
    cm__inflate_free(x->inflater);
    cm__free(cm__loop_alloc(client->owned.loop), x, sizeof *x);
}

static void report_end(HttpExchange *x, CURLcode code)
{
    HttpFault fault;
    HttpEnd end = { .reason = fault.reason };
    end.is_answered = cm__http_judge(x, code, &fault);
    end.fault = fault.kind;
    end.cause = fault.cause;
    if (x->has_head)
        end.head =
            (HttpHead){ x->status, cm__buf_text(&x->fields), x->fields.len };
    else
        end.head.fields = "";
    if (end.is_answered)
        (void)x->client->curl->easy_getinfo(x->easy, CURLINFO_REDIRECT_URL,
                                            &end.redirect);
    end.body = end.is_answered ? cm__buf_text(&x->body) : "";
    end.body_len = end.is_answered ? x->body.len : 0;
    x->events.ended(x->user, &end);
    exchange_free(x);
}

/* ---- turns of libcurl ---- */

static void settle(HttpClient *client, HttpExchange *x)
{
    if (x->state == EXCHANGE_CANCELLED) {
        exchange_free(x);
    } else if (x->state == EXCHANGE_NEW) {
        set_unsettled(x, false);
        client->depth++;
        CURLMcode code = client->curl->multi_add_handle(client->multi, x->easy);
        client->depth--;
        if (code == CURLM_OK)
            x->state = EXCHANGE_RUNNING;
        else
            report_end(x, CURLE_OUT_OF_MEMORY);
    }
}

/* Adds and removes what events asked for while libcurl was at work. */
static void settle_all(HttpClient *client)
{
    while (client->n_unsettled > 0) {
        HttpExchange *x = client->exchanges;
        while (!x->is_unsettled)
            x = x->next;
        settle(client, x); /* its events may change the list */
    }
}

static void report_ended(HttpClient *client)
{
    int n_left;
    const CURLMsg *message;
    while ((message = client->curl->multi_info_read(client->multi, &n_left)) !=
           NULL) {
        HttpExchange *x = NULL;
        char *private = NULL;
        CURLcode code = message->data.result;
        (void)client->curl->easy_getinfo(message->easy_handle, CURLINFO_PRIVATE,
                                         &private);
        x = (HttpExchange *)(void *)private;
        if (x->state == EXCHANGE_CANCELLED)
            settle(client, x);
        else
            report_end(x, code);
    }
}

/* A socket could not be watched. libcurl gives up all transfers then, but would
 * tell so only when something happens on one; it starts anew when they are
 * gone. */
static void end_running(HttpClient *client)
{
    HttpExchange *x = client->exchanges;
    client->depth++; /* what events add waits */
    while (x != NULL) {
        if (x->state != EXCHANGE_RUNNING) {
            x = x->next;
            continue;
        }
        x->cause = STOP_CAUSE_MEMORY;
        report_end(x, CURLE_OUT_OF_MEMORY);
        x = client->exchanges;
    }
    client->depth--;
}

/* Those that flow at the same time share the time. */
static void begin_turn(HttpClient *client)
{
    client->turn++;
    client->share_ns = TURN_NS / (client->n_paused + 1);
    if (client->share_ns < TURN_MIN_NS)
        client->share_ns = TURN_MIN_NS;
}

static void run(HttpClient *client, curl_socket_t socket, int what)
{
    int n_running;
    client->depth++;
    CURLMcode code = client->curl->multi_socket_action(client->multi, socket,
                                                       what, &n_running);
    client->depth--;
    report_ended(client);
    if (code == CURLM_ABORTED_BY_CALLBACK)
        end_running(client);
    settle_all(client);
}

static void act(HttpClient *client, curl_socket_t socket, int what)
{
    begin_turn(client);
    run(client, socket, what);
}

/* One that was paused in an earlier turn. */
static HttpExchange *find_paused(const HttpClient *client)
{
    HttpExchange *x = client->exchanges;
    while (x != NULL && (!x->is_paused || x->turn == client->turn ||
                         x->state != EXCHANGE_RUNNING))
        x = x->next;
    return x;
}

/* An exchange's share of a turn begins with its first bytes. */
static void join_turn(HttpExchange *x)
{
    x->turn = x->client->turn;
    x->joined_ns = uv_hrtime();
    x->turn_bytes = 0;
}

/* libcurl gives what it has kept at once, and then asks for a turn. */
static void resume(void *user)
{
    HttpClient *client = user;
    HttpExchange *x;
    begin_turn(client);
    while (client->n_paused > 0 && (x = find_paused(client)) != NULL) {
        join_turn(x);
        set_paused(x, false);
        client->depth++;
        CURLcode code = client->curl->easy_pause(x->easy, CURLPAUSE_CONT);
        client->depth--;
        if (code != CURLE_OK && x->state == EXCHANGE_RUNNING)
            report_end(x, code);
    }
    run(client, CURL_SOCKET_TIMEOUT, 0);
}

/* Whether the exchange has had its share of this turn. */
static bool is_turn_over(HttpExchange *x)
{
    if (x->turn != x->client->turn)
        join_turn(x);
    return x->turn_bytes >= TURN_BYTES ||
           uv_hrtime() - x->joined_ns >= x->client->share_ns;
}

static void wait_for_turn(HttpExchange *x)
{
    set_paused(x, true);
    if (!cm__timer_is_active(x->client->resume_timer))
        cm__timer_start(x->client->resume_timer, 0);
}

static void time_over(uv_timer_t *timer)
{
    act((HttpClient *)timer->data, CURL_SOCKET_TIMEOUT, 0);
}

static int want_time(CURLM *multi, long timeout_ms, void *user)
{
    HttpClient *client = user;
    (void)multi;
    if (timeout_ms < 0) {
        uv_timer_stop(&client->timer);
    } else {
        uv_update_time(client->timer.loop);
        uv_timer_start(&client->timer, time_over, (uint64_t)timeout_ms, 0);
    }
    return 0;
}

static void socket_ready(uv_poll_t *poll, int status, int events)
{
    Watch *watch = (Watch *)poll->data;
    int what = status < 0 ? CURL_CSELECT_ERR : 0;
    if (events & UV_READABLE)
        what |= CURL_CSELECT_IN;
    if (events & UV_WRITABLE)
        what |= CURL_CSELECT_OUT;
    act(watch->client, watch->socket, what);
}

static Watch *watch_new(HttpClient *client, curl_socket_t socket)
{
    Watch *watch = cm__owned_new(client->owned.loop, sizeof *watch);
    if (watch == NULL)
        return NULL;
    watch->client = client;
    watch->socket = socket;
    if (uv_poll_init_socket(cm__loop_uv(client->owned.loop), &watch->poll,
                            socket) != 0) {
        cm__owned_free(&watch->owned);
        return NULL;
    }
    cm__owned_adopt(&watch->owned, (uv_handle_t *)&watch->poll);
    return watch;
}

static int want_socket(CURL *easy, curl_socket_t socket, int what, void *user,
                       void *socket_user)
{
    HttpClient *client = user;
    Watch *watch = socket_user;
    int events = (what & CURL_POLL_IN ? UV_READABLE : 0) |
                 (what & CURL_POLL_OUT ? UV_WRITABLE : 0);
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        if (watch != NULL) {
            (void)client->curl->multi_assign(client->multi, socket, NULL);
            cm__owned_close((uv_handle_t *)&watch->poll);
            cm__owned_free(&watch->owned);
        }
        return 0;
    }
    if (watch == NULL) {
        watch = watch_new(client, socket);
        if (watch == NULL)
            return -1; /* see end_running */
        (void)client->curl->multi_assign(client->multi, socket, watch);
    }
    return uv_poll_start(&watch->poll, events, socket_ready) == 0 ? 0 : -1;
}

/* ---- answers ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void keep_field(HttpExchange *x, const char *line, size_t len)
{
    const char *colon = memchr(line, ':', len);
    if (colon == NULL || is_blank(line[0]) || memchr(line, '\0', len) != NULL)
        return; /* a folded line, long deprecated, or rubbish */
    const char *value = colon + 1, *end = line + len;
    while (end > value && is_blank(end[-1]))
        end--;
    while (value < end && is_blank(*value))
        value++;
    if (memchr(line, '\r', (size_t)(end - line)) != NULL)
        return; /* RFC 9110, 5.5: such fields are not to be taken */
    for (const char *at = line; at < colon; at++)
        cm__buf_add_char(&x->fields, cm__ascii_lower(*at));
    cm__buf_add(&x->fields, "", 1);
    cm__buf_add(&x->fields, value, (size_t)(end - value));
    cm__buf_add(&x->fields, "", 1);
}

/* Codings that are asked for. A few dozen bytes of brotli are 50 MB, which one
 * read would give at once. gzip gives at most a thousand times as much as was
 * read, which is bearable where the body has a limit; a stream has none. */
static const char *codings(const HttpExchange *x)
{
    return x->events.data != NULL ? "identity" : "gzip, deflate";
}

static bool is_coding(const char *value, const char *name)
{
    return cm__ascii_is_same(value, strlen(value), name, strlen(name));
}

/* Prepares for a compressed body; `coding` is that of a header. */
static StopCause take_coding(HttpExchange *x, const char *coding)
{
    bool is_gzip = is_coding(coding, "gzip") || is_coding(coding, "x-gzip");
    if (coding[0] == '\0' || is_coding(coding, "identity"))
        return STOP_CAUSE_NONE;
    if (x->events.data != NULL || x->inflater != NULL ||
        (!is_gzip && !is_coding(coding, "deflate")))
        return STOP_CAUSE_CODING;
    x->inflater =
        cm__inflate_new(cm__loop_alloc(x->client->owned.loop), is_gzip);
    return x->inflater != NULL ? STOP_CAUSE_NONE : STOP_CAUSE_MEMORY;
}

static void take_codings(HttpExchange *x)
{
    const char *at = cm__buf_text(&x->fields), *end = at + x->fields.len;
    while (at < end && x->cause == STOP_CAUSE_NONE) {
        const char *value = at + strlen(at) + 1;
        if (strcmp(at, "content-encoding") == 0)
            x->cause = take_coding(x, value);
        at = value + strlen(value) + 1;
    }
}

static void end_head(HttpExchange *x)
{
    long status = 0;
    (void)x->client->curl->easy_getinfo(x->easy, CURLINFO_RESPONSE_CODE,
                                        &status);
    if (status < 200 && status != 101)
        return; /* an interim answer; the real one follows */
    x->status = (int)status;
    x->has_head = true;
    if (x->fields.status == CM_OK)
        take_codings(x);
    if (x->cause != STOP_CAUSE_NONE)
        return;
    if (x->events.head != NULL && x->state == EXCHANGE_RUNNING) {
        const HttpHead head = { x->status, cm__buf_text(&x->fields),
                                x->fields.len };
        x->events.head(x->user, &head);
    }
}

/* One line of the head, with its line end. */
static size_t got_line(char *line, size_t one, size_t len, void *user)
{
    HttpExchange *x = user;
    (void)one;
    x->n_heads += len;
    if (x->n_heads > x->max_heads) {
        x->cause = STOP_CAUSE_HEADS;
        return 0;
    }
    if (x->has_head)
        return len; /* a trailer */
    if (len >= 5 && memcmp(line, "HTTP/", 5) == 0)
        cm__buf_clear(&x->fields);
    else if (len <= 2 && (line[0] == '\r' || line[0] == '\n'))
        end_head(x);
    else
        keep_field(x, line, len);
    if (x->fields.status != CM_OK)
        x->cause = STOP_CAUSE_MEMORY;
    else if (x->has_head && x->ends_at_head)
        x->cause = STOP_CAUSE_WHOLE;
    bool goes_on = x->cause == STOP_CAUSE_NONE && x->state == EXCHANGE_RUNNING;
    return goes_on ? len : 0;
}

/* False: the transfer has to stop. */
static bool collect(HttpExchange *x, const char *bytes, size_t len)
{
    size_t before = x->body.len;
    cm_status status = CM_OK;
    if (x->inflater != NULL)
        status = cm__inflate_add(x->inflater, bytes, len, &x->body);
    else
        cm__buf_add(&x->body, bytes, len);
    x->turn_bytes += len > x->body.len - before ? len : x->body.len - before;
    if (status == CM_OK)
        status = x->body.status;
    if (status != CM_OK)
        x->cause = status == CM_E_LIMIT    ? STOP_CAUSE_BODY
                   : status == CM_E_SYNTAX ? STOP_CAUSE_GARBLED
                                           : STOP_CAUSE_MEMORY;
    return status == CM_OK;
}

static size_t got_data(char *bytes, size_t one, size_t len, void *user)
{
    HttpExchange *x = user;
    (void)one;
    if (x->state != EXCHANGE_RUNNING)
        return len + 1; /* stops the transfer */
    if (x->max_body > 0 && len > x->max_body - x->n_body) {
        x->cause = STOP_CAUSE_BODY;
        return len + 1;
    }
    /* libcurl gives the same bytes again. What is collected costs little and
     * has its limit: between two reads it is paused like all others
     * (progressed). */
    if (x->events.data != NULL && is_turn_over(x)) {
        wait_for_turn(x);
        return CURL_WRITEFUNC_PAUSE;
    }
    x->n_body += len;
    if (x->events.data == NULL)
        return collect(x, bytes, len) ? len : len + 1;
    x->turn_bytes += len;
    x->events.data(x->user, bytes, len);
    return x->state == EXCHANGE_RUNNING ? len : len + 1;
}

/* Called between portions of what libcurl reads: there may be a flood of what
 * comes to nothing (extensions of chunks, compressed blocks without a byte). */
static int progressed(void *user, curl_off_t to_get, curl_off_t got,
                      curl_off_t to_send, curl_off_t sent)
{
    HttpExchange *x = user;
    (void)to_get;
    (void)got;
    (void)to_send;
    (void)sent;
    if (x->state == EXCHANGE_RUNNING && x->n_heads > 0 && !x->is_paused &&
        is_turn_over(x) &&
        x->client->curl->easy_pause(x->easy, CURLPAUSE_ALL) == CURLE_OK)
        wait_for_turn(x);
    return x->state == EXCHANGE_CANCELLED;
}

/* libcurl sends a request again when a kept connection is closed before a byte
 * of the answer: the other side may have acted on it all the same. */
/* NOLINTNEXTLINE(readability-non-const-parameter): the type is libcurl's */
static int about_to_send(void *user, char *ip, char *local_ip, int port,
                         int local_port)
{
    HttpExchange *x = user;
    (void)ip;
    (void)local_ip;
    (void)port;
    (void)local_port;
    if (x->n_sent++ == 0)
        return CURL_PREREQFUNC_OK;
    x->cause = STOP_CAUSE_REPEAT;
    return CURL_PREREQFUNC_ABORT;
}

/* ---- requests ---- */

static cm_status refuse(cm_error *err, cm_status status, const char *text)
{
    return cm__error_set(err, status, "", text);
}

static bool add_line(HttpExchange *x, const char *line)
{
    struct curl_slist *lines = x->client->curl->slist_append(x->lines, line);
    if (lines != NULL)
        x->lines = lines;
    return lines != NULL;
}

static bool has_header(const HttpSpec *spec, const char *name)
{
    for (size_t i = 0; i < spec->n_headers; i++) {
        const char *given = spec->headers[i].name;
        if (cm__ascii_is_same(given, strlen(given), name, strlen(name)))
            return true;
    }
    return false;
}

static cm_status add_header(HttpExchange *x, const cm_http_header *header,
                            cm_error *err)
{
    Buf line;
    if (!cm__ascii_is_token(header->name))
        return refuse(err, CM_E_ARGUMENT, "a header has an invalid name");
    if (strpbrk(header->value, "\r\n") != NULL)
        return refuse(err, CM_E_ARGUMENT, "a header has an invalid value");
    cm__buf_init(&line, cm__loop_alloc(x->client->owned.loop), CM_BUF_NO_LIMIT);
    /* "name;" is how libcurl is told of a header without a value. */
    cm__buf_add_str(&line, header->name);
    cm__buf_add_str(&line, header->value[0] != '\0' ? ": " : ";");
    cm__buf_add_str(&line, header->value);
    bool is_ok = line.status == CM_OK && add_line(x, cm__buf_text(&line));
    cm__buf_done(&line);
    return is_ok ? CM_OK : refuse(err, CM_E_NOMEM, HTTP_NO_MEMORY);
}

static cm_status add_headers(HttpExchange *x, const HttpSpec *spec,
                             cm_error *err)
{
    /* Headers that libcurl would add by itself, and how to stop it. */
    static const struct {
        const char *name, *line;
    } own[] = { { "accept", "Accept:" },
                { "content-type", "Content-Type:" },
                { "expect", "Expect:" } };
    for (size_t i = 0; i < CM_ARRAY_LEN(own); i++)
        if (!has_header(spec, own[i].name) && !add_line(x, own[i].line))
            return refuse(err, CM_E_NOMEM, HTTP_NO_MEMORY);
    for (size_t i = 0; i < spec->n_headers; i++) {
        cm_status status = add_header(x, &spec->headers[i], err);
        if (status != CM_OK)
            return status;
    }
    return CM_OK;
}

#define SET(x, option, value)                                              \
    ((x)->client->curl->easy_setopt((x)->easy, CURLOPT_##option, value) == \
     CURLE_OK)

/* libcurl derives the method from how the body is given; each of these sets it
 * anew, and the real method goes over it last. */
static bool set_body(HttpExchange *x, const HttpSpec *spec)
{
    bool is_head = strcmp(spec->method, "HEAD") == 0;
    /* Servers expect a length from these (RFC 9110, 8.6). */
    bool is_empty = spec->body == NULL && (strcmp(spec->method, "POST") == 0 ||
                                           strcmp(spec->method, "PUT") == 0);
    const char *body = is_empty ? "" : spec->body;
    x->ends_at_head = is_head && body != NULL;
    bool is_ok =
        is_head && body == NULL ? SET(x, NOBODY, 1L) : SET(x, HTTPGET, 1L);
    if (is_ok && body != NULL)
        is_ok = SET(x, POSTFIELDSIZE_LARGE,
                    (curl_off_t)(is_empty ? 0 : spec->body_len)) &&
                SET(x, COPYPOSTFIELDS, body);
    return is_ok && SET(x, CUSTOMREQUEST, spec->method);
}

static bool set_limits(HttpExchange *x, const HttpSpec *spec)
{
    x->timeout_ms = spec->timeout_ms;
    x->connect_timeout_ms = spec->connect_timeout_ms != 0
                                ? spec->connect_timeout_ms
                                : CONNECT_TIMEOUT_MS;
    x->max_body = spec->max_body;
    x->max_heads = spec->max_heads != 0 ? spec->max_heads : HEADS_DEFAULT;
    bool is_head = strcmp(spec->method, "HEAD") == 0; /* its length is none */
    return SET(x, TIMEOUT_MS, (long)x->timeout_ms) &&
           SET(x, CONNECTTIMEOUT_MS, (long)x->connect_timeout_ms) &&
           (is_head || SET(x, MAXFILESIZE_LARGE, (curl_off_t)x->max_body));
}

/* Whether a URL names localhost, 127.0.0.0/8 or [::1]: a proxy elsewhere could
 * not reach what is meant. */
static bool is_this_machine(const char *url)
{
    const char *host = strstr(url, "://");
    if (host == NULL)
        return false;
    host += 3;
    size_t n = host[0] == '[' ? strcspn(host, "]/") + 1 : strcspn(host, ":/?#");
    return cm__ascii_is_same(host, n, "localhost", 9) ||
           cm__ascii_is_same(host, n, "[::1]", 5) ||
           (strncmp(host, "127.", 4) == 0 && strspn(host, "0123456789.") == n);
}

static bool set_manners(HttpExchange *x, const char *url)
{
    const HttpClient *client = x->client;
    /* "" is no proxy. QUICK_EXIT: a cancelled exchange does not wait for the
     * thread that looks up its name. */
    return SET(x, NOSIGNAL, 1L) && SET(x, QUICK_EXIT, 1L) &&
           SET(x, PROTOCOLS_STR, "http,https") && SET(x, FOLLOWLOCATION, 0L) &&
           SET(x, PATH_AS_IS, 1L) && SET(x, DISALLOW_USERNAME_IN_URL, 1L) &&
           SET(x, SUPPRESS_CONNECT_HEADERS, 1L) && SET(x, TCP_KEEPALIVE, 1L) &&
           SET(x, ACCEPT_ENCODING, codings(x)) &&
           SET(x, HTTP_CONTENT_DECODING, 0L) && /* see inflate.h */
           SET(x, USERAGENT, USER_AGENT) &&
           ((client->uses_proxies && !is_this_machine(url)) ||
            SET(x, PROXY, "")) &&
           (client->ca_file == NULL || SET(x, CAINFO, client->ca_file));
}

static bool set_callbacks(HttpExchange *x)
{
    return SET(x, PRIVATE, (void *)x) && SET(x, HEADERFUNCTION, got_line) &&
           SET(x, HEADERDATA, (void *)x) && SET(x, WRITEFUNCTION, got_data) &&
           SET(x, WRITEDATA, (void *)x) && SET(x, NOPROGRESS, 0L) &&
           SET(x, XFERINFOFUNCTION, progressed) &&
           SET(x, XFERINFODATA, (void *)x) &&
           SET(x, PREREQFUNCTION, about_to_send) &&
           SET(x, PREREQDATA, (void *)x);
}

static cm_status prepare(HttpExchange *x, const HttpSpec *spec, cm_error *err)
{
    if (!cm__ascii_is_token(spec->method) || strlen(spec->method) > METHOD_MAX)
        return refuse(err, CM_E_ARGUMENT, "the method is invalid");
    x->easy = x->client->curl->easy_init();
    cm_status status = x->easy != NULL
                           ? add_headers(x, spec, err)
                           : refuse(err, CM_E_NOMEM, HTTP_NO_MEMORY);
    if (status != CM_OK)
        return status;
    bool is_ok = SET(x, URL, spec->url) && set_manners(x, spec->url) &&
                 set_callbacks(x) && set_limits(x, spec) && set_body(x, spec) &&
                 SET(x, HTTPHEADER, x->lines);
    return is_ok ? CM_OK : refuse(err, CM_E_NOMEM, HTTP_NO_MEMORY);
}

cm_status cm__http_start(HttpClient *client, const HttpSpec *spec,
                         const HttpEvents *events, void *user,
                         HttpExchange **ret_exchange, cm_error *err)
{
    const cm_allocator *alloc = cm__loop_alloc(client->owned.loop);
    HttpExchange *x = cm__alloc_zero(alloc, 1, sizeof *x);
    if (x == NULL)
        return refuse(err, CM_E_NOMEM, HTTP_NO_MEMORY);
    x->client = client;
    x->events = *events;
    x->user = user;
    x->next = client->exchanges;
    if (x->next != NULL)
        x->next->prev = x;
    client->exchanges = x;
    cm__buf_init(&x->fields, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&x->body, alloc,
                 spec->max_body > 0 ? spec->max_body : CM_BUF_NO_LIMIT);
    cm_status status = prepare(x, spec, err);
    if (status == CM_OK && client->depth == 0) {
        /* libcurl only notes it and asks for a turn: nothing is called. */
        if (client->curl->multi_add_handle(client->multi, x->easy) == CURLM_OK)
            x->state = EXCHANGE_RUNNING;
        else
            status = refuse(err, CM_E_NOMEM, HTTP_NO_MEMORY);
    } else if (status == CM_OK) {
        set_unsettled(x, true);
    }
    if (status != CM_OK) {
        exchange_free(x);
        return status;
    }
    *ret_exchange = x;
    return CM_OK;
}

void cm__http_cancel(HttpExchange *exchange)
{
    HttpExchange *x = exchange;
    if (x->client->depth == 0 || x->state == EXCHANGE_NEW) {
        exchange_free(x);
    } else {
        x->state = EXCHANGE_CANCELLED;
        set_unsettled(x, true);
    }
}

/* ---- life ---- */

/* The number of open connections has no limit here (http.h says why). */
static bool set_multi(HttpClient *client)
{
    CURLM *m = client->multi;
    return client->curl->multi_setopt(m, CURLMOPT_SOCKETFUNCTION,
                                      want_socket) == 0 &&
           client->curl->multi_setopt(m, CURLMOPT_SOCKETDATA, (void *)client) ==
               0 &&
           client->curl->multi_setopt(m, CURLMOPT_TIMERFUNCTION, want_time) ==
               0 &&
           client->curl->multi_setopt(m, CURLMOPT_TIMERDATA, (void *)client) ==
               0 &&
           client->curl->multi_setopt(m, CURLMOPT_MAXCONNECTS,
                                      (long)CONNECTIONS_KEPT) == 0;
}

static void client_released(Owned *object)
{
    HttpClient *client = (HttpClient *)object;
    const cm_allocator *alloc = cm__loop_alloc(object->loop);
    if (client->ca_file != NULL)
        cm__free(alloc, client->ca_file, strlen(client->ca_file) + 1);
}

static bool set_ca_file(HttpClient *client, const HttpClientSpec *spec)
{
    const char *file = spec != NULL ? spec->ca_file : NULL;
    if (file == NULL)
        file = getenv("SSL_CERT_FILE");
    if (file == NULL || *file == '\0')
        return true;
    client->ca_file =
        cm__alloc_text(cm__loop_alloc(client->owned.loop), file, strlen(file));
    return client->ca_file != NULL;
}

bool cm__http_is_available(void)
{
    return cm__curl() != NULL;
}

HttpClient *cm__http_new(Loop *loop, const HttpClientSpec *spec)
{
    const CurlApi *curl = cm__curl();
    HttpClient *client =
        curl != NULL ? cm__owned_new(loop, sizeof *client) : NULL;
    if (client == NULL)
        return NULL;
    client->curl = curl;
    client->owned.released = client_released;
    uv_timer_init(cm__loop_uv(loop), &client->timer);
    cm__owned_adopt(&client->owned, (uv_handle_t *)&client->timer);
    client->resume_timer = cm__timer_new(loop, resume, client);
    client->multi = client->curl->multi_init();
    bool is_ok = client->resume_timer != NULL && client->multi != NULL &&
                 set_multi(client);
    client->uses_proxies = spec != NULL && spec->uses_proxies;
    if (!is_ok || !set_ca_file(client, spec)) {
        cm__http_free(client);
        return NULL;
    }
    return client;
}

void cm__http_free(HttpClient *client)
{
    if (client == NULL)
        return;
    while (client->exchanges != NULL)
        exchange_free(client->exchanges);
    if (client->multi != NULL)
        (void)client->curl->multi_cleanup(client->multi);
    cm__timer_free(client->resume_timer);
    cm__owned_close((uv_handle_t *)&client->timer);
    cm__owned_free(&client->owned);
}
