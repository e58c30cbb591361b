/* SPDX-License-Identifier: MIT */
/* Async-from-sync iterators (ECMA-262 27.1.6): next, return and throw of a sync
 * iterator as promises of their results with the value awaited. for await asks
 * for the next one directly; yield* in an async generator gets an object, which
 * a program never sees. */
#include "engine/convert.h"
#include "engine/iterate.h"
#include "engine/promise.h"
#include "engine/property.h"
#include "engine/realm.h"

enum {
    IS_DONE = 1,
    CLOSES = 2 /* a rejected value closes the sync iterator */
};

/* What the settling of a value needs: a node of these. */
enum {
    STATE_PROMISE,
    STATE_ITERATOR,
    STATE_VALUES
};

static Value sync_iterator(const NativeCall *c)
{
    return ((const Native *)(const void *)value_obj(c->callee))->data[0];
}

/* IteratorClose of a normal completion. False when thrown. */
static bool close_iterator(VM *vm, Value iterator)
{
    Value r[3] = { iterator, VALUE_UNDEFINED, ITER_OBJECT };
    return iter_loop_close(vm, r, false);
}

/* Closes the iterator; a pending exception stays, errors of the closing are
 * dropped. */
static void close_quietly(VM *vm, Value iterator)
{
    Value pending = vm->exception;
    vm->exception = VALUE_ABSENT;
    Value fn = get_method(vm, iterator, vm->realm->name.return_);
    if (fn != VALUE_THROWN && fn != VALUE_UNDEFINED)
        (void)vm_call(vm, fn, iterator, 0, NULL);
    if (vm->termination == TERM_NONE)
        vm->exception = pending;
}

/* Rejects with the parked exception and gives the promise. */
static Value reject(VM *vm, Promise *p)
{
    if (vm->exception == VALUE_ABSENT || !promise_reject_parked(vm, p))
        return VALUE_THROWN;
    return value_from_obj(p);
}

static Value settled(VM *vm, Value state, uint32_t how, bool rejected,
                     Value value)
{
    NodeCell *node = value_ptr(state);
    Promise *p = (Promise *)(void *)value_obj(node->v[STATE_PROMISE]);
    if (rejected) {
        if (how == CLOSES)
            close_quietly(vm, node->v[STATE_ITERATOR]);
        return promise_reject(vm, p, value) ? VALUE_UNDEFINED : VALUE_THROWN;
    }
    Obj *o = iter_result(vm, value, (how & IS_DONE) != 0);
    if (!o || !promise_fulfil(vm, p, value_from_obj(o)))
        return VALUE_THROWN;
    return VALUE_UNDEFINED;
}

/* AsyncFromSyncIteratorContinuation. */
static Value go_on(VM *vm, Promise *p, Value iterator, Value result,
                   uint32_t how)
{
    if (result != VALUE_THROWN && !value_is_object(result))
        result = throw_type(vm, "Iterator result is not an object");
    if (result == VALUE_THROWN)
        return reject(vm, p);
    Value done = get_prop(vm, result, vm->realm->name.done);
    if (done == VALUE_THROWN)
        return reject(vm, p);
    Value value = get_prop(vm, result, vm->realm->name.value);
    if (value == VALUE_THROWN)
        return reject(vm, p);
    if (to_boolean(done))
        how |= IS_DONE;
    Promise *from = promise_of(vm, value);
    if (!from) {
        if (vm->exception != VALUE_ABSENT && how == CLOSES)
            close_quietly(vm, iterator);
        return reject(vm, p);
    }
    NodeCell *state = heap_node_new(&vm->heap, STATE_VALUES);
    if (!state)
        return VALUE_THROWN;
    state->v[STATE_PROMISE] = value_from_obj(p);
    state->v[STATE_ITERATOR] = iterator;
    if (!promise_on_settled(vm, from, settled, value_from_cell(state), how))
        return VALUE_THROWN;
    return value_from_obj(p);
}

Value async_iter_next_sync(VM *vm, Value *r)
{
    Promise *p = promise_new_internal(vm);
    if (!p)
        return VALUE_THROWN;
    Value result = vm_call(vm, r[1], r[0], 0, NULL);
    return go_on(vm, p, r[0], result, CLOSES);
}

static Value from_sync_next(VM *vm, NativeCall *c)
{
    Value next = ((Native *)(void *)value_obj(c->callee))->data[1];
    Promise *p = promise_new_internal(vm);
    if (!p)
        return VALUE_THROWN;
    Value it = sync_iterator(c);
    Value r = vm_call(vm, next, it, c->argc ? 1 : 0, c->args);
    return go_on(vm, p, it, r, CLOSES);
}

static Value from_sync_return(VM *vm, NativeCall *c)
{
    Promise *p = promise_new_internal(vm);
    if (!p)
        return VALUE_THROWN;
    Value it = sync_iterator(c);
    Value fn = get_method(vm, it, vm->realm->name.return_);
    if (fn == VALUE_THROWN)
        return reject(vm, p);
    if (fn == VALUE_UNDEFINED) {
        Obj *o = iter_result(vm, c->args[0], true);
        if (!o || !promise_fulfil(vm, p, value_from_obj(o)))
            return VALUE_THROWN;
        return value_from_obj(p);
    }
    Value r = vm_call(vm, fn, it, c->argc ? 1 : 0, c->args);
    return go_on(vm, p, it, r, 0);
}

static Value from_sync_throw(VM *vm, NativeCall *c)
{
    Promise *p = promise_new_internal(vm);
    if (!p)
        return VALUE_THROWN;
    Value it = sync_iterator(c);
    Value fn = get_prop_ascii(vm, it, "throw");
    if (fn == VALUE_THROWN)
        return reject(vm, p);
    if (value_is_nullish(fn)) {
        if (!close_iterator(vm, it))
            return reject(vm, p);
        throw_type(vm, "The iterator does not provide a throw method");
        return reject(vm, p);
    }
    Value r = vm_call(vm, fn, it, c->argc ? 1 : 0, c->args);
    return go_on(vm, p, it, r, CLOSES);
}

static const NativeSpec rows[] = {
    { .name = "next", .fn = from_sync_next, .length = 1, .min_args = 1 },
    { .name = "return", .fn = from_sync_return, .length = 1, .min_args = 1 },
    { .name = "throw", .fn = from_sync_throw, .length = 1, .min_args = 1 },
};

bool async_delegate_open(VM *vm, Value *r, Value iterable)
{
    if (!async_iter_open(vm, r, iterable))
        return false;
    if (r[2] != VALUE_TRUE)
        return true;
    Obj *o = obj_new_proto(vm, NULL);
    if (!o)
        return false;
    Value next = VALUE_UNDEFINED;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Native *f = native_new(vm, &rows[i], r[0], r[1]);
        PropKey key = f ? key_ascii(vm, rows[i].name) : VALUE_ABSENT;
        if (key == VALUE_ABSENT || !obj_put(vm, o, key, value_from_obj(f)))
            return false;
        if (i == 0)
            next = value_from_obj(f);
    }
    r[0] = value_from_obj(o);
    r[1] = next;
    r[2] = VALUE_FALSE;
    return true;
}
