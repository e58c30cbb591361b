/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_HTTPD_INTERNAL_H
#define CM_NET_HTTPD_INTERNAL_H
/* httpd_internal: what the parts of the HTTP server share.
 *
 * httpd.c has the server and its connections, httpd_request.c the requests on
 * them, httpd_listen.c the listening socket.
 *
 * A request has two owners, the caller and its connection: it is freed when the
 * caller gave it back and the connection let it go. A connection that waits for
 * the caller is suspended: microhttpd then neither reads nor polls its socket,
 * so we watch it for the peer's going away ourselves. */
#include "base/buf.h"
#include "net/httpd.h"
#include "net/loop_internal.h"
#include "net/microhttpd_internal.h"

typedef struct Conn {
    Owned owned;
    Httpd *httpd;
    struct MHD_Connection *mhd;
    struct Conn *prev, *next;
    HttpdRequest *request; /* under way; NULL between requests */
    uv_poll_t poll;        /* runs while the caller has the request */
    uv_timer_t timer;      /* deadline of the phase, or the next keep-alive */
    int fd;                /* microhttpd's */
    uint64_t idle_since;   /* ms: accepted, or the last answer was complete */
    bool has_asked;        /* brought a whole request at least once */
    bool is_busy;          /* with a whole request, or a refusal */
    bool is_suspended;
    bool is_closing; /* shut down; microhttpd will notice */
} Conn;

struct Httpd {
    Owned owned;
    HttpdSpec spec;
    HttpdEvents events;
    void *user;
    struct MHD_Daemon *mhd; /* NULL once it has ended */
    Conn *conns;
    unsigned n_conns, n_busy, port;
    size_t body_bytes; /* memory of the bodies of all connections */
    uv_poll_t poll;    /* microhttpd's epoll descriptor */
    uv_timer_t timer;  /* when microhttpd wants to run without an event */
    uv_timer_t grace;
    int listen_fd; /* given to microhttpd */
    bool is_running, is_stopping, is_freed;
    bool has_resumed; /* a connection, since microhttpd ran */
    bool is_remote;   /* other machines reach it */
    char address[64];
};

/* A bound, listening socket, or -1; err->text says why. */
int cm__httpd_listen(const char *address, bool allow_remote, cm_error *err);
/* "127.0.0.1:80" or "[::1]:80" of a bound socket, whether other machines reach
 * it, and its port; 0: it is none. */
unsigned cm__httpd_bound(int fd, char *text, size_t size, bool *ret_is_remote);

/* Restarts the connection's timer; 0 stops it. */
void cm__conn_arm(Conn *conn, uint64_t ms);
/* Between a whole request and the end of its answer a connection is busy. */
void cm__conn_set_busy(Conn *conn, bool is_busy);
/* Starts and stops looking for the peer's going away. */
void cm__conn_watch(Conn *conn);
void cm__conn_unwatch(Conn *conn);
/* Suspends inside a callback of microhttpd; resumes from anywhere. */
void cm__conn_suspend(Conn *conn);
void cm__conn_resume(Conn *conn);
/* Ends the connection, whatever is under way; microhttpd reports it later. */
void cm__conn_shut(Conn *conn);

/* Callbacks of microhttpd for one request. */
void *cm__httpd_on_target(void *cls, const char *target,
                          struct MHD_Connection *mhd);
enum MHD_Result cm__httpd_on_request(void *cls, struct MHD_Connection *mhd,
                                     const char *url, const char *method,
                                     const char *version, const char *upload,
                                     size_t *upload_len, void **context);
void cm__httpd_on_completed(void *cls, struct MHD_Connection *mhd,
                            void **context,
                            enum MHD_RequestTerminationCode why);

/* Whether a request has begun that the caller does not have yet. */
bool cm__request_is_coming(const Conn *conn);
/* The peer is gone; tells the caller when it has the request. */
void cm__request_gone(Conn *conn);
/* The keep-alive timer of a stream fired; false when there is no stream. */
bool cm__request_keep_alive(Conn *conn);

#endif
