/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_ITERATE_H
#define CM_ENGINE_ITERATE_H
/* iterate: the iteration protocol for stepping natives and the VM loop.
 *
 * Iteration state is three Values r[0..2] in registers:
 *     array     r[0] = the array     r[1] = next index        r[2] = ITER_ARRAY
 *     string    r[0] = the string    r[1] = next unit         r[2] = ITER_STRING
 *     table     r[0] = map or set    r[1] = cursor cell       r[2] = ITER_MAP..
 *     object    r[0] = iterator      r[1] = its next method   r[2] = ITER_OBJECT
 *     finished  r[2] = ITER_FINISHED
 * Intrinsics are frozen, so an array without an own Symbol.iterator, a string,
 * a Map or a Set always iterates natively: no iterator or result objects are
 * made.
 *
 * Use in a stepping native (the case label re-enters the same call):
 *     case 1:
 *         switch (iter_open(vm, f, R_ITER, iterable)) {
 *         case ITER_CALL: f->pc = 1; return STEP_CALL;
 *         case ITER_THROWN: return STEP_THROW;
 *         default: break; }
 *         CM_FALLTHROUGH;
 *     case 2:
 *         for (;;) {
 *             Value v;
 *             IterResult r = iter_next(vm, f, R_ITER, &v);
 *             if (r == ITER_CALL) { f->pc = 2; return STEP_CALL; }
 *             ... ITER_DONE, ITER_THROWN, ITER_VALUE
 *         }
 * iter_open and iter_next know from r[2] whether they continue. The state may
 * also lie in a cell that is reachable meanwhile (iter_next_in, iter_step_in):
 * cells do not move. */
#include "engine/vm.h"

typedef enum IterResult {
    ITER_VALUE, /* iter_open: opened */
    ITER_DONE,
    ITER_CALL,
    ITER_THROWN
} IterResult;

/* Opens `iterable` with Symbol.iterator into registers r..r+2 of the frame. */
IterResult iter_open(VM *vm, NativeFrame *f, uint32_t r, Value iterable);
/* An iterator object as it is (Iterator.prototype helpers): no
 * Symbol.iterator. */
IterResult iter_direct(VM *vm, NativeFrame *f, uint32_t r, Value iterator);
/* Opens `object` with the method that the caller read from it. */
IterResult iter_open_with(VM *vm, NativeFrame *f, uint32_t r, Value object,
                          Value method);
/* GetIteratorFlattenable for an object: with Symbol.iterator if it has that,
 * else as an iterator. r[2] is undefined before. */
IterResult iter_open_flat(VM *vm, NativeFrame *f, uint32_t r, Value object);
/* Whether it can be called; false after an exception that says whose it is.
 * Asked when next is called (ECMA-262 7.4.6), not when it is read. */
bool iter_has_next(VM *vm, Value next);
IterResult iter_next(VM *vm, NativeFrame *f, uint32_t r, Value *ret_value);
/* The same for a state anywhere; iter_step_in does not look at the value. */
IterResult iter_next_in(VM *vm, NativeFrame *f, Value *r, Value *ret_value);
IterResult iter_step_in(VM *vm, NativeFrame *f, Value *r);
/* Calls return() if there is one. ITER_DONE when finished. While vm->exception
 * is parked by the caller it is kept and errors of return() are dropped: the
 * caller saves the exception in a register and rethrows. */
IterResult iter_close(VM *vm, NativeFrame *f, uint32_t r);

/* Whether the state has been opened (it may be finished by now). */
static inline bool iter_is_open(const Value *r);

/* The result object { value, done }. NULL when refused. */
Obj *iter_result(VM *vm, Value value, bool done);

/* ---- for the VM loop ----
 *
 * States of r[2]. Any other value there is a result object that has arrived. */
#define ITER_ARRAY    VALUE_MAKE(TAG_SPECIAL, 16)
#define ITER_STRING   VALUE_MAKE(TAG_SPECIAL, 17)
#define ITER_BUILTIN  VALUE_MAKE(TAG_SPECIAL, 18) /* r[0] is an IterObj */
#define ITER_OBJECT   VALUE_MAKE(TAG_SPECIAL, 19)
#define ITER_OPENING  VALUE_MAKE(TAG_SPECIAL, 20) /* Symbol.iterator called */
#define ITER_STEPPING VALUE_MAKE(TAG_SPECIAL, 21) /* next called (natives) */
#define ITER_FINISHED VALUE_MAKE(TAG_SPECIAL, 22)

static inline bool iter_is_open(const Value *r)
{
    return r[2] != VALUE_UNDEFINED && r[2] != ITER_OPENING;
}

/* Opens iterable into r[0..2]. ITER_CALL: the loop calls *ret_fn with this
 * iterable, the result going to r[0], and then iter_loop_opened. */
IterResult iter_loop_open(VM *vm, Value *r, Value iterable, Value *ret_fn);
bool iter_loop_opened(VM *vm, Value *r);
/* Steps. ITER_CALL: the loop calls r[1] with this r[0], the result going to
 * *iter_loop_result(r), and steps again. */
IterResult iter_loop_next(VM *vm, Value *r, Value *ret_value);
Value *iter_loop_result(Value *r);
/* The call that a step asked for could not be made for lack of memory. */
void iter_loop_failed(Value *r);
/* Closes; quiet: an exception is pending elsewhere, errors are dropped. */
bool iter_loop_close(VM *vm, Value *r, bool quiet);

/* Async iteration: r[0] iterator object, r[1] its next method. */
bool async_iter_open(VM *vm, Value *r, Value iterable);
/* The same for yield*: a sync iterator is wrapped (async_from_sync.c), so that
 * its next, return and throw give promises. */
bool async_delegate_open(VM *vm, Value *r, Value iterable);
/* For a sync iterator behind async iteration (r[2] is true): a promise of the
 * next result object with its value awaited. */
Value async_iter_next_sync(VM *vm, Value *r);
/* The value of the result object r[3], put into r[3]; TRI_FALSE when done. */
Tri async_iter_value(VM *vm, Value *r);
/* The result of return(), or undefined without one. */
Value async_iter_close(VM *vm, Value *r);

/* The built-in iterator objects (CLASS_ITERATOR): what values(), entries(),
 * matchAll() and the like return. */
typedef enum IterKind {
    ITERKIND_ARRAY,
    ITERKIND_STRING,
    ITERKIND_MAP,
    ITERKIND_SET,
    ITERKIND_REGEXP,
    ITERKIND_HELPER,
    ITERKIND_WRAP,
    ITERKIND_PARAMS, /* target: a PairsObj */
    ITERKIND_HEADERS
} IterKind;

enum {
    ITERATE_KEYS = 0,
    ITERATE_VALUES = 1,
    ITERATE_ENTRIES = 2
};

typedef struct IterObj {
    Obj obj;
    uint8_t kind; /* IterKind */
    uint8_t what; /* ITERATE_* or helper number */
    uint8_t done;
    uint8_t state; /* of a helper: HELPER_FRESH, ... (js/builtins) */
    uint32_t at;
    Value target;   /* array, string, map, set; undefined when finished */
    Value extra[3]; /* helpers: iterations, callback and the like */
    double counter;
    TableCursor cursor;
} IterObj;

IterObj *iter_obj_new(VM *vm, IterKind kind, int what, Value target);
/* One step of a built-in iterator object without program code (arrays, strings,
 * maps, sets); ITER_CALL when its kind cannot do that. */
IterResult iter_obj_next(VM *vm, IterObj *it, Value *ret_value);

#endif
