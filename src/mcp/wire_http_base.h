/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_WIRE_HTTP_BASE_H
#define CM_MCP_WIRE_HTTP_BASE_H
/* wire_http_base: the life of a wire over HTTP, whichever of the two it is.
 *
 * A task is one conversation with the server: a message that is posted, or a
 * stream that is listened to.
 *
 *     send --> [held until others have arrived] --> started --> ended
 *     stop --> notices arrive, or grace_ms pass --> ops->quiet --> closed
 *
 * Events may free the wire, or cancel what they come from. So a task that is
 * over is only marked while anything is under way (between cm__wire_enter and
 * cm__wire_leave), and swept afterwards.
 * Ownership: a wire owns its tasks.
 * Threads:   the loop's thread only. */
#include "mcp/wire_http_internal.h"

typedef struct HttpBase HttpBase;
typedef struct WireTask WireTask;

/* The head of a transport's own struct. */
struct WireTask {
    WireTask *prev, *next; /* list of the wire, the oldest first */
    HttpBase *base;
    HttpExchange *exchange; /* NULL: held, between two tries, or over */
    uint64_t request;       /* 0: no answer is expected */
    bool is_initialized;    /* notifications/initialized */
    bool is_lasting;        /* a stream of the wire; no message */
    bool is_held, is_over;
    Buf held; /* the message */
    Buf body; /* of an answer that is no stream */
};

typedef struct HttpBaseOps {
    size_t wire_size, task_size;
    /* Sends the message in `held`, which goes with it. */
    cm_status (*post)(WireTask *task);
    /* That failed. */
    void (*post_failed)(WireTask *task);
    /* The wire is stopping, and nothing is on its way any more: the last step,
     * which leads to cm__wire_close. */
    void (*quiet)(HttpBase *base);
    /* Frees what the transport added; may be NULL. */
    void (*task_done)(WireTask *task);
    void (*done)(HttpBase *base);
} HttpBaseOps;

struct HttpBase {
    Wire wire; /* first */
    const HttpBaseOps *ops;
    Loop *loop;
    const cm_allocator *alloc;
    WireHttpSpec spec;
    WireEvents events;
    void *user;
    WireTask *first, *last;
    WireTask *gate; /* `initialized` on its way, for which others wait */
    size_t n_held;
    unsigned busy;
    bool is_freed, is_stopping, is_quiet, is_closed;
    char version[16];  /* of the handshake; "" before */
    uint64_t grace_ms; /* of the end */
    Timer *close_timer;
    char close_reason[CM_WIRE_REASON_MAX];
};

/* NULL when memory is refused. */
HttpBase *cm__wire_base_new(Loop *loop, const WireHttpSpec *spec,
                            const WireOps *wire_ops, const HttpBaseOps *ops,
                            const WireEvents *events, void *user);

void cm__wire_enter(HttpBase *base);
/* The wire may be gone after it. */
void cm__wire_leave(HttpBase *base);

/* `closed` comes from the loop, so that nobody is called back inside his own
 * call. Ends all tasks. */
void cm__wire_close(HttpBase *base, const char *reason);
/* To be called when a task of a stopping wire has ended. */
void cm__wire_check_quiet(HttpBase *base);

/* ---- tasks ---- */

WireTask *cm__wire_task_new(HttpBase *base, const WireNote *note);
/* Whether one more message is taken. A server can ask without end and take
 * none of the answers, or let one call after the other run out of time and take
 * no word of it: of messages that expect no answer CM_WIRE_NOTICES_MAX are
 * kept. */
bool cm__wire_has_room(const HttpBase *base, const WireNote *note);
/* Whether a notice must wait until others have arrived. */
bool cm__wire_is_crowded(const WireTask *task);
/* Nothing comes of it any more; the storage goes with the next sweep. */
void cm__wire_task_end(WireTask *task);
void cm__wire_end_all(HttpBase *base);
/* The one that is not over, or NULL. */
WireTask *cm__wire_task_find(HttpBase *base, uint64_t request);
/* Starts an exchange. Headers and spec are borrowed for the call. */
cm_status cm__wire_task_start(WireTask *task, HttpSpec *spec,
                              const WireHeaders *headers,
                              const HttpEvents *events);
/* Adds to the body of a refusal what there is room for. */
void cm__wire_task_keep(WireTask *task, const char *bytes, size_t len);
/* Ends it, and tells who waits for the answer. */
void cm__wire_task_fail(WireTask *task, const WireFault *fault);

/* Keeps a message until cm__wire_send_held. CM_E_LIMIT: too many wait. */
cm_status cm__wire_hold(WireTask *task, const char *text, size_t len);
/* Sends what is held, up to and with the next `initialized`: servers refuse
 * what reaches them before that, and over HTTP what is sent first need not come
 * first. Of notices as many as may be on their way. */
void cm__wire_send_held(HttpBase *base);

/* ---- operations that are alike ---- */

void cm__wire_base_cancel(Wire *wire, uint64_t request);
/* Notices that are on their way, of calls that were cancelled say, may arrive
 * yet. */
void cm__wire_base_stop(Wire *wire, uint64_t grace_ms);
void cm__wire_base_free(Wire *wire);

#endif
