/* SPDX-License-Identifier: MIT */
/* Property descriptors and integrity levels; ECMA-262 6.2.6, 7.3.14, 20.1.2. */
#include "js/builtins/object_internal.h"

#include "engine/convert.h"
#include "engine/property.h"

/* ---- descriptors ---- */

/* A field of a descriptor object: TRI_FALSE when it is not there. */
static Tri descriptor_field(VM *vm, Obj *o, PropKey key, Value *ret)
{
    Tri has = has_prop(vm, o, key);
    if (has != TRI_TRUE)
        return has;
    *ret = get_obj(vm, o, key, value_from_obj(o));
    return *ret == VALUE_THROWN ? TRI_THROWN : TRI_TRUE;
}

static bool descriptor_flag(VM *vm, Obj *o, PropKey key, PropDesc *d,
                            uint8_t bit)
{
    Value v;
    Tri has = descriptor_field(vm, o, key, &v);
    if (has == TRI_TRUE) {
        d->has |= bit;
        if (to_boolean(v))
            d->attrs |= bit;
    }
    return has != TRI_THROWN;
}

static bool descriptor_accessor(VM *vm, Obj *o, PropKey key, PropDesc *d,
                                uint8_t bit, const char *what)
{
    Value v;
    Tri has = descriptor_field(vm, o, key, &v);
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

bool cm__to_descriptor(VM *vm, Value v, PropDesc *ret_desc)
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
    if (!descriptor_flag(vm, o, r->name.enumerable, &d, HAS_ENUMERABLE) ||
        !descriptor_flag(vm, o, r->name.configurable, &d, HAS_CONFIGURABLE))
        return false;
    Tri has = descriptor_field(vm, o, r->name.value, &d.value);
    if (has == TRI_THROWN)
        return false;
    if (has == TRI_TRUE)
        d.has |= HAS_VALUE;
    if (!descriptor_flag(vm, o, r->name.writable, &d, HAS_WRITABLE) ||
        !descriptor_accessor(vm, o, r->name.get, &d, HAS_GET, "get") ||
        !descriptor_accessor(vm, o, r->name.set, &d, HAS_SET, "set"))
        return false;
    if ((d.has & (HAS_GET | HAS_SET)) && (d.has & (HAS_VALUE | HAS_WRITABLE))) {
        throw_type(vm, "Invalid property descriptor: it cannot have both "
                       "accessors and a value or writable attribute");
        return false;
    }
    *ret_desc = d;
    return true;
}

Obj *cm__from_descriptor(VM *vm, const PropDesc *desc)
{
    const Realm *r = vm->realm;
    Obj *o = obj_new_plain(vm);
    if (!o)
        return NULL;
    bool ok;
    if (desc->attrs & PROP_ACCESSOR)
        ok = obj_put(vm, o, r->name.get, desc->get) &&
             obj_put(vm, o, r->name.set, desc->set);
    else
        ok = obj_put(vm, o, r->name.value, desc->value) &&
             obj_put(vm, o, r->name.writable,
                     value_bool(desc->attrs & PROP_WRITABLE));
    ok = ok &&
         obj_put(vm, o, r->name.enumerable,
                 value_bool(desc->attrs & PROP_ENUMERABLE)) &&
         obj_put(vm, o, r->name.configurable,
                 value_bool(desc->attrs & PROP_CONFIGURABLE));
    return ok ? o : NULL;
}

Value cm__object_define_property(VM *vm, NativeCall *c)
{
    if (!value_is_object(c->args[0]))
        return throw_type(vm, "Object.defineProperty called on non-object");
    PropKey key;
    PropDesc desc;
    if (!to_key(vm, c->args[1], &key) ||
        !cm__to_descriptor(vm, c->args[2], &desc) ||
        !define_prop(vm, value_obj(c->args[0]), key, &desc))
        return VALUE_THROWN;
    return c->args[0];
}

/* ObjectDefineProperties: all descriptors are read before any is applied. */
static bool define_all(VM *vm, Obj *target, Value props)
{
    Obj *from = to_object(vm, props);
    KeyList keys;
    if (!from ||
        !obj_own_keys(vm, from, KEYS_STRINGS | KEYS_SYMBOLS | KEYS_ENUMERABLE,
                      &keys))
        return false;
    RawCell *raw = heap_raw_new(&vm->heap, (keys.n + 1) * sizeof(PropDesc));
    if (!raw)
        return false;
    PropDesc *descs = (PropDesc *)(void *)raw->bytes;
    for (uint32_t i = 0; i < keys.n; i++) {
        Value v = get_obj(vm, from, keys_at(&keys, i), value_from_obj(from));
        if (v == VALUE_THROWN || !vm_charge(vm, 1) ||
            !cm__to_descriptor(vm, v, &descs[i]))
            return false;
    }
    for (uint32_t i = 0; i < keys.n; i++)
        if (!define_prop(vm, target, keys_at(&keys, i), &descs[i]))
            return false;
    return true;
}

Value cm__object_define_properties(VM *vm, NativeCall *c)
{
    if (!value_is_object(c->args[0]))
        return throw_type(vm, "Object.defineProperties called on non-object");
    return define_all(vm, value_obj(c->args[0]), c->args[1]) ? c->args[0]
                                                             : VALUE_THROWN;
}

Value cm__object_create(VM *vm, NativeCall *c)
{
    Value proto = c->args[0];
    if (!value_is_object(proto) && proto != VALUE_NULL)
        return throw_type(vm, "Object prototype may only be an Object or null");
    Obj *o = obj_new_proto(vm, proto == VALUE_NULL ? NULL : value_obj(proto));
    if (!o || (c->args[1] != VALUE_UNDEFINED && !define_all(vm, o, c->args[1])))
        return VALUE_THROWN;
    return value_from_obj(o);
}

Value cm__object_get_own_descriptor(VM *vm, NativeCall *c)
{
    Obj *o = to_object(vm, c->args[0]);
    PropKey key;
    PropDesc desc;
    if (!o || !to_key(vm, c->args[1], &key))
        return VALUE_THROWN;
    Tri found = obj_get_own(vm, o, key, &desc);
    if (found != TRI_TRUE)
        return found == TRI_FALSE ? VALUE_UNDEFINED : VALUE_THROWN;
    Obj *result = cm__from_descriptor(vm, &desc);
    return result ? value_from_obj(result) : VALUE_THROWN;
}

Value cm__object_get_own_descriptors(VM *vm, NativeCall *c)
{
    Obj *o = to_object(vm, c->args[0]);
    KeyList keys;
    if (!o || !obj_own_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS, &keys))
        return VALUE_THROWN;
    Obj *result = obj_new_plain(vm);
    if (!result)
        return VALUE_THROWN;
    for (uint32_t i = 0; i < keys.n; i++) {
        PropDesc desc;
        Tri found = obj_get_own(vm, o, keys_at(&keys, i), &desc);
        if (found == TRI_FALSE)
            continue;
        Obj *one = found == TRI_TRUE ? cm__from_descriptor(vm, &desc) : NULL;
        if (!one || !vm_charge(vm, 1) ||
            !create_data(vm, result, keys_at(&keys, i), value_from_obj(one)))
            return VALUE_THROWN;
    }
    return value_from_obj(result);
}

/* ---- integrity levels ---- */

Value cm__object_freeze(VM *vm, NativeCall *c)
{
    if (value_is_object(c->args[0]) && !obj_freeze(vm, value_obj(c->args[0])))
        return VALUE_THROWN;
    return c->args[0];
}

Value cm__object_seal(VM *vm, NativeCall *c)
{
    if (value_is_object(c->args[0]) && !obj_seal(vm, value_obj(c->args[0])))
        return VALUE_THROWN;
    return c->args[0];
}

Value cm__object_prevent_extensions(VM *vm, NativeCall *c)
{
    if (value_is_object(c->args[0]) &&
        !obj_prevent_extensions(vm, value_obj(c->args[0])))
        return VALUE_THROWN;
    return c->args[0];
}

Value cm__object_is_extensible(VM *vm, NativeCall *c)
{
    (void)vm;
    return value_bool(value_is_object(c->args[0]) &&
                      obj_is_extensible(value_obj(c->args[0])));
}

/* TestIntegrityLevel. */
static Value has_integrity(VM *vm, Value v, bool frozen)
{
    if (!value_is_object(v))
        return VALUE_TRUE;
    Obj *o = value_obj(v);
    if (obj_is_extensible(o))
        return VALUE_FALSE;
    KeyList keys;
    if (!obj_own_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS, &keys))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < keys.n; i++) {
        PropDesc desc;
        Tri found = obj_get_own(vm, o, keys_at(&keys, i), &desc);
        if (found == TRI_THROWN || !vm_charge(vm, 1))
            return VALUE_THROWN;
        if (found == TRI_FALSE)
            continue;
        if ((desc.attrs & PROP_CONFIGURABLE) ||
            (frozen && !(desc.attrs & PROP_ACCESSOR) &&
             (desc.attrs & PROP_WRITABLE)))
            return VALUE_FALSE;
    }
    return VALUE_TRUE;
}

Value cm__object_is_frozen(VM *vm, NativeCall *c)
{
    return has_integrity(vm, c->args[0], true);
}

Value cm__object_is_sealed(VM *vm, NativeCall *c)
{
    return has_integrity(vm, c->args[0], false);
}
