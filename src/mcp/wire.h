/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_WIRE_H
#define CM_MCP_WIRE_H
/* wire: how messages get to one MCP server and back.
 *
 *     wire_stdio  a child process, a message a line
 *     wire_http   Streamable HTTP, both eras: a POST for each message
 *     wire_sse    HTTP+SSE of 2024-11-05: one event stream, POSTs beside it
 *
 * A wire carries texts. What they mean is the client's business; what a
 * transport has to know of a message (for HTTP headers and for the stream that
 * the answer comes on) stands in its WireNote.
 *
 *     send -> message ...                      | failed (one request)
 *     closed: the wire is dead, nothing comes any more
 *
 * Ownership: the maker frees, also inside an event. Events borrow. Specs are
 *            borrowed and outlive the wire.
 * Threads:   the loop's thread only.
 * Limits:    messages of CM_LINE_MAX_DEFAULT bytes. */
#include "net/http.h"
#include "net/log.h"
#include "net/process.h"

typedef struct Wire Wire;

/* What a message is about. */
typedef struct WireNote {
    const char *method; /* NULL: the answer to a request of the server */
    uint64_t request;   /* its number; 0: no answer is expected */
    const char *name;   /* the tool of a tools/call, else NULL */
    size_t name_len;
    const char *version; /* protocol version spoken; "" before one is agreed */
    bool is_modern;
    const cm_http_header *headers; /* Mcp-Param-*, ready to be sent */
    size_t n_headers;
} WireNote;

typedef enum WireFaultKind {
    WIRE_FAULT_LOST,    /* no answer: connection, cap, broken stream */
    WIRE_FAULT_REFUSED, /* an HTTP status said no */
    WIRE_FAULT_SESSION  /* the server does not know the session (any more) */
} WireFaultKind;

/* Why one request gets no answer. */
typedef struct WireFault {
    WireFaultKind kind;
    int status;         /* of HTTP, 200 too; 0: none came */
    const char *reason; /* "it ...: why" */
    const char *cause;  /* its "why", the end of reason; NULL: there is none */
    const char *body;   /* of a refusal, when it may be a message; else NULL */
    size_t body_len;
} WireFault;

typedef struct WireEvents {
    /* request: the one on whose stream the message came; 0 where it came on
     * none, or where all share one pipe. */
    void (*message)(void *user, const char *text, size_t len, uint64_t request);
    /* A message over the cap was dropped. */
    void (*overlong)(void *user);
    void (*failed)(void *user, uint64_t request, const WireFault *fault);
    /* Once for a session, before the `failed` of the request that met it. */
    void (*session_lost)(void *user);
    /* words: what the server said last of itself, or "". */
    void (*closed)(void *user, const char *reason, const char *words);
} WireEvents;

typedef struct WireOps {
    const char *transport; /* "stdio", "http", "sse" */
    cm_status (*send)(Wire *wire, const char *line, size_t len,
                      const WireNote *note);
    void (*settled)(Wire *wire, uint64_t request);
    void (*cancel)(Wire *wire, uint64_t request);
    void (*stop)(Wire *wire, uint64_t grace_ms);
    void (*free)(Wire *wire);
} WireOps;

/* The head of every transport's own struct. */
struct Wire {
    const WireOps *ops;
    int close_status; /* of HTTP, when it refused the connection; else 0 */
};

/* Sends one message, which ends with a '\n'. CM_E_LIMIT: the other side does
 * not read; CM_E_STATE: closed. */
static inline cm_status cm__wire_send(Wire *wire, const char *line, size_t len,
                                      const WireNote *note)
{
    return wire->ops->send(wire, line, len, note);
}

/* The answer to the request has come: its stream owes nothing any more. */
static inline void cm__wire_settled(Wire *wire, uint64_t request)
{
    wire->ops->settled(wire, request);
}

/* Nobody waits for the answer any more; neither it nor `failed` comes. */
static inline void cm__wire_cancel(Wire *wire, uint64_t request)
{
    wire->ops->cancel(wire, request);
}

/* The orderly end; `closed` comes later. */
static inline void cm__wire_stop(Wire *wire, uint64_t grace_ms)
{
    wire->ops->stop(wire, grace_ms);
}

static inline void cm__wire_free(Wire *wire)
{
    if (wire != NULL)
        wire->ops->free(wire);
}

/* NULL when the process cannot be started; err->text says why. The redactor is
 * borrowed and may be NULL. */
Wire *cm__wire_stdio_new(Loop *loop, const ProcessSpec *spec,
                         const Redactor *redactor, const WireEvents *events,
                         void *user, cm_error *err);

typedef struct WireHeaderList {
    const cm_http_header *items;
    size_t n;
} WireHeaderList;

typedef struct WireHttpSpec {
    HttpClient *http; /* borrowed */
    const char *url;
    const cm_http_header *headers; /* of every request */
    size_t n_headers;
    /* More of them, in place of those of the same names; what it points to may
     * change between two messages. NULL: none. */
    const WireHeaderList *given;
    const char *credential_key; /* of the configuration, which gave credentials
                                   among the headers; NULL: none did */
    const char *name;           /* the server's, for the log */
    const Log *log;
} WireHttpSpec;

/* NULL when memory is refused. */
Wire *cm__wire_http_new(Loop *loop, const WireHttpSpec *spec,
                        const WireEvents *events, void *user);
Wire *cm__wire_sse_new(Loop *loop, const WireHttpSpec *spec,
                       const WireEvents *events, void *user);

#endif
