/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_HTTP_H
#define CM_NET_HTTP_H
/* http: requests to other machines, many at once, over the loop.
 *
 * A thin module over libcurl, which nobody outside http*.c and curl.c sees. A
 * request goes out once and as it is written: no redirect is followed, nothing
 * is repeated (not even on a kept connection that turns out to be closed), no
 * cookie is kept, no path is normalized, only http and https are spoken and
 * certificates are checked. Connections are kept for the next request; HTTP/2
 * is used where the other side has it. A body that is collected may come as gzip
 * or deflate, a stream comes as it is: what is compressed otherwise is refused,
 * since a few dozen bytes may be a flood.
 *
 *     start -> [head] -> [data ...] -> ended
 *
 * Ownership: an exchange belongs to its client and is gone when `ended` returns
 *            or when it is cancelled. The spec is copied.
 * Threads:   the loop's thread only. Clients of several loops may be made at
 *            once.
 * Limits:    the spec's; a declared length over max_body ends the exchange
 *            before the body is read, a longer body while it is read. The
 *            number of exchanges is the caller's to bound: none waits for
 *            another one's connection, since that one's end may depend on it
 *            (a call that asks something back on its stream). */
#include "base/buf.h"
#include "net/loop.h"

typedef struct HttpClient HttpClient;
typedef struct HttpExchange HttpExchange;

typedef struct HttpClientSpec {
    /* Proxies that the environment names (http_proxy, no_proxy, ...); never for
     * localhost, 127.0.0.0/8 and [::1]. */
    bool uses_proxies;
    /* File of certificates to trust; NULL: what SSL_CERT_FILE names, else the
     * system's. */
    const char *ca_file;
} HttpClientSpec;

typedef struct HttpSpec {
    const char *method; /* "GET" */
    const char *url;    /* absolute, http or https */
    const cm_http_header *headers;
    size_t n_headers;
    const char *body; /* NULL: none */
    size_t body_len;
    uint64_t timeout_ms;         /* of the whole exchange; 0: none */
    uint64_t connect_timeout_ms; /* 0: 30 s */
    size_t max_body;  /* bytes after decompression; 0: no limit, for streams */
    size_t max_heads; /* bytes of all header lines; 0: 256 KiB */
} HttpSpec;

/* The status line and headers of the answer. */
typedef struct HttpHead {
    int status;
    const char *fields; /* "name\0value\0" one after the other, names in lower
                           case */
    size_t fields_len;
} HttpHead;

/* The first header of that name (lower case); NULL when there is none. */
const char *cm__http_header(const HttpHead *head, const char *name);

typedef struct HttpEnd {
    bool is_answered;     /* an answer came whole; else fault and reason */
    cm_http_fault fault;  /* why not */
    const char *reason;   /* a short text without URL and headers */
    const char *cause;    /* the end of it that tells why; NULL: it has none */
    HttpHead head;        /* status 0: none came */
    const char *redirect; /* absolute URL that a 3xx names; else NULL */
    const char *body;     /* "" when `data` took it */
    size_t body_len;
} HttpEnd;

/* Borrowed texts are good until the event returns. An event may start and
 * cancel exchanges, but not its own in `ended`; it must not free the client. */
typedef struct HttpEvents {
    void (*head)(void *user, const HttpHead *head); /* may be NULL */
    /* Takes the body as it comes; NULL: it is collected. */
    void (*data)(void *user, const char *bytes, size_t len);
    void (*ended)(void *user, const HttpEnd *end);
} HttpEvents;

/* Whether libcurl can be loaded, which happens here or with the first client. */
bool cm__http_is_available(void);

/* NULL when it cannot, or memory or descriptors are refused. The spec may be
 * NULL. */
HttpClient *cm__http_new(Loop *loop, const HttpClientSpec *spec);
/* Drops the exchanges that are under way, without events. NULL is a no-op. */
void cm__http_free(HttpClient *client);

/* Sends a request; no event comes before this returns. CM_E_ARGUMENT: a method,
 * header name or header value that cannot be sent; CM_E_NOMEM. err->text is a
 * sentence that shows no value. */
cm_status cm__http_start(HttpClient *client, const HttpSpec *spec,
                         const HttpEvents *events, void *user,
                         HttpExchange **ret_exchange, cm_error *err);
/* Ends an exchange at once; no event comes any more. */
void cm__http_cancel(HttpExchange *exchange);

#endif
