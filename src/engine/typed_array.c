/* SPDX-License-Identifier: MIT */
/* The exotic object behaviour of typed arrays: ECMA-262 10.4.5. Keys that are
 * canonical numeric strings belong to the elements alone: what is not in
 * bounds does not exist, and prototypes are not asked for it
 * (ObjClass.owns_key). */
#include "engine/bigint.h"
#include "engine/buffer.h"
#include "engine/convert.h"
#include "engine/gc.h"
#include "engine/object_internal.h"
#include "engine/property.h"
#include "engine/realm.h"

static ViewObj *view_of(Obj *o)
{
    return (ViewObj *)(void *)o;
}

/* CanonicalNumericIndexString is not undefined. Array indices are index keys;
 * what else looks like a number is "-0", "1.5", "1e+30", "NaN", "Infinity",
 * ... */
static Tri is_numeric(VM *vm, PropKey key)
{
    if (key_is_index(key))
        return TRI_TRUE;
    if (!value_is_string(key))
        return TRI_FALSE;
    Str *s = value_str(key);
    StrView v;
    if (s->len == 0 || s->len > 32)
        return TRI_FALSE;
    if (!str_view(vm, s, &v))
        return TRI_THROWN;
    uint32_t first = view_at(&v, 0);
    if (!(first >= '0' && first <= '9') && first != '-' && first != 'I' &&
        first != 'N')
        return TRI_FALSE;
    if (s->len == 2 && first == '-' && view_at(&v, 1) == '0')
        return TRI_TRUE;
    Str *again = str_from_number(vm, str_to_number(vm, s));
    if (!again)
        return TRI_THROWN;
    return (Tri)str_equal(vm, s, again);
}

/* IsValidIntegerIndex. */
static bool in_bounds(const ViewObj *v, PropKey key)
{
    uint32_t length;
    return key_is_index(key) && view_length(v, &length) &&
           key_to_index(key) < length;
}

static Tri typed_owns_key(VM *vm, Obj *o, PropKey key)
{
    (void)o;
    return is_numeric(vm, key);
}

static Tri typed_get_own(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc)
{
    Tri numeric = is_numeric(vm, key);
    if (numeric == TRI_THROWN)
        return numeric;
    if (numeric == TRI_FALSE)
        return obj_get_own_ordinary(vm, o, key, ret_desc);
    if (!in_bounds(view_of(o), key))
        return TRI_FALSE;
    Value v = element_load(vm, view_kind(view_of(o)),
                           view_at_element(view_of(o), key_to_index(key)));
    if (v == VALUE_THROWN)
        return TRI_THROWN;
    desc_from_raw(ret_desc, v,
                  view_of(o)->buffer->immutable ? PROP_ENUMERABLE
                                                : PROP_DEFAULT);
    return TRI_TRUE;
}

/* Of an element of an immutable buffer: only what changes nothing. */
static Tri define_immutable(VM *vm, Obj *o, PropKey key, const PropDesc *desc)
{
    PropDesc old;
    if (desc->has & (HAS_GET | HAS_SET) ||
        desc->has & PROP_DEFAULT & (desc->attrs ^ PROP_ENUMERABLE))
        return TRI_FALSE;
    if (!(desc->has & HAS_VALUE))
        return TRI_TRUE;
    Tri found = typed_get_own(vm, o, key, &old);
    return found == TRI_TRUE ? (Tri)same_value(vm, old.value, desc->value)
                             : found;
}

static Tri typed_define_own(VM *vm, Obj *o, PropKey key, const PropDesc *desc)
{
    Tri numeric = is_numeric(vm, key);
    if (numeric == TRI_THROWN)
        return numeric;
    if (numeric == TRI_FALSE)
        return obj_define_own_ordinary(vm, o, key, desc);
    if (!in_bounds(view_of(o), key))
        return TRI_FALSE;
    if (view_of(o)->buffer->immutable)
        return define_immutable(vm, o, key, desc);
    if (desc->has & (HAS_GET | HAS_SET) ||
        desc->has & PROP_DEFAULT & ~(unsigned)desc->attrs)
        return TRI_FALSE;
    if (!(desc->has & HAS_VALUE))
        return TRI_TRUE;
    return typed_array_set(vm, view_of(o), key_to_index(key), desc->value)
               ? TRI_TRUE
               : TRI_THROWN;
}

static Tri typed_delete_own(VM *vm, Obj *o, PropKey key)
{
    Tri numeric = is_numeric(vm, key);
    if (numeric == TRI_THROWN)
        return numeric;
    if (numeric == TRI_FALSE)
        return obj_delete_own_ordinary(vm, o, key);
    return (Tri)!in_bounds(view_of(o), key);
}

/* Numeric keys only; the others take the ordinary way. */
static Tri typed_set(VM *vm, Obj *o, PropKey key, Value v, Value receiver)
{
    if (view_of(o)->buffer->immutable)
        return TRI_FALSE;
    if (receiver == value_from_obj(o)) {
        double index = key_is_index(key) ? (double)key_to_index(key) : -1;
        return typed_array_set(vm, view_of(o), index, v) ? TRI_TRUE
                                                         : TRI_THROWN;
    }
    if (!in_bounds(view_of(o), key))
        return TRI_TRUE;
    return set_on_receiver(vm, receiver, key, v);
}

static bool typed_own_keys(VM *vm, Obj *o, KeyList *out)
{
    uint32_t length;
    view_length(view_of(o), &length);
    vm->fuel -= length / 4;
    for (uint32_t i = 0; i < length; i++)
        if (!keys_add(out, key_index(i)))
            return false;
    return true;
}

/* What can grow cannot be fixed (IsTypedArrayFixedLength). */
static Tri typed_stop_extensions(VM *vm, Obj *o)
{
    const ViewObj *v = view_of(o);
    if (v->tracking || v->buffer->resizable)
        return TRI_FALSE;
    return obj_prevent_extensions(vm, o) ? TRI_TRUE : TRI_THROWN;
}

static void mark_view(Gc *gc, Obj *o)
{
    gc_mark_cell(gc, view_of(o)->buffer);
}

const ObjClass cm__class_typed_array = {
    .name = "TypedArray",
    .size = sizeof(ViewObj),
    .mark = mark_view,
    .get_own = typed_get_own,
    .define_own = typed_define_own,
    .delete_own = typed_delete_own,
    .set = typed_set,
    .own_keys = typed_own_keys,
    .owns_key = typed_owns_key,
    .stop_extensions = typed_stop_extensions,
};
