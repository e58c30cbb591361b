/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_DISPOSE_H
#define CM_ENGINE_DISPOSE_H
/* dispose: lists of resources to be disposed of; ECMA-262 7.5 of 2026 (the
 * DisposeCapability of a scope with `using`, or of a DisposableStack).
 *
 * A list is a row of the heap, or undefined as long as nothing was added:
 *     state | value method kind | value method kind | ...
 * It is emptied from its end. Nothing in here calls a disposer: the VM loop and
 * stepping natives ask for the next one and make the call, so a disposer may
 * suspend and no C frame is under it.
 *
 * Awaits (7.5.6): an `await using` of null awaits once at the end, or before
 * the next synchronous disposer, unless something else was awaited by then. */
#include "engine/vm.h"

typedef enum DisposeKind {
    DISPOSE_SYNC = 0,      /* call the method, drop the result */
    DISPOSE_ASYNC,         /* await the result */
    DISPOSE_ASYNC_OF_SYNC, /* async, found by Symbol.dispose: drop the result,
                            * await undefined, also when the call throws */
    DISPOSE_WAIT,          /* nothing to call: await undefined */
    DISPOSE_DONE           /* nothing left */
} DisposeKind;

typedef struct Disposal {
    DisposeKind kind;
    bool is_argument; /* value is the argument of the call, not its `this` */
    Value value, method;
} Disposal;

/* DisposableStack, AsyncDisposableStack. */
typedef struct DisposableObj {
    Obj obj;
    Value list; /* a row, or undefined */
    bool is_async, is_disposed;
} DisposableObj;

/* AddDisposableResource of a value, whose disposer is looked up (this may run
 * program code). is_operand: value is the operand of the current instruction,
 * so messages show its text. False when thrown. */
bool dispose_use(VM *vm, Value *list, Value value, bool is_async,
                 bool is_operand);
/* The same with a method that is callable. */
bool dispose_push(VM *vm, Value *list, const Disposal *d);
/* Takes the last resource. awaited: since the last time a result of a disposer
 * was awaited. Cannot fail. */
Disposal dispose_next(Value list, bool awaited);
/* A SuppressedError: `error` was thrown while `suppressed` was pending.
 * VALUE_THROWN when refused. */
Value dispose_suppress(VM *vm, Value error, Value suppressed);
/* The same for a completion in two registers: number and value, see
 * emit_try.c. */
bool dispose_failed(VM *vm, Value *completion, Value error);

#endif
