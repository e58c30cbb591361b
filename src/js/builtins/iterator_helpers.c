/* SPDX-License-Identifier: MIT */
/* Iterator helpers that are iterators themselves: map, filter, take, drop,
 * flatMap, and next and return of every helper; ECMA-262 27.1.3 and 27.1.4.
 *
 * Each next() loads the row of the source into its registers and stores it when
 * it ends. */
#include "js/builtins/iterator_internal.h"

#include "engine/convert.h"
#include "engine/property.h"

#include <math.h>
#include <string.h>

Value cm__iter_row_new(VM *vm, const Value *from)
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

/* The source and flatMap's inner iteration; zip works on its cell directly. */
static void rows_load(NativeFrame *f, const IterObj *it)
{
    if (it->what != HELPER_ZIP) {
        row_load(it->extra[0], f->reg + H_ITER);
        row_load(it->extra[2], f->reg + H_INNER);
    }
}

/* ---- making helpers ---- */

/* Registers of the makers: an iteration, and the error while it closes. */
enum {
    M_ITER,
    M_ERROR = M_ITER + 3,
    MAKER_REGS
};

IterObj *cm__helper_over_this(VM *vm, NativeFrame *f, HelperKind what)
{
    if (iter_direct(vm, f, M_ITER, f->call.this_val) != ITER_VALUE)
        return NULL;
    Value row = cm__iter_row_new(vm, f->reg + M_ITER);
    IterObj *it = row == VALUE_THROWN ? NULL
                                      : iter_obj_new(vm, ITERKIND_HELPER, what,
                                                     f->call.this_val);
    if (it)
        it->extra[0] = row;
    return it;
}

static Step callback_helper(VM *vm, NativeFrame *f, HelperKind what)
{
    if (!value_is_object(f->call.this_val)) {
        throw_type(vm, "The iterator is not an object");
        return STEP_THROW;
    }
    if (!value_is_callable(f->call.args[0])) {
        throw_type(vm, "The callback of the iterator method is not a function");
        return cm__iter_reject(vm, f, M_ITER, M_ERROR);
    }
    IterObj *it = cm__helper_over_this(vm, f, what);
    if (!it)
        return STEP_THROW;
    it->extra[1] = f->call.args[0];
    return native_return(f, value_from_obj(it));
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

static Step limit_helper(VM *vm, NativeFrame *f, HelperKind what)
{
    double n;
    if (!value_is_object(f->call.this_val)) {
        throw_type(vm, "The iterator is not an object");
        return STEP_THROW;
    }
    if (!to_number(vm, f->call.args[0], &n))
        return cm__iter_reject(vm, f, M_ITER, M_ERROR);
    if (isnan(n) || trunc(n) < 0) {
        throw_range(vm, "The limit must be a number that is not negative");
        return cm__iter_reject(vm, f, M_ITER, M_ERROR);
    }
    if (isfinite(n) && n > ITER_MAX_COUNT) {
        throw_range(vm, "The limit must be at most 2^53 - 1, or Infinity");
        return cm__iter_reject(vm, f, M_ITER, M_ERROR);
    }
    IterObj *it = cm__helper_over_this(vm, f, what);
    if (!it)
        return STEP_THROW;
    it->counter = trunc(n);
    return native_return(f, value_from_obj(it));
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

/* Makes the result object. STEP_CALL: the helper is at work now, go on. */
static Step helper_enter(VM *vm, NativeFrame *f, IterObj *it)
{
    if (it->state == HELPER_RUNNING) {
        throw_type(vm, "The iterator is already running");
        return STEP_THROW;
    }
    Obj *result = iter_result(vm, VALUE_UNDEFINED, true);
    if (!result)
        return STEP_THROW;
    f->reg[H_RESULT] = value_from_obj(result);
    f->reg[H_VALUE] = VALUE_ABSENT;
    if (it->done)
        return native_return(f, f->reg[H_RESULT]);
    rows_load(f, it);
    return STEP_CALL;
}

Step cm__helper_finish(NativeFrame *f, IterObj *it, Value v, bool done)
{
    Obj *result = value_obj(f->reg[H_RESULT]);
    *obj_slot(result, 0) = v;
    *obj_slot(result, 1) = value_bool(done);
    it->state = HELPER_YIELDED;
    it->done = done;
    if (it->what != HELPER_ZIP) {
        row_store(it->extra[0], f->reg + H_ITER);
        row_store(it->extra[2], f->reg + H_INNER);
    }
    return native_return(f, f->reg[H_RESULT]);
}

Step cm__helper_throw(VM *vm, IterObj *it)
{
    if (vm->exception != VALUE_ABSENT) {
        it->state = HELPER_YIELDED;
        it->done = 1;
    }
    return STEP_THROW;
}

Step cm__helper_fail(VM *vm, NativeFrame *f, IterObj *it)
{
    Step s = cm__iter_fail(vm, f, H_ITER, H_ERROR, NEXT_FAILED);
    return s == STEP_THROW ? cm__helper_throw(vm, it) : s;
}

/* Opens what flatMap's callback returned: an iterable, or an iterator. */
static IterResult open_inner(VM *vm, NativeFrame *f)
{
    Value v = f->reg[H_VALUE];
    if (iter_is_open(f->reg + H_INNER))
        return ITER_VALUE;
    if (!value_is_object(v)) {
        throw_type(vm, "The callback of flatMap returned no iterable object");
        return ITER_THROWN;
    }
    return iter_open_flat(vm, f, H_INNER, v);
}

/* A value has come from the source. STEP_RETURN: it is swallowed, go on. */
static Step helper_value(VM *vm, NativeFrame *f, IterObj *it, Value v)
{
    switch (it->what) {
    case HELPER_TAKE:
        it->counter--;
        f->pc = NEXT_START;
        return cm__helper_finish(f, it, v, false);
    case HELPER_DROP:
        if (it->counter > 0) {
            it->counter--;
            return vm_charge(vm, 1) ? STEP_RETURN : STEP_THROW;
        }
        f->pc = NEXT_START;
        return cm__helper_finish(f, it, v, false);
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
            return cm__helper_throw(vm, it);
        if (r == ITER_DONE)
            return cm__helper_finish(f, it, VALUE_UNDEFINED, true);
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
        return cm__helper_fail(vm, f, it);
    case ITER_VALUE:
        return cm__helper_finish(f, it, v, false);
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
    IterResult r = iter_close(vm, f, H_ITER);
    if (r == ITER_CALL)
        return STEP_CALL;
    return r == ITER_DONE ? cm__helper_finish(f, it, VALUE_UNDEFINED, true)
                          : cm__helper_throw(vm, it);
}

static Step helper_go_on(VM *vm, NativeFrame *f, IterObj *it)
{
    switch ((HelperKind)it->what) {
    case HELPER_TAKE:
        if (it->counter <= 0)
            return close_at_limit(vm, f, it);
        break;
    case HELPER_FLAT_MAP:
        if (value_is_cell(it->extra[2]))
            return ask_inner(vm, f, it);
        break;
    case HELPER_CHUNKS:
    case HELPER_WINDOWS:
        return cm__chunks_next(vm, f, it);
    case HELPER_CONCAT:
        return cm__concat_next(vm, f, it);
    case HELPER_ZIP:
        return cm__zip_next(vm, f, it);
    case HELPER_MAP:
    case HELPER_FILTER:
    case HELPER_DROP:
        break;
    }
    return ask_source(vm, f, it);
}

static Step helper_start(VM *vm, NativeFrame *f, IterObj *it)
{
    if (f->reg[H_RESULT] == VALUE_UNDEFINED) {
        Step s = helper_enter(vm, f, it);
        if (s != STEP_CALL)
            return s;
        it->state = HELPER_RUNNING;
    }
    return helper_go_on(vm, f, it);
}

/* map and filter have their answer; flatMap something to iterate. */
static Step helper_answered(VM *vm, NativeFrame *f, IterObj *it)
{
    if (f->threw)
        return cm__helper_fail(vm, f, it);
    if (it->what == HELPER_FLAT_MAP) {
        f->reg[H_VALUE] = f->result;
        f->reg[H_INNER + 2] = VALUE_UNDEFINED;
        f->pc = NEXT_OPEN;
        return STEP_CALL;
    }
    it->counter++;
    if (it->what == HELPER_MAP)
        return cm__helper_finish(f, it, f->result, false);
    if (to_boolean(f->result))
        return cm__helper_finish(f, it, f->reg[H_VALUE], false);
    return ask_source(vm, f, it);
}

static Step helper_open(VM *vm, NativeFrame *f, IterObj *it)
{
    IterResult r = open_inner(vm, f);
    if (r == ITER_CALL)
        return STEP_CALL;
    if (r != ITER_VALUE)
        return cm__helper_fail(vm, f, it);
    Value row = cm__iter_row_new(vm, f->reg + H_INNER);
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
    if (it->what >= HELPER_CHUNKS && f->pc != NEXT_START &&
        f->pc != NEXT_FAILED)
        return helper_go_on(vm, f, it);
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
    default: {
        Step s = cm__iter_fail_step(vm, f, H_ITER, H_ERROR);
        return s == STEP_THROW ? cm__helper_throw(vm, it) : s;
    }
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
    return r == ITER_DONE ? cm__helper_finish(f, it, VALUE_UNDEFINED, true)
                          : cm__helper_throw(vm, it);
}

static Step close_inner(VM *vm, NativeFrame *f, IterObj *it)
{
    f->pc = RETURN_INNER;
    IterResult r = iter_close(vm, f, H_INNER);
    if (r == ITER_CALL)
        return STEP_CALL;
    if (r != ITER_DONE) {
        Step s = cm__iter_fail(vm, f, H_ITER, H_ERROR, RETURN_FAILED);
        return s == STEP_THROW ? cm__helper_throw(vm, it) : s;
    }
    it->extra[2] = VALUE_UNDEFINED;
    return close_source(vm, f, it);
}

static Step return_start(VM *vm, NativeFrame *f, IterObj *it)
{
    if (f->reg[H_RESULT] == VALUE_UNDEFINED) {
        Step s = helper_enter(vm, f, it);
        if (s != STEP_CALL)
            return s;
        if (it->state == HELPER_FRESH)
            it->done = 1;
        else
            it->state = HELPER_RUNNING;
    }
    if (it->what == HELPER_ZIP)
        return cm__zip_return(vm, f, it);
    return it->what == HELPER_FLAT_MAP && value_is_cell(it->extra[2])
               ? close_inner(vm, f, it)
               : close_source(vm, f, it);
}

static Step helper_return(VM *vm, NativeFrame *f)
{
    IterObj *it = this_helper(vm, f);
    if (!it)
        return STEP_THROW;
    switch (f->pc) {
    case RETURN_START:
        return return_start(vm, f, it);
    case RETURN_INNER:
        return close_inner(vm, f, it);
    case RETURN_SOURCE:
        return close_source(vm, f, it);
    default: {
        Step s = cm__iter_fail_step(vm, f, H_ITER, H_ERROR);
        return s == STEP_THROW ? cm__helper_throw(vm, it) : s;
    }
    }
}

/* ---- tables ---- */

#define MAKER(name_, fn_)                                           \
    {                                                               \
        .name = (name_), .step = (fn_), .length = 1, .min_args = 1, \
        .n_regs = MAKER_REGS                                        \
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

void cm__install_iterator_helpers(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_functions(b, r->iterator_proto, makers, CM_ARRAY_LEN(makers));
    realm_functions(b, r->iterator_helper_proto, helper_rows,
                    CM_ARRAY_LEN(helper_rows));
    realm_tag(b, r->iterator_helper_proto, "Iterator Helper");
}
