/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_HOSTCALL_H
#define CM_MCP_HOSTCALL_H
/* hostcall: carries a tool call from the thread that runs the program to the
 * loop's thread, where every tool lives, and its answer back.
 *
 *     worker thread                      loop thread
 *     -------------                      -----------
 *     tool's execute -- post start ----> row of the run, ops->start
 *     call's cancel --- post cancel ---> ops->cancel (unless settled)
 *                       cm_call_return <- cm__host_return / cm__host_fail
 *     execution wakes <- cm__workpool_wake
 *
 * Ownership and life: a HostCall is counted. The run holds one reference until
 * its execution has been freed, the tool holds one until it settles, a posted
 * cancel holds one until it has run. So the library may call the cancel
 * function at any moment of the execution's life, even while the loop thread is
 * settling, and a tool may settle after the execution is gone.
 * Order: tasks run in the order of posting and a worker posts a run's end last,
 * so start and cancel tasks of a call never come after the run's end.
 * Threads: only cm__host_execute and the cancel function run elsewhere; the
 * reference count is atomic, `next` belongs to the worker until the run's end,
 * everything else is touched by the loop thread alone. */
#include <stdatomic.h>

#include "base/buf.h"
#include "net/loop.h"
#include "net/redact.h"
#include "json/tree.h"

typedef struct HostCall HostCall;
typedef struct HostTool HostTool;
typedef struct HostRun HostRun;
typedef struct Toolbox Toolbox;

/* How a kind of tools answers. All run in the loop thread. */
typedef struct HostToolOps {
    /* Begins the call; it must be settled now or later, exactly once. */
    void (*start)(HostCall *call);
    /* The call is not wanted any more; it must still be settled, soon. The
     * library ignores the answer. */
    void (*cancel)(HostCall *call);
} HostToolOps;

/* One tool of a toolbox; owned by it. */
struct HostTool {
    const HostToolOps *ops;
    void *source;     /* what it belongs to: outlives the toolbox */
    const void *item; /* what the source knows it by; likewise */
    const char *name; /* the name on the other side */
    const char *path; /* where it stands in the tool tree */
    Toolbox *toolbox;
    struct Schema *output; /* owned by the toolbox; NULL: outputs pass */
    const char *unchecked; /* why a schema only renders; NULL: none does */
    HostTool *next;        /* list of the toolbox */
    bool has_warned;       /* of an output that breaks the schema */
};

/* Who takes the answer of a call that no program makes. The call is settled
 * when one of the first four is called. */
typedef struct HostSink {
    void (*returned)(void *user, const char *json, size_t len);
    void (*failed)(void *user, const char *message, size_t len);
    /* From MCP servers, as they gave it: the result of tools/call, or the error
     * in place of it. */
    void (*answered)(void *user, const JsonValue *result);
    void (*refused)(void *user, int64_t code, const char *message,
                    const JsonValue *data);
    /* The params of a notification. */
    void (*progressed)(void *user, const JsonValue *params);
} HostSink;

struct HostCall {
    cm_call *call; /* NULL: no program's, sink takes the answer */
    const HostSink *sink;
    void *sink_user;
    HostTool *tool;
    HostRun *run;   /* NULL once the run is over */
    HostCall *next; /* list of the run */
    LoopTask start_task, cancel_task;
    atomic_uint refs;
    const char *input; /* JSON; borrowed from the call until it is settled */
    size_t input_len;
    size_t row; /* in the run */
    bool is_settled;
    void *op; /* the tool's own state of this call */
    /* callgate.c */
    struct CallGate *gate;        /* NULL: it goes through none */
    struct GateGroup *gate_group; /* NULL: it does not wait */
    HostCall *gate_prev, *gate_next;
    void (*gate_start)(HostCall *call);
    uint64_t gate_since_ms;
};

/* The `execute` of every cm_tool that a toolbox registers; user is a HostTool.
 * The execution's context must be a HostRun. */
void cm__host_execute(void *user, cm_call *pending, const char *input,
                      size_t input_len);

/* Begins a call that no program makes; json is its input, borrowed until the
 * call is settled, which may be at once: *ret_call is NULL then. False when
 * memory is refused. In the loop's thread. */
bool cm__host_begin(HostTool *tool, const char *json, size_t len,
                    const HostSink *sink, void *sink_user, HostCall **ret_call);

/* Settling; the call must not be used any more. */
void cm__host_return(HostCall *call, const char *json, size_t len);
void cm__host_fail(HostCall *call, const char *message);
void cm__host_fail_n(HostCall *call, const char *message, size_t len);
/* With what is below the message, a failure of the wire say. */
void cm__host_fail_because(HostCall *call, const char *message,
                           const char *cause);

/* What hides secrets in the words of a call; NULL: nothing is hidden. */
const Redactor *cm__host_redactor(const HostCall *call);

/* The same for calls with a sink. data may be NULL. */
void cm__host_answer(HostCall *call, const JsonValue *result);
void cm__host_refuse(HostCall *call, int64_t code, const char *message,
                     const JsonValue *data);

/* Used by the run at its end. */
void cm__host_unref(HostCall *call);

#endif
