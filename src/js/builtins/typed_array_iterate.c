/* SPDX-License-Identifier: MIT */
/* Methods of %TypedArray%.prototype that call back for each element; ECMA-262
 * 23.2.3. Like array_iterate.c: f->pc 1 means that the element at f->i is
 * next, 2 that the callback's answer for it has come. The length is that of
 * the start; elements that went away meanwhile are undefined. */
#include "js/builtins/bytes_internal.h"

#include "engine/convert.h"
#include "engine/property.h"
#include "js/builtins/array_internal.h"

enum {
    V_OUT,  /* what is being made: typed array, list, accumulator */
    V_ITEM, /* the element that the callback is looking at */
    VISIT_REGS
};

static ViewObj *view_of(const NativeFrame *f)
{
    return value_ptr(f->call.this_val);
}

/* f->n is the length. */
static bool visit_begin(VM *vm, NativeFrame *f)
{
    if (!cm__typed_valid(vm, f->call.this_val, &f->n))
        return false;
    if (!value_is_callable(f->call.args[0])) {
        throw_type(vm, "The callback of the typed array method is not a "
                       "function");
        return false;
    }
    f->i = f->m = 0;
    f->pc = 1;
    return true;
}

/* Calls for element i, which becomes f->i, or returns at_end. */
static Step visit_next(VM *vm, NativeFrame *f, uint32_t i, Value at_end)
{
    if (i >= f->n)
        return native_return(f, at_end);
    Value v = cm__typed_get(vm, view_of(f), i);
    if (v == VALUE_THROWN || !vm_charge(vm, 1))
        return STEP_THROW;
    Value args[3] = { v, value_uint32(i), f->call.this_val };
    f->reg[V_ITEM] = v;
    f->i = i;
    f->pc = 2;
    return native_call(vm, f, f->call.args[0], f->call.args[1], 3, args);
}

static Step typed_for_each(VM *vm, NativeFrame *f)
{
    if (f->pc == 0 && !visit_begin(vm, f))
        return STEP_THROW;
    return visit_next(vm, f, f->pc == 2 ? f->i + 1 : 0, VALUE_UNDEFINED);
}

static Step visit_until(VM *vm, NativeFrame *f, bool stop)
{
    if (f->pc == 0 && !visit_begin(vm, f))
        return STEP_THROW;
    if (f->pc == 2 && to_boolean(f->result) == stop)
        return native_return(f, value_bool(stop));
    return visit_next(vm, f, f->pc == 2 ? f->i + 1 : 0, value_bool(!stop));
}

static Step typed_some(VM *vm, NativeFrame *f)
{
    return visit_until(vm, f, true);
}

static Step typed_every(VM *vm, NativeFrame *f)
{
    return visit_until(vm, f, false);
}

/* from_end: the index runs down, to UINT32_MAX past the first element. */
static Step visit_find(VM *vm, NativeFrame *f, bool from_end, bool wants_index)
{
    if (f->pc == 0 && !visit_begin(vm, f))
        return STEP_THROW;
    if (f->pc == 2 && to_boolean(f->result))
        return native_return(f,
                             wants_index ? value_uint32(f->i) : f->reg[V_ITEM]);
    uint32_t i = from_end ? f->n - 1 : 0;
    if (f->pc == 2)
        i = from_end ? f->i - 1 : f->i + 1;
    return visit_next(vm, f, i, wants_index ? value_int(-1) : VALUE_UNDEFINED);
}

static Step typed_find(VM *vm, NativeFrame *f)
{
    return visit_find(vm, f, false, false);
}

static Step typed_find_index(VM *vm, NativeFrame *f)
{
    return visit_find(vm, f, false, true);
}

static Step typed_find_last(VM *vm, NativeFrame *f)
{
    return visit_find(vm, f, true, false);
}

static Step typed_find_last_index(VM *vm, NativeFrame *f)
{
    return visit_find(vm, f, true, true);
}

/* ---- map, filter ---- */

static Step typed_map(VM *vm, NativeFrame *f)
{
    if (f->pc == 0) {
        if (!visit_begin(vm, f))
            return STEP_THROW;
        ViewObj *out = cm__typed_species_length(vm, view_of(f), f->n);
        if (!out)
            return STEP_THROW;
        f->reg[V_OUT] = value_from_obj(out);
    } else if (!typed_array_set(vm, value_ptr(f->reg[V_OUT]), f->i,
                                f->result)) {
        return STEP_THROW;
    }
    return visit_next(vm, f, f->pc == 2 ? f->i + 1 : 0, f->reg[V_OUT]);
}

static Step filter_end(VM *vm, NativeFrame *f)
{
    const Array *kept = value_ptr(f->reg[V_OUT]);
    ViewObj *out = cm__typed_species_length(vm, view_of(f), kept->length);
    for (uint32_t i = 0; out && i < kept->length; i++)
        if (!vm_charge(vm, 1) ||
            !typed_array_set(vm, out, i, kept->obj.elements.dense->v[i]))
            return STEP_THROW;
    return out ? native_return(f, value_from_obj(out)) : STEP_THROW;
}

/* The kept elements wait in an array. f->m is how many there are, so that an
 * entry that is repeated does not keep one twice. */
static Step typed_filter(VM *vm, NativeFrame *f)
{
    if (f->pc == 0) {
        Array *list = array_new(vm, 0);
        if (!list || !visit_begin(vm, f))
            return STEP_THROW;
        f->reg[V_OUT] = value_from_obj(list);
    } else if (to_boolean(f->result)) {
        Array *list = value_ptr(f->reg[V_OUT]);
        if (list->length == f->m && !array_push(vm, list, f->reg[V_ITEM]))
            return STEP_THROW;
        f->m++;
    }
    uint32_t next = f->pc == 2 ? f->i + 1 : 0;
    return next >= f->n ? filter_end(vm, f)
                        : visit_next(vm, f, next, VALUE_UNDEFINED);
}

/* ---- reduce ---- */

static Step reduce_next(VM *vm, NativeFrame *f, uint32_t i)
{
    if (i >= f->n)
        return native_return(f, f->reg[V_OUT]);
    Value v = cm__typed_get(vm, view_of(f), i);
    if (v == VALUE_THROWN || !vm_charge(vm, 1))
        return STEP_THROW;
    Value args[4] = { f->reg[V_OUT], v, value_uint32(i), f->call.this_val };
    f->i = i;
    f->pc = 2;
    return native_call(vm, f, f->call.args[0], VALUE_UNDEFINED, 4, args);
}

static Step reduce(VM *vm, NativeFrame *f, bool from_end)
{
    if (f->pc == 2) {
        f->reg[V_OUT] = f->result;
        return reduce_next(vm, f, from_end ? f->i - 1 : f->i + 1);
    }
    if (!visit_begin(vm, f))
        return STEP_THROW;
    uint32_t i = from_end ? f->n - 1 : 0;
    f->reg[V_OUT] = f->call.args[1];
    if (f->call.argc < 2) {
        if (f->n == 0) {
            throw_type(vm, "Reduce of empty array with no initial value");
            return STEP_THROW;
        }
        Value first = cm__typed_get(vm, view_of(f), i);
        if (first == VALUE_THROWN)
            return STEP_THROW;
        f->reg[V_OUT] = first;
        i = from_end ? i - 1 : i + 1;
    }
    return reduce_next(vm, f, i);
}

static Step typed_reduce(VM *vm, NativeFrame *f)
{
    return reduce(vm, f, false);
}

static Step typed_reduce_right(VM *vm, NativeFrame *f)
{
    return reduce(vm, f, true);
}

/* ---- toLocaleString ---- */

/* The texts so far are in an array; f->i counts them. */
static Step typed_to_locale_string(VM *vm, NativeFrame *f)
{
    if (f->pc == 0) {
        Array *texts = array_new(vm, 0);
        if (!texts || !cm__typed_valid(vm, f->call.this_val, &f->n))
            return STEP_THROW;
        f->reg[V_OUT] = value_from_obj(texts);
    }
    Array *texts = value_ptr(f->reg[V_OUT]);
    if (f->pc == 1) {
        Str *s = to_string(vm, f->result);
        if (!s || (texts->length == f->i &&
                   !array_push(vm, texts, value_from_str(s))))
            return STEP_THROW;
        f->i++;
    }
    for (; f->i < f->n; f->i++) {
        Value v = cm__typed_get(vm, view_of(f), f->i);
        if (v == VALUE_THROWN || !vm_charge(vm, 1))
            return STEP_THROW;
        if (v != VALUE_UNDEFINED) {
            Value method = get_prop_ascii(vm, v, "toLocaleString");
            if (method == VALUE_THROWN)
                return STEP_THROW;
            f->pc = 1;
            return native_call(vm, f, method, v, 0, NULL);
        }
        if (texts->length == f->i &&
            !array_push(vm, texts, value_from_str(vm->realm->empty)))
            return STEP_THROW;
    }
    StrBuilder b;
    strb_init(&b, vm);
    for (uint32_t i = 0; i < texts->length; i++) {
        if (i)
            strb_unit(&b, ',');
        strb_str(&b, value_str(texts->obj.elements.dense->v[i]));
        if (b.failed || !vm_charge(vm, 1))
            return STEP_THROW;
    }
    Str *s = strb_finish(&b);
    return s ? native_return(f, value_from_str(s)) : STEP_THROW;
}

#define STEP_ROW(name_, fn_)                                        \
    {                                                               \
        .name = (name_), .step = (fn_), .length = 1, .min_args = 2, \
        .n_regs = VISIT_REGS                                        \
    }

static const NativeSpec rows[] = {
    STEP_ROW("every", typed_every),
    STEP_ROW("filter", typed_filter),
    STEP_ROW("find", typed_find),
    STEP_ROW("findIndex", typed_find_index),
    STEP_ROW("findLast", typed_find_last),
    STEP_ROW("findLastIndex", typed_find_last_index),
    STEP_ROW("forEach", typed_for_each),
    STEP_ROW("map", typed_map),
    STEP_ROW("reduce", typed_reduce),
    STEP_ROW("reduceRight", typed_reduce_right),
    STEP_ROW("some", typed_some),
    { .name = "toLocaleString",
      .step = typed_to_locale_string,
      .n_regs = VISIT_REGS },
};

void cm__install_typed_iterate(RealmBuilder *b)
{
    realm_functions(b, b->realm->typed_array_proto, rows, CM_ARRAY_LEN(rows));
}
