/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_WIRE_HTTP_INTERNAL_H
#define CM_MCP_WIRE_HTTP_INTERNAL_H
/* wire_http_internal: what both HTTP transports need. */
#include "mcp/wire.h"

enum {
    CM_WIRE_REASON_MAX = 400,
    CM_WIRE_TYPE_SHOWN = 60,         /* bytes of a content type in a reason */
    CM_WIRE_HEADERS_MAX = 256 << 10, /* bytes of an answer's headers */
    CM_WIRE_REFUSAL_MAX = 64 << 10,  /* bytes of an error status' body kept */
    CM_WIRE_QUEUE_MAX = 1000,        /* messages that wait for their turn */
    /* Notices (messages that expect no answer): on their way, and in all. The
     * difference to the queue is for requests. */
    CM_WIRE_NOTICES_SENT = 64,
    CM_WIRE_NOTICES_MAX = 500,
};

/* The headers of one request, with what it owns. */
typedef struct WireHeaders {
    const cm_allocator *alloc;
    cm_http_header *list; /* owned */
    size_t n, cap;
    Buf name;      /* value of Mcp-Name */
    bool is_short; /* memory was refused */
} WireHeaders;

void cm__wire_headers_init(WireHeaders *h, const cm_allocator *alloc);
void cm__wire_headers_done(WireHeaders *h);
/* Borrows both texts. */
void cm__wire_headers_add(WireHeaders *h, const char *name, const char *value);
/* The configured ones, but for those that the transport sets itself. */
void cm__wire_headers_add_configured(WireHeaders *h, const WireHttpSpec *spec);

/* Whether the answer's content type is this one. */
bool cm__wire_is_type(const HttpHead *head, const char *type);

/* What a reason says of the type of an answer that has another one. */
const char *cm__wire_type_shown(const WireHttpSpec *spec, const char *type,
                                char out[CM_WIRE_TYPE_SHOWN + 1]);

/* Whether a body may be a message; some begin with a byte order mark. */
bool cm__wire_looks_like_json(const char *text);
/* Why an exchange that ended brought no answer: "it ...". The body is that of a
 * refusal. Gives what of the text is the cause, see WireFault. */
const char *cm__wire_reason(const WireHttpSpec *spec, const HttpEnd *end,
                            const Buf *body, char out[CM_WIRE_REASON_MAX]);

#endif
