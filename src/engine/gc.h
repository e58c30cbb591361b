/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_GC_H
#define CM_ENGINE_GC_H
/* gc: marking and sweeping of one execution's heap.
 *
 * Called by the VM loop at safepoints only. Roots: register stack up to the
 * current top (what lies above is cleared), frames, pending exception, job
 * queue, interned names in use, the VM's own references, and what the host side
 * holds (vm->mark_roots). Marking uses an explicit stack outside the heap's
 * limit with a fallback that rescans, so that it needs no memory it cannot get.
 *
 * A collection that is still going on at the deadline, or when the execution is
 * cancelled, is given up: the execution is terminated instead, which frees
 * everything. Then marks may be left behind, so that nothing is collected once
 * vm->termination is set. */
#include "engine/object.h"

/* An entry of a weak table that waits for its key to be reached. */
typedef struct WeakWait {
    Cell *key;
    Value value;
    uint32_t next; /* of the same slot, index + 1 */
} WeakWait;

typedef struct Gc {
    VM *vm;
    Cell **stack;
    size_t n, cap;
    bool overflowed; /* the mark stack could not grow: rescan the heap */
    /* weak collections; gc_weak.c */
    struct WeakObj *fresh; /* reached, entries not looked at yet */
    struct WeakObj *weak;  /* reached and looked at */
    struct WeakRefObj *refs;
    WeakWait *waits;
    uint32_t *slots; /* index + 1 of the first wait, by key */
    uint32_t n_waits, cap_waits, n_slots;
    bool no_waits; /* memory for them was refused: go round until done */
    int64_t left;  /* work until the clock is read again */
    bool given_up; /* vm->termination was set */
} Gc;

/* Collects everything unreachable. Afterwards vm->termination may be set. */
void gc_collect(VM *vm);

/* For loops inside a collection: n more steps of work were done. False: the
 * collection was given up, return. */
bool gc_look_up(Gc *gc);
static inline bool gc_goes_on(Gc *gc, size_t n)
{
    gc->left -= (int64_t)n;
    return CM_LIKELY(gc->left >= 0) || gc_look_up(gc);
}

/* Marks a reference; for ObjClass.mark and vm->mark_roots. NULL is fine. */
void gc_mark_cell(Gc *gc, void *cell);
void gc_mark_value(Gc *gc, Value v);
void gc_mark_values(Gc *gc, const Value *v, size_t n);

/* Marks all that is reachable from what is marked; in gc.c, for gc_weak.c. */
void gc_settle(Gc *gc);
/* Notes a weak collection or reference that was reached; their
 * ObjClass.mark. */
void gc_mark_weak(Gc *gc, Obj *o);
void gc_mark_weak_ref(Gc *gc, Obj *o);
/* A watched key was reached: marks the values that wait for it. */
void gc_key_reached(Gc *gc, Cell *key);
/* After the roots: values whose keys are alive, to a fixpoint. */
void gc_finish_weak(Gc *gc);
/* Takes out what is dead, before the sweep. */
void gc_clear_weak(Gc *gc);

/* Marks the roots of the VM loop: stack segments, frames, jobs, the VM's own
 * references and inline caches, vm->mark_roots. Implemented beside the VM. The
 * names and shapes of the execution (vm->atoms, vm->shapes) are no roots: those
 * tables are weak and cleaned by the collector. An inline cache that is not
 * marked must be emptied, or it could match a new shape at an old address. */
void vm_mark_roots(Gc *gc, VM *vm);

#endif
