/* SPDX-License-Identifier: MIT */
/* Fuel is given out in quanta small enough that the deadline is noticed within
 * some tens of microseconds and large enough that reading the clock costs
 * nothing. The step limit cuts the last quantum, so a program stops at the same
 * step always. */
#include "engine/meter.h"

#include "engine/error.h"
#include "engine/realm.h"

#include <string.h>

#ifdef CM_GC_STRESS
#define QUANTUM 1
#else
#define QUANTUM 8192
#endif

Value vm_terminate(VM *vm, Termination why)
{
    if (vm->termination == TERM_NONE) {
        vm->termination = why;
        /* Lua says where (lua.md 5), JavaScript does not. */
        if ((why == TERM_STEPS || why == TERM_MEMORY) && vm->realm &&
            vm->realm->is_lua)
            vm_location(vm, &vm->result_line, &vm->result_column);
    }
    vm->exception = VALUE_ABSENT;
    return VALUE_THROWN;
}

bool meter_look_up(VM *vm)
{
    if (atomic_load_explicit(&vm->cancelled, memory_order_relaxed))
        vm_terminate(vm, TERM_CANCELLED);
    else if (vm->deadline_ns != UINT64_MAX &&
             vm->now_ns(vm->hook_user) >= vm->deadline_ns)
        vm_terminate(vm, TERM_TIMEOUT);
    if (vm->termination == TERM_NONE)
        return true;
    vm->steps_done += (uint64_t)(vm->fuel_slice - vm->fuel);
    vm->fuel = vm->fuel_slice = 0;
    return false;
}

bool meter_in_time(VM *vm, uint32_t *turns)
{
    if (meter_look_up(vm))
        return true;
    --*turns; /* the next turn, of an outer loop say, sees it too */
    return false;
}

bool meter_copy(VM *vm, void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    for (; n > METER_BYTES; n -= METER_BYTES) {
        memcpy(t, f, METER_BYTES);
        t += METER_BYTES;
        f += METER_BYTES;
        if (!meter_look_up(vm))
            return false;
    }
    memcpy(t, f, n);
    return true;
}

bool meter_fill(VM *vm, void *to, int byte, size_t n)
{
    char *t = to;
    for (; n > METER_BYTES; n -= METER_BYTES) {
        memset(t, byte, METER_BYTES);
        t += METER_BYTES;
        if (!meter_look_up(vm))
            return false;
    }
    memset(t, byte, n);
    return true;
}

bool meter_refuel(VM *vm)
{
    if (vm->termination != TERM_NONE)
        return false;
    uint64_t spent = (uint64_t)(vm->fuel_slice - vm->fuel);
    vm->steps_done += spent;
    vm->fuel = vm->fuel_slice = 0;
    if (atomic_load_explicit(&vm->cancelled, memory_order_relaxed)) {
        vm_terminate(vm, TERM_CANCELLED);
        return false;
    }
    /* Steps up to the limit may be done, wherever a quantum ended before. */
    if (vm->steps_done > vm->max_steps) {
        vm_terminate(vm, TERM_STEPS);
        return false;
    }
    if (vm->deadline_ns != UINT64_MAX &&
        vm->now_ns(vm->hook_user) >= vm->deadline_ns) {
        vm_terminate(vm, TERM_TIMEOUT);
        return false;
    }
    if (vm->steps_done >= vm->slice_end)
        vm->yield_wanted = true;
    /* After refused memory the loop's next charge has to reach a safepoint,
     * which ends the count of tries; built-ins charge step by step
     * meanwhile. */
    if (vm->retries > 0)
        return true;
    uint64_t left = vm->max_steps - vm->steps_done;
    vm->fuel = vm->fuel_slice = (int64_t)(left < QUANTUM ? left : QUANTUM);
    return true;
}
