/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_EXECUTION_H
#define CM_RUNTIME_EXECUTION_H
/* execution: what the files of one run share.
 *
 *   PHASE_NEW      nothing ran
 *   PHASE_RUNNING  the program runs or waits; then its value crosses
 *   PHASE_CLEANUP  the outcome is fixed; interrupted host work may finish
 *   PHASE_DONE     the result is made (or was taken)
 *
 * Memory outside the heap that a program causes comes from `charged`, so that
 * it counts before it is there; the records themselves are charged when the VM
 * is made. What outlives the VM, the result and calls, is
 * given back to the runtime's own allocator.
 *
 * The VM lives until the outcome is fixed. One thread drives an execution; what
 * other threads may touch is the Mailbox alone.
 *
 * A call is in exactly one place: the queue (admitted, waiting for a slot), the
 * running list (the host has it), the inbox (settled, not yet seen), `ready`
 * (seen, not yet delivered for want of memory), or `withdrawn` (the tool
 * reported its own cancellation and nobody has looked yet). A call in the inbox
 * is still linked in the running list. */
#include "base/buf.h"
#include "engine/realm.h"
#include "engine/vm.h"
#include "runtime/boundary_out.h"
#include "runtime/mailbox.h"
#include "runtime/result.h"
#include "runtime/runtime.h"

typedef enum Phase {
    PHASE_NEW,
    PHASE_RUNNING,
    PHASE_CLEANUP,
    PHASE_DONE
} Phase;

/* An argument that waits for a promise inside it. */
typedef struct PendingArgument {
    struct PendingArgument *next;
    struct cm_execution *x;
    Value reference, promise;
    Value awaited; /* whose settlement comes next */
    uint32_t argc, line, column;
    Crossing crossing;
} PendingArgument;

typedef struct CallQueue {
    cm_call *first, *last;
} CallQueue;

struct cm_execution {
    const cm_runtime *runtime;
    Mailbox *mailbox; /* counted */
    VM *vm;           /* owned; NULL before the start and after the end */
    const Program *program;
    Program *own_program; /* owned */
    Limits limits;
    uint64_t deadline_ns; /* of the execution */
    uint64_t grace_ns;    /* end of the cleanup */
    size_t memory_peak;   /* of the VM, once it is gone */
    uint64_t next_call_id;
    uint64_t n_attempts; /* Lua: calls tried, admitted or not (lua.md 4) */
    /* memory for compiling, which ends when it refuses; see execution.c */
    cm_allocator compile_alloc;
    size_t compile_bytes, compile_peak; /* peak: asked for */
    uint32_t compile_asks;
    /* The runtime's memory with the limit in front; see execution.c. `watched`
     * is refused after the deadline too: for what reads long texts without
     * charging steps. */
    cm_allocator charged, watched;
    uint8_t phase; /* Phase */
    bool was_cancelled, was_taken;

    Value main; /* the program's promise */
    Crossing *result_crossing;
    PendingArgument *arguments;
    CallQueue queue, ready, withdrawn;
    cm_call *running;     /* doubly linked */
    uint64_t n_running;   /* tools, which take slots */
    uint64_t n_extension; /* calls and promises of extensions, which do not */
    ExtensionEntry *functions; /* those of answers; counted */
    uint32_t n_early; /* promises of answers being delivered, one in another */

    cm_result *result; /* being filled from the start */
};

/* ---- tool_call.c ---- */

/* A reference was called; ObjClass.call. */
Value cm__tool_call(VM *vm, NativeCall *c);
/* Starts queued calls while there are slots. */
void cm__calls_start(cm_execution *x);
/* Takes what other threads settled and hands it to the program. False when the
 * execution has to end (vm->termination set). */
bool cm__calls_deliver(cm_execution *x);
/* Fails calls over the call timeout. */
bool cm__calls_expire(cm_execution *x);
/* Ends everything pending: queued calls vanish, running ones are told. */
void cm__calls_interrupt(cm_execution *x);
/* While cleaning up: frees settled calls, firing their hooks. */
void cm__calls_reap(cm_execution *x);
/* Frees everything; what still runs goes on alone. */
void cm__calls_abandon(cm_execution *x);
void cm__calls_mark(Gc *gc, const cm_execution *x);
/* Earliest moment at which a call expires. */
uint64_t cm__calls_deadline(const cm_execution *x);
/* Whether somebody looks at a call that reported its own cancellation. */
bool cm__calls_withdrawn_seen(const cm_execution *x);
/* Calls that the program may still be woken by. */
static inline bool cm__calls_pending(const cm_execution *x)
{
    return x->n_running > 0 || x->n_extension > 0 || x->queue.first ||
           x->ready.first;
}
/* Admission (6.1 step 6). */
static inline bool cm__call_over_limit(const cm_execution *x)
{
    return x->result->calls.n >= x->limits.max_tool_calls;
}
Value cm__throw_call_limit(cm_execution *x);
/* Lua: nothing is left for another attempt, whatever is wrong with it. */
static inline bool cm__attempts_over(const cm_execution *x)
{
    return x->vm->realm->is_lua && x->n_attempts >= x->limits.max_tool_calls;
}
/* Lists a call; false when memory is refused. */
bool cm__call_list(cm_execution *x, uint32_t node);

/* ---- hooks.c ---- */

typedef struct HookCall {
    const char *name;
    const char *input;
    size_t input_len;
    uint64_t id;
} HookCall;

/* False: denied, `reason` says why. */
bool cm__hook_before(cm_execution *x, const HookCall *call, char reason[256]);
void cm__hook_after(cm_execution *x, const HookCall *call, cm_outcome outcome,
                    const char *output, size_t output_len);

/* ---- host_error.c ---- */

/* An Error of a host call with kind and place; NULL when refused. */
ErrorObj *cm__host_error(VM *vm, DiagKind kind, const char *text, size_t len,
                         uint32_t line, uint32_t column,
                         const char *suggestion);
/* The same of a text that was put together: one that lacks memory, or was given
 * up because the execution has to end, makes no error. */
ErrorObj *cm__host_error_text(VM *vm, DiagKind kind, const Buf *text,
                              uint32_t line, uint32_t column,
                              const char *suggestion);
/* Throws it at the current place. */
Value cm__throw_host(VM *vm, DiagKind kind, const char *text, size_t len,
                     const char *suggestion);
/* Looking through the catalog, charged to the execution. */
IndexMeter cm__index_meter(const cm_execution *x);
/* The tool or namespace that a program means by a global, or NULL. */
const ToolNode *cm__tool_named(const cm_runtime *runtime, const char *name,
                               size_t len);
/* UnknownTool of spec/discovery.md 7: the text, and the suggestion or NULL. The
 * text's status is CM_E_LIMIT when the meter (may be NULL) refused. */
const char *cm__unknown_tool_text(const cm_runtime *runtime, const char *path,
                                  size_t len, bool is_namespace,
                                  const IndexMeter *meter, Buf *text);
ErrorObj *cm__unknown_tool(cm_execution *x, const char *path, size_t len,
                           bool is_namespace, uint32_t line, uint32_t column);

/* ---- globals.c ---- */

/* Sets the hooks of a VM and the globals that belong to the host. False when
 * memory is refused. */
bool cm__globals_make(VM *vm);

/* ---- zones.c ---- */

/* The runtime's own zone; `name` NULL is UTC. CM_E_ARGUMENT when it is not
 * known. */
cm_status cm__runtime_zone_init(cm_runtime *r, const char *name, cm_error *err);
void cm__runtime_zone_done(cm_runtime *r);
/* Gives a VM the zones of its runtime; vm->host is set. */
void cm__zones_set(VM *vm);

/* ---- search.c ---- */

/* The global `search`; NULL when refused. */
Obj *cm__search_new(VM *vm);

/* ---- uncaught.c ---- */

/* The diagnostic of an uncaught value (3.3). False when memory is refused. */
bool cm__uncaught(cm_execution *x, Value v, Diag *ret_diag);
/* Location appended as ` (line L, col C)`. */
void cm__add_place(Buf *out, uint32_t line, uint32_t column);

/* ---- warnings.c ---- */

/* Takes the warning over, on failure too. It is charged, and the room that its
 * JSON text needs. Both while there is a VM. */
bool cm__add_warning(cm_execution *x, Diag *take_d);
/* Forgets the newest warning. */
void cm__drop_warning(cm_execution *x);
/* Unobserved rejections in creation order (5.2, 5.3). */
bool cm__collect_unhandled(cm_execution *x);

/* ---- console.c ---- */

bool cm__host_log(VM *vm, const char *level, Str *line);

#endif
