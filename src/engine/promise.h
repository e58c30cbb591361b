/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_PROMISE_H
#define CM_ENGINE_PROMISE_H
/* promise: promises, their reactions and the job queue; ECMA-262 27.2, 9.5.
 *
 * An await of a native promise attaches the coroutine itself as the reaction:
 * no closures, no derived promise. Jobs are small records in a ring buffer that
 * grows within the heap's limit. Every promise knows its creation number, the
 * place that made it and whether it was observed, for the warnings of
 * spec/execution.md 5.2 and 5.3. */
#include "engine/vm.h"

enum {
    PROMISE_PENDING = 0,
    PROMISE_FULFILLED,
    PROMISE_REJECTED
};

typedef struct Reaction {
    Cell hd;
    struct Reaction *next;
    uint8_t kind; /* REACT_* */
    uint8_t unused[3];
    uint32_t index;     /* native reactions: which element */
    Value on_fulfilled; /* handler, or undefined */
    Value on_rejected;
    Value target; /* derived promise or capability, coroutine, native state */
} Reaction;

enum {
    REACT_THEN,      /* handlers and a derived promise (or none) */
    REACT_AWAIT,     /* resume the coroutine target */
    REACT_NATIVE,    /* call the NativeReaction in on_fulfilled, see below */
    REACT_CAPABILITY /* handlers and a capability of a foreign constructor */
};

typedef struct Promise {
    Obj obj;
    uint8_t state;
    uint8_t observed;      /* somebody looks at it (or did) */
    uint8_t resolved;      /* already resolved with another promise */
    uint8_t counted;       /* counts against the bound of pending promises */
    uint32_t line, column; /* of the call that made it */
    uint64_t number;       /* creation order, from 1 */
    Value value;           /* result or reason */
    Reaction *reactions;
    Reaction *last;
    struct Promise *next_rejected; /* list of rejected, unobserved promises */
} Promise;

/* A pending promise. Throws RangeError at 100,000 pending when counted. */
Promise *promise_new(VM *vm, bool counted);
/* Without the bound and without warnings: those that await and combinators
 * make. */
Promise *promise_new_internal(VM *vm);
/* The resolve function: adopts promises and thenables, self-resolution is a
 * TypeError. Never throws; false only when memory is refused. */
bool promise_resolve(VM *vm, Promise *p, Value v);
bool promise_fulfil(VM *vm, Promise *p, Value v);
bool promise_reject(VM *vm, Promise *p, Value reason);
/* Rejects with the parked exception, which is taken. */
bool promise_reject_parked(VM *vm, Promise *p);
/* PromiseResolve(%Promise%, v): v itself when it is a native promise. */
Promise *promise_of(VM *vm, Value v);

/* Attaches handlers (undefined: pass through). derived may be NULL. */
bool promise_then(VM *vm, Promise *p, Value on_fulfilled, Value on_rejected,
                  Promise *derived);
/* Attaches handlers and a capability of a foreign constructor: an array
 * [promise, resolve, reject]. */
bool promise_then_capability(VM *vm, Promise *p, Value on_fulfilled,
                             Value on_rejected, Value capability);
/* Attaches a coroutine. */
bool promise_await(VM *vm, Promise *p, Coroutine *co);
/* Attaches a C callback; see NativeReaction. */
typedef Value (*NativeReaction)(VM *vm, Value state, uint32_t index,
                                bool rejected, Value value);
bool promise_on_settled(VM *vm, Promise *p, NativeReaction fn, Value state,
                        uint32_t index);
/* Marks as observed without attaching anything. */
void promise_observe(Promise *p);

/* Resolving functions as program values (executors, thenable jobs). */
bool promise_resolvers(VM *vm, Promise *p, Value *ret_resolve,
                       Value *ret_reject);

/* Rejected promises that nobody observed, in creation order, oldest first. */
Promise *promise_first_unhandled(VM *vm);
/* All of them in no order: the first cap go to out; returns their number. */
size_t promise_list_unhandled(VM *vm, Promise **out, size_t cap);

/* ---- jobs ---- */

/* Room for n more jobs, so that adding them cannot fail. */
bool jobs_reserve(VM *vm, uint32_t n);
/* Remembers a rejected promise for the warnings. */
void jobs_note_rejected(VM *vm, Promise *p);
bool jobs_ready(const VM *vm);
/* Queues a native job: fn(vm, a, b) runs in a turn of its own. */
typedef Value (*NativeJob)(VM *vm, Value a, Value b);
bool jobs_add(VM *vm, NativeJob fn, Value a, Value b);

#endif
