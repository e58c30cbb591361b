/* SPDX-License-Identifier: MIT */
/* next and return of what Iterator.zip and Iterator.zipKeyed return;
 * IteratorZip of ECMA-262 of 2026, 27.1.3.5.
 *
 * IterObj.at is the ZipMode, counter the number of iterators that are not done.
 * H_VALUE holds the array of this turn's values, H_INDEX the iterator that is
 * asked for the next of them. */
#include "js/builtins/iterator_internal.h"

#include "engine/property.h"

static ValuesCell *cell_of(Value v)
{
    return value_ptr(v);
}

bool cm__zip_close(VM *vm, Value rows, Value *error)
{
    ValuesCell *cell = cell_of(rows);
    for (uint32_t i = cell->n / 3; i-- > 0;) {
        Value *r = cell->v + (size_t)i * 3;
        if (!vm_charge(vm, 1))
            return false;
        if (r[2] != ITER_OBJECT ||
            iter_loop_close(vm, r, *error != VALUE_ABSENT))
            continue;
        if (vm->exception == VALUE_ABSENT)
            return false;
        *error = vm->exception;
        vm->exception = VALUE_ABSENT;
    }
    return true;
}

/* Closes all and ends with the error, or with done when there is none. */
static Step zip_end(VM *vm, NativeFrame *f, IterObj *it, Value error)
{
    f->threw = false;
    f->reg[H_ERROR] = error;
    if (!cm__zip_close(vm, it->extra[0], &f->reg[H_ERROR]))
        return STEP_THROW;
    if (f->reg[H_ERROR] == VALUE_ABSENT)
        return cm__helper_finish(f, it, VALUE_UNDEFINED, true);
    throw_value(vm, f->reg[H_ERROR]);
    return cm__helper_throw(vm, it);
}

/* An error is parked. */
static Step zip_fail(VM *vm, NativeFrame *f, IterObj *it)
{
    Value error = vm->exception;
    if (error == VALUE_ABSENT)
        return STEP_THROW;
    vm->exception = VALUE_ABSENT;
    return zip_end(vm, f, it, error);
}

static Step zip_uneven(VM *vm, NativeFrame *f, IterObj *it)
{
    throw_type(vm, "The iterators of a strict zip are not of equal length");
    return zip_fail(vm, f, it);
}

/* The first iterator of a strict zip is done: so must be the others. */
static Step zip_rest(VM *vm, NativeFrame *f, IterObj *it)
{
    ValuesCell *rows = cell_of(it->extra[0]);
    f->pc = NEXT_REST;
    uint32_t i;
    while ((i = (uint32_t)value_num(f->reg[H_INDEX])) < rows->n / 3) {
        switch (iter_step_in(vm, f, rows->v + (size_t)i * 3)) {
        case ITER_CALL:
            return STEP_CALL;
        case ITER_THROWN:
            return zip_fail(vm, f, it);
        case ITER_VALUE:
            return zip_uneven(vm, f, it);
        case ITER_DONE:
            break;
        }
        f->reg[H_INDEX] = value_uint32(i + 1);
        if (!vm_charge(vm, 1))
            return STEP_THROW;
    }
    return cm__helper_finish(f, it, VALUE_UNDEFINED, true);
}

/* Iterator i is done. STEP_CALL: its padding stands in for it. */
static Step zip_exhausted(VM *vm, NativeFrame *f, IterObj *it, uint32_t i)
{
    switch ((ZipMode)it->at) {
    case ZIP_SHORTEST:
        return zip_end(vm, f, it, VALUE_ABSENT);
    case ZIP_STRICT:
        if (i > 0)
            return zip_uneven(vm, f, it);
        f->reg[H_INDEX] = value_uint32(1);
        return zip_rest(vm, f, it);
    case ZIP_LONGEST:
        break;
    }
    return it->counter > 0 ? STEP_CALL
                           : cm__helper_finish(f, it, VALUE_UNDEFINED, true);
}

/* The values as they are, or as properties of an object. */
static Value zip_result(VM *vm, const IterObj *it, Value values)
{
    if (it->extra[2] == VALUE_UNDEFINED)
        return values;
    const ValuesCell *keys = cell_of(it->extra[2]);
    const Array *a = value_ptr(values);
    Obj *o = obj_new_proto(vm, NULL);
    for (uint32_t i = 0; o && i < keys->n; i++)
        if (!vm_charge(vm, 1) ||
            !obj_put(vm, o, keys->v[i], a->obj.elements.dense->v[i]))
            return VALUE_THROWN;
    return o ? value_from_obj(o) : VALUE_THROWN;
}

/* One turn: a value of each iterator. */
static Step zip_turn(VM *vm, NativeFrame *f, IterObj *it)
{
    ValuesCell *rows = cell_of(it->extra[0]);
    Array *values = value_ptr(f->reg[H_VALUE]);
    f->pc = NEXT_SOURCE;
    uint32_t i;
    while ((i = (uint32_t)value_num(f->reg[H_INDEX])) < rows->n / 3) {
        Value v, *r = rows->v + (size_t)i * 3;
        bool was_open = r[2] != ITER_FINISHED;
        IterResult n = iter_next_in(vm, f, r, &v);
        if (n == ITER_CALL)
            return STEP_CALL;
        if (n == ITER_THROWN)
            return zip_fail(vm, f, it);
        if (n == ITER_DONE) {
            it->counter -= was_open ? 1 : 0;
            Step s = zip_exhausted(vm, f, it, i);
            if (s != STEP_CALL || it->at != ZIP_LONGEST)
                return s;
            v = cell_of(it->extra[1])->v[i];
        }
        values->obj.elements.dense->v[i] = v;
        f->reg[H_INDEX] = value_uint32(i + 1);
        if (!vm_charge(vm, 1))
            return STEP_THROW;
    }
    Value result = zip_result(vm, it, f->reg[H_VALUE]);
    return result == VALUE_THROWN ? zip_fail(vm, f, it)
                                  : cm__helper_finish(f, it, result, false);
}

Step cm__zip_next(VM *vm, NativeFrame *f, IterObj *it)
{
    const ValuesCell *rows = cell_of(it->extra[0]);
    if (f->pc == NEXT_REST)
        return zip_rest(vm, f, it);
    if (rows->n == 0)
        return cm__helper_finish(f, it, VALUE_UNDEFINED, true);
    if (f->reg[H_VALUE] == VALUE_ABSENT) {
        Array *values = array_new_filled(vm, rows->n / 3);
        if (!values)
            return STEP_THROW;
        f->reg[H_VALUE] = value_from_obj(values);
        f->reg[H_INDEX] = value_uint32(0);
    }
    return zip_turn(vm, f, it);
}

Step cm__zip_return(VM *vm, NativeFrame *f, IterObj *it)
{
    return zip_end(vm, f, it, VALUE_ABSENT);
}
