/* SPDX-License-Identifier: MIT */
/* Own properties by descriptor: ECMA-262 10.1.5, 10.1.6 and, for arrays,
 * 10.4.2. */
#include <string.h>

#include "engine/convert.h"
#include "engine/object_internal.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "engine/shape_internal.h"

void desc_from_raw(PropDesc *ret, Value raw, uint8_t attrs)
{
    ret->attrs = attrs;
    ret->has = HAS_ENUMERABLE | HAS_CONFIGURABLE;
    if (attrs & PROP_ACCESSOR) {
        const Accessor *a = value_ptr(raw);
        ret->value = VALUE_ABSENT;
        ret->get = a->get;
        ret->set = a->set;
        ret->has |= HAS_GET | HAS_SET;
    } else {
        ret->value = raw;
        ret->get = ret->set = VALUE_UNDEFINED;
        ret->has |= HAS_VALUE | HAS_WRITABLE;
    }
}

Value accessor_new(VM *vm, Value get, Value set)
{
    Accessor *a = heap_alloc(&vm->heap, sizeof(Accessor), CELL_ACCESSOR);
    if (a == NULL)
        return VALUE_THROWN;
    a->get = get;
    a->set = set;
    return value_from_cell(a);
}

static bool is_length_key(VM *vm, const Obj *o, PropKey key)
{
    return o->hd.aux == CLASS_ARRAY && key == vm->realm->name.length;
}

/* ---- reading ---- */

Tri obj_get_own_ordinary(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc)
{
    if (!obj_ready(vm, o))
        return TRI_THROWN;
    if (key_is_index(key))
        return elem_get(vm, o, key_to_index(key), ret_desc) ? TRI_TRUE
                                                            : TRI_FALSE;
    if (is_length_key(vm, o, key)) {
        const Array *a = (const Array *)o;
        desc_from_raw(ret_desc, value_uint32(a->length),
                      a->length_frozen ? 0 : PROP_WRITABLE);
        return TRI_TRUE;
    }
    PropSlot p;
    if (!shape_find(vm, o->shape, key, &p))
        return TRI_FALSE;
    desc_from_raw(ret_desc, *obj_slot(o, p.slot), p.attrs);
    return TRI_TRUE;
}

Tri obj_get_own(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc)
{
    const ObjClass *c = obj_class_of(o);
    if (c->get_own != NULL)
        return c->get_own(vm, o, key, ret_desc);
    return obj_get_own_ordinary(vm, o, key, ret_desc);
}

/* ---- validating ---- */

static bool wants_accessor(const PropDesc *d)
{
    return (d->has & (HAS_GET | HAS_SET)) != 0;
}
static bool wants_data(const PropDesc *d)
{
    return (d->has & (HAS_VALUE | HAS_WRITABLE)) != 0;
}

bool desc_may_change(VM *vm, const PropDesc *old, const PropDesc *d)
{
    if (old->attrs & PROP_CONFIGURABLE)
        return true;
    if (d->has & HAS_CONFIGURABLE && d->attrs & PROP_CONFIGURABLE)
        return false;
    if (d->has & HAS_ENUMERABLE && (d->attrs ^ old->attrs) & PROP_ENUMERABLE)
        return false;
    bool accessor = (old->attrs & PROP_ACCESSOR) != 0;
    if (accessor) {
        if (wants_data(d))
            return false;
        return !(d->has & HAS_GET && d->get != old->get) &&
               !(d->has & HAS_SET && d->set != old->set);
    }
    if (wants_accessor(d))
        return false;
    if (old->attrs & PROP_WRITABLE)
        return true;
    if (d->has & HAS_WRITABLE && d->attrs & PROP_WRITABLE)
        return false;
    return !(d->has & HAS_VALUE) || same_value(vm, d->value, old->value);
}

/* Attributes after the change; old is NULL for a new property. */
static uint8_t merge_attrs(const PropDesc *old, const PropDesc *d)
{
    unsigned given = d->has & PROP_DEFAULT;
    unsigned keep = old == NULL ? 0 : old->attrs & PROP_DEFAULT;
    unsigned attrs = (keep & ~given) | (d->attrs & given);
    bool was_accessor = old != NULL && old->attrs & PROP_ACCESSOR;
    if (wants_accessor(d) || (was_accessor && !wants_data(d)))
        return (uint8_t)((attrs & ~PROP_WRITABLE) | PROP_ACCESSOR);
    if (was_accessor && !(d->has & HAS_WRITABLE))
        attrs &= ~(unsigned)PROP_WRITABLE;
    return (uint8_t)attrs;
}

/* What goes into the slot: the value or an Accessor cell. VALUE_THROWN when
 * refused. */
static Value merge_raw(VM *vm, const PropDesc *old, const PropDesc *d,
                       uint8_t attrs)
{
    bool was_accessor = old != NULL && old->attrs & PROP_ACCESSOR;
    if (!(attrs & PROP_ACCESSOR)) {
        if (d->has & HAS_VALUE)
            return d->value;
        return old == NULL || was_accessor ? VALUE_UNDEFINED : old->value;
    }
    Value get = was_accessor ? old->get : VALUE_UNDEFINED;
    Value set = was_accessor ? old->set : VALUE_UNDEFINED;
    if (d->has & HAS_GET)
        get = d->get;
    if (d->has & HAS_SET)
        set = d->set;
    return accessor_new(vm, get, set);
}

/* ---- storing ---- */

static bool store_named(VM *vm, Obj *o, PropKey key, Value raw, uint8_t attrs)
{
    PropSlot p;
    if (!shape_find(vm, o->shape, key, &p))
        return obj_append(vm, o, key, raw, attrs);
    if (p.attrs != attrs) {
        if (!obj_to_dict(vm, o))
            return false;
        shape_dict_set_attrs(o->shape, p.slot, attrs);
    }
    *obj_slot(o, p.slot) = raw;
    return true;
}

static Tri define_existing(VM *vm, Obj *o, PropKey key, const PropDesc *old,
                           const PropDesc *d)
{
    if (!desc_may_change(vm, old, d))
        return TRI_FALSE;
    uint8_t attrs = merge_attrs(old, d);
    Value raw = merge_raw(vm, old, d, attrs);
    if (raw == VALUE_THROWN)
        return TRI_THROWN;
    bool ok;
    if (key_is_index(key)) {
        uint32_t index = key_to_index(key);
        /* Frozen dense elements reach this only unchanged. */
        ok = attrs == old->attrs && o->hd.flags & OBJ_ELEMS_FROZEN
                 ? true
                 : elem_put(vm, o, index, raw, attrs);
    } else {
        ok = store_named(vm, o, key, raw, attrs);
    }
    if (!ok)
        return TRI_THROWN;
    obj_changed(vm, o);
    return TRI_TRUE;
}

static Tri define_new(VM *vm, Obj *o, PropKey key, const PropDesc *d)
{
    if (!obj_is_extensible(o))
        return TRI_FALSE;
    if (o->hd.aux == CLASS_ARRAY && key_is_index(key)) {
        const Array *a = (const Array *)o;
        if (key_to_index(key) >= a->length && a->length_frozen)
            return TRI_FALSE;
    }
    uint8_t attrs = merge_attrs(NULL, d);
    Value raw = merge_raw(vm, NULL, d, attrs);
    if (raw == VALUE_THROWN)
        return TRI_THROWN;
    bool ok = key_is_index(key) ? elem_put(vm, o, key_to_index(key), raw, attrs)
                                : obj_append(vm, o, key, raw, attrs);
    if (!ok)
        return TRI_THROWN;
    obj_changed(vm, o);
    return TRI_TRUE;
}

/* ArraySetLength, 10.4.2.4. */
static Tri define_length(VM *vm, Array *a, const PropDesc *d)
{
    PropDesc old;
    uint32_t length = a->length;
    if (d->has & HAS_VALUE) {
        double number;
        /* ToUint32, then ToNumber: an object is asked twice */
        if (value_is_object(d->value) && !to_number(vm, d->value, &number))
            return TRI_THROWN;
        if (!to_number(vm, d->value, &number))
            return TRI_THROWN;
        if (!(number >= 0 && number <= (double)UINT32_MAX) ||
            number != (double)(uint32_t)number) {
            throw_range(vm, "Invalid array length");
            return TRI_THROWN;
        }
        length = (uint32_t)number;
    }
    desc_from_raw(&old, value_uint32(a->length),
                  a->length_frozen ? 0 : PROP_WRITABLE);
    PropDesc wanted = *d;
    wanted.value = value_uint32(length);
    if (!desc_may_change(vm, &old, &wanted))
        return TRI_FALSE;
    Tri done = TRI_TRUE;
    if (length != a->length)
        done = array_set_length(vm, a, length);
    if (done != TRI_THROWN && d->has & HAS_WRITABLE &&
        !(d->attrs & PROP_WRITABLE)) {
        /* Appending must look at the flag, so no dense fast path remains. */
        if (!elems_to_sparse(vm, &a->obj))
            return TRI_THROWN;
        a->length_frozen = 1;
    }
    return done;
}

Tri obj_define_own_ordinary(VM *vm, Obj *o, PropKey key, const PropDesc *desc)
{
    if (is_length_key(vm, o, key))
        return define_length(vm, (Array *)o, desc);
    PropDesc old;
    Tri found = obj_get_own_ordinary(vm, o, key, &old);
    if (found == TRI_THROWN)
        return found;
    return found == TRI_TRUE ? define_existing(vm, o, key, &old, desc)
                             : define_new(vm, o, key, desc);
}

Tri obj_define_own(VM *vm, Obj *o, PropKey key, const PropDesc *desc)
{
    const ObjClass *c = obj_class_of(o);
    if (c->define_own != NULL)
        return c->define_own(vm, o, key, desc);
    return obj_define_own_ordinary(vm, o, key, desc);
}
