/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_FRONT_H
#define CM_MCP_FRONT_H
/* front: what a transport talks to on behalf of one client.
 *
 *     stdio, endpoint --feed--> front  (server: our own tool; relay: another
 *                     <--send--         server's, unchanged)
 *
 * A front is one client: a pipe or a session; a stateless one is all clients
 * whose requests are complete in themselves.
 * Ownership: whoever made a front frees it; what runs is cancelled then.
 * Threads:   the loop's thread only. */
#include "base/buf.h"

typedef struct Front Front;

/* One message to the client. Borrowed. */
typedef struct McpReply {
    const char *text; /* without line end; NULL: `to` ends without an answer,
                         since its request was cancelled */
    size_t len;
    void *to;       /* what the feed got with the request that it belongs to;
                       NULL: it belongs to none */
    bool is_last;   /* the answer: nothing more comes for `to` */
    bool is_modern; /* era of the request */
    int error;      /* code of an error answer, else 0 */
    /* Of a request to the client, which must not be left out as progress may:
     * set to true when it cannot be brought to the client. Else NULL. */
    bool *ret_refused;
} McpReply;

typedef struct FrontSpec {
    /* Requests of many clients: ids may be equal, and a request is cancelled by
     * cm__front_hang_up alone. */
    bool is_stateless;
    void (*send)(void *user, const McpReply *reply);
    /* What the front stands for is gone: it answers nothing any more but errors
     * and may be freed, though not in here. Not for stateless fronts. */
    void (*ended)(void *user);
    /* The i-th header Mcp-Param-* that came with a request; false past the
     * last. NULL: the transport has no headers. Borrowed as `to` is. */
    bool (*param_at)(const void *to, size_t i, const char **ret_name,
                     const char **ret_value);
    void *user;
} FrontSpec;

/* How a transport gets a front for a new client. */
typedef struct FrontMaker {
    Front *(*make)(void *ctx, const FrontSpec *spec); /* NULL: no memory */
    void *ctx;
} FrontMaker;

typedef struct FrontOps {
    void (*feed)(Front *front, const char *text, size_t len, void *to);
    void (*overlong)(Front *front);
    void (*hang_up)(Front *front, void *to);
    bool (*is_idle)(const Front *front);
    void (*list_changed)(Front *front);
    void (*settled)(Front *front);
    const char *(*version)(const Front *front);
    void (*free)(Front *front);
} FrontOps;

/* The head of every front's own struct. */
struct Front {
    const FrontOps *ops;
};

/* One message of the client. `to` comes back with what is sent for it; NULL for
 * transports with one stream. */
static inline void cm__front_feed(Front *front, const char *text, size_t len,
                                  void *to)
{
    front->ops->feed(front, text, len, to);
}

/* A message was too long to be read. */
static inline void cm__front_overlong(Front *front)
{
    front->ops->overlong(front);
}

/* Where `to` leads is closed: nothing is sent there any more. A modern request
 * is cancelled by that, others run on and their answers are dropped. */
static inline void cm__front_hang_up(Front *front, void *to)
{
    front->ops->hang_up(front, to);
}

/* Whether no request is under way. */
static inline bool cm__front_is_idle(const Front *front)
{
    return front->ops->is_idle(front);
}

/* To be called when the gateway says so: its list changed, or a server behind
 * it settled. */
static inline void cm__front_list_changed(Front *front)
{
    front->ops->list_changed(front);
}

static inline void cm__front_settled(Front *front)
{
    front->ops->settled(front);
}

/* The version that the handshake agreed on; "" before it. */
static inline const char *cm__front_version(const Front *front)
{
    return front->ops->version(front);
}

static inline void cm__front_free(Front *front)
{
    if (front != NULL)
        front->ops->free(front);
}

#endif
