/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_HTTPD_H
#define CM_NET_HTTPD_H
/* httpd: an HTTP/1.1 server inside the loop.
 *
 * A request is handed over when it is whole. It is answered at once or later,
 * with one body or as a stream of server-sent events. What is malformed or over
 * a limit is answered here (400, 408 by closing, 413, 431, 501, 503).
 * What its head alone tells can be refused before memory is spent on its body:
 * the `head` event. Such a body is read and thrown away, within the limits of
 * all bodies, since a client that writes first and reads then would get a reset
 * instead of the answer. A client that waits for "100 Continue" gets the answer
 * in its place, and the connection ends.
 * A peer that ends its side of the connection while its request waits is taken
 * to be gone; microhttpd (0.9.75 to 1.0.1) would close it when it reads that.
 * Connections without a request in hand do not keep others out: when there are
 * too many, one gives way. Of those that never brought a request and of those
 * that wait between two, it is the one that waits longest among the more
 * numerous, so that a burst of dead peers costs dead peers their places.
 * Ownership: a request is the caller's from the `request` event until one of
 *            cm__httpd_answer, _drop or _stream_close, which must come also
 *            after `gone`, and also after the server was freed.
 * Threads:   the loop's thread only. Events come from inside the loop; any
 *            function may be called in them, cm__httpd_free included.
 * Limits:    those of HttpdSpec; queued bytes for each stream. */
#include "net/loop.h"

typedef struct Httpd Httpd;
typedef struct HttpdRequest HttpdRequest;

/* A zero means the default. */
typedef struct HttpdSpec {
    /* "127.0.0.1:8080", "[::1]:0" (any free port), "localhost:80" (IPv4),
     * ":8080" (127.0.0.1). */
    const char *address;
    bool allow_remote; /* addresses that are not loopback */
    size_t max_header; /* bytes of request line and headers; 32 KiB */
    size_t max_body;   /* 16 MiB */
    /* Memory of all bodies, until their requests are answered. 256 MiB; what
     * would need more gets 503, unless it has no more than 64 KiB. */
    size_t max_bodies;
    size_t max_queue; /* bytes waiting for a stream's peer; 4 MiB */
    /* Requests in hand; more get 503. 256. At 16 more connections than that, one
     * without a request gives way to a new one. */
    unsigned max_connections;
    uint32_t header_ms; /* from the first byte to the last header; 10 s */
    uint32_t body_ms;   /* for the whole body; 60 s */
    uint32_t idle_ms;   /* a connection without a request; 60 s */
    uint32_t stall_s;   /* a peer that takes, or confirms, nothing; 60 s */
} HttpdSpec;

typedef struct HttpdEvents {
    /* The headers are complete, well-formed and within the limits; nothing of
     * the body is kept yet. May be NULL. To refuse the request, call
     * cm__httpd_answer or _drop before returning: no other event comes for it
     * then. Otherwise it is not the caller's yet, and may end without a word. */
    void (*head)(void *user, HttpdRequest *request);
    void (*request)(void *user, HttpdRequest *request);
    /* The peer is gone before the answer was complete; once at most, and not
     * after the caller gave the request back. */
    void (*gone)(void *user, HttpdRequest *request);
    /* A stream's queue became empty. May be NULL. */
    void (*drained)(void *user, HttpdRequest *request);
    /* The end of cm__httpd_stop. May be NULL. */
    void (*stopped)(void *user);
} HttpdEvents;

/* Listens. NULL when that is refused; err->text says why. CM_E_STATE: the
 * address needs allow_remote. */
Httpd *cm__httpd_new(Loop *loop, const HttpdSpec *spec,
                     const HttpdEvents *events, void *user, cm_error *err);
/* Closes everything at once, without events. NULL is a no-op. */
void cm__httpd_free(Httpd *httpd);

/* The address that is bound, "127.0.0.1:41234". */
const char *cm__httpd_address(const Httpd *httpd);
unsigned cm__httpd_port(const Httpd *httpd);
/* Whether other machines may reach it. */
bool cm__httpd_is_remote(const Httpd *httpd);

/* The orderly end: takes no more connections and requests, closes idle ones,
 * lets requests in hand be answered for grace_ms, then closes the rest (they
 * get `gone`). `stopped` comes when all are closed. */
void cm__httpd_stop(Httpd *httpd, uint64_t grace_ms);

/* ---- a request: what it says; texts live as long as it ---- */

const char *cm__httpd_method(const HttpdRequest *request);
/* As sent, not decoded, without scheme and host: "/mcp", "*". */
const char *cm__httpd_path(const HttpdRequest *request);
/* What is behind '?', not decoded; "" when there is none. */
const char *cm__httpd_query(const HttpdRequest *request);
/* The first header of that name, whatever the case; NULL when there is none. */
const char *cm__httpd_header(const HttpdRequest *request, const char *name);
/* The i-th header's name and value; false past the last. */
bool cm__httpd_header_at(const HttpdRequest *request, size_t i,
                         const char **ret_name, const char **ret_value);
const char *cm__httpd_body(const HttpdRequest *request, size_t *ret_len);

/* A pointer of the caller's. */
void cm__httpd_set_user(HttpdRequest *request, void *user);
void *cm__httpd_user(const HttpdRequest *request);

/* ---- answers ---- */

typedef struct HttpdHeader {
    const char *name, *value;
} HttpdHeader;

typedef struct HttpdAnswer {
    unsigned status; /* 200 to 599 */
    const HttpdHeader *headers;
    size_t n_headers;
    const char *body; /* copied; not sent for HEAD, 204 and 304 */
    size_t body_len;
    bool closes; /* the connection ends with this answer */
} HttpdAnswer;

/* Answers and gives the request back, on failure too, which closes the
 * connection. CM_E_IO: the peer is gone; CM_E_ARGUMENT: a header or the status
 * cannot be sent. */
cm_status cm__httpd_answer(HttpdRequest *request, const HttpdAnswer *answer);

/* Closes the connection instead of answering, and gives the request back. */
void cm__httpd_drop(HttpdRequest *request);

/* Answers 200 with a stream of events, whose headers are set here (more may be
 * given). An empty comment is sent when nothing was queued for keepalive_ms; 0:
 * never. The request stays the caller's; on failure it is unanswered still.
 * CM_E_STATE: it is a stream already, or not the caller's yet. */
cm_status cm__httpd_stream_open(HttpdRequest *request,
                                const HttpdHeader *headers, size_t n_headers,
                                uint32_t keepalive_ms);
/* Queues a copy. CM_E_LIMIT: the queue is full and nothing was added (a piece
 * of any size fits into one that is not); CM_E_IO: the peer is gone. */
cm_status cm__httpd_stream_write(HttpdRequest *request, const char *bytes,
                                 size_t n);
/* Bytes queued and not yet taken. */
size_t cm__httpd_stream_pending(const HttpdRequest *request);
/* Ends the stream behind what is queued and gives the request back. */
void cm__httpd_stream_close(HttpdRequest *request);

#endif
