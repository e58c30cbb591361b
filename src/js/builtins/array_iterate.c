/* SPDX-License-Identifier: MIT */
/* Array functions that call back for each element; ECMA-262 23.1.3.
 *
 * Each is a small state machine over f->pc: 1 means that the element at the
 * index is next, 2 that the callback's answer for it has come. The index moves
 * only after the answer was used, so an entry that ran out of memory can be
 * repeated. Index: f->i (low) and f->m (high). */
#include "js/builtins/array_internal.h"

#include "engine/convert.h"
#include "engine/proxy.h"

enum {
    V_OBJ,   /* the array-like */
    V_LEN,   /* its length at the start, a double */
    V_OUT,   /* what is being made: array, accumulator */
    V_ITEM,  /* the element that the callback is looking at */
    V_INNER, /* flatMap: the array that it returned */
    VISIT_REGS
};

static inline uint64_t at(const NativeFrame *f)
{
    return (uint64_t)f->m << 32 | f->i;
}

static inline void set_at(NativeFrame *f, uint64_t i)
{
    f->i = (uint32_t)i;
    f->m = (uint32_t)(i >> 32);
}

static inline void forward(NativeFrame *f)
{
    set_at(f, at(f) + 1);
    f->pc = 1;
}

static inline uint64_t visit_length(const NativeFrame *f)
{
    return (uint64_t)value_to_double(f->reg[V_LEN]);
}

static bool visit_begin(VM *vm, NativeFrame *f)
{
    Obj *o;
    uint64_t length;
    if (!cm__array_this(vm, f->call.this_val, &o, &length))
        return false;
    if (!value_is_callable(f->call.args[0])) {
        throw_type(vm, "The callback of the array method is not a function");
        return false;
    }
    f->reg[V_OBJ] = value_from_obj(o);
    f->reg[V_LEN] = value_double((double)length);
    f->i = f->n = f->m = 0;
    f->pc = 1;
    return true;
}

/* The next element that is there, from the index on. TRI_FALSE at the end. */
static inline Tri visit_seek(VM *vm, NativeFrame *f, Value *ret)
{
    Obj *o = value_obj(f->reg[V_OBJ]);
    uint64_t length = visit_length(f);
    for (uint64_t i = at(f); i < length; i++) {
        Value v = element_present(vm, o, i);
        if (CM_LIKELY(v != VALUE_ABSENT)) {
            set_at(f, i);
            *ret = v;
            return v == VALUE_THROWN ? TRI_THROWN : TRI_TRUE;
        }
        if (!vm_charge(vm, 1))
            return TRI_THROWN;
    }
    return TRI_FALSE;
}

/* callback.call(thisArg, v, index, object) */
static inline Step visit_call(VM *vm, NativeFrame *f, Value v, uint64_t i)
{
    Value args[3] = { v, value_index(i), f->reg[V_OBJ] };
    Step s = native_call(vm, f, f->call.args[0], f->call.args[1], 3, args);
    if (CM_LIKELY(s == STEP_CALL))
        f->pc = 2;
    return s;
}

/* Calls for the next element, or returns `at_end`. */
static inline Step visit_next(VM *vm, NativeFrame *f, Value at_end)
{
    Value v;
    Tri found = visit_seek(vm, f, &v);
    if (CM_LIKELY(found == TRI_TRUE))
        return visit_call(vm, f, v, at(f));
    return found == TRI_FALSE ? native_return(f, at_end) : STEP_THROW;
}

static Step array_for_each(VM *vm, NativeFrame *f)
{
    if (f->pc == 2)
        forward(f);
    else if (f->pc == 0 && !visit_begin(vm, f))
        return STEP_THROW;
    return visit_next(vm, f, VALUE_UNDEFINED);
}

/* some stops at the first true answer, every at the first false one. */
static Step visit_until(VM *vm, NativeFrame *f, bool stop)
{
    if (f->pc == 2) {
        if (to_boolean(f->result) == stop)
            return native_return(f, value_bool(stop));
        forward(f);
    } else if (f->pc == 0 && !visit_begin(vm, f)) {
        return STEP_THROW;
    }
    return visit_next(vm, f, value_bool(!stop));
}

static Step array_some(VM *vm, NativeFrame *f)
{
    return visit_until(vm, f, true);
}

static Step array_every(VM *vm, NativeFrame *f)
{
    return visit_until(vm, f, false);
}

/* Makes the result of map or filter. */
static bool visit_begin_out(VM *vm, NativeFrame *f, bool same_length)
{
    if (!visit_begin(vm, f))
        return false;
    f->pc = 0;
    Obj *out = cm__array_species(vm, value_obj(f->reg[V_OBJ]),
                                 same_length ? visit_length(f) : 0);
    if (!out)
        return false;
    f->reg[V_OUT] = value_from_obj(out);
    f->pc = 1;
    return true;
}

static Step array_map(VM *vm, NativeFrame *f)
{
    if (f->pc == 2) {
        if (!cm__array_out(vm, value_obj(f->reg[V_OUT]), at(f), f->result))
            return STEP_THROW;
        forward(f);
    } else if (f->pc == 0 && !visit_begin_out(vm, f, true)) {
        return STEP_THROW;
    }
    Value v;
    Tri found = visit_seek(vm, f, &v);
    if (CM_LIKELY(found == TRI_TRUE))
        return visit_call(vm, f, v, at(f));
    if (found == TRI_THROWN ||
        !cm__array_finish(vm, value_obj(f->reg[V_OUT]), visit_length(f)))
        return STEP_THROW;
    return native_return(f, f->reg[V_OUT]);
}

/* f->n counts what was kept. */
static Step array_filter(VM *vm, NativeFrame *f)
{
    if (f->pc == 2) {
        if (to_boolean(f->result)) {
            if (!cm__array_out(vm, value_obj(f->reg[V_OUT]), f->n,
                               f->reg[V_ITEM]))
                return STEP_THROW;
            f->n++;
        }
        forward(f);
    } else if (f->pc == 0 && !visit_begin_out(vm, f, false)) {
        return STEP_THROW;
    }
    Value v;
    Tri found = visit_seek(vm, f, &v);
    if (found == TRI_TRUE) {
        f->reg[V_ITEM] = v;
        return visit_call(vm, f, v, at(f));
    }
    return found == TRI_FALSE ? native_return(f, f->reg[V_OUT]) : STEP_THROW;
}

/* ---- flatMap ---- */

/* Appends elements of V_INNER from number V_ITEM on. */
static bool append_inner(VM *vm, NativeFrame *f)
{
    Obj *out = value_obj(f->reg[V_OUT]), *inner = value_obj(f->reg[V_INNER]);
    uint64_t length;
    if (!array_like_length(vm, inner, &length))
        return false;
    for (uint64_t k = (uint64_t)value_num(f->reg[V_ITEM]); k < length; k++) {
        Value v = element_present(vm, inner, k);
        if (v == VALUE_THROWN || !vm_charge(vm, 1))
            return false;
        if (v != VALUE_ABSENT) {
            if (!cm__array_out(vm, out, f->n, v))
                return false;
            f->n++;
        }
        f->reg[V_ITEM] = value_index(k + 1);
    }
    return true;
}

/* f->pc 3: an array that the callback returned is being appended. */
static Step array_flat_map(VM *vm, NativeFrame *f)
{
    Tri array;
    switch (f->pc) {
    case 0:
        if (!visit_begin_out(vm, f, false))
            return STEP_THROW;
        break;
    case 1:
        break;
    case 2:
        array = is_array(vm, f->result);
        if (array == TRI_THROWN)
            return STEP_THROW;
        if (array == TRI_FALSE) {
            if (!cm__array_out(vm, value_obj(f->reg[V_OUT]), f->n, f->result))
                return STEP_THROW;
            f->n++;
            forward(f);
            break;
        }
        f->reg[V_INNER] = f->result;
        f->reg[V_ITEM] = value_int(0);
        f->pc = 3;
        CM_FALLTHROUGH;
    default:
        if (!append_inner(vm, f))
            return STEP_THROW;
        forward(f);
    }
    return visit_next(vm, f, f->reg[V_OUT]);
}

/* ---- reduce ---- */

/* The next element downwards; the index counts those that are left. */
static Tri visit_seek_back(VM *vm, NativeFrame *f, Value *ret)
{
    Obj *o = value_obj(f->reg[V_OBJ]);
    for (uint64_t left = at(f); left > 0; left--) {
        Value v = element_present(vm, o, left - 1);
        if (v != VALUE_ABSENT) {
            set_at(f, left);
            *ret = v;
            return v == VALUE_THROWN ? TRI_THROWN : TRI_TRUE;
        }
        if (!vm_charge(vm, 1))
            return TRI_THROWN;
    }
    set_at(f, 0);
    return TRI_FALSE;
}

static inline Tri reduce_seek(VM *vm, NativeFrame *f, bool back, Value *ret)
{
    return back ? visit_seek_back(vm, f, ret) : visit_seek(vm, f, ret);
}

static inline void reduce_forward(NativeFrame *f, bool back)
{
    set_at(f, back ? at(f) - 1 : at(f) + 1);
    f->pc = 1;
}

static bool reduce_begin(VM *vm, NativeFrame *f, bool back)
{
    if (!visit_begin(vm, f))
        return false;
    f->pc = 0;
    set_at(f, back ? visit_length(f) : 0);
    if (f->call.argc > 1) {
        f->reg[V_OUT] = f->call.args[1];
        f->pc = 1;
        return true;
    }
    Value v;
    Tri found = reduce_seek(vm, f, back, &v);
    if (found == TRI_FALSE)
        throw_type(vm, "Reduce of empty array with no initial value");
    if (found != TRI_TRUE)
        return false;
    f->reg[V_OUT] = v;
    reduce_forward(f, back);
    return true;
}

static inline Step reduce_step(VM *vm, NativeFrame *f, bool back)
{
    if (f->pc == 2) {
        f->reg[V_OUT] = f->result;
        reduce_forward(f, back);
    } else if (f->pc == 0 && !reduce_begin(vm, f, back)) {
        return STEP_THROW;
    }
    Value v;
    Tri found = reduce_seek(vm, f, back, &v);
    if (found != TRI_TRUE)
        return found == TRI_FALSE ? native_return(f, f->reg[V_OUT])
                                  : STEP_THROW;
    Value args[4] = { f->reg[V_OUT], v, value_index(at(f) - (back ? 1 : 0)),
                      f->reg[V_OBJ] };
    Step s = native_call(vm, f, f->call.args[0], VALUE_UNDEFINED, 4, args);
    if (s == STEP_CALL)
        f->pc = 2;
    return s;
}

static Step array_reduce(VM *vm, NativeFrame *f)
{
    return reduce_step(vm, f, false);
}

static Step array_reduce_right(VM *vm, NativeFrame *f)
{
    return reduce_step(vm, f, true);
}

/* ---- find ---- */

/* Holes are read as undefined. Backwards the index counts those left. */
static inline Step find_step(VM *vm, NativeFrame *f, bool back, bool want_index)
{
    if (f->pc == 2) {
        uint64_t i = at(f) - (back ? 1 : 0);
        if (to_boolean(f->result))
            return native_return(f,
                                 want_index ? value_index(i) : f->reg[V_ITEM]);
        reduce_forward(f, back);
    } else if (f->pc == 0) {
        if (!visit_begin(vm, f))
            return STEP_THROW;
        set_at(f, back ? visit_length(f) : 0);
    }
    if (back ? at(f) == 0 : at(f) >= visit_length(f))
        return native_return(f, want_index ? value_int(-1) : VALUE_UNDEFINED);
    uint64_t i = at(f) - (back ? 1 : 0);
    Value v = element_get(vm, value_obj(f->reg[V_OBJ]), i);
    if (v == VALUE_THROWN)
        return STEP_THROW;
    f->reg[V_ITEM] = v;
    return visit_call(vm, f, v, i);
}

static Step array_find(VM *vm, NativeFrame *f)
{
    return find_step(vm, f, false, false);
}

static Step array_find_index(VM *vm, NativeFrame *f)
{
    return find_step(vm, f, false, true);
}

static Step array_find_last(VM *vm, NativeFrame *f)
{
    return find_step(vm, f, true, false);
}

static Step array_find_last_index(VM *vm, NativeFrame *f)
{
    return find_step(vm, f, true, true);
}

#define STEP_ROW(name_, fn_)                                        \
    {                                                               \
        .name = (name_), .step = (fn_), .length = 1, .min_args = 2, \
        .n_regs = VISIT_REGS                                        \
    }

static const NativeSpec rows[] = {
    STEP_ROW("every", array_every),
    STEP_ROW("filter", array_filter),
    STEP_ROW("find", array_find),
    STEP_ROW("findIndex", array_find_index),
    STEP_ROW("findLast", array_find_last),
    STEP_ROW("findLastIndex", array_find_last_index),
    STEP_ROW("flatMap", array_flat_map),
    STEP_ROW("forEach", array_for_each),
    STEP_ROW("map", array_map),
    STEP_ROW("reduce", array_reduce),
    STEP_ROW("reduceRight", array_reduce_right),
    STEP_ROW("some", array_some),
};

void cm__install_array_iterate(RealmBuilder *b)
{
    realm_functions(b, b->realm->array_proto, rows, CM_ARRAY_LEN(rows));
}
