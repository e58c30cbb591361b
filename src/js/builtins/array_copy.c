/* SPDX-License-Identifier: MIT */
/* Array functions that make an array from others: concat, slice, splice, flat,
 * toReversed, toSpliced, with; ECMA-262 23.1.3. */
#include "js/builtins/array_internal.h"

#include "engine/convert.h"
#include "engine/meter.h"
#include "engine/proxy.h"

#include <string.h>

#define MAX_LENGTH 9007199254740991.0 /* 2^53 - 1 */

/* True when the intrinsic Array is the species of o and its elements are
 * packed: parts of it may be copied as they are. */
static Array *plain_species(const VM *vm, Obj *o)
{
    if (o->shape != vm->realm->shape_array)
        return NULL;
    Array *a = (Array *)(void *)o;
    return array_is_packed(a) ? a : NULL;
}

static Value copy_part(VM *vm, const Array *a, uint64_t from, uint64_t count)
{
    if (count > ARRAY_MAX_MADE)
        return cm__throw_array_length(vm);
    if (!vm_charge_bytes(vm, count * sizeof(Value)))
        return VALUE_THROWN;
    Array *out = count ? array_from_values(vm, a->obj.elements.dense->v + from,
                                           (uint32_t)count)
                       : array_new(vm, 0);
    return out ? value_from_obj(out) : VALUE_THROWN;
}

/* Copies what is there of [from, from + count) to out[0...]. */
static bool copy_generic(VM *vm, Obj *o, uint64_t from, uint64_t count,
                         Obj *out)
{
    for (uint64_t k = 0; k < count; k++) {
        Value v = element_present(vm, o, from + k);
        if (v == VALUE_THROWN || !vm_charge(vm, 1) ||
            (v != VALUE_ABSENT && !cm__array_out(vm, out, k, v)))
            return false;
    }
    return cm__set_length(vm, out, count);
}

static Value array_slice(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    double from, to;
    if (!cm__array_this(vm, c->this_val, &o, &length) ||
        !to_relative(vm, c->args[0], (double)length, 0, &from) ||
        !to_relative(vm, c->args[1], (double)length, (double)length, &to))
        return VALUE_THROWN;
    uint64_t count = to > from ? (uint64_t)(to - from) : 0;
    const Array *a = plain_species(vm, o);
    if (a && a->length == length)
        return copy_part(vm, a, (uint64_t)from, count);
    Obj *out = cm__array_species(vm, o, count);
    if (!out || !copy_generic(vm, o, (uint64_t)from, count, out))
        return VALUE_THROWN;
    return value_from_obj(out);
}

/* ---- splice ---- */

typedef struct Splice {
    uint64_t start, skip;
    uint32_t n_items;
    const Value *items;
} Splice;

static bool splice_args(VM *vm, const NativeCall *c, uint64_t length,
                        Splice *ret)
{
    double start = 0, skip = 0;
    if (c->argc > 0 && !to_relative(vm, c->args[0], (double)length, 0, &start))
        return false;
    if (c->argc == 1) {
        skip = (double)length - start;
    } else if (c->argc > 1) {
        if (!to_integer(vm, c->args[1], &skip))
            return false;
        if (skip < 0)
            skip = 0;
        if (skip > (double)length - start)
            skip = (double)length - start;
    }
    *ret = (Splice){ .start = (uint64_t)start, .skip = (uint64_t)skip };
    if (c->argc > 2) {
        ret->n_items = c->argc - 2;
        ret->items = c->args + 2;
    }
    if ((double)length - skip + ret->n_items > MAX_LENGTH) {
        throw_type(vm, "The array would be longer than 2^53 - 1");
        return false;
    }
    return true;
}

/* On packed elements: all memory first, then one move. */
static Value splice_plain(VM *vm, Array *a, const Splice *s)
{
    Value removed = copy_part(vm, a, s->start, s->skip);
    uint32_t n = a->length, n_new = (uint32_t)(n - s->skip + s->n_items);
    if (removed != VALUE_THROWN && s->start == 0 && s->skip > 0 &&
        s->n_items == 0) {
        a->obj.elements.dense = heap_values_drop(
            &vm->heap, a->obj.elements.dense, (uint32_t)s->skip);
        a->length = n_new;
        return removed;
    }
    if (removed == VALUE_THROWN ||
        (n_new > n && !array_reserve(vm, a, n_new)) ||
        !vm_charge_bytes(vm, (n - s->start) * sizeof(Value)))
        return VALUE_THROWN;
    while (a->length < n_new)
        if (!array_push(vm, a, VALUE_UNDEFINED))
            return VALUE_THROWN;
    ValuesCell *cell = a->obj.elements.dense;
    if (cell) {
        uint64_t tail = s->start + s->skip;
        memmove(cell->v + s->start + s->n_items, cell->v + tail,
                (n - tail) * sizeof(Value));
        if (s->n_items)
            memcpy(cell->v + s->start, s->items, s->n_items * sizeof(Value));
        cell->n = n_new;
    }
    a->length = n_new;
    return removed;
}

static bool splice_generic(VM *vm, Obj *o, uint64_t length, const Splice *s)
{
    uint64_t end = length - s->skip;
    if (s->n_items < s->skip) {
        for (uint64_t k = s->start; k < end; k++)
            if (!cm__element_move(vm, o, k + s->skip, k + s->n_items))
                return false;
        for (uint64_t k = length; k > end + s->n_items; k--)
            if (!vm_charge(vm, 1) || !cm__element_delete(vm, o, k - 1))
                return false;
    } else if (s->n_items > s->skip) {
        for (uint64_t k = end; k > s->start; k--)
            if (!cm__element_move(vm, o, k + s->skip - 1, k + s->n_items - 1))
                return false;
    }
    for (uint32_t i = 0; i < s->n_items; i++)
        if (!cm__element_set(vm, o, s->start + i, s->items[i]))
            return false;
    return cm__set_length(vm, o, end + s->n_items);
}

static Value array_splice(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    Splice s;
    if (!cm__array_this(vm, c->this_val, &o, &length) ||
        !splice_args(vm, c, length, &s))
        return VALUE_THROWN;
    Array *a = plain_species(vm, o) ? cm__array_plain(o) : NULL;
    if (a && a->length == length && length - s.skip + s.n_items <= UINT32_MAX)
        return splice_plain(vm, a, &s);
    Obj *out = cm__array_species(vm, o, s.skip);
    if (!out || !copy_generic(vm, o, s.start, s.skip, out) ||
        !splice_generic(vm, o, length, &s))
        return VALUE_THROWN;
    return value_from_obj(out);
}

/* ---- concat ---- */

static Tri is_spreadable(VM *vm, Value v)
{
    if (!value_is_object(v))
        return TRI_FALSE;
    if (value_obj(v)->shape == vm->realm->shape_array)
        return TRI_TRUE;
    Value flag = get_prop(
        vm, v, value_from_symbol(vm->realm->symbol.isConcatSpreadable));
    if (flag == VALUE_THROWN)
        return TRI_THROWN;
    return flag == VALUE_UNDEFINED ? is_array(vm, v) : (Tri)to_boolean(flag);
}

/* Appends the packed elements of one ordinary array to another. */
static bool concat_packed(VM *vm, Array *out, const Array *from)
{
    if (!array_reserve(vm, out, out->length + from->length) ||
        !vm_charge_bytes(vm, (uint64_t)from->length * sizeof(Value)))
        return false;
    for (uint32_t i = 0; i < from->length; i++)
        if (!array_push(vm, out, from->obj.elements.dense->v[i]))
            return false;
    return true;
}

/* Appends the elements of an array-like at *at. */
static bool concat_spread(VM *vm, Obj *out, Obj *from, uint64_t *at)
{
    uint64_t length;
    if (!array_like_length(vm, from, &length))
        return false;
    if ((double)*at + (double)length > MAX_LENGTH) {
        throw_type(vm, "The array would be longer than 2^53 - 1");
        return false;
    }
    const Array *packed = plain_species(vm, from);
    Array *plain = plain_species(vm, out);
    if (packed && plain && plain->length == *at &&
        *at + length <= ARRAY_MAX_MADE) {
        *at += length;
        return concat_packed(vm, plain, packed);
    }
    for (uint64_t k = 0; k < length; k++) {
        Value v = element_present(vm, from, k);
        if (v == VALUE_THROWN || !vm_charge(vm, 1) ||
            (v != VALUE_ABSENT && !cm__array_out(vm, out, *at + k, v)))
            return false;
        if (v == VALUE_ABSENT && cm__array_ends_at(vm, from, k))
            break;
    }
    *at += length;
    return true;
}

static bool concat_item(VM *vm, Obj *out, Value item, uint64_t *at)
{
    Tri spread = is_spreadable(vm, item);
    if (spread == TRI_TRUE)
        return concat_spread(vm, out, value_obj(item), at);
    if (spread == TRI_THROWN || !vm_charge(vm, 1) ||
        !cm__array_out(vm, out, *at, item))
        return false;
    ++*at;
    return true;
}

static Value array_concat(VM *vm, NativeCall *c)
{
    Obj *o = to_object(vm, c->this_val);
    Obj *out = o ? cm__array_species(vm, o, 0) : NULL;
    uint64_t n = 0;
    if (!out || !concat_item(vm, out, value_from_obj(o), &n))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < c->argc; i++)
        if (!concat_item(vm, out, c->args[i], &n))
            return VALUE_THROWN;
    return cm__set_length(vm, out, n) ? value_from_obj(out) : VALUE_THROWN;
}

/* ---- flat ---- */

typedef struct FlatLevel {
    Obj *o;
    uint64_t length, at;
} FlatLevel;

typedef struct FlatStack {
    RawCell *raw;
    uint32_t n, cap;
} FlatStack;

static bool flat_push(VM *vm, FlatStack *s, Obj *o, uint64_t length)
{
    if (s->n >= VM_MAX_CALL_DEPTH) {
        throw_range(vm, "Maximum call stack size exceeded");
        return false;
    }
    if (s->n == s->cap) {
        uint32_t cap = s->cap ? s->cap * 2 : 4;
        RawCell *raw = heap_raw_new(&vm->heap, cap * sizeof(FlatLevel));
        if (!raw)
            return false;
        if (s->raw)
            memcpy(raw->bytes, s->raw->bytes, s->n * sizeof(FlatLevel));
        s->raw = raw;
        s->cap = cap;
    }
    FlatLevel *levels = (FlatLevel *)(void *)s->raw->bytes;
    levels[s->n++] = (FlatLevel){ .o = o, .length = length };
    return true;
}

/* FlattenIntoArray with an explicit stack. */
static bool flatten(VM *vm, Obj *o, uint64_t length, double depth, Obj *out,
                    uint64_t *ret_n)
{
    FlatStack stack = { 0 };
    uint64_t n = 0;
    if (!flat_push(vm, &stack, o, length))
        return false;
    while (stack.n > 0) {
        FlatLevel *level =
            (FlatLevel *)(void *)stack.raw->bytes + (stack.n - 1);
        if (level->at == level->length) {
            stack.n--;
            continue;
        }
        Value v = element_present(vm, level->o, level->at++);
        if (v == VALUE_THROWN || !vm_charge(vm, 1))
            return false;
        if (v == VALUE_ABSENT)
            continue;
        Tri nested = stack.n <= depth ? is_array(vm, v) : TRI_FALSE;
        if (nested == TRI_THROWN)
            return false;
        if (nested == TRI_TRUE) {
            if (!array_like_length(vm, value_obj(v), &length) ||
                !flat_push(vm, &stack, value_obj(v), length))
                return false;
        } else if (!cm__array_out(vm, out, n++, v)) {
            return false;
        }
    }
    *ret_n = n;
    return true;
}

static Value array_flat(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length, n;
    double depth = 1;
    if (!cm__array_this(vm, c->this_val, &o, &length) ||
        (c->args[0] != VALUE_UNDEFINED && !to_integer(vm, c->args[0], &depth)))
        return VALUE_THROWN;
    Obj *out = cm__array_species(vm, o, 0);
    if (!out || !flatten(vm, o, length, depth, out, &n))
        return VALUE_THROWN;
    return value_from_obj(out);
}

/* ---- copies with a change ---- */

/* A new array of `length` elements, to be filled at once. */
static Array *new_copy(VM *vm, uint64_t length)
{
    if (length > ARRAY_MAX_MADE) {
        cm__throw_array_length(vm);
        return NULL;
    }
    return vm_charge(vm, length) ? array_new(vm, (uint32_t)length) : NULL;
}

static bool push_range(VM *vm, Array *out, Obj *o, uint64_t from, uint64_t to)
{
    uint32_t turns = 0;
    for (uint64_t i = from; i < to; i++) {
        Value v = element_get(vm, o, i);
        if (v == VALUE_THROWN || !array_push(vm, out, v) ||
            !vm_in_time(vm, &turns))
            return false;
    }
    return true;
}

static Value array_to_reversed(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    if (!cm__array_this(vm, c->this_val, &o, &length))
        return VALUE_THROWN;
    Array *out = new_copy(vm, length);
    if (!out)
        return VALUE_THROWN;
    uint32_t turns = 0;
    for (uint64_t i = length; i > 0; i--) {
        Value v = element_get(vm, o, i - 1);
        if (v == VALUE_THROWN || !array_push(vm, out, v) ||
            !vm_in_time(vm, &turns))
            return VALUE_THROWN;
    }
    return value_from_obj(out);
}

static Value array_to_spliced(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    Splice s;
    if (!cm__array_this(vm, c->this_val, &o, &length) ||
        !splice_args(vm, c, length, &s))
        return VALUE_THROWN;
    Array *out = new_copy(vm, length - s.skip + s.n_items);
    if (!out || !push_range(vm, out, o, 0, s.start))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < s.n_items; i++)
        if (!array_push(vm, out, s.items[i]))
            return VALUE_THROWN;
    if (!push_range(vm, out, o, s.start + s.skip, length))
        return VALUE_THROWN;
    return value_from_obj(out);
}

static Value array_with(VM *vm, NativeCall *c)
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
        return throw_range(vm, "Invalid index for Array.prototype.with");
    Array *out = new_copy(vm, length);
    if (!out || !push_range(vm, out, o, 0, (uint64_t)i) ||
        !array_push(vm, out, c->args[1]) ||
        !push_range(vm, out, o, (uint64_t)i + 1, length))
        return VALUE_THROWN;
    return value_from_obj(out);
}

#define FN(name_, fn_, n, least)                                         \
    {                                                                    \
        .name = (name_), .fn = (fn_), .length = (n), .min_args = (least) \
    }

static const NativeSpec rows[] = {
    FN("concat", array_concat, 1, 0),
    FN("flat", array_flat, 0, 1),
    FN("slice", array_slice, 2, 2),
    FN("splice", array_splice, 2, 0),
    FN("toReversed", array_to_reversed, 0, 0),
    FN("toSpliced", array_to_spliced, 2, 0),
    FN("with", array_with, 2, 2),
};

void cm__install_array_copy(RealmBuilder *b)
{
    realm_functions(b, b->realm->array_proto, rows, CM_ARRAY_LEN(rows));
}
