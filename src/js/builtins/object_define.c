/* SPDX-License-Identifier: MIT */
/* Property descriptors and integrity levels; ECMA-262 6.2.6, 7.3.14, 20.1.2. */
#include "js/builtins/object_internal.h"

#include "engine/convert.h"
#include "engine/property.h"

/* ---- descriptors ---- */

Value cm__object_define_property(VM *vm, NativeCall *c)
{
    if (!value_is_object(c->args[0]))
        return throw_type(vm, "Object.defineProperty called on non-object");
    PropKey key;
    PropDesc desc;
    if (!to_key(vm, c->args[1], &key) ||
        !to_descriptor(vm, c->args[2], &desc) ||
        !define_prop(vm, value_obj(c->args[0]), key, &desc))
        return VALUE_THROWN;
    return c->args[0];
}

/* ObjectDefineProperties: all descriptors are read before any is applied. */
static bool define_all(VM *vm, Obj *target, Value props)
{
    Obj *from = to_object(vm, props);
    KeyList keys;
    if (!from || !obj_own_keys(vm, from, cm__enumerable_flags(from), &keys))
        return false;
    RawCell *raw = heap_raw_new(&vm->heap, (keys.n + 1) * sizeof(PropDesc));
    if (!raw)
        return false;
    PropDesc *descs = (PropDesc *)(void *)raw->bytes;
    uint32_t n = 0;
    for (uint32_t i = 0; i < keys.n; i++) {
        PropKey key = keys_at(&keys, i);
        Value v = cm__enumerable_value(vm, from, key);
        if (v == VALUE_ABSENT)
            continue;
        if (v == VALUE_THROWN || !vm_charge(vm, 1) ||
            !to_descriptor(vm, v, &descs[n]))
            return false;
        keys.cell->v[n++] = key;
    }
    for (uint32_t i = 0; i < n; i++)
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
    Obj *result = from_descriptor(vm, &desc);
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
        Obj *one = found == TRI_TRUE ? from_descriptor(vm, &desc) : NULL;
        if (!one || !vm_charge(vm, 1) ||
            !create_data(vm, result, keys_at(&keys, i), value_from_obj(one)))
            return VALUE_THROWN;
    }
    return value_from_obj(result);
}

/* ---- integrity levels ---- */

/* Whose properties are not in its shape and elements alone. */
static bool is_exotic(const Obj *o)
{
    return obj_class(o) == CLASS_PROXY || obj_class(o) == CLASS_TYPED_ARRAY;
}

/* SetIntegrityLevel of a proxy or typed array: by the essential operations. */
static bool restrict_exotic(VM *vm, Obj *o, bool freeze)
{
    KeyList keys;
    Tri done = obj_stop_extensions(vm, o);
    if (done == TRI_FALSE)
        throw_type(vm, "The object cannot be made non-extensible");
    if (done != TRI_TRUE ||
        !obj_own_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS, &keys))
        return false;
    for (uint32_t i = 0; i < keys.n; i++) {
        PropDesc d = { .attrs = 0 };
        PropDesc wanted = { .value = VALUE_UNDEFINED,
                            .get = VALUE_UNDEFINED,
                            .set = VALUE_UNDEFINED,
                            .has = HAS_CONFIGURABLE };
        Tri found =
            freeze ? obj_get_own(vm, o, keys_at(&keys, i), &d) : TRI_TRUE;
        if (found == TRI_THROWN || !vm_charge(vm, 1))
            return false;
        if (found == TRI_FALSE)
            continue;
        if (freeze && !(d.attrs & PROP_ACCESSOR))
            wanted.has |= HAS_WRITABLE;
        if (!define_prop(vm, o, keys_at(&keys, i), &wanted))
            return false;
    }
    return true;
}

Value cm__object_freeze(VM *vm, NativeCall *c)
{
    if (!value_is_object(c->args[0]))
        return c->args[0];
    Obj *o = value_obj(c->args[0]);
    bool ok = is_exotic(o) ? restrict_exotic(vm, o, true) : obj_freeze(vm, o);
    return ok ? c->args[0] : VALUE_THROWN;
}

Value cm__object_seal(VM *vm, NativeCall *c)
{
    if (!value_is_object(c->args[0]))
        return c->args[0];
    Obj *o = value_obj(c->args[0]);
    bool ok = is_exotic(o) ? restrict_exotic(vm, o, false) : obj_seal(vm, o);
    return ok ? c->args[0] : VALUE_THROWN;
}

Value cm__object_prevent_extensions(VM *vm, NativeCall *c)
{
    if (!value_is_object(c->args[0]))
        return c->args[0];
    Tri done = obj_stop_extensions(vm, value_obj(c->args[0]));
    if (done == TRI_FALSE)
        throw_type(vm, "The object cannot be made non-extensible");
    return done == TRI_TRUE ? c->args[0] : VALUE_THROWN;
}

Value cm__object_is_extensible(VM *vm, NativeCall *c)
{
    if (!value_is_object(c->args[0]))
        return VALUE_FALSE;
    Tri open = obj_test_extensible(vm, value_obj(c->args[0]));
    return open == TRI_THROWN ? VALUE_THROWN : value_bool(open);
}

/* TestIntegrityLevel. */
static Value has_integrity(VM *vm, Value v, bool frozen)
{
    if (!value_is_object(v))
        return VALUE_TRUE;
    Obj *o = value_obj(v);
    Tri open = obj_test_extensible(vm, o);
    if (open != TRI_FALSE)
        return open == TRI_THROWN ? VALUE_THROWN : VALUE_FALSE;
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
