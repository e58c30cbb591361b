/* SPDX-License-Identifier: MIT */
/* Methods of %TypedArray%.prototype that do not call back; ECMA-262 23.2.3. */
#include "js/builtins/bytes_internal.h"

#include "engine/bigint.h"
#include "engine/convert.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "js/builtins/array_internal.h"

/* ---- getters: no validation ---- */

static ViewObj *this_typed(VM *vm, const NativeCall *c)
{
    ViewObj *v = value_typed(c->this_val);
    if (!v)
        throw_type(vm, "The getter of TypedArray was called on a value that is "
                       "no typed array");
    return v;
}

static Value typed_buffer(VM *vm, NativeCall *c)
{
    const ViewObj *v = this_typed(vm, c);
    return v ? value_from_obj(v->buffer) : VALUE_THROWN;
}

static Value typed_byte_length(VM *vm, NativeCall *c)
{
    uint32_t length;
    const ViewObj *v = this_typed(vm, c);
    if (!v)
        return VALUE_THROWN;
    view_length(v, &length);
    return value_uint32(length * element_size(view_kind(v)));
}

static Value typed_byte_offset(VM *vm, NativeCall *c)
{
    uint32_t length;
    const ViewObj *v = this_typed(vm, c);
    if (!v)
        return VALUE_THROWN;
    return value_uint32(view_length(v, &length) ? v->offset : 0);
}

static Value typed_length(VM *vm, NativeCall *c)
{
    uint32_t length;
    const ViewObj *v = this_typed(vm, c);
    if (!v)
        return VALUE_THROWN;
    view_length(v, &length);
    return value_uint32(length);
}

static Value typed_tag(VM *vm, NativeCall *c)
{
    const ViewObj *v = value_typed(c->this_val);
    if (!v)
        return VALUE_UNDEFINED;
    Obj *ctor = vm->realm->typed_ctor[v->kind];
    return value_from_str(function_name(vm, ctor));
}

/* ---- reading ---- */

static Value typed_at(VM *vm, NativeCall *c)
{
    uint32_t length;
    double i;
    const ViewObj *v = cm__typed_valid(vm, c->this_val, &length);
    if (!v || !to_integer(vm, c->args[0], &i))
        return VALUE_THROWN;
    if (i < 0)
        i += length;
    return i < 0 || i >= length ? VALUE_UNDEFINED
                                : cm__typed_get(vm, v, (uint64_t)i);
}

/* What an element has to be for a search: the bytes of the target. */
typedef struct Target {
    unsigned char bytes[8];
    bool possible; /* some element can equal it */
    bool is_nan;
} Target;

/* An element equals a number or BigInt exactly if storing that loses nothing.
 */
static bool make_target(VM *vm, const ViewObj *v, Value wanted, Target *ret)
{
    ElementKind kind = view_kind(v);
    *ret = (Target){ .possible = false };
    if (element_is_bigint(kind) ? !value_is_bigint(wanted)
                                : !value_is_number(wanted))
        return true;
    if (!element_convert(vm, kind, wanted, ret->bytes))
        return false;
    Value back = element_load(vm, kind, ret->bytes);
    if (back == VALUE_THROWN)
        return false;
    ret->possible = same_value_zero(vm, back, wanted);
    ret->is_nan =
        value_is_number(wanted) && value_num(wanted) != value_num(wanted);
    return true;
}

static bool is_float(ElementKind kind)
{
    return kind >= ELEMENT_FLOAT16 && kind <= ELEMENT_FLOAT64;
}

static bool element_is(VM *vm, const ViewObj *v, uint32_t i, const Target *t,
                       double number)
{
    ElementKind kind = view_kind(v);
    const unsigned char *at = view_at_element(v, i);
    if (!is_float(kind))
        return memcmp(at, t->bytes, element_size(kind)) == 0;
    double d = value_num(element_load(vm, kind, at));
    return t->is_nan ? d != d : d == number;
}

/* The first of n elements from `from` on, stepping by 1 or -1; -1 when there
 * is none. -2 when thrown. */
static double find(VM *vm, const ViewObj *v, Value wanted, double from,
                   double end, int by, bool nan_too)
{
    Target t;
    uint32_t length;
    if (!make_target(vm, v, wanted, &t))
        return -2;
    if (!t.possible || (t.is_nan && !nan_too))
        return -1;
    if (!view_length(v, &length))
        return -1;
    double number = is_float(view_kind(v)) ? value_num(wanted) : 0;
    for (double i = from; by > 0 ? i < end : i >= end; i += by) {
        if (i < length && element_is(vm, v, (uint32_t)i, &t, number))
            return i;
        if (!vm_charge(vm, 1))
            return -2;
    }
    return -1;
}

static Value typed_includes(VM *vm, NativeCall *c)
{
    uint32_t length, from, now;
    const ViewObj *v = cm__typed_valid(vm, c->this_val, &length);
    if (!v)
        return VALUE_THROWN;
    if (length == 0)
        return VALUE_FALSE;
    if (!cm__relative(vm, c->args[1], length, 0, &from))
        return VALUE_THROWN;
    view_length(v, &now);
    /* elements that went away meanwhile read as undefined */
    if (c->args[0] == VALUE_UNDEFINED)
        return value_bool(from < length && now < length);
    double i = find(vm, v, c->args[0], from, length, 1, true);
    return i == -2 ? VALUE_THROWN : value_bool(i >= 0);
}

static Value typed_index_of(VM *vm, NativeCall *c)
{
    uint32_t length, from;
    const ViewObj *v = cm__typed_valid(vm, c->this_val, &length);
    if (!v)
        return VALUE_THROWN;
    if (length == 0)
        return value_int(-1);
    if (!cm__relative(vm, c->args[1], length, 0, &from))
        return VALUE_THROWN;
    double i = find(vm, v, c->args[0], from, length, 1, false);
    return i == -2 ? VALUE_THROWN : value_number(i);
}

static Value typed_last_index_of(VM *vm, NativeCall *c)
{
    uint32_t length;
    double from;
    const ViewObj *v = cm__typed_valid(vm, c->this_val, &length);
    if (!v)
        return VALUE_THROWN;
    if (length == 0)
        return value_int(-1);
    from = (double)length - 1;
    if (c->argc > 1) {
        double n;
        if (!to_integer(vm, c->args[1], &n))
            return VALUE_THROWN;
        from = n < 0 ? length + n : n < from ? n : from;
    }
    double i = from < 0 ? -1 : find(vm, v, c->args[0], from, 0, -1, false);
    return i == -2 ? VALUE_THROWN : value_number(i);
}

static Value typed_join(VM *vm, NativeCall *c)
{
    uint32_t length;
    const ViewObj *v = cm__typed_valid(vm, c->this_val, &length);
    Str *separator = vm->realm->units[','];
    if (v && c->args[0] != VALUE_UNDEFINED)
        separator = to_string(vm, c->args[0]);
    if (!v || !separator)
        return VALUE_THROWN;
    StrBuilder b;
    strb_init(&b, vm);
    for (uint32_t i = 0; i < length; i++) {
        if (i)
            strb_str(&b, separator);
        Value item = cm__typed_get(vm, v, i);
        Str *s = item == VALUE_UNDEFINED ? vm->realm->empty
                 : item == VALUE_THROWN  ? NULL
                                         : to_string(vm, item);
        if (!s || b.failed || !vm_charge(vm, 1 + separator->len / 64))
            return VALUE_THROWN;
        strb_str(&b, s);
    }
    Str *s = strb_finish(&b);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* ---- changing in place ---- */

/* The value as bytes, then the range, then the length anew. */
static Value typed_fill(VM *vm, NativeCall *c)
{
    uint32_t length, from, end;
    unsigned char bytes[8];
    ViewObj *v = cm__typed_writable(vm, c->this_val, &length);
    if (!v || !element_convert(vm, view_kind(v), c->args[0], bytes) ||
        !cm__relative(vm, c->args[1], length, 0, &from) ||
        !cm__relative(vm, c->args[2], length, length, &end))
        return VALUE_THROWN;
    if (!view_length(v, &length))
        return cm__throw_out_of_bounds(vm);
    if (end > length)
        end = length;
    if (from >= end)
        return c->this_val;
    uint32_t size = element_size(view_kind(v));
    if (!vm_charge_bytes(vm, (uint64_t)(end - from) * size))
        return VALUE_THROWN;
    unsigned char *at = view_at_element(v, from);
    if (size == 1) {
        if (!meter_fill(vm, at, bytes[0], end - from))
            return VALUE_THROWN;
    } else {
        uint32_t turns = 0;
        for (uint32_t i = from; i < end && vm_in_time(vm, &turns);
             i++, at += size)
            memcpy(at, bytes, size);
    }
    return c->this_val;
}

static Value typed_copy_within(VM *vm, NativeCall *c)
{
    uint32_t length, to, from, end;
    ViewObj *v = cm__typed_writable(vm, c->this_val, &length);
    if (!v || !cm__relative(vm, c->args[0], length, 0, &to) ||
        !cm__relative(vm, c->args[1], length, 0, &from) ||
        !cm__relative(vm, c->args[2], length, length, &end))
        return VALUE_THROWN;
    uint32_t n = end > from ? end - from : 0;
    if (n > length - to)
        n = length - to;
    if (n == 0)
        return c->this_val;
    if (!view_length(v, &length))
        return cm__throw_out_of_bounds(vm);
    uint32_t last = from > to ? from : to;
    if (last >= length)
        return c->this_val;
    if (n > length - last)
        n = length - last;
    return cm__typed_copy(vm, v, to, v, from, n) ? c->this_val : VALUE_THROWN;
}

static void swap_elements(ViewObj *v, uint32_t i, uint32_t j)
{
    unsigned char keep[8];
    uint32_t size = element_size(view_kind(v));
    memcpy(keep, view_at_element(v, i), size);
    memcpy(view_at_element(v, i), view_at_element(v, j), size);
    memcpy(view_at_element(v, j), keep, size);
}

static void reverse(VM *vm, ViewObj *v, uint32_t length)
{
    uint32_t turns = 0;
    for (uint32_t i = 0; i < length / 2 && vm_in_time(vm, &turns); i++)
        swap_elements(v, i, length - 1 - i);
}

static Value typed_reverse(VM *vm, NativeCall *c)
{
    uint32_t length;
    ViewObj *v = cm__typed_writable(vm, c->this_val, &length);
    if (!v || !vm_charge(vm, length))
        return VALUE_THROWN;
    reverse(vm, v, length);
    return c->this_val;
}

/* ---- set ---- */

static Value throw_offset(VM *vm)
{
    return throw_range(vm, "Offset is out of bounds");
}

/* SetTypedArrayFromTypedArray. */
static Value set_typed(VM *vm, ViewObj *to, double offset, ViewObj *from)
{
    uint32_t room, n;
    if (!view_length(to, &room) || !view_length(from, &n))
        return cm__throw_out_of_bounds(vm);
    if (element_is_bigint(view_kind(to)) != element_is_bigint(view_kind(from)))
        return throw_type(vm, "Cannot mix BigInt and other typed arrays");
    if (n + offset > room)
        return throw_offset(vm);
    if (to->buffer == from->buffer && to->kind != from->kind && n > 0) {
        /* they may overlap with different element sizes: read from a copy */
        uint32_t size = element_size(view_kind(from));
        BufferObj *copy =
            buffer_new(vm, vm->realm->shape_buffer, (uint64_t)n * size);
        if (!copy || !meter_copy(vm, copy->data->bytes,
                                 view_at_element(from, 0), (size_t)n * size))
            return VALUE_THROWN;
        from =
            typed_array_new(vm, view_kind(from), from->obj.shape, copy, 0, n);
        if (!from)
            return VALUE_THROWN;
    }
    return cm__typed_copy(vm, to, (uint32_t)offset, from, 0, n)
               ? VALUE_UNDEFINED
               : VALUE_THROWN;
}

static Value set_like(VM *vm, ViewObj *to, double offset, Value source)
{
    uint32_t room;
    uint64_t n;
    if (!view_length(to, &room))
        return cm__throw_out_of_bounds(vm);
    Obj *o = to_object(vm, source);
    if (!o || !array_like_length(vm, o, &n))
        return VALUE_THROWN;
    if ((double)n + offset > room)
        return throw_offset(vm);
    for (uint64_t i = 0; i < n; i++) {
        Value v = element_get(vm, o, i);
        if (v == VALUE_THROWN || !vm_charge(vm, 1) ||
            !typed_array_set(vm, to, offset + (double)i, v))
            return VALUE_THROWN;
    }
    return VALUE_UNDEFINED;
}

static Value typed_set(VM *vm, NativeCall *c)
{
    double offset;
    ViewObj *to = this_typed(vm, c);
    if (to && to->buffer->immutable)
        return cm__throw_immutable(vm);
    if (!to || !to_integer(vm, c->args[1], &offset))
        return VALUE_THROWN;
    if (offset < 0)
        return throw_offset(vm);
    ViewObj *from = value_typed(c->args[0]);
    return from ? set_typed(vm, to, offset, from)
                : set_like(vm, to, offset, c->args[0]);
}

/* ---- copies ---- */

/* Byte by byte upwards when both views look at the same bytes, as 23.2.3.27
 * says. */
static bool slice_bytes(VM *vm, ViewObj *to, const ViewObj *from,
                        uint32_t start, uint32_t n)
{
    uint32_t room;
    view_length(to, &room);
    if (n > room)
        n = room;
    if (n == 0)
        return true;
    if (to->buffer != from->buffer || to->kind != from->kind)
        return cm__typed_copy(vm, to, 0, from, start, n);
    size_t bytes = (size_t)n * element_size(view_kind(to));
    unsigned char *out = view_at_element(to, 0);
    const unsigned char *in = view_at_element(from, start);
    uint32_t turns = 0;
    for (size_t i = 0; i < bytes && vm_in_time(vm, &turns); i++)
        out[i] = in[i];
    return vm_charge_bytes(vm, bytes);
}

static Value typed_slice(VM *vm, NativeCall *c)
{
    uint32_t length, from, end;
    ViewObj *v = cm__typed_valid(vm, c->this_val, &length);
    if (!v || !cm__relative(vm, c->args[0], length, 0, &from) ||
        !cm__relative(vm, c->args[1], length, length, &end))
        return VALUE_THROWN;
    uint32_t n = end > from ? end - from : 0;
    ViewObj *out = cm__typed_species_length(vm, v, n);
    if (!out)
        return VALUE_THROWN;
    if (n == 0)
        return value_from_obj(out);
    if (!view_length(v, &length))
        return cm__throw_out_of_bounds(vm);
    if (end > length)
        end = length;
    n = end > from ? end - from : 0;
    return slice_bytes(vm, out, v, from, n) ? value_from_obj(out)
                                            : VALUE_THROWN;
}

static Value typed_subarray(VM *vm, NativeCall *c)
{
    uint32_t length, from, end;
    ViewObj *v = this_typed(vm, c);
    if (!v)
        return VALUE_THROWN;
    view_length(v, &length);
    if (!cm__relative(vm, c->args[0], length, 0, &from))
        return VALUE_THROWN;
    bool tracking = v->tracking && c->args[1] == VALUE_UNDEFINED;
    end = length;
    if (!tracking && !cm__relative(vm, c->args[1], length, length, &end))
        return VALUE_THROWN;
    uint64_t offset = v->offset + (uint64_t)from * element_size(view_kind(v));
    Value args[3] = { value_from_obj(v->buffer), value_index(offset),
                      value_uint32(end > from ? end - from : 0) };
    ViewObj *out = cm__typed_species(vm, v, tracking ? 2 : 3, args);
    return out ? value_from_obj(out) : VALUE_THROWN;
}

static Value typed_to_reversed(VM *vm, NativeCall *c)
{
    uint32_t length;
    ViewObj *v = cm__typed_valid(vm, c->this_val, &length);
    ViewObj *out = v ? cm__typed_make(vm, view_kind(v), length) : NULL;
    if (!out || !cm__typed_copy(vm, out, 0, v, 0, length) ||
        !vm_charge(vm, length))
        return VALUE_THROWN;
    reverse(vm, out, length);
    return value_from_obj(out);
}

static Value typed_with(VM *vm, NativeCall *c)
{
    uint32_t length, now;
    double i;
    unsigned char bytes[8];
    ViewObj *v = cm__typed_valid(vm, c->this_val, &length);
    if (!v || !to_integer(vm, c->args[0], &i) ||
        !element_convert(vm, view_kind(v), c->args[1], bytes))
        return VALUE_THROWN;
    if (i < 0)
        i += length;
    view_length(v, &now);
    if (!(i >= 0 && i < now))
        return throw_range(vm, "Invalid typed array index");
    ViewObj *out = cm__typed_make(vm, view_kind(v), length);
    if (!out || !cm__typed_copy(vm, out, 0, v, 0, now < length ? now : length))
        return VALUE_THROWN;
    if (i < length)
        memcpy(view_at_element(out, (uint32_t)i), bytes,
               element_size(view_kind(v)));
    return value_from_obj(out);
}

/* ---- iterators ---- */

static Value make_iterator(VM *vm, const NativeCall *c, int what)
{
    uint32_t length;
    ViewObj *v = cm__typed_valid(vm, c->this_val, &length);
    IterObj *it =
        v ? iter_obj_new(vm, ITERKIND_ARRAY, what, c->this_val) : NULL;
    return it ? value_from_obj(it) : VALUE_THROWN;
}

static Value typed_keys(VM *vm, NativeCall *c)
{
    return make_iterator(vm, c, ITERATE_KEYS);
}

static Value typed_values(VM *vm, NativeCall *c)
{
    return make_iterator(vm, c, ITERATE_VALUES);
}

static Value typed_entries(VM *vm, NativeCall *c)
{
    return make_iterator(vm, c, ITERATE_ENTRIES);
}

#define FN(name_, fn_, n, least)                                         \
    {                                                                    \
        .name = (name_), .fn = (fn_), .length = (n), .min_args = (least) \
    }
#define GETTER(name_, fn_)                                   \
    {                                                        \
        .name = (name_), .fn = (fn_), .flags = NATIVE_GETTER \
    }

static const NativeSpec rows[] = {
    GETTER("buffer", typed_buffer),
    GETTER("byteLength", typed_byte_length),
    GETTER("byteOffset", typed_byte_offset),
    GETTER("length", typed_length),
    GETTER("@@toStringTag", typed_tag),
    FN("at", typed_at, 1, 1),
    FN("copyWithin", typed_copy_within, 2, 3),
    FN("entries", typed_entries, 0, 0),
    FN("fill", typed_fill, 1, 3),
    FN("includes", typed_includes, 1, 2),
    FN("indexOf", typed_index_of, 1, 2),
    FN("join", typed_join, 1, 1),
    FN("keys", typed_keys, 0, 0),
    FN("lastIndexOf", typed_last_index_of, 1, 2),
    FN("reverse", typed_reverse, 0, 0),
    FN("set", typed_set, 1, 2),
    FN("slice", typed_slice, 2, 2),
    FN("subarray", typed_subarray, 2, 2),
    FN("toReversed", typed_to_reversed, 0, 0),
    FN("values", typed_values, 0, 0),
    FN("with", typed_with, 2, 2),
};

void cm__install_typed_methods(RealmBuilder *b)
{
    Realm *r = b->realm;
    PropDesc desc;
    realm_functions(b, r->typed_array_proto, rows, CM_ARRAY_LEN(rows));
    realm_alias_symbol(b, r->typed_array_proto, r->symbol.iterator, "values");
    if (b->failed ||
        obj_get_own(b->vm, r->array_proto, r->name.toString, &desc) != TRI_TRUE)
        b->failed = true;
    else
        realm_value(b, r->typed_array_proto, "toString", desc.value, 0);
}
