/* SPDX-License-Identifier: MIT */
/* Array.fromAsync; ECMA-262 23.1.2.1 of 2026.
 *
 * It behaves like an async function, but one written in C: its variables lie in
 * a row of values (AsyncFrom), and each await attaches `settled` to a promise
 * with the place to go on at. Program code is called in nested runs. */
#include "js/builtins/array_internal.h"

#include "engine/convert.h"
#include "engine/promise.h"

enum {
    A_PROMISE, /* the result */
    A_OUT,     /* the array being made */
    A_SOURCE,  /* iterator, or array-like */
    A_NEXT,    /* its next method; undefined for an array-like */
    A_IS_ASYNC,
    A_MAP,
    A_THIS,
    A_INDEX,
    A_LENGTH, /* of an array-like */
    A_ERROR,  /* to reject with when the iterator is closed */
    A_FIELDS
};

/* What is awaited. */
enum {
    WAIT_RESULT,
    WAIT_VALUE,
    WAIT_MAPPED,
    WAIT_CLOSED
};

static Value settled(VM *vm, Value state, uint32_t place, bool rejected,
                     Value value);

static Value *fields(Value state)
{
    return ((ValuesCell *)value_ptr(state))->v;
}

static Promise *promise_field(Value state)
{
    return value_ptr(fields(state)[A_PROMISE]);
}

static bool await_at(VM *vm, Value state, uint32_t place, Value v)
{
    Promise *p = promise_of(vm, v);
    return p && promise_on_settled(vm, p, settled, state, place);
}

/* ---- failing ---- */

static bool reject_with(VM *vm, Value state, Value error)
{
    return promise_reject(vm, promise_field(state), error);
}

/* Takes the parked exception; false when there is none (memory,
 * termination). */
static bool take_error(VM *vm, Value *ret)
{
    if (vm->exception == VALUE_ABSENT)
        return false;
    *ret = vm->exception;
    vm->exception = VALUE_ABSENT;
    return true;
}

/* Closes the iterator, then rejects with the error whatever return() does. */
static bool close_and_reject(VM *vm, Value state, Value error)
{
    Value *s = fields(state);
    s[A_ERROR] = error;
    if (s[A_NEXT] == VALUE_UNDEFINED)
        return reject_with(vm, state, error);
    Value method = get_method(vm, s[A_SOURCE], vm->realm->name.return_);
    Value result = method == VALUE_THROWN || method == VALUE_UNDEFINED
                       ? method
                       : vm_call(vm, method, s[A_SOURCE], 0, NULL);
    bool waits = result != VALUE_THROWN && method != VALUE_UNDEFINED &&
                 s[A_IS_ASYNC] == VALUE_TRUE;
    if (waits && await_at(vm, state, WAIT_CLOSED, result))
        return true;
    Value ignored;
    if (result == VALUE_THROWN || waits)
        if (!take_error(vm, &ignored))
            return false;
    return reject_with(vm, state, error);
}

/* ---- going on ---- */

static bool finish(VM *vm, Value state)
{
    Value *s = fields(state);
    return cm__set_length(vm, value_obj(s[A_OUT]),
                          (uint64_t)value_num(s[A_INDEX])) &&
           promise_resolve(vm, promise_field(state), s[A_OUT]);
}

/* Takes an iterator result apart. TRI_FALSE: it says done. */
static Tri open_result(VM *vm, Value result, Value *ret_value)
{
    if (!value_is_object(result)) {
        throw_type(vm, "Iterator result is not an object");
        return TRI_THROWN;
    }
    Value done = get_prop(vm, result, vm->realm->name.done);
    if (done == VALUE_THROWN)
        return TRI_THROWN;
    if (to_boolean(done))
        return TRI_FALSE;
    *ret_value = get_prop(vm, result, vm->realm->name.value);
    return *ret_value == VALUE_THROWN ? TRI_THROWN : TRI_TRUE;
}

static bool next_of_iterator(VM *vm, Value state)
{
    Value *s = fields(state), v;
    Value result = vm_call(vm, s[A_NEXT], s[A_SOURCE], 0, NULL);
    if (result == VALUE_THROWN)
        return false;
    if (s[A_IS_ASYNC] == VALUE_TRUE)
        return await_at(vm, state, WAIT_RESULT, result);
    Tri more = open_result(vm, result, &v);
    if (more == TRI_TRUE)
        return await_at(vm, state, WAIT_VALUE, v);
    return more == TRI_FALSE && finish(vm, state);
}

static bool go_on(VM *vm, Value state)
{
    Value *s = fields(state);
    if (!vm_charge(vm, 1))
        return false;
    if (s[A_NEXT] != VALUE_UNDEFINED)
        return next_of_iterator(vm, state);
    double i = value_num(s[A_INDEX]);
    if (i >= value_num(s[A_LENGTH]))
        return finish(vm, state);
    Value v = element_get(vm, value_obj(s[A_SOURCE]), (uint64_t)i);
    return v != VALUE_THROWN && await_at(vm, state, WAIT_VALUE, v);
}

/* A step whose failure closes the iterator. */
static bool or_close(VM *vm, Value state, bool done)
{
    Value error;
    if (done)
        return true;
    return take_error(vm, &error) && close_and_reject(vm, state, error);
}

static bool put(VM *vm, Value state, Value v)
{
    Value *s = fields(state);
    double i = value_num(s[A_INDEX]);
    if (!cm__array_out(vm, value_obj(s[A_OUT]), (uint64_t)i, v))
        return or_close(vm, state, false);
    s[A_INDEX] = value_double(i + 1);
    if (go_on(vm, state))
        return true;
    if (vm->exception == VALUE_ABSENT) /* refused: v is put once more */
        s[A_INDEX] = value_double(i);
    return false;
}

static bool map_or_put(VM *vm, Value state, Value v)
{
    Value *s = fields(state);
    if (s[A_MAP] == VALUE_UNDEFINED)
        return put(vm, state, v);
    Value args[2] = { v, value_number(value_num(s[A_INDEX])) };
    Value mapped = vm_call(vm, s[A_MAP], s[A_THIS], 2, args);
    return or_close(vm, state,
                    mapped != VALUE_THROWN &&
                        await_at(vm, state, WAIT_MAPPED, mapped));
}

static bool take_result(VM *vm, Value state, Value result)
{
    Value v;
    Tri more = open_result(vm, result, &v);
    if (more == TRI_TRUE)
        return map_or_put(vm, state, v);
    return more == TRI_FALSE && finish(vm, state);
}

static bool take(VM *vm, Value state, uint32_t place, bool rejected,
                 Value value)
{
    switch (place) {
    case WAIT_RESULT:
        return rejected ? reject_with(vm, state, value)
                        : take_result(vm, state, value);
    case WAIT_VALUE:
        return rejected ? close_and_reject(vm, state, value)
                        : map_or_put(vm, state, value);
    case WAIT_MAPPED:
        return rejected ? close_and_reject(vm, state, value)
                        : put(vm, state, value);
    default:
        return reject_with(vm, state, fields(state)[A_ERROR]);
    }
}

/* Failures that nobody dealt with reject the result. */
static Value settle(VM *vm, Value state, bool done)
{
    Value error;
    if (!done && (!take_error(vm, &error) || !reject_with(vm, state, error)))
        return VALUE_THROWN;
    return VALUE_UNDEFINED;
}

static Value settled(VM *vm, Value state, uint32_t place, bool rejected,
                     Value value)
{
    return settle(vm, state, take(vm, state, place, rejected, value));
}

/* ---- the start ---- */

static Obj *new_out(VM *vm, Value ctor, const uint64_t *length)
{
    if (value_is_constructor(ctor) &&
        value_obj(ctor) != vm->realm->array_ctor) {
        Value n = length ? value_index(*length) : VALUE_UNDEFINED;
        Value made = vm_construct(vm, ctor, ctor, length ? 1 : 0, &n);
        return made == VALUE_THROWN ? NULL : value_obj(made);
    }
    Array *a = array_new(vm, 0);
    if (a && length && *length > UINT32_MAX) {
        cm__throw_array_length(vm);
        return NULL;
    }
    return a ? &a->obj : NULL;
}

static bool start_iterator(VM *vm, Value state, Value items, Value method)
{
    Value *s = fields(state);
    Value iterator = vm_call(vm, method, items, 0, NULL);
    if (iterator == VALUE_THROWN)
        return false;
    if (!value_is_object(iterator)) {
        throw_type(vm, "The iterator is not an object");
        return false;
    }
    s[A_SOURCE] = iterator;
    s[A_NEXT] = get_prop(vm, iterator, vm->realm->name.next);
    return s[A_NEXT] != VALUE_THROWN && iter_has_next(vm, s[A_NEXT]);
}

static bool start_array_like(VM *vm, Value state, Value items, Value ctor)
{
    Value *s = fields(state);
    uint64_t length;
    Obj *o = to_object(vm, items);
    if (!o || !array_like_length(vm, o, &length))
        return false;
    Obj *out = new_out(vm, ctor, &length);
    if (!out)
        return false;
    s[A_SOURCE] = value_from_obj(o);
    s[A_LENGTH] = value_double((double)length);
    s[A_OUT] = value_from_obj(out);
    return go_on(vm, state);
}

static bool start(VM *vm, Value state, const NativeCall *c)
{
    Value *s = fields(state);
    const Realm *r = vm->realm;
    if (s[A_MAP] != VALUE_UNDEFINED && !value_is_callable(s[A_MAP])) {
        throw_type(vm, "The second argument of Array.fromAsync is not a "
                       "function");
        return false;
    }
    Value items = c->args[0];
    Value method =
        get_method(vm, items, value_from_symbol(r->symbol.asyncIterator));
    s[A_IS_ASYNC] = value_bool(method != VALUE_UNDEFINED);
    if (method == VALUE_UNDEFINED)
        method = get_method(vm, items, value_from_symbol(r->symbol.iterator));
    if (method == VALUE_THROWN)
        return false;
    if (method == VALUE_UNDEFINED)
        return start_array_like(vm, state, items, c->this_val);
    Obj *out = new_out(vm, c->this_val, NULL);
    if (!out)
        return false;
    s[A_OUT] = value_from_obj(out);
    return start_iterator(vm, state, items, method) && go_on(vm, state);
}

static Value array_from_async(VM *vm, NativeCall *c)
{
    ValuesCell *cell = heap_values_new(&vm->heap, A_FIELDS);
    Promise *p = cell ? promise_new(vm, true) : NULL;
    if (!p)
        return VALUE_THROWN;
    for (uint32_t i = 0; i < A_FIELDS; i++)
        cell->v[i] = VALUE_UNDEFINED;
    cell->n = A_FIELDS;
    cell->v[A_PROMISE] = value_from_obj(p);
    cell->v[A_MAP] = c->args[1];
    cell->v[A_THIS] = c->args[2];
    cell->v[A_INDEX] = value_double(0);
    Value state = value_from_cell(cell);
    if (settle(vm, state, start(vm, state, c)) == VALUE_THROWN)
        return VALUE_THROWN;
    return value_from_obj(p);
}

static const NativeSpec row = {
    .name = "fromAsync", .fn = array_from_async, .length = 1, .min_args = 3
};

void cm__install_array_from_async(RealmBuilder *b, Obj *ctor)
{
    realm_functions(b, ctor, &row, 1);
}
