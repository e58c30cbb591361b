/* SPDX-License-Identifier: MIT */
/* Where the loops of both languages stop for the machine's own sake:
 * safepoints, and what happens after memory was refused. */
#include "engine/vm_internal.h"

#include <assert.h>

Safepoint vm_safepoint(VM *vm)
{
    vm->retries = 0;
    if (!meter_refuel(vm))
        return SAFEPOINT_END;
    if (vm->heap.gc_wanted && vm->gc_lock == 0) {
        gc_collect(vm);
        if (vm->termination != TERM_NONE)
            return SAFEPOINT_END;
        /* Time has passed: look at the deadline at the next charge. */
        vm->steps_done += (uint64_t)(vm->fuel_slice - vm->fuel);
        vm->fuel = vm->fuel_slice = 0;
    }
    return vm->yield_wanted && vm->gc_lock == 0 ? SAFEPOINT_YIELD
                                                : SAFEPOINT_PASSED;
}

/* ---- refused memory ---- */

/* A collection that the memory limit forced. True when it freed enough for
 * another try to make sense: a program that lives within a hair of its limit
 * would otherwise collect without end. */
static bool collect_for_memory(VM *vm)
{
    size_t before = vm->heap.used;
    gc_collect(vm);
    vm->heap.refused = false;
    if (vm->termination != TERM_NONE)
        return false;
    size_t freed = before > vm->heap.used ? before - vm->heap.used : 0;
    if (freed >= vm->heap.limit / 128) {
        vm->tight_collections = 0;
        return true;
    }
    return ++vm->tight_collections < 8;
}

/* Retries between two safepoints before the execution is ended: several
 * operations may be refused in turn. */
#define MAX_RETRIES 16

/* The same operation was refused before and the same lives now as then: it made
 * no headway, what the collection freed was of its own try, and it does not
 * fit. */
static bool is_refused_again(VM *vm)
{
    bool is_again = vm->retries > 1 && vm->retry_frame == vm->frame &&
                    vm->retry_pc == vm->frame->pc &&
                    vm->heap.used == vm->retry_used;
    vm->retry_frame = vm->frame;
    vm->retry_pc = vm->frame->pc;
    vm->retry_used = vm->heap.used;
    return is_again;
}

bool vm_may_retry(VM *vm)
{
    if (vm->termination != TERM_NONE)
        return false;
    assert(vm->heap.refused); /* else somebody failed without saying why */
    /* Bounded like a loop: by steps, and by what a collection has to free. */
    if (vm->made_headway)
        vm->retries = 0;
    vm->made_headway = false;
    if (vm->code_ran || vm->gc_lock > 0 || ++vm->retries > MAX_RETRIES ||
        !collect_for_memory(vm) || is_refused_again(vm)) {
        vm_terminate(vm, TERM_MEMORY);
        return false;
    }
    vm->steps_done += (uint64_t)(vm->fuel_slice - vm->fuel);
    vm->fuel = vm->fuel_slice = 0; /* the next charge is a safepoint */
    return true;
}

bool vm_native_catches(VM *vm, Frame *f)
{
    const Native *n =
        (const Native *)(const void *)value_obj(f->native.call.callee);
    if (vm->exception == VALUE_ABSENT || !(n->spec->flags & NATIVE_CATCHES))
        return false;
    f->native.threw = true;
    f->native.result = vm->exception;
    vm->exception = VALUE_ABSENT;
    return true;
}
