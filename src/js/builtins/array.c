/* SPDX-License-Identifier: MIT */
/* Array: the constructor, the functions that change an array in place, and
 * those that look for elements; ECMA-262 23.1.
 *
 * Ordinary arrays with packed elements (cm__array_plain) take a short way that
 * reserves memory first and then cannot fail, so that a built-in that ran out
 * of memory has changed nothing. */
#include "js/builtins/array_internal.h"

#include "engine/convert.h"

#include <math.h>
#include <string.h>

#define MAX_LENGTH 9007199254740991.0 /* 2^53 - 1 */

/* ---- the constructor ---- */

static Value array_ctor(VM *vm, NativeCall *c)
{
    const Realm *r = vm->realm;
    Shape *shape = ctor_shape(vm, c, r->shape_array, r->array_proto);
    if (!shape)
        return VALUE_THROWN;
    Array *a;
    if (c->argc == 1 && value_is_number(c->args[0])) {
        double n = value_num(c->args[0]);
        if (!(n >= 0 && n <= 4294967295.0 && n == floor(n)))
            return cm__throw_array_length(vm);
        a = cm__array_create(vm, (uint64_t)n);
    } else {
        a = array_from_values(vm, c->args, c->argc);
    }
    if (!a)
        return VALUE_THROWN;
    a->obj.shape = shape;
    return value_from_obj(a);
}

static Value array_species_getter(VM *vm, NativeCall *c)
{
    (void)vm;
    return c->this_val;
}

/* ---- ends: push, pop, shift, unshift ---- */

static Value throw_too_long(VM *vm)
{
    return throw_type(vm, "The array would be longer than 2^53 - 1");
}

static Value array_push_fn(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    if (!cm__array_this(vm, c->this_val, &o, &length))
        return VALUE_THROWN;
    Array *a = cm__array_plain(o);
    if (a && length + c->argc <= UINT32_MAX) {
        if (c->argc > 1 && !array_reserve(vm, a, (uint32_t)length + c->argc))
            return VALUE_THROWN;
        for (uint32_t i = 0; i < c->argc; i++)
            if (!array_push(vm, a, c->args[i]))
                return VALUE_THROWN;
        return value_index(a->length);
    }
    if ((double)length + c->argc > MAX_LENGTH)
        return throw_too_long(vm);
    for (uint32_t i = 0; i < c->argc; i++)
        if (!vm_charge(vm, 1) ||
            !cm__element_set(vm, o, length + i, c->args[i]))
            return VALUE_THROWN;
    length += c->argc;
    return cm__set_length(vm, o, length) ? value_index(length) : VALUE_THROWN;
}

static Value array_pop(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    if (!cm__array_this(vm, c->this_val, &o, &length))
        return VALUE_THROWN;
    Array *a = cm__array_plain(o);
    if (a && length > 0) {
        a->length--;
        return a->obj.elements.dense->v[--a->obj.elements.dense->n];
    }
    if (length == 0)
        return cm__set_length(vm, o, 0) ? VALUE_UNDEFINED : VALUE_THROWN;
    Value v = element_get(vm, o, length - 1);
    if (v == VALUE_THROWN || !cm__element_delete(vm, o, length - 1) ||
        !cm__set_length(vm, o, length - 1))
        return VALUE_THROWN;
    return v;
}

static Value array_shift(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    if (!cm__array_this(vm, c->this_val, &o, &length))
        return VALUE_THROWN;
    Array *a = cm__array_plain(o);
    if (a && length > 0) {
        ValuesCell *cell = a->obj.elements.dense;
        Value first = cell->v[0];
        if (!vm_charge(vm, 1))
            return VALUE_THROWN;
        a->obj.elements.dense = heap_values_drop(&vm->heap, cell, 1);
        a->length--;
        return first;
    }
    if (length == 0)
        return cm__set_length(vm, o, 0) ? VALUE_UNDEFINED : VALUE_THROWN;
    Value first = element_get(vm, o, 0);
    if (first == VALUE_THROWN)
        return VALUE_THROWN;
    for (uint64_t i = 1; i < length; i++)
        if (!cm__element_move(vm, o, i, i - 1))
            return VALUE_THROWN;
    if (!cm__element_delete(vm, o, length - 1) ||
        !cm__set_length(vm, o, length - 1))
        return VALUE_THROWN;
    return first;
}

static Value unshift_plain(VM *vm, Array *a, const NativeCall *c)
{
    uint32_t n = a->length;
    ValuesCell *row = a->obj.elements.dense;
    row = row ? heap_values_open(&vm->heap, row, c->argc) : NULL;
    if (row) { /* room that shift left */
        memcpy(row->v, c->args, c->argc * sizeof(Value));
        a->obj.elements.dense = row;
        a->length += c->argc;
        return value_index(a->length);
    }
    if (!array_reserve(vm, a, n + c->argc) ||
        !vm_charge_bytes(vm, (uint64_t)n * sizeof(Value)))
        return VALUE_THROWN;
    /* Room is made by pushing, which keeps the bookkeeping in one place. */
    for (uint32_t i = 0; i < c->argc; i++)
        if (!array_push(vm, a, VALUE_UNDEFINED))
            return VALUE_THROWN;
    Value *v = a->obj.elements.dense->v;
    memmove(v + c->argc, v, n * sizeof(Value));
    memcpy(v, c->args, c->argc * sizeof(Value));
    return value_index(a->length);
}

static Value array_unshift(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    if (!cm__array_this(vm, c->this_val, &o, &length))
        return VALUE_THROWN;
    Array *a = cm__array_plain(o);
    if (a && c->argc > 0 && length + c->argc <= UINT32_MAX)
        return unshift_plain(vm, a, c);
    if (c->argc > 0) {
        if ((double)length + c->argc > MAX_LENGTH)
            return throw_too_long(vm);
        for (uint64_t i = length; i > 0; i--)
            if (!cm__element_move(vm, o, i - 1, i - 1 + c->argc))
                return VALUE_THROWN;
        for (uint32_t i = 0; i < c->argc; i++)
            if (!cm__element_set(vm, o, i, c->args[i]))
                return VALUE_THROWN;
    }
    length += c->argc;
    return cm__set_length(vm, o, length) ? value_index(length) : VALUE_THROWN;
}

/* ---- in place: reverse, fill, copyWithin ---- */

static bool swap_generic(VM *vm, Obj *o, uint64_t low, uint64_t high)
{
    Value a = element_present(vm, o, low);
    Value b = a == VALUE_THROWN ? a : element_present(vm, o, high);
    if (b == VALUE_THROWN || !vm_charge(vm, 1))
        return false;
    if (b != VALUE_ABSENT) {
        if (!cm__element_set(vm, o, low, b))
            return false;
    } else if (a != VALUE_ABSENT && !cm__element_delete(vm, o, low)) {
        return false;
    }
    if (a != VALUE_ABSENT)
        return cm__element_set(vm, o, high, a);
    return b == VALUE_ABSENT || cm__element_delete(vm, o, high);
}

static Value array_reverse(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    if (!cm__array_this(vm, c->this_val, &o, &length))
        return VALUE_THROWN;
    Array *a = cm__array_plain(o);
    if (a) {
        if (!vm_charge(vm, length))
            return VALUE_THROWN;
        for (uint32_t i = 0, j = a->length; i + 1 < j; i++) {
            Value *v = a->obj.elements.dense->v;
            Value swap = v[i];
            v[i] = v[--j];
            v[j] = swap;
        }
        return value_from_obj(o);
    }
    for (uint64_t i = 0; i < length / 2; i++)
        if (!swap_generic(vm, o, i, length - 1 - i))
            return VALUE_THROWN;
    return value_from_obj(o);
}

/* Start and end arguments as positions in [0, length]. */
static bool relative_range(VM *vm, Value start, Value end, uint64_t length,
                           uint64_t *ret_from, uint64_t *ret_to)
{
    double from, to;
    if (!to_relative(vm, start, (double)length, 0, &from) ||
        !to_relative(vm, end, (double)length, (double)length, &to))
        return false;
    *ret_from = (uint64_t)from;
    *ret_to = (uint64_t)to;
    return true;
}

/* All of an ordinary array, holes too: new Array(n).fill(v). */
static Value fill_whole(VM *vm, Array *a, Value v)
{
    if (a->length > ARRAY_MAX_MADE)
        return cm__throw_array_length(vm);
    if (!array_reserve(vm, a, a->length) || !vm_charge(vm, a->length))
        return VALUE_THROWN;
    ValuesCell *cell = a->obj.elements.dense;
    for (uint32_t i = 0; cell && i < a->length; i++)
        cell->v[i] = v;
    if (cell) {
        cell->n = a->length;
        cell->hd.flags &= (uint8_t)~ELEMS_HOLEY;
    }
    return value_from_obj(a);
}

static Value array_fill(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length, from, to;
    if (!cm__array_this(vm, c->this_val, &o, &length) ||
        !relative_range(vm, c->args[1], c->args[2], length, &from, &to))
        return VALUE_THROWN;
    if (o->shape == vm->realm->shape_array && from == 0 && to == length &&
        length == ((Array *)(void *)o)->length &&
        !(o->hd.flags & (OBJ_SPARSE | OBJ_ELEMS_FROZEN)))
        return fill_whole(vm, (Array *)(void *)o, c->args[0]);
    if (to > from && to - from > ARRAY_MAX_MADE && value_is_array(c->this_val))
        return cm__throw_array_length(vm);
    for (uint64_t i = from; i < to; i++)
        if (!vm_charge(vm, 1) || !cm__element_set(vm, o, i, c->args[0]))
            return VALUE_THROWN;
    return value_from_obj(o);
}

static Value array_copy_within(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length, from, end;
    double target;
    if (!cm__array_this(vm, c->this_val, &o, &length) ||
        !to_relative(vm, c->args[0], (double)length, 0, &target) ||
        !relative_range(vm, c->args[1], c->args[2], length, &from, &end))
        return VALUE_THROWN;
    uint64_t to = (uint64_t)target;
    uint64_t count = end > from ? end - from : 0;
    if (count > length - to)
        count = length - to;
    Array *a = cm__array_plain(o);
    if (a && a->length == length) {
        if (!vm_charge_bytes(vm, count * sizeof(Value)))
            return VALUE_THROWN;
        if (count)
            memmove(a->obj.elements.dense->v + to,
                    a->obj.elements.dense->v + from, count * sizeof(Value));
        return value_from_obj(o);
    }
    bool back = from < to && to < from + count;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t i = back ? count - 1 - k : k;
        if (!cm__element_move(vm, o, from + i, to + i))
            return VALUE_THROWN;
    }
    return value_from_obj(o);
}

/* ---- looking for elements ---- */

/* The first of v[from] to v[to - 1] that equals the target. */
static uint64_t find_between(VM *vm, const Value *v, uint64_t from, uint64_t to,
                             Value target)
{
    if (value_is_number(target)) {
        double d = value_num(target);
        for (uint64_t i = from; i < to; i++)
            if (value_is_number(v[i]) && value_num(v[i]) == d)
                return i;
    } else if (value_is_string(target)) {
        for (uint64_t i = from; i < to; i++)
            if (v[i] == target ||
                (value_is_string(v[i]) &&
                 str_equal(vm, value_str(v[i]), value_str(target))))
                return i;
    } else if (!value_is_cell(target)) {
        for (uint64_t i = from; i < to; i++)
            if (v[i] == target)
                return i;
    } else {
        for (uint64_t i = from; i < to; i++)
            if (strict_equal(vm, v[i], target))
                return i;
    }
    return UINT64_MAX;
}

/* The same of all elements from `from` on, the deadline in sight. */
static uint64_t find_dense(VM *vm, const ValuesCell *cell, uint64_t from,
                           Value target)
{
    while (from < cell->n) {
        uint64_t left = cell->n - from;
        uint64_t to = from + (left < METER_TURNS ? left : METER_TURNS);
        uint64_t i = find_between(vm, cell->v, from, to, target);
        if (i != UINT64_MAX || (to < cell->n && !meter_look_up(vm)))
            return i;
        from = to;
    }
    return UINT64_MAX;
}

static Value index_of_plain(VM *vm, const Array *a, uint64_t from, Value target)
{
    if (from >= a->length)
        return value_int(-1);
    if (!vm_charge(vm, a->length - from))
        return VALUE_THROWN;
    uint64_t i = find_dense(vm, a->obj.elements.dense, from, target);
    if (vm->termination != TERM_NONE)
        return VALUE_THROWN;
    return i == UINT64_MAX ? value_int(-1) : value_index(i);
}

static Value array_index_of(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    double from;
    if (!cm__array_this(vm, c->this_val, &o, &length))
        return VALUE_THROWN;
    if (length == 0)
        return value_int(-1);
    if (!to_relative(vm, c->args[1], (double)length, 0, &from))
        return VALUE_THROWN;
    const Array *a = cm__array_plain(o);
    if (a)
        return index_of_plain(vm, a, (uint64_t)from, c->args[0]);
    for (uint64_t i = (uint64_t)from; i < length; i++) {
        Value v = element_present(vm, o, i);
        if (v == VALUE_THROWN || !vm_charge(vm, 1))
            return VALUE_THROWN;
        if (v != VALUE_ABSENT && strict_equal(vm, v, c->args[0]))
            return value_index(i);
    }
    return value_int(-1);
}

/* The number of elements to look at from the end; false when it threw. */
static bool last_index_start(VM *vm, const NativeCall *c, uint64_t length,
                             uint64_t *ret_left)
{
    double n = (double)length - 1;
    if (c->argc > 1) {
        double from;
        if (!to_integer(vm, c->args[1], &from))
            return false;
        if (from < 0)
            n = (double)length + from;
        else if (from < n)
            n = from;
    }
    *ret_left = n >= 0 ? (uint64_t)n + 1 : 0;
    return true;
}

static Value array_last_index_of(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length, left;
    if (!cm__array_this(vm, c->this_val, &o, &length))
        return VALUE_THROWN;
    if (length == 0)
        return value_int(-1);
    if (!last_index_start(vm, c, length, &left))
        return VALUE_THROWN;
    for (; left > 0; left--) {
        Value v = element_present(vm, o, left - 1);
        if (v == VALUE_THROWN || !vm_charge(vm, 1))
            return VALUE_THROWN;
        if (v != VALUE_ABSENT && strict_equal(vm, v, c->args[0]))
            return value_index(left - 1);
    }
    return value_int(-1);
}

static Value array_includes(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    double from;
    if (!cm__array_this(vm, c->this_val, &o, &length))
        return VALUE_THROWN;
    if (length == 0)
        return VALUE_FALSE;
    if (!to_relative(vm, c->args[1], (double)length, 0, &from))
        return VALUE_THROWN;
    Value target = c->args[0];
    bool is_nan = value_is_number(target) && isnan(value_num(target));
    const Array *a = cm__array_plain(o); /* the conversion may have cut it */
    if (a && !is_nan && a->length >= length) {
        Value i = index_of_plain(vm, a, (uint64_t)from, target);
        return i == VALUE_THROWN ? i : value_bool(i != value_int(-1));
    }
    for (uint64_t i = (uint64_t)from; i < length; i++) {
        Value v = element_get(vm, o, i);
        if (v == VALUE_THROWN || !vm_charge(vm, 1))
            return VALUE_THROWN;
        if (same_value_zero(vm, v, target))
            return VALUE_TRUE;
    }
    return VALUE_FALSE;
}

static Value array_at(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    double i;
    if (!cm__array_this(vm, c->this_val, &o, &length) ||
        !to_integer(vm, c->args[0], &i))
        return VALUE_THROWN;
    if (i < 0)
        i += (double)length;
    if (i < 0 || i >= (double)length)
        return VALUE_UNDEFINED;
    return element_get(vm, o, (uint64_t)i);
}

/* ---- iterators ---- */

static Value make_iterator(VM *vm, const NativeCall *c, int what)
{
    Obj *o = to_object(vm, c->this_val);
    IterObj *it =
        o ? iter_obj_new(vm, ITERKIND_ARRAY, what, value_from_obj(o)) : NULL;
    return it ? value_from_obj(it) : VALUE_THROWN;
}

static Value array_keys(VM *vm, NativeCall *c)
{
    return make_iterator(vm, c, ITERATE_KEYS);
}

static Value array_values(VM *vm, NativeCall *c)
{
    return make_iterator(vm, c, ITERATE_VALUES);
}

static Value array_entries(VM *vm, NativeCall *c)
{
    return make_iterator(vm, c, ITERATE_ENTRIES);
}

/* ---- tables ---- */

#define FN(name_, fn_, n, least)                                         \
    {                                                                    \
        .name = (name_), .fn = (fn_), .length = (n), .min_args = (least) \
    }

static const NativeSpec array_spec = {
    .name = "Array", .fn = array_ctor, .length = 1, .flags = NATIVE_CTOR
};

static const NativeSpec species_row = { .name = "@@species",
                                        .fn = array_species_getter,
                                        .flags = NATIVE_GETTER };

static const NativeSpec rows[] = {
    FN("at", array_at, 1, 1),
    FN("copyWithin", array_copy_within, 2, 3),
    FN("entries", array_entries, 0, 0),
    FN("fill", array_fill, 1, 3),
    FN("includes", array_includes, 1, 2),
    FN("indexOf", array_index_of, 1, 2),
    FN("keys", array_keys, 0, 0),
    FN("lastIndexOf", array_last_index_of, 1, 2),
    FN("pop", array_pop, 0, 0),
    FN("push", array_push_fn, 1, 0),
    FN("reverse", array_reverse, 0, 0),
    FN("shift", array_shift, 0, 0),
    FN("unshift", array_unshift, 1, 0),
    FN("values", array_values, 0, 0),
};

/* Names that `with` statements were not to see; kept for completeness. */
static const char *const unscopable[] = {
    "at",         "copyWithin", "entries",   "fill",
    "find",       "findIndex",  "findLast",  "findLastIndex",
    "flat",       "flatMap",    "includes",  "keys",
    "toReversed", "toSorted",   "toSpliced", "values",
};

void js_install_array(RealmBuilder *b)
{
    Realm *r = b->realm;
    r->array_ctor = realm_ctor(b, &array_spec, r->array_proto, NULL);
    realm_functions(b, r->array_ctor, &species_row, 1);
    cm__install_array_from(b, r->array_ctor);
    cm__install_array_from_async(b, r->array_ctor);
    realm_functions(b, r->array_proto, rows, CM_ARRAY_LEN(rows));
    cm__install_array_copy(b);
    cm__install_array_iterate(b);
    cm__install_array_join(b);
    cm__install_array_sort(b);
    realm_alias_symbol(b, r->array_proto, r->symbol.iterator, "values");
    PropDesc values;
    if (!b->failed &&
        obj_get_own(b->vm, r->array_proto,
                    value_from_symbol(r->symbol.iterator), &values) == TRI_TRUE)
        r->array_values = value_obj(values.value);
    Obj *list = realm_object(b, NULL);
    for (size_t i = 0; i < CM_ARRAY_LEN(unscopable); i++)
        realm_value(b, list, unscopable[i], VALUE_TRUE, PROP_ENUMERABLE);
    realm_symbol_value(b, r->array_proto, r->symbol.unscopables,
                       list ? value_from_obj(list) : VALUE_UNDEFINED, 0);
}
