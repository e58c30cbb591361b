/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_MAILBOX_H
#define CM_RUNTIME_MAILBOX_H
/* mailbox: where other threads leave answers for an execution.
 *
 * Every call holds a reference, so that it can be settled after its execution
 * is gone. The lock protects inbox, closed, waiting, waking, cancelled, vm and
 * the `is_settled`, `is_bound`, `is_orphan`, inbox and answer fields of
 * calls. A promise of an answer that the program does not have yet is in no
 * list: it keeps its answer itself and belongs to its value. The wake-up
 * callback runs outside the lock, at most once for each time the execution went
 * waiting; closing waits until no such callback is running. Lock order: this
 * lock is never held while another is taken or host code runs. */
#include "catalog/tree.h"
#include "engine/vm.h"

#include <pthread.h>

struct ExtensionEntry;

typedef struct Mailbox {
    const cm_allocator *alloc; /* borrowed */
    ToolTree *tree;            /* counted; owns the names of calls */
    atomic_uint refs;
    pthread_mutex_t lock;
    pthread_cond_t quiet;  /* waking became 0 */
    cm_call *first, *last; /* inbox, oldest first */
    VM *vm;                /* to interrupt; NULL: none */
    void *context;
    void (*wake)(void *user);
    void *wake_user;
    uint32_t waking;
    bool waiting, closed, cancelled;
} Mailbox;

typedef enum AnswerKind {
    ANSWER_VALUE, /* JSON text */
    ANSWER_FAILURE,
    ANSWER_CANCELLED,
    ANSWER_NO_MEMORY
} AnswerKind;

typedef enum CallState {
    CALL_QUEUED,
    CALL_RUNNING,
    CALL_EXPIRED,    /* failed by the call timeout; the host still has it */
    CALL_INTERRUPTED /* the program does not want the answer any more */
} CallState;

/* A call of a tool has a node, any other an entry. */
struct cm_call {
    Mailbox *mailbox; /* counted */
    const ToolNode *node;
    struct ExtensionEntry *entry; /* counted */
    cm_value *args;               /* owned, of an entry; NULL of a promise */
    size_t args_charged;          /* to the heap, the answer's too */
    cm_value *value;  /* owned: the answer, an ERROR when it failed */
    cm_value *holder; /* of a promise that is not bound: its value */
    uint64_t id;
    uint64_t deadline_ns;
    cm_call *next, *previous; /* in the list the execution keeps it in */
    cm_call *next_inbox, *previous_inbox;
    char *input; /* owned */
    size_t input_len, input_cap;
    Value promise; /* marked by the execution */
    uint32_t line, column;
    uint8_t state;
    bool is_settled;
    bool is_denied;    /* by tool_before: no after hook */
    bool was_observed; /* its after hook ran */
    bool is_promise;   /* of an answer: made by cm_value_promise */
    bool is_bound;     /* the program has that promise */
    bool is_orphan;    /* its value was freed before */
    uint8_t answer;    /* AnswerKind */
    char *text;        /* owned, len + 1 bytes; NULL: none */
    size_t text_len;
    size_t causes_at; /* in the text of a failure; 0: it has none */
    void (*on_cancel)(void *user, cm_call *call);
    void *on_cancel_user;
};

Mailbox *cm__mailbox_new(const cm_allocator *alloc, ToolTree *tree);
void cm__mailbox_ref(Mailbox *m);
void cm__mailbox_unref(Mailbox *m);

/* All settled calls, oldest first, by next_inbox. */
cm_call *cm__mailbox_take(Mailbox *m);
/* Takes one call out if it has been settled. */
bool cm__mailbox_take_call(Mailbox *m, cm_call *call);
/* A promise of an answer is the program's from now on. True when it has been
 * settled, which the inbox does not say. */
bool cm__mailbox_bind(Mailbox *m, cm_call *promise);
/* From now on a settlement or cancellation wakes. False, and nothing changes,
 * when there is one already. */
bool cm__mailbox_wait(Mailbox *m);
bool cm__mailbox_cancelled(Mailbox *m);
void cm__mailbox_cancel(Mailbox *m);
/* Which VM to interrupt; NULL before it is freed. */
void cm__mailbox_set_vm(Mailbox *m, VM *vm);
/* Later settlements free their calls. Returns the inbox; waits for wake-ups. */
cm_call *cm__mailbox_close(Mailbox *m);

/* Frees a call that no list holds. */
void cm__call_free(cm_call *call);

#endif
