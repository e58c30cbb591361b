/* SPDX-License-Identifier: MIT */
/* Reflect; ECMA-262 28.1. setPrototypeOf always throws (spec/execution.md
 * 12.2). */
#include "js/builtins/builtins.h"

#include "engine/convert.h"
#include "engine/property.h"

/* The first argument as an object, NULL after a TypeError. */
static Obj *target_of(VM *vm, const NativeCall *c, const char *name)
{
    if (value_is_object(c->args[0]))
        return value_obj(c->args[0]);
    throw_type(vm, "Reflect.%s called on a value that is no object", name);
    return NULL;
}

/* Target and key. False when thrown. */
static bool member_of(VM *vm, const NativeCall *c, const char *name,
                      Obj **ret_o, PropKey *ret_key)
{
    *ret_o = target_of(vm, c, name);
    return *ret_o && to_key(vm, c->args[1], ret_key);
}

static Value answer(Tri t)
{
    return t == TRI_THROWN ? VALUE_THROWN : value_bool(t);
}

/* ---- calls ---- */

static Step reflect_apply(VM *vm, NativeFrame *f)
{
    const Value *args = f->call.args;
    if (f->pc)
        return native_return(f, f->result);
    if (!value_is_callable(args[0])) {
        throw_type(vm, "The target of Reflect.apply is not a function");
        return STEP_THROW;
    }
    Array *list = cm__argument_list(vm, args[2]);
    if (!list)
        return STEP_THROW;
    f->pc = 1;
    return native_call_array(vm, f, args[0], args[1], list, false);
}

static Step reflect_construct(VM *vm, NativeFrame *f)
{
    const Value *args = f->call.args;
    if (f->pc)
        return native_return(f, f->result);
    Value new_target = f->call.argc > 2 ? args[2] : args[0];
    if (!value_is_constructor(args[0]) || !value_is_constructor(new_target)) {
        throw_type(vm, "The %s of Reflect.construct is not a constructor",
                   value_is_constructor(args[0]) ? "new target" : "target");
        return STEP_THROW;
    }
    Array *list = cm__argument_list(vm, args[1]);
    if (!list)
        return STEP_THROW;
    f->pc = 1;
    return native_call_array(vm, f, args[0], new_target, list, true);
}

/* ---- properties ---- */

static Value reflect_define_property(VM *vm, NativeCall *c)
{
    Obj *o;
    PropKey key;
    PropDesc d;
    if (!member_of(vm, c, "defineProperty", &o, &key) ||
        !to_descriptor(vm, c->args[2], &d))
        return VALUE_THROWN;
    return answer(obj_define_own(vm, o, key, &d));
}

static Value reflect_delete_property(VM *vm, NativeCall *c)
{
    Obj *o;
    PropKey key;
    if (!member_of(vm, c, "deleteProperty", &o, &key))
        return VALUE_THROWN;
    return answer(obj_delete_own(vm, o, key));
}

static Value reflect_get(VM *vm, NativeCall *c)
{
    Obj *o;
    PropKey key;
    if (!member_of(vm, c, "get", &o, &key))
        return VALUE_THROWN;
    return get_obj(vm, o, key, c->argc > 2 ? c->args[2] : c->args[0]);
}

static Value reflect_set(VM *vm, NativeCall *c)
{
    Obj *o;
    PropKey key;
    if (!member_of(vm, c, "set", &o, &key))
        return VALUE_THROWN;
    return answer(
        set_obj(vm, o, key, c->args[2], c->argc > 3 ? c->args[3] : c->args[0]));
}

static Value reflect_has(VM *vm, NativeCall *c)
{
    Obj *o;
    PropKey key;
    if (!member_of(vm, c, "has", &o, &key))
        return VALUE_THROWN;
    return answer(has_prop(vm, o, key));
}

static Value reflect_get_own_descriptor(VM *vm, NativeCall *c)
{
    Obj *o;
    PropKey key;
    PropDesc d;
    if (!member_of(vm, c, "getOwnPropertyDescriptor", &o, &key))
        return VALUE_THROWN;
    Tri found = obj_get_own(vm, o, key, &d);
    if (found != TRI_TRUE)
        return found == TRI_FALSE ? VALUE_UNDEFINED : VALUE_THROWN;
    Obj *result = from_descriptor(vm, &d);
    return result ? value_from_obj(result) : VALUE_THROWN;
}

static Value reflect_own_keys(VM *vm, NativeCall *c)
{
    KeyList keys;
    Obj *o = target_of(vm, c, "ownKeys");
    if (!o || !obj_own_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS, &keys) ||
        !vm_charge(vm, keys.n))
        return VALUE_THROWN;
    Array *a = array_new(vm, keys.n);
    for (uint32_t i = 0; a && i < keys.n; i++) {
        Value key = key_to_value(vm, keys_at(&keys, i));
        if (key == VALUE_THROWN || !array_push(vm, a, key))
            return VALUE_THROWN;
    }
    return a ? value_from_obj(a) : VALUE_THROWN;
}

/* ---- the object itself ---- */

static Value reflect_get_prototype_of(VM *vm, NativeCall *c)
{
    Obj *proto, *o = target_of(vm, c, "getPrototypeOf");
    if (!o || !obj_get_proto(vm, o, &proto))
        return VALUE_THROWN;
    return proto ? value_from_obj(proto) : VALUE_NULL;
}

static Value reflect_set_prototype_of(VM *vm, NativeCall *c)
{
    (void)c;
    return throw_type(vm, "Reflect.setPrototypeOf is not supported: prototypes "
                          "are fixed; use Object.create or class extends");
}

static Value reflect_is_extensible(VM *vm, NativeCall *c)
{
    Obj *o = target_of(vm, c, "isExtensible");
    return o ? answer(obj_test_extensible(vm, o)) : VALUE_THROWN;
}

static Value reflect_prevent_extensions(VM *vm, NativeCall *c)
{
    Obj *o = target_of(vm, c, "preventExtensions");
    return o ? answer(obj_stop_extensions(vm, o)) : VALUE_THROWN;
}

#define FN(name_, fn_, n)                                            \
    {                                                                \
        .name = (name_), .fn = (fn_), .length = (n), .min_args = (n) \
    }

static const NativeSpec rows[] = {
    { .name = "apply", .step = reflect_apply, .length = 3, .min_args = 3 },
    { .name = "construct",
      .step = reflect_construct,
      .length = 2,
      .min_args = 2 },
    FN("defineProperty", reflect_define_property, 3),
    FN("deleteProperty", reflect_delete_property, 2),
    FN("get", reflect_get, 2),
    FN("getOwnPropertyDescriptor", reflect_get_own_descriptor, 2),
    FN("getPrototypeOf", reflect_get_prototype_of, 1),
    FN("has", reflect_has, 2),
    FN("isExtensible", reflect_is_extensible, 1),
    FN("ownKeys", reflect_own_keys, 1),
    FN("preventExtensions", reflect_prevent_extensions, 1),
    FN("set", reflect_set, 3),
    FN("setPrototypeOf", reflect_set_prototype_of, 2),
};

void js_install_reflect(RealmBuilder *b)
{
    Obj *o = realm_object(b, b->realm->object_proto);
    realm_functions(b, o, rows, CM_ARRAY_LEN(rows));
    realm_tag(b, o, "Reflect");
    if (!b->failed)
        realm_add_global(b, "Reflect", value_from_obj(o));
}
