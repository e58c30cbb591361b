/* SPDX-License-Identifier: MIT */
/* Async generators; ECMA-262 27.6.3. Requests wait in co->queue (an array of
 * rows [mode, value, promise]); the first one is the one being served. While
 * the body runs or awaits, the state is RUNNING and new requests only queue
 * up. */
#include "engine/coroutine.h"

#include "engine/vm_internal.h"

enum {
    REQUEST_MODE,
    REQUEST_VALUE,
    REQUEST_PROMISE,
    REQUEST_FIELDS
};

static Array *queue_of(const Coroutine *co)
{
    return (Array *)(void *)value_obj(co->queue);
}

static ValuesCell *first_request(const Coroutine *co)
{
    return value_ptr(obj_element_fast(&queue_of(co)->obj, 0));
}

static bool queue_is_empty(const Coroutine *co)
{
    return !value_is_object(co->queue) || queue_of(co)->length == 0;
}

/* Queues are short; shifting is fine. */
static void drop_first(VM *vm, Coroutine *co)
{
    Array *q = queue_of(co);
    ValuesCell *e = q->obj.elements.dense;
    memmove(e->v, e->v + 1, (q->length - 1) * sizeof(Value));
    e->n--;
    q->length--;
    vm->fuel -= q->length;
}

static bool settle_first(VM *vm, Coroutine *co, bool rejected, Value v,
                         bool done)
{
    Promise *p =
        (Promise *)(void *)value_obj(first_request(co)->v[REQUEST_PROMISE]);
    if (rejected) {
        if (!promise_reject(vm, p, v))
            return false;
    } else {
        Obj *o = iter_result(vm, v, done);
        if (!o || !promise_fulfil(vm, p, value_from_obj(o)))
            return false;
    }
    drop_first(vm, co);
    return true;
}

/* The value of a return() on a finished generator has been awaited. */
static Value after_return(VM *vm, Value state, uint32_t index, bool rejected,
                          Value v)
{
    (void)index;
    Coroutine *co = (Coroutine *)(void *)value_obj(state);
    if (!settle_first(vm, co, rejected, v, true))
        return VALUE_THROWN;
    co->state = CO_DONE;
    return async_generator_drain(vm, co) ? VALUE_UNDEFINED : VALUE_THROWN;
}

bool async_generator_drain(VM *vm, Coroutine *co)
{
    while (co->state == CO_DONE && !queue_is_empty(co)) {
        ValuesCell *r = first_request(co);
        int mode = value_to_int(r->v[REQUEST_MODE]);
        if (mode == 2) {
            Promise *p = promise_of(vm, r->v[REQUEST_VALUE]);
            if (!p) {
                if (vm->exception == VALUE_ABSENT)
                    return false;
                Value reason = vm->exception;
                vm->exception = VALUE_ABSENT;
                if (!settle_first(vm, co, true, reason, true))
                    return false;
                continue;
            }
            if (!promise_on_settled(vm, p, after_return, value_from_obj(co), 0))
                return false;
            co->state = CO_RUNNING;
            return true;
        }
        Value v = mode == 1 ? r->v[REQUEST_VALUE] : VALUE_UNDEFINED;
        if (!settle_first(vm, co, mode == 1, v, true))
            return false;
    }
    return true;
}

Step async_generator_request(VM *vm, NativeFrame *f, Coroutine *co, int mode,
                             Value v)
{
    if (!value_is_object(co->queue)) {
        Array *q = array_new(vm, 2);
        if (!q)
            return STEP_THROW;
        co->queue = value_from_obj(q);
    }
    Promise *p = promise_new(vm, true);
    ValuesCell *r = p ? heap_values_new(&vm->heap, REQUEST_FIELDS) : NULL;
    if (!r)
        return STEP_THROW;
    r->n = REQUEST_FIELDS;
    r->v[REQUEST_MODE] = value_int(mode);
    r->v[REQUEST_VALUE] = v;
    r->v[REQUEST_PROMISE] = value_from_obj(p);
    if (!array_push(vm, queue_of(co), value_from_cell(r)))
        return STEP_THROW;
    if (co->state == CO_START && mode != 0)
        co->state = CO_DONE;
    if (co->state == CO_DONE && !async_generator_drain(vm, co)) {
        vm_terminate(vm, TERM_MEMORY);
        return STEP_THROW;
    }
    if (co->state != CO_START && co->state != CO_SUSPENDED)
        return native_return(f, value_from_obj(p));
    co->promise = value_from_obj(p);
    return native_resume(vm, f, co, mode, v);
}

/* Serves the current request with a yielded value. TRI_TRUE: another request
 * waits and the body goes on at once; TRI_FALSE: it is suspended. */
Tri async_generator_yield(VM *vm, Frame *f, uint8_t result_reg,
                          uint8_t mode_reg, Value v)
{
    Coroutine *co = f->co;
    if (!coroutine_save(vm, f))
        return TRI_THROWN;
    co->state = CO_RUNNING;
    co->result_reg = result_reg;
    co->mode_reg = mode_reg;
    if (!settle_first(vm, co, false, v, false))
        return TRI_THROWN;
    if (queue_is_empty(co)) {
        co->state = CO_SUSPENDED;
        return TRI_FALSE;
    }
    ValuesCell *r = first_request(co);
    f->base[mode_reg] = r->v[REQUEST_MODE];
    f->base[result_reg] = r->v[REQUEST_VALUE];
    return TRI_TRUE;
}

bool async_generator_finish(VM *vm, Coroutine *co, bool threw, Value v)
{
    if (!settle_first(vm, co, threw, v, true))
        return false;
    co->state = CO_DONE;
    co->regs = NULL;
    if (async_generator_drain(vm, co))
        return true;
    vm_terminate(vm, TERM_MEMORY); /* no second try: a request was answered */
    return false;
}
