/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_METER_H
#define CM_ENGINE_METER_H
/* meter: work, deadline and cancellation.
 *
 * Steps are counted down in vm->fuel. The VM loop charges at back edges (the
 * words jumped over) and calls; built-ins charge one step per element or per 64
 * bytes they touch. When fuel runs out, meter_refuel looks at the step limit,
 * the deadline, cancellation and the slice. Every loop of a built-in whose
 * length a program controls calls vm_charge. */
#include "engine/vm.h"

/* Refills fuel. False when the execution must end now (vm->termination is
 * set). */
bool meter_refuel(VM *vm);

/* Charges n steps. False when the execution has to end: the caller returns
 * VALUE_THROWN at once. */
static inline bool vm_charge(VM *vm, uint64_t n)
{
    vm->fuel -= (int64_t)n;
    return CM_LIKELY(vm->fuel >= 0) || meter_refuel(vm);
}
/* Charges for touching n bytes. */
static inline bool vm_charge_bytes(VM *vm, uint64_t n)
{
    return vm_charge(vm, n / 64 + 1);
}

/* Looks at the deadline and at cancellation, whatever the fuel. False when the
 * execution has to end; then no fuel is left either. */
bool meter_look_up(VM *vm);

/* Charges for what cannot fail, a comparison say. False: the execution has to
 * end, and any answer will do. */
static inline bool vm_spend(VM *vm, uint64_t n)
{
    vm->fuel -= (int64_t)n;
    return n == 0 || CM_LIKELY(vm->fuel >= 0) || meter_look_up(vm);
}

/* For long loops whose steps were charged before: to be called once a turn of
 * some nanoseconds, with a counter of the caller's that starts at 0. False: the
 * execution has to end, and what the caller gives will not be used. */
#define METER_TURNS 16384
bool meter_in_time(VM *vm, uint32_t *turns);
static inline bool vm_in_time(VM *vm, uint32_t *turns)
{
    return CM_LIKELY(++*turns % METER_TURNS != 0) || meter_in_time(vm, turns);
}
/* Bytes that may be copied or compared at once between two looks. */
#define METER_BYTES 1048576u

/* memcpy in such pieces. False when the execution has to end. */
bool meter_copy(VM *vm, void *to, const void *from, size_t n);
/* memset likewise. */
bool meter_fill(VM *vm, void *to, int byte, size_t n);

/* Ends the execution; returns VALUE_THROWN. The first reason stays. */
Value vm_terminate(VM *vm, Termination why);

#endif
