/* SPDX-License-Identifier: MIT */
/* Iterator methods that use an iterator up: forEach, some, every, find, reduce,
 * toArray; ECMA-262 27.1.4; includes and join of the TC39 proposals of these
 * names (stage 3 in 2026). The counter of callbacks is f->n. */
#include "js/builtins/iterator_internal.h"

#include "engine/convert.h"
#include "engine/property.h"
#include "js/builtins/array_internal.h"

#include <math.h>

enum {
    C_ITER,
    C_VALUE = C_ITER + 3, /* what the callback is looking at */
    C_OUT,                /* array, accumulator, or the early answer */
    C_SEPARATOR,          /* join */
    C_BEGUN,              /* true: `this` is being iterated */
    C_ERROR,
    CONSUME_REGS
};

/* f->pc */
enum {
    CONSUME_START,
    CONSUME_NEXT,
    CONSUME_ANSWERED,
    CONSUME_EARLY,
    CONSUME_FAILED
};

/* Whether this is a repetition of the first entry, whose registers stay. */
static bool has_begun(const NativeFrame *f)
{
    return f->reg[C_BEGUN] == VALUE_TRUE;
}

/* STEP_CALL: the iteration of `this` has begun. */
static Step consume_begin(VM *vm, NativeFrame *f, bool needs_callback)
{
    f->n = 0;
    f->pc = CONSUME_NEXT;
    if (has_begun(f))
        return STEP_CALL;
    if (!value_is_object(f->call.this_val)) {
        throw_type(vm, "The iterator is not an object");
        return STEP_THROW;
    }
    if (needs_callback && !value_is_callable(f->call.args[0])) {
        throw_type(vm, "The callback of the iterator method is not a function");
        return cm__iter_reject(vm, f, C_ITER, C_ERROR);
    }
    if (iter_direct(vm, f, C_ITER, f->call.this_val) != ITER_VALUE)
        return STEP_THROW;
    f->reg[C_BEGUN] = VALUE_TRUE;
    return STEP_CALL;
}

/* Asks for a value and calls back with it; ends with `at_end`. */
static Step consume_next(VM *vm, NativeFrame *f, Value at_end)
{
    Value v;
    f->pc = CONSUME_NEXT;
    IterResult r = iter_next(vm, f, C_ITER, &v);
    if (r == ITER_DONE)
        return native_return(f, at_end);
    if (r != ITER_VALUE)
        return r == ITER_CALL ? STEP_CALL : STEP_THROW;
    Value args[2] = { v, value_uint32(f->n++) };
    f->reg[C_VALUE] = v;
    f->pc = CONSUME_ANSWERED;
    return native_call(vm, f, f->call.args[0], VALUE_UNDEFINED, 2, args);
}

/* Closes the iterator and returns C_OUT. */
static Step consume_early(VM *vm, NativeFrame *f)
{
    f->pc = CONSUME_EARLY;
    IterResult r = iter_close(vm, f, C_ITER);
    if (r == ITER_CALL)
        return STEP_CALL;
    return r == ITER_DONE ? native_return(f, f->reg[C_OUT]) : STEP_THROW;
}

/* The parts that forEach, some, every and find share. STEP_RETURN: the callback
 * has answered, its answer is in f->result. */
static Step consume_enter(VM *vm, NativeFrame *f, Value at_end)
{
    Step s;
    switch (f->pc) {
    case CONSUME_START:
        s = consume_begin(vm, f, true);
        return s == STEP_CALL ? consume_next(vm, f, at_end) : s;
    case CONSUME_NEXT:
        return consume_next(vm, f, at_end);
    case CONSUME_ANSWERED:
        if (f->threw)
            return cm__iter_fail(vm, f, C_ITER, C_ERROR, CONSUME_FAILED);
        return STEP_RETURN;
    case CONSUME_EARLY:
        return consume_early(vm, f);
    default:
        return cm__iter_fail_step(vm, f, C_ITER, C_ERROR);
    }
}

static Step iterator_for_each(VM *vm, NativeFrame *f)
{
    if (f->pc != CONSUME_ANSWERED || f->threw)
        return consume_enter(vm, f, VALUE_UNDEFINED);
    return consume_next(vm, f, VALUE_UNDEFINED);
}

static Step consume_until(VM *vm, NativeFrame *f, bool stop)
{
    if (f->pc != CONSUME_ANSWERED || f->threw)
        return consume_enter(vm, f, value_bool(!stop));
    if (to_boolean(f->result) != stop)
        return consume_next(vm, f, value_bool(!stop));
    f->reg[C_OUT] = value_bool(stop);
    return consume_early(vm, f);
}

static Step iterator_some(VM *vm, NativeFrame *f)
{
    return consume_until(vm, f, true);
}

static Step iterator_every(VM *vm, NativeFrame *f)
{
    return consume_until(vm, f, false);
}

static Step iterator_find(VM *vm, NativeFrame *f)
{
    if (f->pc != CONSUME_ANSWERED || f->threw)
        return consume_enter(vm, f, VALUE_UNDEFINED);
    if (!to_boolean(f->result))
        return consume_next(vm, f, VALUE_UNDEFINED);
    f->reg[C_OUT] = f->reg[C_VALUE];
    return consume_early(vm, f);
}

/* The accumulator is absent until the first value is taken for it. */
static Step reduce_next(VM *vm, NativeFrame *f)
{
    f->pc = CONSUME_NEXT;
    for (;;) {
        Value v;
        IterResult r = iter_next(vm, f, C_ITER, &v);
        if (r == ITER_DONE && f->reg[C_OUT] == VALUE_ABSENT) {
            throw_type(vm, "Reduce of an empty iterator with no initial value");
            return STEP_THROW;
        }
        if (r == ITER_DONE)
            return native_return(f, f->reg[C_OUT]);
        if (r != ITER_VALUE)
            return r == ITER_CALL ? STEP_CALL : STEP_THROW;
        if (f->reg[C_OUT] == VALUE_ABSENT) {
            f->reg[C_OUT] = v;
            continue;
        }
        Value args[3] = { f->reg[C_OUT], v, value_uint32(f->n++) };
        f->pc = CONSUME_ANSWERED;
        return native_call(vm, f, f->call.args[0], VALUE_UNDEFINED, 3, args);
    }
}

static Step iterator_reduce(VM *vm, NativeFrame *f)
{
    Step s;
    switch (f->pc) {
    case CONSUME_START:
        if (!has_begun(f))
            f->reg[C_OUT] = f->call.argc > 1 ? f->call.args[1] : VALUE_ABSENT;
        s = consume_begin(vm, f, true);
        if (s != STEP_CALL)
            return s;
        f->n = f->call.argc > 1 ? 0 : 1;
        return reduce_next(vm, f);
    case CONSUME_NEXT:
        return reduce_next(vm, f);
    case CONSUME_ANSWERED:
        if (f->threw)
            return cm__iter_fail(vm, f, C_ITER, C_ERROR, CONSUME_FAILED);
        f->reg[C_OUT] = f->result;
        return reduce_next(vm, f);
    default:
        return cm__iter_fail_step(vm, f, C_ITER, C_ERROR);
    }
}

static bool to_array_begin(VM *vm, NativeFrame *f)
{
    Array *a = array_new(vm, 0);
    if (!a || consume_begin(vm, f, false) != STEP_CALL)
        return false;
    f->reg[C_OUT] = value_from_obj(a);
    f->reg[C_VALUE] = VALUE_ABSENT;
    return true;
}

/* A value waits in C_VALUE until it is in the array. C_OUT tells whether the
 * iteration began, also when an entry is repeated. */
static Step iterator_to_array(VM *vm, NativeFrame *f)
{
    if (f->reg[C_OUT] == VALUE_UNDEFINED && !to_array_begin(vm, f))
        return STEP_THROW;
    Array *out = value_ptr(f->reg[C_OUT]);
    for (;;) {
        if (f->reg[C_VALUE] == VALUE_ABSENT) {
            Value v;
            IterResult r = iter_next(vm, f, C_ITER, &v);
            if (r == ITER_DONE)
                return native_return(f, f->reg[C_OUT]);
            if (r != ITER_VALUE)
                return r == ITER_CALL ? STEP_CALL : STEP_THROW;
            f->reg[C_VALUE] = v;
        }
        if (!vm_charge(vm, 1) ||
            !cm__array_out(vm, &out->obj, out->length, f->reg[C_VALUE]))
            return STEP_THROW;
        f->reg[C_VALUE] = VALUE_ABSENT;
    }
}

/* ---- includes ---- */

/* How many values to skip, a double. False when thrown. */
static bool skipped_argument(VM *vm, Value v, Value *ret)
{
    double n = value_is_number(v) ? value_num(v) : (double)NAN;
    if (v == VALUE_UNDEFINED)
        n = 0;
    if (isnan(n) || (isfinite(n) && trunc(n) != n)) {
        throw_type(vm, "The number of elements to skip must be an integer");
        return false;
    }
    if (n < 0 || (isfinite(n) && n > ITER_MAX_COUNT)) {
        throw_range(vm, "The number of elements to skip must be between 0 and "
                        "2^53 - 1, or Infinity");
        return false;
    }
    *ret = value_double(n);
    return true;
}

static Step includes_begin(VM *vm, NativeFrame *f)
{
    if (!value_is_object(f->call.this_val) || has_begun(f))
        return consume_begin(vm, f, false);
    if (!skipped_argument(vm, f->call.args[1], &f->reg[C_OUT]))
        return cm__iter_reject(vm, f, C_ITER, C_ERROR);
    return consume_begin(vm, f, false);
}

/* C_OUT counts down what is skipped. */
static Step iterator_includes(VM *vm, NativeFrame *f)
{
    if (f->pc == CONSUME_EARLY)
        return consume_early(vm, f);
    if (f->pc == CONSUME_START) {
        Step s = includes_begin(vm, f);
        if (s != STEP_CALL)
            return s;
    }
    f->pc = CONSUME_NEXT;
    for (;;) {
        Value v;
        IterResult r = iter_next(vm, f, C_ITER, &v);
        if (r == ITER_DONE)
            return native_return(f, VALUE_FALSE);
        if (r != ITER_VALUE)
            return r == ITER_CALL ? STEP_CALL : STEP_THROW;
        double skip = value_num(f->reg[C_OUT]);
        if (skip > 0) {
            f->reg[C_OUT] = value_double(skip - 1);
        } else if (same_value_zero(vm, v, f->call.args[0])) {
            f->reg[C_OUT] = VALUE_TRUE;
            return consume_early(vm, f);
        }
        if (!vm_charge(vm, 1))
            return STEP_THROW;
    }
}

/* ---- join ---- */

/* C_OUT is the text so far (undefined before the first value), a rope that
 * grows at its end; C_SEPARATOR what stands between; a value waits in C_VALUE
 * until it is in the text. */
static bool join_value(VM *vm, NativeFrame *f)
{
    Value v = f->reg[C_VALUE];
    Str *text = value_is_nullish(v) ? vm->realm->empty : to_string(vm, v);
    Str *between = value_str(f->reg[C_SEPARATOR]);
    if (!text || !vm_charge_bytes(vm, (uint64_t)text->len + between->len))
        return false;
    if (f->reg[C_OUT] != VALUE_UNDEFINED) {
        Str *head = str_concat(vm, value_str(f->reg[C_OUT]), between);
        text = head ? str_concat(vm, head, text) : NULL;
    }
    if (!text)
        return false;
    f->reg[C_OUT] = value_from_str(text);
    f->reg[C_VALUE] = VALUE_ABSENT;
    return true;
}

static Step join_begin(VM *vm, NativeFrame *f)
{
    Value separator = f->call.args[0];
    if (!value_is_object(f->call.this_val) || has_begun(f))
        return consume_begin(vm, f, false);
    Str *text = separator == VALUE_UNDEFINED ? vm->realm->units[',']
                                             : to_string(vm, separator);
    if (!text)
        return cm__iter_reject(vm, f, C_ITER, C_ERROR);
    f->reg[C_SEPARATOR] = value_from_str(text);
    f->reg[C_VALUE] = VALUE_ABSENT;
    return consume_begin(vm, f, false);
}

static Step join_end(VM *vm, NativeFrame *f)
{
    Value text = f->reg[C_OUT];
    return native_return(
        f, text == VALUE_UNDEFINED ? value_from_str(vm->realm->empty) : text);
}

static Step iterator_join(VM *vm, NativeFrame *f)
{
    if (f->pc == CONSUME_START) {
        Step s = join_begin(vm, f);
        if (s != STEP_CALL)
            return s;
    }
    f->pc = CONSUME_NEXT;
    for (;;) {
        if (f->reg[C_VALUE] == VALUE_ABSENT) {
            Value v;
            IterResult r = iter_next(vm, f, C_ITER, &v);
            if (r == ITER_DONE)
                return join_end(vm, f);
            if (r != ITER_VALUE)
                return r == ITER_CALL ? STEP_CALL : STEP_THROW;
            f->reg[C_VALUE] = v;
        }
        if (!join_value(vm, f))
            return cm__iter_fail(vm, f, C_ITER, C_ERROR, CONSUME_FAILED);
    }
}

#define ROW(name_, fn_, n)                                              \
    {                                                                   \
        .name = (name_), .step = (fn_), .length = (n), .min_args = (n), \
        .n_regs = CONSUME_REGS, .flags = NATIVE_CATCHES                 \
    }

static const NativeSpec rows[] = {
    ROW("every", iterator_every, 1),
    ROW("find", iterator_find, 1),
    ROW("forEach", iterator_for_each, 1),
    ROW("reduce", iterator_reduce, 1),
    ROW("some", iterator_some, 1),
    { .name = "toArray", .step = iterator_to_array, .n_regs = CONSUME_REGS },
    { .name = "includes",
      .step = iterator_includes,
      .length = 1,
      .min_args = 2,
      .n_regs = CONSUME_REGS },
    { .name = "join",
      .step = iterator_join,
      .length = 1,
      .min_args = 1,
      .n_regs = CONSUME_REGS },
};

void cm__install_iterator_consumers(RealmBuilder *b)
{
    realm_functions(b, b->realm->iterator_proto, rows, CM_ARRAY_LEN(rows));
}
