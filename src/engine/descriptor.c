/* SPDX-License-Identifier: MIT */
/* Property descriptors as program objects; ECMA-262 6.2.6. */
#include "engine/convert.h"
#include "engine/error.h"
#include "engine/property.h"
#include "engine/realm.h"

/* A field of a descriptor object: TRI_FALSE when it is not there. */
static Tri field(VM *vm, Obj *o, PropKey key, Value *ret)
{
    Tri has = has_prop(vm, o, key);
    if (has != TRI_TRUE)
        return has;
    *ret = get_obj(vm, o, key, value_from_obj(o));
    return *ret == VALUE_THROWN ? TRI_THROWN : TRI_TRUE;
}

static bool flag_field(VM *vm, Obj *o, PropKey key, PropDesc *d, uint8_t bit)
{
    Value v;
    Tri has = field(vm, o, key, &v);
    if (has == TRI_TRUE) {
        d->has |= bit;
        if (to_boolean(v))
            d->attrs |= bit;
    }
    return has != TRI_THROWN;
}

static bool accessor_field(VM *vm, Obj *o, PropKey key, PropDesc *d,
                           uint8_t bit, const char *what)
{
    Value v;
    Tri has = field(vm, o, key, &v);
    if (has != TRI_TRUE)
        return has == TRI_FALSE;
    if (v != VALUE_UNDEFINED && !value_is_callable(v)) {
        throw_type(vm, "%s of a property descriptor must be a function", what);
        return false;
    }
    d->has |= bit;
    d->attrs |= PROP_ACCESSOR;
    if (bit == HAS_GET)
        d->get = v;
    else
        d->set = v;
    return true;
}

bool to_descriptor(VM *vm, Value v, PropDesc *ret_desc)
{
    if (!value_is_object(v)) {
        throw_type(vm, "Property description must be an object");
        return false;
    }
    Obj *o = value_obj(v);
    PropDesc d = { .value = VALUE_UNDEFINED,
                   .get = VALUE_UNDEFINED,
                   .set = VALUE_UNDEFINED };
    const Realm *r = vm->realm;
    if (!flag_field(vm, o, r->name.enumerable, &d, HAS_ENUMERABLE) ||
        !flag_field(vm, o, r->name.configurable, &d, HAS_CONFIGURABLE))
        return false;
    Tri has = field(vm, o, r->name.value, &d.value);
    if (has == TRI_THROWN)
        return false;
    if (has == TRI_TRUE)
        d.has |= HAS_VALUE;
    if (!flag_field(vm, o, r->name.writable, &d, HAS_WRITABLE) ||
        !accessor_field(vm, o, r->name.get, &d, HAS_GET, "get") ||
        !accessor_field(vm, o, r->name.set, &d, HAS_SET, "set"))
        return false;
    if ((d.has & (HAS_GET | HAS_SET)) && (d.has & (HAS_VALUE | HAS_WRITABLE))) {
        throw_type(vm, "Invalid property descriptor: it cannot have both "
                       "accessors and a value or writable attribute");
        return false;
    }
    *ret_desc = d;
    return true;
}

void desc_complete(PropDesc *d)
{
    d->has |= HAS_ENUMERABLE | HAS_CONFIGURABLE;
    if (d->has & (HAS_GET | HAS_SET)) {
        d->has |= HAS_GET | HAS_SET;
        d->attrs |= PROP_ACCESSOR;
        d->value = VALUE_ABSENT;
    } else {
        d->has |= HAS_VALUE | HAS_WRITABLE;
    }
}

static bool put_flag(VM *vm, Obj *o, PropKey key, const PropDesc *d,
                     unsigned has, uint8_t bit)
{
    return !(has & bit) ||
           obj_put(vm, o, key, value_bool((d->attrs & bit) != 0));
}

Obj *from_partial_descriptor(VM *vm, const PropDesc *d, unsigned has)
{
    const Realm *r = vm->realm;
    Obj *o = obj_new_plain(vm);
    if (!o || (has & HAS_VALUE && !obj_put(vm, o, r->name.value, d->value)) ||
        !put_flag(vm, o, r->name.writable, d, has, HAS_WRITABLE) ||
        (has & HAS_GET && !obj_put(vm, o, r->name.get, d->get)) ||
        (has & HAS_SET && !obj_put(vm, o, r->name.set, d->set)) ||
        !put_flag(vm, o, r->name.enumerable, d, has, HAS_ENUMERABLE) ||
        !put_flag(vm, o, r->name.configurable, d, has, HAS_CONFIGURABLE))
        return NULL;
    return o;
}

Obj *from_descriptor(VM *vm, const PropDesc *d)
{
    unsigned kind =
        d->attrs & PROP_ACCESSOR ? HAS_GET | HAS_SET : HAS_VALUE | HAS_WRITABLE;
    return from_partial_descriptor(vm, d,
                                   kind | HAS_ENUMERABLE | HAS_CONFIGURABLE);
}
