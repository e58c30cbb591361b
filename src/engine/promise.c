/* SPDX-License-Identifier: MIT */
/* Promise states and reactions; ECMA-262 27.2.1. The queue is in jobs.c. */
#include "engine/promise.h"

#include "engine/vm_internal.h"

#define MAX_PENDING 100000

static Promise *promise_alloc(VM *vm)
{
    Promise *p = heap_alloc(&vm->heap, sizeof *p, CELL_OBJECT);
    if (!p)
        return NULL;
    p->obj.hd.aux = CLASS_PROMISE;
    p->obj.shape = vm->realm->shape_promise;
    p->obj.slots = NULL;
    p->obj.elements.dense = NULL;
    p->state = PROMISE_PENDING;
    p->observed = p->resolved = p->counted = 0;
    p->line = p->column = 0;
    p->number = 0;
    p->value = VALUE_UNDEFINED;
    p->reactions = p->last = NULL;
    p->next_rejected = NULL;
    return p;
}

Promise *promise_new(VM *vm, bool counted)
{
    if (counted && vm->promises_pending >= MAX_PENDING) {
        throw_range(vm, "too many pending promises: at most %d", MAX_PENDING);
        return NULL;
    }
    Promise *p = promise_alloc(vm);
    if (!p)
        return NULL;
    p->number = ++vm->promise_counter;
    if (counted) {
        p->counted = 1;
        vm->promises_pending++;
    }
    return p;
}

Promise *promise_new_internal(VM *vm)
{
    Promise *p = promise_alloc(vm);
    if (p)
        p->number = ++vm->promise_counter;
    return p;
}

/* Moves the reactions into the queue. On refused memory nothing has changed. */
static bool settle(VM *vm, Promise *p, uint8_t state, Value v)
{
    uint32_t n = 0;
    for (Reaction *r = p->reactions; r; r = r->next)
        n++;
    if (!jobs_reserve(vm, n))
        return false;
    p->state = state;
    p->value = v;
    if (p->counted) {
        p->counted = 0;
        vm->promises_pending--;
    }
    for (Reaction *r = p->reactions; r; r = r->next)
        jobs_add_reaction(vm, r, state == PROMISE_REJECTED, v);
    p->reactions = p->last = NULL;
    if (state == PROMISE_REJECTED && !p->observed)
        jobs_note_rejected(vm, p);
    return true;
}

bool promise_fulfil(VM *vm, Promise *p, Value v)
{
    return p->state != PROMISE_PENDING || settle(vm, p, PROMISE_FULFILLED, v);
}

bool promise_reject(VM *vm, Promise *p, Value reason)
{
    return p->state != PROMISE_PENDING ||
           settle(vm, p, PROMISE_REJECTED, reason);
}

bool promise_reject_parked(VM *vm, Promise *p)
{
    Value v = vm->exception;
    vm->exception = VALUE_ABSENT;
    if (promise_reject(vm, p, v))
        return true;
    vm->exception = v;
    return false;
}

/* A reaction that settles `derived` alike. */
static bool follow(VM *vm, Promise *from, Promise *derived)
{
    return promise_then(vm, from, VALUE_UNDEFINED, VALUE_UNDEFINED, derived);
}

static Value adopt_native(VM *vm, Value target, Value source)
{
    Promise *from = (Promise *)(void *)value_obj(source);
    if (!follow(vm, from, (Promise *)(void *)value_obj(target)))
        return VALUE_THROWN;
    return VALUE_UNDEFINED;
}

/* NewPromiseResolveThenableJob: then is called in a turn of its own. The `then`
 * function travels in a node with the thenable. */
static Value adopt_thenable(VM *vm, Value target, Value pair)
{
    ValuesCell *node = value_ptr(pair);
    Promise *p = (Promise *)(void *)value_obj(target);
    Value fns[2];
    if (!promise_resolvers(vm, p, &fns[0], &fns[1]))
        return VALUE_THROWN;
    Value v = vm_call(vm, node->v[0], node->v[1], 2, fns);
    if (v != VALUE_THROWN)
        return VALUE_UNDEFINED;
    if (vm->exception == VALUE_ABSENT)
        return VALUE_THROWN;
    Value reason = vm->exception;
    vm->exception = VALUE_ABSENT;
    v = vm_call(vm, fns[1], VALUE_UNDEFINED, 1, &reason);
    return v == VALUE_THROWN ? v : VALUE_UNDEFINED;
}

/* True when `then` of v is certainly the intrinsic one. */
static bool has_plain_then(const VM *vm, const Obj *o)
{
    return obj_class(o) == CLASS_PROMISE &&
           o->shape == vm->realm->shape_promise;
}

bool promise_resolve(VM *vm, Promise *p, Value v)
{
    if (p->state != PROMISE_PENDING)
        return true;
    if (!value_is_object(v))
        return promise_fulfil(vm, p, v);
    Obj *o = value_obj(v);
    if (o == (Obj *)p) {
        ErrorObj *e = error_new(vm, ERR_TYPE, VALUE_UNDEFINED, true);
        Str *text =
            e ? str_from_ascii(vm, "Chaining cycle detected for promise")
              : NULL;
        if (!text || !obj_put_attrs(vm, &e->obj, vm->realm->name.message,
                                    value_from_str(text), PROP_HIDDEN))
            return false;
        e->origin = ORIGIN_ENGINE;
        return promise_reject(vm, p, value_from_obj(e));
    }
    if (obj_class(o) == CLASS_REFERENCE)
        return promise_fulfil(vm, p, v); /* never thenables */
    if (has_plain_then(vm, o)) {
        promise_observe((Promise *)(void *)o);
        return jobs_add(vm, adopt_native, value_from_obj(p), v);
    }
    Value then = get_prop(vm, v, vm->realm->name.then);
    if (then == VALUE_THROWN)
        return vm->exception != VALUE_ABSENT && promise_reject_parked(vm, p);
    if (!value_is_callable(then) ||
        (value_is_class(then, CLASS_NATIVE) &&
         ((Native *)(void *)value_obj(then))->spec->flags & NATIVE_NO_ADOPT))
        return promise_fulfil(vm, p, v);
    ValuesCell *node = heap_values_new(&vm->heap, 2);
    if (!node)
        return false;
    node->n = 2;
    node->v[0] = then;
    node->v[1] = v;
    return jobs_add(vm, adopt_thenable, value_from_obj(p),
                    value_from_cell(node));
}

Promise *promise_of(VM *vm, Value v)
{
    if (value_is_class(v, CLASS_PROMISE)) {
        Obj *o = value_obj(v);
        if (o->shape == vm->realm->shape_promise)
            return (Promise *)(void *)o;
        Value ctor = get_prop(vm, v, vm->realm->name.constructor);
        if (ctor == VALUE_THROWN)
            return NULL;
        if (ctor == value_from_obj(vm->realm->promise_ctor))
            return (Promise *)(void *)o;
    }
    Promise *p = promise_new_internal(vm);
    return p && promise_resolve(vm, p, v) ? p : NULL;
}

void promise_observe(Promise *p)
{
    p->observed = 1;
}

static bool attach(VM *vm, Promise *p, uint8_t kind, Value on_fulfilled,
                   Value on_rejected, Value target, uint32_t index)
{
    Reaction *r = heap_alloc(&vm->heap, sizeof *r, CELL_REACTION);
    if (!r)
        return false;
    r->next = NULL;
    r->kind = kind;
    r->index = index;
    r->on_fulfilled = on_fulfilled;
    r->on_rejected = on_rejected;
    r->target = target;
    if (p->state == PROMISE_PENDING) {
        if (p->last)
            p->last->next = r;
        else
            p->reactions = r;
        p->last = r;
    } else if (!jobs_add_reaction(vm, r, p->state == PROMISE_REJECTED,
                                  p->value)) {
        return false;
    }
    promise_observe(p);
    return true;
}

bool promise_then(VM *vm, Promise *p, Value on_fulfilled, Value on_rejected,
                  Promise *derived)
{
    return attach(vm, p, REACT_THEN, on_fulfilled, on_rejected,
                  derived ? value_from_obj(derived) : VALUE_UNDEFINED, 0);
}

bool promise_then_capability(VM *vm, Promise *p, Value on_fulfilled,
                             Value on_rejected, Value capability)
{
    return attach(vm, p, REACT_CAPABILITY, on_fulfilled, on_rejected,
                  capability, 0);
}

bool promise_await(VM *vm, Promise *p, Coroutine *co)
{
    if (p->state == PROMISE_PENDING)
        return attach(vm, p, REACT_AWAIT, VALUE_UNDEFINED, VALUE_UNDEFINED,
                      value_from_obj(co), 0);
    if (!jobs_add_resume(vm, co, p->state == PROMISE_REJECTED, p->value))
        return false;
    promise_observe(p);
    return true;
}

bool promise_on_settled(VM *vm, Promise *p, NativeReaction fn, Value state,
                        uint32_t index)
{
    RawCell *raw = heap_raw_new(&vm->heap, sizeof fn);
    if (!raw)
        return false;
    memcpy(raw->bytes, &fn, sizeof fn);
    return attach(vm, p, REACT_NATIVE, value_from_cell(raw), VALUE_UNDEFINED,
                  state, index);
}

/* ---- resolving functions ---- */

/* data[0]: the promise; data[1]: a box that becomes true once one was
 * called. */
static Value resolve_call(VM *vm, NativeCall *c)
{
    Native *self = (Native *)(void *)value_obj(c->callee);
    Box *called = value_ptr(self->data[1]);
    if (called->value == VALUE_TRUE)
        return VALUE_UNDEFINED;
    Promise *p = (Promise *)(void *)value_obj(self->data[0]);
    called->value = VALUE_TRUE;
    if (promise_resolve(vm, p, c->args[0]))
        return VALUE_UNDEFINED;
    called->value = VALUE_FALSE;
    return VALUE_THROWN;
}

static Value reject_call(VM *vm, NativeCall *c)
{
    Native *self = (Native *)(void *)value_obj(c->callee);
    Box *called = value_ptr(self->data[1]);
    if (called->value == VALUE_TRUE)
        return VALUE_UNDEFINED;
    Promise *p = (Promise *)(void *)value_obj(self->data[0]);
    if (!promise_reject(vm, p, c->args[0]))
        return VALUE_THROWN;
    called->value = VALUE_TRUE;
    return VALUE_UNDEFINED;
}

static const NativeSpec resolve_spec = {
    "", resolve_call, NULL, 1, 1, 0, 0, 0
};
static const NativeSpec reject_spec = { "", reject_call, NULL, 1, 1, 0, 0, 0 };

bool promise_resolvers(VM *vm, Promise *p, Value *ret_resolve,
                       Value *ret_reject)
{
    Box *called = heap_alloc(&vm->heap, sizeof *called, CELL_BOX);
    if (!called)
        return false;
    called->value = VALUE_FALSE;
    Native *resolve = native_new(vm, &resolve_spec, value_from_obj(p),
                                 value_from_cell(called));
    Native *reject = native_new(vm, &reject_spec, value_from_obj(p),
                                value_from_cell(called));
    if (!resolve || !reject)
        return false;
    *ret_resolve = value_from_obj(resolve);
    *ret_reject = value_from_obj(reject);
    return true;
}
