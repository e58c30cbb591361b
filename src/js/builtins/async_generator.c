/* SPDX-License-Identifier: MIT */
/* AsyncGenerator.prototype; ECMA-262 27.6.1. The queue of requests is the
 * engine's (engine/async_generator.c). A call on something else rejects, it
 * does not throw. */
#include "engine/coroutine.h"
#include "engine/promise.h"
#include "js/builtins/realm_internal.h"

enum {
    MODE_NEXT,
    MODE_THROW,
    MODE_RETURN
};

static Step reject_receiver(VM *vm, NativeFrame *f)
{
    Promise *p = promise_new(vm, true);
    if (!p)
        return STEP_THROW;
    throw_type(vm, "The method was called on something that is not an async "
                   "generator");
    if (vm->exception == VALUE_ABSENT || !promise_reject_parked(vm, p))
        return STEP_THROW;
    return native_return(f, value_from_obj(p));
}

static Step request(VM *vm, NativeFrame *f, int mode)
{
    Value self = f->call.this_val;
    if (value_is_class(self, CLASS_GENERATOR)) {
        Coroutine *co = value_ptr(self);
        if (co->kind == (FUNC_ASYNC | FUNC_GENERATOR))
            return async_generator_request(vm, f, co, mode, f->call.args[0]);
    }
    return reject_receiver(vm, f);
}

static Step async_generator_next(VM *vm, NativeFrame *f)
{
    return request(vm, f, MODE_NEXT);
}

static Step async_generator_return(VM *vm, NativeFrame *f)
{
    return request(vm, f, MODE_RETURN);
}

static Step async_generator_throw(VM *vm, NativeFrame *f)
{
    return request(vm, f, MODE_THROW);
}

static const NativeSpec rows[] = {
    { .name = "next",
      .step = async_generator_next,
      .length = 1,
      .min_args = 1 },
    { .name = "return",
      .step = async_generator_return,
      .length = 1,
      .min_args = 1 },
    { .name = "throw",
      .step = async_generator_throw,
      .length = 1,
      .min_args = 1 },
};

void js_install_async_generator(RealmBuilder *b)
{
    realm_functions(b, b->realm->async_generator_proto, rows,
                    CM_ARRAY_LEN(rows));
}
