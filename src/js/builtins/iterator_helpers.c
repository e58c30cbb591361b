/* SPDX-License-Identifier: MIT */
/* Iterator helpers that are iterators themselves: map, filter, take, drop,
 * flatMap, and Iterator.from; ECMA-262 27.1.2 to 27.1.4.
 *
 * A helper is an IterObj. Its iteration of the source lies, as the three values
 * of iterate.h, in a row that hangs in `extra[0]`; each next() loads the row
 * into its registers and stores it when it ends. extra[1] is the callback,
 * extra[2] the row of flatMap's inner iteration. */
#include "js/builtins/iterator_internal.h"

#include "engine/convert.h"
#include "engine/property.h"

#include <math.h>
#include <string.h>

enum {
    HELPER_MAP,
    HELPER_FILTER,
    HELPER_TAKE,
    HELPER_DROP,
    HELPER_FLAT_MAP
};

enum {
    H_RESULT, /* the result object, made first; undefined: not started */
    H_ITER,
    H_INNER = H_ITER + 3,
    H_VALUE = H_INNER + 3, /* what filter's callback is looking at */
    H_ERROR,
    HELPER_REGS
};

/* f->pc of next */
enum {
    NEXT_START,
    NEXT_SOURCE,   /* asks the source */
    NEXT_ANSWERED, /* the callback returned */
    NEXT_OPEN,     /* opens the inner iteration of V_VALUE */
    NEXT_INNER,    /* asks the inner iteration */
    NEXT_LIMIT,    /* take has taken enough: closes the source */
    NEXT_FAILED    /* closes the source after an error */
};

static Value row_new(VM *vm, const Value *from)
{
    ValuesCell *row = heap_values_new(&vm->heap, 3);
    if (!row)
        return VALUE_THROWN;
    memcpy(row->v, from, 3 * sizeof(Value));
    row->n = 3;
    return value_from_cell(row);
}

static void row_load(Value row, Value *to)
{
    if (value_is_cell(row))
        memcpy(to, ((ValuesCell *)value_ptr(row))->v, 3 * sizeof(Value));
}

static void row_store(Value row, const Value *from)
{
    if (value_is_cell(row))
        memcpy(((ValuesCell *)value_ptr(row))->v, from, 3 * sizeof(Value));
}

/* ---- making helpers ---- */

static Step helper_new(VM *vm, NativeFrame *f, int what, double counter)
{
    if (iter_direct(vm, f, 0, f->call.this_val) != ITER_VALUE)
        return STEP_THROW;
    Value row = row_new(vm, f->reg);
    IterObj *it = row == VALUE_THROWN ? NULL
                                      : iter_obj_new(vm, ITERKIND_HELPER, what,
                                                     f->call.this_val);
    if (!it)
        return STEP_THROW;
    it->extra[0] = row;
    it->extra[1] = f->call.args[0];
    it->extra[2] = VALUE_UNDEFINED;
    it->counter = counter;
    return native_return(f, value_from_obj(it));
}

static Step callback_helper(VM *vm, NativeFrame *f, int what)
{
    if (!value_is_object(f->call.this_val)) {
        throw_type(vm, "The iterator is not an object");
        return STEP_THROW;
    }
    if (!value_is_callable(f->call.args[0])) {
        throw_type(vm, "The callback of the iterator method is not a function");
        return STEP_THROW;
    }
    return helper_new(vm, f, what, 0);
}

static Step iterator_map(VM *vm, NativeFrame *f)
{
    return callback_helper(vm, f, HELPER_MAP);
}

static Step iterator_filter(VM *vm, NativeFrame *f)
{
    return callback_helper(vm, f, HELPER_FILTER);
}

static Step iterator_flat_map(VM *vm, NativeFrame *f)
{
    return callback_helper(vm, f, HELPER_FLAT_MAP);
}

static Step limit_helper(VM *vm, NativeFrame *f, int what)
{
    double n;
    if (!value_is_object(f->call.this_val)) {
        throw_type(vm, "The iterator is not an object");
        return STEP_THROW;
    }
    if (!to_number(vm, f->call.args[0], &n))
        return STEP_THROW;
    if (isnan(n) || trunc(n) < 0) {
        throw_range(vm, "The limit must be a number that is not negative");
        return STEP_THROW;
    }
    return helper_new(vm, f, what, trunc(n));
}

static Step iterator_take(VM *vm, NativeFrame *f)
{
    return limit_helper(vm, f, HELPER_TAKE);
}

static Step iterator_drop(VM *vm, NativeFrame *f)
{
    return limit_helper(vm, f, HELPER_DROP);
}

/* ---- next ---- */

static IterObj *this_helper(VM *vm, const NativeFrame *f)
{
    Value v = f->call.this_val;
    if (value_is_class(v, CLASS_ITERATOR) &&
        ((IterObj *)value_ptr(v))->kind == ITERKIND_HELPER)
        return value_ptr(v);
    throw_type(vm, "The method was called on something that is not an "
                   "iterator helper");
    return NULL;
}

static Step helper_finish(NativeFrame *f, IterObj *it, Value v, bool done)
{
    Obj *result = value_obj(f->reg[H_RESULT]);
    *obj_slot(result, 0) = v;
    *obj_slot(result, 1) = value_bool(done);
    it->running = 0;
    it->done = done;
    row_store(it->extra[0], f->reg + H_ITER);
    row_store(it->extra[2], f->reg + H_INNER);
    return native_return(f, f->reg[H_RESULT]);
}

/* The source itself failed: nothing to close. Refused memory changes
 * nothing. */
static Step helper_throw(VM *vm, IterObj *it)
{
    if (vm->exception != VALUE_ABSENT) {
        it->running = 0;
        it->done = 1;
    }
    return STEP_THROW;
}

static Step helper_fail(VM *vm, NativeFrame *f, IterObj *it)
{
    if (f->threw || vm->exception != VALUE_ABSENT) {
        it->running = 0;
        it->done = 1;
    }
    return cm__iter_fail(vm, f, H_ITER, H_ERROR, NEXT_FAILED);
}

/* Opens what flatMap's callback returned: an iterable, or an iterator. */
static IterResult open_inner(VM *vm, NativeFrame *f)
{
    Value v = f->reg[H_VALUE];
    if (!value_is_object(v)) {
        throw_type(vm, "The callback of flatMap returned no iterable object");
        return ITER_THROWN;
    }
    Value method = VALUE_TRUE;
    if (f->pc == NEXT_OPEN && !value_is_array(v))
        method =
            get_method(vm, v, value_from_symbol(vm->realm->symbol.iterator));
    if (method == VALUE_THROWN)
        return ITER_THROWN;
    return method == VALUE_UNDEFINED ? iter_direct(vm, f, H_INNER, v)
                                     : iter_open(vm, f, H_INNER, v);
}

/* A value has come from the source. STEP_RETURN: it is swallowed, go on. */
static Step helper_value(VM *vm, NativeFrame *f, IterObj *it, Value v)
{
    switch (it->what) {
    case HELPER_TAKE:
        it->counter--;
        f->pc = NEXT_START;
        return helper_finish(f, it, v, false);
    case HELPER_DROP:
        if (it->counter > 0) {
            it->counter--;
            return vm_charge(vm, 1) ? STEP_RETURN : STEP_THROW;
        }
        f->pc = NEXT_START;
        return helper_finish(f, it, v, false);
    default:
        break;
    }
    Value args[2] = { v, value_number(it->counter) };
    f->reg[H_VALUE] = v;
    f->pc = NEXT_ANSWERED;
    return native_call(vm, f, it->extra[1], VALUE_UNDEFINED, 2, args);
}

static Step ask_source(VM *vm, NativeFrame *f, IterObj *it)
{
    f->pc = NEXT_SOURCE;
    for (;;) {
        Value v;
        IterResult r = iter_next(vm, f, H_ITER, &v);
        if (r == ITER_CALL)
            return STEP_CALL;
        if (r == ITER_THROWN)
            return helper_throw(vm, it);
        if (r == ITER_DONE)
            return helper_finish(f, it, VALUE_UNDEFINED, true);
        Step s = helper_value(vm, f, it, v);
        if (s != STEP_RETURN || f->pc == NEXT_START)
            return s;
    }
}

static Step ask_inner(VM *vm, NativeFrame *f, IterObj *it)
{
    Value v;
    f->pc = NEXT_INNER;
    IterResult r = iter_next(vm, f, H_INNER, &v);
    switch (r) {
    case ITER_CALL:
        return STEP_CALL;
    case ITER_THROWN:
        return helper_fail(vm, f, it);
    case ITER_VALUE:
        return helper_finish(f, it, v, false);
    case ITER_DONE:
        break;
    }
    it->extra[2] = VALUE_UNDEFINED;
    return ask_source(vm, f, it);
}

/* take is through: the source is closed before the end is told. */
static Step close_at_limit(VM *vm, NativeFrame *f, IterObj *it)
{
    f->pc = NEXT_LIMIT;
    it->done = 1;
    it->running = 0;
    IterResult r = iter_close(vm, f, H_ITER);
    if (r == ITER_CALL)
        return STEP_CALL;
    return r == ITER_DONE ? helper_finish(f, it, VALUE_UNDEFINED, true)
                          : STEP_THROW;
}

static Step helper_start(VM *vm, NativeFrame *f, IterObj *it)
{
    if (f->reg[H_RESULT] == VALUE_UNDEFINED) {
        if (it->running) {
            throw_type(vm, "The iterator is already running");
            return STEP_THROW;
        }
        Obj *result = iter_result(vm, VALUE_UNDEFINED, true);
        if (!result)
            return STEP_THROW;
        f->reg[H_RESULT] = value_from_obj(result);
        if (it->done)
            return native_return(f, f->reg[H_RESULT]);
        it->running = 1;
        row_load(it->extra[0], f->reg + H_ITER);
        row_load(it->extra[2], f->reg + H_INNER);
    }
    if (it->what == HELPER_TAKE && it->counter <= 0)
        return close_at_limit(vm, f, it);
    return value_is_cell(it->extra[2]) ? ask_inner(vm, f, it)
                                       : ask_source(vm, f, it);
}

/* map and filter have their answer; flatMap something to iterate. */
static Step helper_answered(VM *vm, NativeFrame *f, IterObj *it)
{
    if (f->threw)
        return helper_fail(vm, f, it);
    if (it->what == HELPER_FLAT_MAP) {
        f->reg[H_VALUE] = f->result;
        f->pc = NEXT_OPEN;
        return STEP_CALL;
    }
    it->counter++;
    if (it->what == HELPER_MAP)
        return helper_finish(f, it, f->result, false);
    if (to_boolean(f->result))
        return helper_finish(f, it, f->reg[H_VALUE], false);
    return ask_source(vm, f, it);
}

static Step helper_open(VM *vm, NativeFrame *f, IterObj *it)
{
    IterResult r = open_inner(vm, f);
    if (r == ITER_CALL)
        return STEP_CALL;
    if (r != ITER_VALUE)
        return helper_fail(vm, f, it);
    Value row = row_new(vm, f->reg + H_INNER);
    if (row == VALUE_THROWN)
        return STEP_THROW;
    it->extra[2] = row;
    it->counter++;
    return ask_inner(vm, f, it);
}

static Step helper_next(VM *vm, NativeFrame *f)
{
    IterObj *it = this_helper(vm, f);
    if (!it)
        return STEP_THROW;
    switch (f->pc) {
    case NEXT_START:
        return helper_start(vm, f, it);
    case NEXT_SOURCE:
        return ask_source(vm, f, it);
    case NEXT_ANSWERED: {
        Step s = helper_answered(vm, f, it);
        return f->pc == NEXT_OPEN && s == STEP_CALL ? helper_open(vm, f, it)
                                                    : s;
    }
    case NEXT_OPEN:
        return helper_open(vm, f, it);
    case NEXT_INNER:
        return ask_inner(vm, f, it);
    case NEXT_LIMIT:
        return close_at_limit(vm, f, it);
    default:
        return cm__iter_fail_step(vm, f, H_ITER, H_ERROR);
    }
}

/* ---- return ---- */

enum {
    RETURN_START,
    RETURN_INNER,
    RETURN_SOURCE,
    RETURN_FAILED
};

static Step close_source(VM *vm, NativeFrame *f, IterObj *it)
{
    f->pc = RETURN_SOURCE;
    IterResult r = iter_close(vm, f, H_ITER);
    if (r == ITER_CALL)
        return STEP_CALL;
    return r == ITER_DONE ? helper_finish(f, it, VALUE_UNDEFINED, true)
                          : STEP_THROW;
}

static Step close_inner(VM *vm, NativeFrame *f, IterObj *it)
{
    f->pc = RETURN_INNER;
    IterResult r = iter_close(vm, f, H_INNER);
    if (r == ITER_CALL)
        return STEP_CALL;
    if (r != ITER_DONE)
        return cm__iter_fail(vm, f, H_ITER, H_ERROR, RETURN_FAILED);
    it->extra[2] = VALUE_UNDEFINED;
    return close_source(vm, f, it);
}

static Step helper_return(VM *vm, NativeFrame *f)
{
    IterObj *it = this_helper(vm, f);
    if (!it)
        return STEP_THROW;
    switch (f->pc) {
    case RETURN_START:
        break;
    case RETURN_INNER:
        return close_inner(vm, f, it);
    case RETURN_SOURCE:
        return close_source(vm, f, it);
    default:
        return cm__iter_fail_step(vm, f, H_ITER, H_ERROR);
    }
    if (it->running) {
        throw_type(vm, "The iterator is already running");
        return STEP_THROW;
    }
    Obj *result = iter_result(vm, VALUE_UNDEFINED, true);
    if (!result)
        return STEP_THROW;
    f->reg[H_RESULT] = value_from_obj(result);
    if (it->done)
        return native_return(f, f->reg[H_RESULT]);
    it->done = 1;
    row_load(it->extra[0], f->reg + H_ITER);
    row_load(it->extra[2], f->reg + H_INNER);
    return value_is_cell(it->extra[2]) ? close_inner(vm, f, it)
                                       : close_source(vm, f, it);
}

/* ---- Iterator.from ---- */

/* An iterator that inherits from Iterator.prototype needs no wrapper. */
static Step wrap_iterator(VM *vm, NativeFrame *f, Value iterator)
{
    if (!value_is_object(iterator)) {
        throw_type(vm, "The result of Symbol.iterator is not an object");
        return STEP_THROW;
    }
    Value next = get_prop(vm, iterator, vm->realm->name.next);
    if (next == VALUE_THROWN)
        return STEP_THROW;
    for (Obj *o = value_obj(iterator); o;) {
        if (!obj_get_proto(vm, o, &o) || !vm_charge(vm, 1))
            return STEP_THROW;
        if (o == vm->realm->iterator_proto)
            return native_return(f, iterator);
    }
    IterObj *it = iter_obj_new(vm, ITERKIND_WRAP, 0, iterator);
    if (!it)
        return STEP_THROW;
    it->extra[0] = next;
    return native_return(f, value_from_obj(it));
}

static Step iterator_from(VM *vm, NativeFrame *f)
{
    if (f->pc)
        return wrap_iterator(vm, f, f->result);
    Value v = f->call.args[0];
    if (!value_is_object(v) && !value_is_string(v)) {
        throw_type(vm, "Iterator.from needs an object or a string");
        return STEP_THROW;
    }
    Value method =
        get_method(vm, v, value_from_symbol(vm->realm->symbol.iterator));
    if (method == VALUE_THROWN)
        return STEP_THROW;
    if (method == VALUE_UNDEFINED)
        return wrap_iterator(vm, f, v);
    f->pc = 1;
    return native_call(vm, f, method, v, 0, NULL);
}

static IterObj *this_wrapper(VM *vm, const NativeFrame *f)
{
    Value v = f->call.this_val;
    if (value_is_class(v, CLASS_ITERATOR) &&
        ((IterObj *)value_ptr(v))->kind == ITERKIND_WRAP)
        return value_ptr(v);
    throw_type(vm, "The method was called on something that is not a wrapped "
                   "iterator");
    return NULL;
}

static Step wrapper_next(VM *vm, NativeFrame *f)
{
    if (f->pc)
        return native_return(f, f->result);
    const IterObj *it = this_wrapper(vm, f);
    if (!it)
        return STEP_THROW;
    f->pc = 1;
    return native_call(vm, f, it->extra[0], it->target, 0, NULL);
}

static Step wrapper_return(VM *vm, NativeFrame *f)
{
    if (f->pc)
        return native_return(f, f->result);
    const IterObj *it = this_wrapper(vm, f);
    Value method =
        it ? get_method(vm, it->target, vm->realm->name.return_) : VALUE_THROWN;
    if (method == VALUE_THROWN)
        return STEP_THROW;
    if (method == VALUE_UNDEFINED) {
        Obj *result = iter_result(vm, VALUE_UNDEFINED, true);
        return native_return(f, result ? value_from_obj(result) : VALUE_THROWN);
    }
    f->pc = 1;
    return native_call(vm, f, method, it->target, 0, NULL);
}

/* ---- tables ---- */

#define MAKER(name_, fn_)                                           \
    {                                                               \
        .name = (name_), .step = (fn_), .length = 1, .min_args = 1, \
        .n_regs = 3                                                 \
    }

static const NativeSpec makers[] = {
    MAKER("drop", iterator_drop),        MAKER("filter", iterator_filter),
    MAKER("flatMap", iterator_flat_map), MAKER("map", iterator_map),
    MAKER("take", iterator_take),
};

static const NativeSpec helper_rows[] = {
    { .name = "next",
      .step = helper_next,
      .n_regs = HELPER_REGS,
      .flags = NATIVE_CATCHES },
    { .name = "return",
      .step = helper_return,
      .n_regs = HELPER_REGS,
      .flags = NATIVE_CATCHES },
};

static const NativeSpec wrapper_rows[] = {
    { .name = "next", .step = wrapper_next },
    { .name = "return", .step = wrapper_return },
};

static const NativeSpec from_row = {
    .name = "from", .step = iterator_from, .length = 1, .min_args = 1
};

void cm__install_iterator_helpers(RealmBuilder *b, Obj *ctor)
{
    Realm *r = b->realm;
    realm_functions(b, ctor, &from_row, 1);
    realm_functions(b, r->iterator_proto, makers, CM_ARRAY_LEN(makers));
    realm_functions(b, r->iterator_helper_proto, helper_rows,
                    CM_ARRAY_LEN(helper_rows));
    realm_tag(b, r->iterator_helper_proto, "Iterator Helper");
    realm_functions(b, r->iterator_wrap_proto, wrapper_rows,
                    CM_ARRAY_LEN(wrapper_rows));
    cm__install_iterator_consumers(b);
}
