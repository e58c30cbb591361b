/* SPDX-License-Identifier: MIT */
/* microhttpd runs without a thread: its epoll descriptor is watched by the loop
 * and one timer stands for the time it wants to be run at. It never runs inside
 * itself: what ends it from within an event waits for MHD_run to return. */
#include "net/httpd.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/httpd_internal.h"

enum {
    MAX_HEADER_DEFAULT = 32 << 10,
    MAX_BODY_DEFAULT = 16 << 20,
    MAX_BODIES_DEFAULT = 256 << 20,
    MAX_QUEUE_DEFAULT = 4 << 20,
    MAX_CONNECTIONS_DEFAULT = 256,
    HEADER_MS_DEFAULT = 10000,
    BODY_MS_DEFAULT = 60000,
    IDLE_MS_DEFAULT = 60000,
    STALL_S_DEFAULT = 60,
    IDLE_CONNECTIONS = 16, /* over the cap, while they have no request */
    SPARE_CONNECTIONS = 16 /* over that, until microhttpd closed others */
};

static void run(Httpd *h);

static void timer_fired(uv_timer_t *timer)
{
    run((Httpd *)timer->data);
}

/* What was resumed shows in no descriptor: microhttpd must be run for it, by
 * the next turn of the loop, or again when it is running. */
static void run_soon(Httpd *h)
{
    h->has_resumed = true;
    if (!h->is_running)
        uv_timer_start(&h->timer, timer_fired, 0, 0);
}

/* ---- connections ---- */

static void conn_timer_fired(uv_timer_t *timer)
{
    Conn *conn = (Conn *)timer->data;
    if (!cm__request_keep_alive(conn))
        cm__conn_shut(conn);
}

void cm__conn_arm(Conn *conn, uint64_t ms)
{
    if (ms == 0 || conn->is_closing) {
        uv_timer_stop(&conn->timer);
        return;
    }
    uv_update_time(conn->timer.loop);
    uv_timer_start(&conn->timer, conn_timer_fired, ms, 0);
}

static void peer_ended(uv_poll_t *poll, int status, int events)
{
    Conn *conn = poll->data;
    int n_unread = 0;
    (void)status;
    (void)events;
    /* What its sender left behind may be the rest of a request. */
    if (cm__request_is_coming(conn) &&
        ioctl(conn->fd, FIONREAD, &n_unread) == 0 && n_unread > 0)
        run_soon(conn->httpd);
    else
        cm__request_gone(conn);
}

void cm__conn_watch(Conn *conn)
{
    uv_poll_start(&conn->poll, UV_DISCONNECT, peer_ended);
}

void cm__conn_unwatch(Conn *conn)
{
    uv_poll_stop(&conn->poll);
}

void cm__conn_suspend(Conn *conn)
{
    conn->is_suspended = true;
    cm__mhd.suspend_connection(conn->mhd);
}

void cm__conn_resume(Conn *conn)
{
    if (!conn->is_suspended)
        return;
    conn->is_suspended = false;
    cm__mhd.resume_connection(conn->mhd);
    run_soon(conn->httpd);
}

void cm__conn_shut(Conn *conn)
{
    if (conn->is_closing)
        return;
    conn->is_closing = true;
    cm__conn_arm(conn, 0);
    cm__conn_unwatch(conn);
    (void)shutdown(conn->fd, SHUT_RDWR);
    cm__conn_resume(conn);
}

void cm__conn_set_busy(Conn *conn, bool is_busy)
{
    if (conn->is_busy == is_busy)
        return;
    conn->is_busy = is_busy;
    conn->has_asked = true;
    conn->idle_since = cm__loop_now_ms(conn->httpd->owned.loop);
    if (is_busy)
        conn->httpd->n_busy++;
    else
        conn->httpd->n_busy--;
}

/* The longest idle of those that have asked, or of those that have not. */
static Conn *longest_idle(const Httpd *h, bool has_asked, unsigned *ret_n)
{
    Conn *found = NULL;
    *ret_n = 0;
    for (Conn *c = h->conns; c != NULL; c = c->next) {
        if (c->is_busy || c->is_closing || c->has_asked != has_asked)
            continue;
        ++*ret_n;
        if (found == NULL || c->idle_since <= found->idle_since)
            found = c; /* the list has the newest first */
    }
    return found;
}

/* Before a new connection is counted. */
static void make_room(const Httpd *h)
{
    unsigned n_new, n_kept;
    Conn *silent = longest_idle(h, false, &n_new);
    Conn *kept = longest_idle(h, true, &n_kept);
    if (h->n_busy + n_new + n_kept < h->spec.max_connections + IDLE_CONNECTIONS)
        return;
    Conn *chosen = n_new >= n_kept ? silent : kept;
    if (chosen != NULL)
        cm__conn_shut(chosen);
}

/* A peer that is gone without a word shows in that it confirms nothing: what is
 * sent to it, or a probe when nothing is. */
static void watch_for_silence(int fd, unsigned seconds)
{
    int on = 1, idle = (int)seconds, every = 15;
    unsigned ms = seconds * 1000;
    (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof every);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &ms, sizeof ms);
}

static int conn_fd(struct MHD_Connection *mhd)
{
    return cm__mhd.get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD)
        ->connect_fd; /* a connection always has one */
}

static Conn *conn_new(Httpd *h, struct MHD_Connection *mhd)
{
    Conn *conn = cm__owned_new(h->owned.loop, sizeof *conn);
    if (conn == NULL)
        return NULL;
    uv_loop_t *uv = cm__loop_uv(h->owned.loop);
    conn->httpd = h;
    conn->mhd = mhd;
    conn->fd = conn_fd(mhd);
    if (uv_poll_init(uv, &conn->poll, conn->fd) != 0) {
        cm__owned_free(&conn->owned);
        return NULL;
    }
    cm__owned_adopt(&conn->owned, (uv_handle_t *)&conn->poll);
    uv_timer_init(uv, &conn->timer);
    cm__owned_adopt(&conn->owned, (uv_handle_t *)&conn->timer);
    make_room(h);
    watch_for_silence(conn->fd, h->spec.stall_s);
    conn->idle_since = cm__loop_now_ms(h->owned.loop);
    conn->next = h->conns;
    if (conn->next != NULL)
        conn->next->prev = conn;
    h->conns = conn;
    h->n_conns++;
    cm__conn_arm(conn, h->spec.header_ms);
    return conn;
}

/* The descriptor is still open here, and closed right after. */
static void conn_free(Conn *conn)
{
    Httpd *h = conn->httpd;
    if (conn->prev != NULL)
        conn->prev->next = conn->next;
    else
        h->conns = conn->next;
    if (conn->next != NULL)
        conn->next->prev = conn->prev;
    h->n_conns--;
    h->n_busy -= conn->is_busy;
    /* One that was refused its place, for the cap or for want of descriptors,
     * shows in no event: microhttpd looks for it when it is run again. */
    h->has_resumed = true;
    cm__conn_unwatch(conn);
    cm__owned_close((uv_handle_t *)&conn->poll);
    cm__owned_close((uv_handle_t *)&conn->timer);
    cm__owned_free(&conn->owned);
}

static void on_connection(void *cls, struct MHD_Connection *mhd, void **context,
                          enum MHD_ConnectionNotificationCode what)
{
    if (what != MHD_CONNECTION_NOTIFY_STARTED) {
        if (*context != NULL)
            conn_free(*context);
        return;
    }
    *context = conn_new(cls, mhd);
    if (*context == NULL) /* nothing would limit its time */
        (void)shutdown(conn_fd(mhd), SHUT_RDWR);
}

/* ---- running ---- */

static void close_handles(Httpd *h)
{
    if (h->poll.data != NULL) /* else it was never opened */
        uv_poll_stop(&h->poll);
    cm__owned_close((uv_handle_t *)&h->poll);
    cm__owned_close((uv_handle_t *)&h->timer);
    cm__owned_close((uv_handle_t *)&h->grace);
}

/* Ends microhttpd, which must not be running. Suspended connections would make
 * it abort, so all are shut first. */
static void end_daemon(Httpd *h)
{
    for (Conn *conn = h->conns; conn != NULL; conn = conn->next)
        cm__conn_shut(conn);
    close_handles(h);
    cm__mhd.stop_daemon(h->mhd);
    h->mhd = NULL;
}

static void tear_down(Httpd *h)
{
    if (h->mhd != NULL)
        end_daemon(h);
    cm__owned_free(&h->owned);
}

static void daemon_ready(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    run((Httpd *)poll->data);
}

static void run(Httpd *h)
{
    MHD_UNSIGNED_LONG_LONG ms;
    h->is_running = true;
    h->has_resumed = false;
    (void)cm__mhd.run(h->mhd);
    h->is_running = false;
    if (h->is_freed) {
        tear_down(h);
        return;
    }
    if (h->is_stopping && h->n_conns == 0) {
        end_daemon(h);
        if (h->events.stopped != NULL)
            h->events.stopped(h->user);
        return;
    }
    if (h->has_resumed) {
        run_soon(h);
    } else if (cm__mhd.get_timeout(h->mhd, &ms) == MHD_YES) {
        uv_update_time(h->timer.loop);
        uv_timer_start(&h->timer, timer_fired, ms, 0);
    } else {
        uv_timer_stop(&h->timer);
    }
}

/* ---- stopping ---- */

static void grace_over(uv_timer_t *timer)
{
    Httpd *h = (Httpd *)timer->data;
    for (Conn *conn = h->conns; conn != NULL; conn = conn->next)
        cm__conn_shut(conn);
}

void cm__httpd_stop(Httpd *h, uint64_t grace_ms)
{
    if (h->is_stopping)
        return;
    h->is_stopping = true;
    int fd = cm__mhd.quiesce_daemon(h->mhd);
    if (fd >= 0)
        close(fd);
    for (Conn *conn = h->conns; conn != NULL; conn = conn->next)
        if (conn->request == NULL)
            cm__conn_shut(conn);
    uv_update_time(h->grace.loop);
    uv_timer_start(&h->grace, grace_over, grace_ms, 0);
    run_soon(h); /* maybe all are closed */
}

void cm__httpd_free(Httpd *h)
{
    if (h == NULL)
        return;
    h->is_freed = true;
    if (!h->is_running)
        tear_down(h);
}

/* ---- starting ---- */

static void set_defaults(HttpdSpec *s)
{
    if (s->max_header == 0)
        s->max_header = MAX_HEADER_DEFAULT;
    if (s->max_body == 0)
        s->max_body = MAX_BODY_DEFAULT;
    if (s->max_bodies == 0)
        s->max_bodies = MAX_BODIES_DEFAULT;
    if (s->max_queue == 0)
        s->max_queue = MAX_QUEUE_DEFAULT;
    if (s->max_connections == 0)
        s->max_connections = MAX_CONNECTIONS_DEFAULT;
    if (s->header_ms == 0)
        s->header_ms = HEADER_MS_DEFAULT;
    if (s->body_ms == 0)
        s->body_ms = BODY_MS_DEFAULT;
    if (s->idle_ms == 0)
        s->idle_ms = IDLE_MS_DEFAULT;
    if (s->stall_s == 0)
        s->stall_s = STALL_S_DEFAULT;
}

/* Room for the headers twice (text and index) and for sending. */
static size_t pool_size(const HttpdSpec *spec)
{
    return 2 * spec->max_header + ((size_t)16 << 10);
}

static bool start_daemon(Httpd *h)
{
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME;
    if (h->address[0] == '[')
        flags |= MHD_USE_IPv6;
    h->mhd = cm__mhd.start_daemon(
        flags, 0, NULL, NULL, cm__httpd_on_request, h, MHD_OPTION_LISTEN_SOCKET,
        h->listen_fd, MHD_OPTION_CONNECTION_LIMIT,
        h->spec.max_connections + IDLE_CONNECTIONS + SPARE_CONNECTIONS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, pool_size(&h->spec),
        MHD_OPTION_NOTIFY_COMPLETED, cm__httpd_on_completed, h,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, h,
        MHD_OPTION_URI_LOG_CALLBACK, cm__httpd_on_target, h,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    return h->mhd != NULL;
}

static bool start_handles(Httpd *h)
{
    uv_loop_t *uv = cm__loop_uv(h->owned.loop);
    const union MHD_DaemonInfo *epoll =
        cm__mhd.get_daemon_info(h->mhd, MHD_DAEMON_INFO_EPOLL_FD);
    if (epoll == NULL || uv_poll_init(uv, &h->poll, epoll->epoll_fd) != 0)
        return false;
    cm__owned_adopt(&h->owned, (uv_handle_t *)&h->poll);
    uv_timer_init(uv, &h->timer);
    cm__owned_adopt(&h->owned, (uv_handle_t *)&h->timer);
    uv_timer_init(uv, &h->grace);
    cm__owned_adopt(&h->owned, (uv_handle_t *)&h->grace);
    if (uv_poll_start(&h->poll, UV_READABLE, daemon_ready) != 0)
        return false;
    run(h); /* puts the listening socket into the epoll set */
    return true;
}

Httpd *cm__httpd_new(Loop *loop, const HttpdSpec *spec,
                     const HttpdEvents *events, void *user, cm_error *err)
{
    if (!cm__mhd_load()) {
        (void)cm__error_set(
            err, CM_E_IO, "",
            "libmicrohttpd is not installed: libmicrohttpd.so.12 "
            "is not found");
        return NULL;
    }
    int fd = cm__httpd_listen(spec->address, spec->allow_remote, err);
    if (fd < 0)
        return NULL;
    Httpd *h = cm__owned_new(loop, sizeof *h);
    if (h == NULL) {
        close(fd);
        goto no_memory;
    }
    h->spec = *spec;
    h->spec.address = NULL; /* the caller's */
    set_defaults(&h->spec);
    h->events = *events;
    h->user = user;
    h->listen_fd = fd;
    h->port = cm__httpd_bound(fd, h->address, sizeof h->address, &h->is_remote);
    if (!start_daemon(h)) {
        /* microhttpd closes the socket in some failures and not in others. */
        if (cm__httpd_bound(fd, h->address, sizeof h->address, &h->is_remote) ==
            h->port)
            close(fd);
        cm__owned_free(&h->owned);
        goto no_memory;
    }
    if (start_handles(h))
        return h;
    tear_down(h);
no_memory:
    (void)cm__error_set(err, CM_E_NOMEM, "", "out of memory or descriptors");
    return NULL;
}

const char *cm__httpd_address(const Httpd *h)
{
    return h->address;
}

bool cm__httpd_is_remote(const Httpd *h)
{
    return h->is_remote;
}

unsigned cm__httpd_port(const Httpd *h)
{
    return h->port;
}
