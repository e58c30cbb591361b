/* SPDX-License-Identifier: MIT */
/* Prototype, extensibility, own keys of proxies; ECMA-262 10.5.1 to 10.5.4,
 * 10.5.11. A setPrototypeOf trap is never called: prototypes are fixed
 * (spec/execution.md 12.2). */
#include "engine/proxy_internal.h"

#include "engine/convert.h"
#include "engine/error.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "engine/table.h"

/* ---- getPrototypeOf ---- */

static Tri do_get_proto(VM *vm, Obj *o, Obj **ret_proto)
{
    Trap t;
    Obj *real = NULL;
    if (!cm__proxy_trap(vm, o, vm->realm->name.getPrototypeOf, &t))
        return TRI_THROWN;
    if (t.fn == VALUE_UNDEFINED)
        return obj_get_proto(vm, t.target, ret_proto) ? TRI_TRUE : TRI_THROWN;
    Value args[1];
    Value v = cm__proxy_call(vm, &t, 1, args);
    if (v == VALUE_THROWN)
        return TRI_THROWN;
    if (!value_is_object(v) && !value_is_null(v)) {
        cm__proxy_violation(vm, &t, VALUE_ABSENT,
                            "the trap gave neither an object nor null");
        return TRI_THROWN;
    }
    Obj *proto = value_is_object(v) ? value_obj(v) : NULL;
    Tri open = obj_test_extensible(vm, t.target);
    if (open == TRI_THROWN ||
        (open == TRI_FALSE && !obj_get_proto(vm, t.target, &real)))
        return TRI_THROWN;
    if (open == TRI_FALSE && real != proto) {
        cm__proxy_violation(vm, &t, VALUE_ABSENT,
                            "the trap gave another prototype than that of the "
                            "non-extensible target");
        return TRI_THROWN;
    }
    *ret_proto = proto;
    return TRI_TRUE;
}

Tri cm__proxy_get_proto(VM *vm, Obj *o, Obj **ret_proto)
{
    if (!cm__proxy_enter(vm))
        return TRI_THROWN;
    Tri done = do_get_proto(vm, o, ret_proto);
    vm->proxy_depth--;
    return done;
}

/* ---- isExtensible, preventExtensions ---- */

static Tri do_test_extensible(VM *vm, Obj *o)
{
    Trap t;
    if (!cm__proxy_trap(vm, o, vm->realm->name.isExtensible, &t))
        return TRI_THROWN;
    if (t.fn == VALUE_UNDEFINED)
        return obj_test_extensible(vm, t.target);
    Value args[1];
    Value v = cm__proxy_call(vm, &t, 1, args);
    if (v == VALUE_THROWN)
        return TRI_THROWN;
    Tri open = obj_test_extensible(vm, t.target);
    if (open != TRI_THROWN && open != (Tri)to_boolean(v)) {
        cm__proxy_violation(vm, &t, VALUE_ABSENT,
                            "the trap gave another answer than the target");
        return TRI_THROWN;
    }
    return open;
}

Tri cm__proxy_test_extensible(VM *vm, Obj *o)
{
    if (!cm__proxy_enter(vm))
        return TRI_THROWN;
    Tri open = do_test_extensible(vm, o);
    vm->proxy_depth--;
    return open;
}

static Tri do_stop_extensions(VM *vm, Obj *o)
{
    Trap t;
    if (!cm__proxy_trap(vm, o, vm->realm->name.preventExtensions, &t))
        return TRI_THROWN;
    if (t.fn == VALUE_UNDEFINED)
        return obj_stop_extensions(vm, t.target);
    Value args[1];
    Value v = cm__proxy_call(vm, &t, 1, args);
    if (v == VALUE_THROWN)
        return TRI_THROWN;
    if (!to_boolean(v))
        return TRI_FALSE;
    Tri open = obj_test_extensible(vm, t.target);
    if (open == TRI_TRUE)
        cm__proxy_violation(vm, &t, VALUE_ABSENT,
                            "the target is still extensible");
    return open == TRI_FALSE ? TRI_TRUE : TRI_THROWN;
}

Tri cm__proxy_stop_extensions(VM *vm, Obj *o)
{
    if (!cm__proxy_enter(vm))
        return TRI_THROWN;
    Tri done = do_stop_extensions(vm, o);
    vm->proxy_depth--;
    return done;
}

Tri obj_test_extensible(VM *vm, Obj *o)
{
    const ObjClass *c = obj_class_of(o);
    if (c->test_extensible)
        return c->test_extensible(vm, o);
    return (Tri)obj_is_extensible(o);
}

Tri obj_stop_extensions(VM *vm, Obj *o)
{
    const ObjClass *c = obj_class_of(o);
    if (c->stop_extensions)
        return c->stop_extensions(vm, o);
    return obj_prevent_extensions(vm, o) ? TRI_TRUE : TRI_THROWN;
}

/* ---- ownKeys ---- */

/* CreateListFromArrayLike with property keys only, each once; `set` gets them
 * too. */
static bool list_keys(VM *vm, const Trap *t, Value v, KeyList *out, Table *set)
{
    uint64_t n;
    if (!value_is_object(v)) {
        cm__proxy_violation(vm, t, VALUE_ABSENT, "the trap gave no object");
        return false;
    }
    if (!array_like_length(vm, value_obj(v), &n))
        return false;
    for (uint64_t i = 0; i < n; i++) {
        PropKey at = key_index((uint32_t)i), key;
        bool added;
        if (i > KEY_MAX_INDEX) {
            throw_range(vm, "Invalid array length");
            return false;
        }
        Value item = get_obj(vm, value_obj(v), at, v);
        if (item == VALUE_THROWN || !vm_charge(vm, 1))
            return false;
        if (!value_is_string(item) && !value_is_symbol(item)) {
            cm__proxy_violation(vm, t, VALUE_ABSENT,
                                "the trap gave something that is no key");
            return false;
        }
        if (!to_key(vm, item, &key) || !table_put(vm, set, key, &added) ||
            (added && !keys_add(out, key)))
            return false;
        if (!added) {
            cm__proxy_violation(vm, t, key, "the trap gave a key twice");
            return false;
        }
    }
    return true;
}

/* The checks against the target's keys, steps 9 to 25. */
static bool check_keys(VM *vm, const Trap *t, Table *set)
{
    KeyList keys;
    Tri open = obj_test_extensible(vm, t->target);
    if (open == TRI_THROWN ||
        !obj_own_keys(vm, t->target, KEYS_STRINGS | KEYS_SYMBOLS, &keys))
        return false;
    RawCell *fixed = heap_raw_new(&vm->heap, (size_t)keys.n + 1);
    if (!fixed)
        return false;
    for (uint32_t i = 0; i < keys.n; i++) {
        PropDesc d;
        Tri found = obj_get_own(vm, t->target, keys_at(&keys, i), &d);
        if (found == TRI_THROWN || !vm_charge(vm, 1))
            return false;
        fixed->bytes[i] = found == TRI_TRUE && !(d.attrs & PROP_CONFIGURABLE);
    }
    for (uint32_t i = 0; i < keys.n; i++) {
        if (!fixed->bytes[i] && open == TRI_TRUE)
            continue;
        if (!table_delete(vm, set, keys_at(&keys, i))) {
            cm__proxy_violation(vm, t, keys_at(&keys, i),
                                "the trap hides what the target must show");
            return false;
        }
    }
    if (open == TRI_FALSE && set->live > 0) {
        cm__proxy_violation(vm, t, VALUE_ABSENT,
                            "the trap gave keys that the non-extensible "
                            "target does not have");
        return false;
    }
    return true;
}

static bool do_keys(VM *vm, Obj *o, KeyList *out)
{
    Trap t;
    if (!cm__proxy_trap(vm, o, vm->realm->name.ownKeys, &t))
        return false;
    if (t.fn == VALUE_UNDEFINED)
        return obj_own_keys(vm, t.target, KEYS_STRINGS | KEYS_SYMBOLS, out);
    Value args[1];
    Value v = cm__proxy_call(vm, &t, 1, args);
    Table *set = v == VALUE_THROWN ? NULL : table_new(vm, 0);
    return set && keys_init(out, vm) && list_keys(vm, &t, v, out, set) &&
           check_keys(vm, &t, set);
}

bool cm__proxy_keys(VM *vm, Obj *o, KeyList *out)
{
    if (!cm__proxy_enter(vm))
        return false;
    bool ok = do_keys(vm, o, out);
    vm->proxy_depth--;
    return ok;
}

/* ---- IsArray ---- */

Tri is_array(VM *vm, Value v)
{
    while (value_is_class(v, CLASS_PROXY)) {
        const ProxyObj *p = value_ptr(v);
        if (!p->target) {
            throw_type(vm, "Cannot perform 'IsArray' on a proxy that has been "
                           "revoked");
            return TRI_THROWN;
        }
        v = value_from_obj(p->target);
        if (!vm_charge(vm, 1))
            return TRI_THROWN;
    }
    return (Tri)value_is_array(v);
}
