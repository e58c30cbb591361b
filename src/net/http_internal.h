/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_HTTP_INTERNAL_H
#define CM_NET_HTTP_INTERNAL_H
/* http_internal: the client and its exchanges; for http.c and http_fault.c. */
#include "net/curl_internal.h"
#include "net/http.h"
#include "net/inflate.h"
#include "net/loop_internal.h"

typedef enum ExchangeState {
    EXCHANGE_NEW,       /* still to be given to libcurl */
    EXCHANGE_RUNNING,   /* with libcurl */
    EXCHANGE_CANCELLED, /* to be taken from libcurl */
} ExchangeState;

/* Why one of our callbacks stopped a transfer. */
typedef enum StopCause {
    STOP_CAUSE_NONE,
    STOP_CAUSE_BODY,
    STOP_CAUSE_HEADS,
    STOP_CAUSE_MEMORY,
    STOP_CAUSE_CODING, /* compressed in a way that was not asked for */
    STOP_CAUSE_GARBLED,
    STOP_CAUSE_REPEAT,
    STOP_CAUSE_WHOLE, /* the answer is whole, libcurl does not know it */
} StopCause;

struct HttpExchange {
    HttpExchange *prev, *next; /* list of the client */
    HttpClient *client;
    CURL *easy;
    struct curl_slist *lines; /* the request's headers */
    HttpEvents events;
    void *user;
    ExchangeState state;
    bool is_unsettled; /* settle_all has to see to it */
    StopCause cause;
    uint64_t timeout_ms, connect_timeout_ms;
    size_t max_body, max_heads, n_heads, n_body;
    uint64_t turn, joined_ns; /* the last it had a share of, and from when */
    size_t turn_bytes;        /* taken in it */
    bool is_paused;
    unsigned n_sent;   /* requests that went out */
    bool ends_at_head; /* HEAD with a body, which libcurl does not know */
    int status;
    bool has_head;
    Buf fields, body;
    Inflater *inflater; /* of a compressed body, else NULL */
};

struct HttpClient {
    Owned owned;
    uv_timer_t timer;
    Timer *resume_timer;
    const CurlApi *curl;
    CURLM *multi;
    bool uses_proxies;
    char *ca_file; /* owned; NULL: the system's */
    HttpExchange *exchanges;
    unsigned depth; /* > 0: inside libcurl */
    size_t n_unsettled, n_paused;
    uint64_t turn;     /* number of it */
    uint64_t share_ns; /* of each exchange in it */
};

#define HTTP_NO_MEMORY "the host is out of memory"

enum {
    HTTP_REASON_SIZE = 160
};

/* Why an exchange has no answer. */
typedef struct HttpFault {
    cm_http_fault kind;
    const char *cause; /* the end of `reason` that tells why; NULL: none */
    char reason[HTTP_REASON_SIZE];
} HttpFault;

/* True when the answer is whole; else *fault says why there is none.
 * `code` is how libcurl ended the exchange. */
bool cm__http_judge(const HttpExchange *x, CURLcode code, HttpFault *fault);

#endif
