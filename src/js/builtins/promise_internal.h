/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_PROMISE_INTERNAL_H
#define CM_JS_BUILTINS_PROMISE_INTERNAL_H
/* promise_internal: promise capabilities, shared by promise.c and
 * promise_combinators.c; ECMA-262 27.2.1.5.
 *
 * A capability lies in three registers of a stepping native: promise, resolve,
 * reject. For the intrinsic constructor no resolving functions are made:
 * resolve is VALUE_ABSENT and the promise is settled directly. */
#include "js/builtins/builtins.h"

#include "engine/promise.h"

typedef enum CapResult {
    CAP_READY,
    CAP_CALL, /* return STEP_CALL, then cap_opened */
    CAP_THROWN
} CapResult;

/* NewPromiseCapability(ctor) into registers r..r+2. counted: see
 * promise_new. */
CapResult cap_open(VM *vm, NativeFrame *f, uint32_t r, Value ctor,
                   bool counted);
/* After the constructor that cap_open called returned. False when thrown. */
bool cap_opened(VM *vm, NativeFrame *f, uint32_t r);
/* Resolves or rejects: STEP_RETURN when done, STEP_CALL when a function of the
 * program has to be called, STEP_THROW when memory was refused. */
Step cap_settle(VM *vm, NativeFrame *f, uint32_t r, bool reject, Value v);

static inline bool cap_is_native(const NativeFrame *f, uint32_t r)
{
    return f->reg[r + 1] == VALUE_ABSENT;
}
/* A promise whose `then` and `constructor` are certainly the intrinsic ones. */
static inline bool promise_is_plain(const VM *vm, Value v)
{
    return value_is_class(v, CLASS_PROMISE) &&
           value_obj(v)->shape == vm->realm->shape_promise;
}
/* Takes a counted promise that nobody will see out of the count again. */
void promise_abandon(VM *vm, Promise *p);

/* all, allSettled, any, race. */
void cm__install_promise_combinators(RealmBuilder *b, Obj *ctor);

#endif
