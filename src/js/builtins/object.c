/* SPDX-License-Identifier: MIT */
/* Object and Object.prototype; ECMA-262 20.1.
 *
 * Differences (spec/execution.md 12.2): prototypes are fixed at creation, so
 * setPrototypeOf always throws, and there is no __proto__ accessor. */
#include "js/builtins/object_internal.h"

#include "engine/convert.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/proxy.h"

#include <string.h>

/* ---- enumeration ---- */

/* What may not be enumerated as if it were data: promises (5.5) and, unless
 * only names are asked for, references (discovery.md 2). */
static bool check_enumerable(VM *vm, Value v, bool names_only)
{
    if (value_is_class(v, CLASS_PROMISE)) {
        throw_await_hint(vm, "a promise");
        return false;
    }
    if (value_is_class(v, CLASS_REFERENCE) && !names_only) {
        throw_kind(vm, DIAG_INVALID_DATA_VALUE, ERR_TYPE,
                   "A tool reference has no values to list; take names from "
                   "Object.keys(tools) and signatures from search");
        return false;
    }
    return true;
}

unsigned cm__enumerable_flags(const Obj *o)
{
    unsigned flags = KEYS_STRINGS | KEYS_SYMBOLS;
    return obj_class_of(o)->all_keys ? flags : flags | KEYS_ENUMERABLE;
}

static bool enumerable_keys(VM *vm, Value v, bool names_only, Obj **ret_o,
                            KeyList *ret_keys)
{
    if (!check_enumerable(vm, v, names_only))
        return false;
    Obj *o = to_object(vm, v);
    if (!o)
        return false;
    unsigned flags = names_only ? KEYS_STRINGS | KEYS_ENUMERABLE
                                : cm__enumerable_flags(o) & ~KEYS_SYMBOLS;
    if (!obj_own_keys(vm, o, flags, ret_keys))
        return false;
    *ret_o = o;
    return vm_charge(vm, ret_keys->n);
}

/* An array of the keys as program values. */
static Value keys_to_array(VM *vm, const KeyList *keys)
{
    Array *a = array_new(vm, keys->n);
    if (!a)
        return VALUE_THROWN;
    uint32_t turns = 0;
    for (uint32_t i = 0; i < keys->n; i++) {
        if (!vm_in_time(vm, &turns))
            return VALUE_THROWN;
        Value v = key_to_value(vm, keys_at(keys, i));
        if (v == VALUE_THROWN || !array_push(vm, a, v))
            return VALUE_THROWN;
    }
    return value_from_obj(a);
}

static Value object_keys(VM *vm, NativeCall *c)
{
    Obj *o;
    KeyList keys;
    if (!enumerable_keys(vm, c->args[0], true, &o, &keys))
        return VALUE_THROWN;
    return keys_to_array(vm, &keys);
}

Value cm__enumerable_value(VM *vm, Obj *o, PropKey key)
{
    PropDesc desc;
    Tri found = obj_get_own(vm, o, key, &desc);
    if (found == TRI_THROWN)
        return VALUE_THROWN;
    if (found == TRI_FALSE || !(desc.attrs & PROP_ENUMERABLE))
        return VALUE_ABSENT;
    if (!(desc.attrs & PROP_ACCESSOR) && !obj_class_of(o)->get)
        return desc.value;
    return get_obj(vm, o, key, value_from_obj(o));
}

static Value entry_pair(VM *vm, PropKey key, Value v)
{
    Value pair[2] = { key_to_value(vm, key), v };
    Array *a = pair[0] == VALUE_THROWN ? NULL : array_from_values(vm, pair, 2);
    return a ? value_from_obj(a) : VALUE_THROWN;
}

static Value list_values(VM *vm, Value v, bool pairs)
{
    Obj *o;
    KeyList keys;
    if (!enumerable_keys(vm, v, false, &o, &keys))
        return VALUE_THROWN;
    Array *a = array_new(vm, keys.n);
    if (!a)
        return VALUE_THROWN;
    uint32_t turns = 0;
    for (uint32_t i = 0; i < keys.n; i++) {
        if (!vm_in_time(vm, &turns))
            return VALUE_THROWN;
        PropKey key = keys_at(&keys, i);
        Value item = cm__enumerable_value(vm, o, key);
        if (item == VALUE_ABSENT)
            continue;
        if (pairs && item != VALUE_THROWN)
            item = entry_pair(vm, key, item);
        if (item == VALUE_THROWN || !array_push(vm, a, item))
            return VALUE_THROWN;
    }
    return value_from_obj(a);
}

static Value object_values(VM *vm, NativeCall *c)
{
    return list_values(vm, c->args[0], false);
}

static Value object_entries(VM *vm, NativeCall *c)
{
    return list_values(vm, c->args[0], true);
}

static Value own_key_array(VM *vm, Value v, unsigned flags)
{
    KeyList keys;
    Obj *o = to_object(vm, v);
    if (!o || !obj_own_keys(vm, o, flags, &keys) || !vm_charge(vm, keys.n))
        return VALUE_THROWN;
    return keys_to_array(vm, &keys);
}

static Value object_get_own_property_names(VM *vm, NativeCall *c)
{
    return own_key_array(vm, c->args[0], KEYS_STRINGS);
}

static Value object_get_own_property_symbols(VM *vm, NativeCall *c)
{
    return own_key_array(vm, c->args[0], KEYS_SYMBOLS);
}

/* ---- copying ---- */

static bool assign_from(VM *vm, Obj *target, Value source)
{
    if (value_is_nullish(source))
        return true;
    if (!check_enumerable(vm, source, false))
        return false;
    Obj *from = to_object(vm, source);
    KeyList keys;
    if (!from || !obj_own_keys(vm, from, cm__enumerable_flags(from), &keys))
        return false;
    for (uint32_t i = 0; i < keys.n; i++) {
        PropKey key = keys_at(&keys, i);
        Value v = cm__enumerable_value(vm, from, key);
        if (v == VALUE_ABSENT)
            continue;
        if (v == VALUE_THROWN || !vm_charge(vm, 1) ||
            !set_prop(vm, value_from_obj(target), key, v))
            return false;
    }
    return true;
}

static Value object_assign(VM *vm, NativeCall *c)
{
    Obj *target = to_object(vm, c->args[0]);
    if (!target)
        return VALUE_THROWN;
    for (uint32_t i = 1; i < c->argc; i++)
        if (!assign_from(vm, target, c->args[i]))
            return VALUE_THROWN;
    return value_from_obj(target);
}

/* Object.fromEntries: f->pc 0 start, 1 opening, 2 stepping, 3 closing after a
 * failure. */
enum {
    FE_RESULT,
    FE_ITER,
    FE_ERROR = FE_ITER + 3,
    FE_ENTRY,
    FE_REGS
};

static bool add_entry(VM *vm, Obj *result, Value entry)
{
    if (!value_is_object(entry)) {
        throw_type(vm, "Iterator value is not an entry object");
        return false;
    }
    Value k = get_prop(vm, entry, key_index(0));
    Value v =
        k == VALUE_THROWN ? VALUE_THROWN : get_prop(vm, entry, key_index(1));
    PropKey key;
    return v != VALUE_THROWN && to_key(vm, k, &key) &&
           create_data(vm, result, key, v);
}

/* The entry waits in a register until it is added, so that an entry that ran
 * out of memory can be repeated (registers stay, f->pc does not). */
static Step from_entries_loop(VM *vm, NativeFrame *f)
{
    for (;;) {
        if (f->reg[FE_ENTRY] == VALUE_ABSENT) {
            Value v;
            IterResult r = iter_next(vm, f, FE_ITER, &v);
            if (r == ITER_DONE)
                return native_return(f, f->reg[FE_RESULT]);
            if (r != ITER_VALUE)
                return r == ITER_CALL ? STEP_CALL : STEP_THROW;
            f->reg[FE_ENTRY] = v;
        }
        if (!vm_charge(vm, 1))
            return STEP_THROW;
        if (!add_entry(vm, value_obj(f->reg[FE_RESULT]), f->reg[FE_ENTRY]))
            return cm__iter_fail(vm, f, FE_ITER, FE_ERROR, 3);
        f->reg[FE_ENTRY] = VALUE_ABSENT;
    }
}

static Step object_from_entries(VM *vm, NativeFrame *f)
{
    IterResult r;
    Obj *result;
    switch (f->pc) {
    case 0:
        if (value_is_nullish(f->call.args[0])) {
            throw_type(vm, "Object.fromEntries needs an iterable");
            return STEP_THROW;
        }
        if (f->reg[FE_RESULT] == VALUE_UNDEFINED) { /* else repeated */
            result = obj_new_plain(vm);
            if (!result)
                return STEP_THROW;
            f->reg[FE_RESULT] = value_from_obj(result);
        }
        f->pc = 1;
        CM_FALLTHROUGH;
    case 1:
        if (f->reg[FE_ENTRY] == VALUE_UNDEFINED) {
            r = iter_open(vm, f, FE_ITER, f->call.args[0]);
            if (r != ITER_VALUE)
                return r == ITER_CALL ? STEP_CALL : STEP_THROW;
            f->reg[FE_ENTRY] = VALUE_ABSENT;
        }
        f->pc = 2;
        CM_FALLTHROUGH;
    case 2:
        return from_entries_loop(vm, f);
    default:
        return cm__iter_fail_step(vm, f, FE_ITER, FE_ERROR);
    }
}

/* Object.groupBy */
enum {
    GB_RESULT,
    GB_ITER,
    GB_ERROR = GB_ITER + 3,
    GB_VALUE,
    GB_REGS
};

static bool add_to_group(VM *vm, Obj *groups, Value group, Value v)
{
    PropKey key;
    PropDesc desc;
    if (!to_key(vm, group, &key))
        return false;
    Tri found = obj_get_own(vm, groups, key, &desc);
    if (found == TRI_TRUE)
        return array_push(vm, (Array *)value_ptr(desc.value), v);
    Array *a = found == TRI_FALSE ? array_from_values(vm, &v, 1) : NULL;
    return a && create_data(vm, groups, key, value_from_obj(a));
}

static Step group_by_start(VM *vm, NativeFrame *f)
{
    if (value_is_nullish(f->call.args[0])) {
        throw_type(vm, "Object.groupBy needs an iterable");
        return STEP_THROW;
    }
    if (!value_is_callable(f->call.args[1])) {
        throw_type(vm, "The callback of Object.groupBy is not a function");
        return STEP_THROW;
    }
    Obj *groups = obj_new_proto(vm, NULL);
    if (!groups)
        return STEP_THROW;
    f->reg[GB_RESULT] = value_from_obj(groups);
    f->pc = 1;
    return STEP_RETURN;
}

static Step object_group_by(VM *vm, NativeFrame *f)
{
    IterResult r;
    switch (f->pc) {
    case 0:
        if (group_by_start(vm, f) == STEP_THROW)
            return STEP_THROW;
        CM_FALLTHROUGH;
    case 1:
        if (!iter_is_open(&f->reg[GB_ITER])) { /* else repeated */
            r = iter_open(vm, f, GB_ITER, f->call.args[0]);
            if (r != ITER_VALUE)
                return r == ITER_CALL ? STEP_CALL : STEP_THROW;
        }
        f->pc = 2;
        break;
    case 2: /* the iterator's next returned */
        break;
    case 3: /* the callback returned */
        if (f->threw)
            return cm__iter_fail(vm, f, GB_ITER, GB_ERROR, 4);
        /* Absent: this entry is a repetition and has added the value. */
        if (f->reg[GB_VALUE] != VALUE_ABSENT &&
            !add_to_group(vm, value_obj(f->reg[GB_RESULT]), f->result,
                          f->reg[GB_VALUE]))
            return cm__iter_fail(vm, f, GB_ITER, GB_ERROR, 4);
        f->reg[GB_VALUE] = VALUE_ABSENT;
        f->pc = 2;
        break;
    default:
        return cm__iter_fail_step(vm, f, GB_ITER, GB_ERROR);
    }
    Value v;
    r = iter_next(vm, f, GB_ITER, &v);
    if (r == ITER_DONE)
        return native_return(f, f->reg[GB_RESULT]);
    if (r != ITER_VALUE)
        return r == ITER_CALL ? STEP_CALL : STEP_THROW;
    f->reg[GB_VALUE] = v;
    Value args[2] = { v, value_uint32(f->n++) };
    f->pc = 3;
    return native_call(vm, f, f->call.args[1], VALUE_UNDEFINED, 2, args);
}

/* ---- prototypes, equality ---- */

static Value object_get_prototype_of(VM *vm, NativeCall *c)
{
    Obj *o = to_object(vm, c->args[0]);
    if (!o)
        return VALUE_THROWN;
    Obj *proto;
    if (!obj_get_proto(vm, o, &proto))
        return VALUE_THROWN;
    return proto ? value_from_obj(proto) : VALUE_NULL;
}

static Value object_set_prototype_of(VM *vm, NativeCall *c)
{
    (void)c;
    return throw_type(vm, "Object.setPrototypeOf is not supported: prototypes "
                          "are fixed; use Object.create or class extends");
}

static Value object_is(VM *vm, NativeCall *c)
{
    return value_bool(same_value(vm, c->args[0], c->args[1]));
}

static Value object_has_own(VM *vm, NativeCall *c)
{
    Obj *o = to_object(vm, c->args[0]);
    PropKey key;
    if (!o || !to_key(vm, c->args[1], &key))
        return VALUE_THROWN;
    Tri has = has_own(vm, o, key);
    return has == TRI_THROWN ? VALUE_THROWN : value_bool(has);
}

/* ---- the constructor ---- */

static Value object_ctor(VM *vm, NativeCall *c)
{
    Obj *o;
    if (c->new_target != VALUE_UNDEFINED && c->new_target != c->callee) {
        Obj *proto = ctor_proto(vm, c, vm->realm->object_proto);
        o = proto ? obj_new_proto(vm, proto) : NULL;
    } else if (value_is_nullish(c->args[0])) {
        o = obj_new_plain(vm);
    } else {
        o = to_object(vm, c->args[0]);
    }
    return o ? value_from_obj(o) : VALUE_THROWN;
}

/* ---- Object.prototype ---- */

static Value proto_has_own_property(VM *vm, NativeCall *c)
{
    PropKey key;
    if (!to_key(vm, c->args[0], &key))
        return VALUE_THROWN;
    Obj *o = to_object(vm, c->this_val);
    if (!o)
        return VALUE_THROWN;
    Tri has = has_own(vm, o, key);
    return has == TRI_THROWN ? VALUE_THROWN : value_bool(has);
}

static Value proto_is_prototype_of(VM *vm, NativeCall *c)
{
    if (!value_is_object(c->args[0]))
        return VALUE_FALSE;
    Obj *self = to_object(vm, c->this_val);
    if (!self)
        return VALUE_THROWN;
    for (Obj *o = value_obj(c->args[0]);;) {
        if (!obj_get_proto(vm, o, &o) || !vm_charge(vm, 1))
            return VALUE_THROWN;
        if (!o || o == self)
            return value_bool(o != NULL);
    }
}

static Value proto_property_is_enumerable(VM *vm, NativeCall *c)
{
    PropKey key;
    PropDesc desc;
    if (!to_key(vm, c->args[0], &key))
        return VALUE_THROWN;
    Obj *o = to_object(vm, c->this_val);
    if (!o)
        return VALUE_THROWN;
    Tri found = obj_get_own(vm, o, key, &desc);
    if (found == TRI_THROWN)
        return VALUE_THROWN;
    return value_bool(found == TRI_TRUE && (desc.attrs & PROP_ENUMERABLE));
}

static Step proto_to_locale_string(VM *vm, NativeFrame *f)
{
    if (f->pc)
        return native_return(f, f->result);
    Value method = get_prop(vm, f->call.this_val, vm->realm->name.toString);
    if (method == VALUE_THROWN)
        return STEP_THROW;
    if (!value_is_callable(method)) {
        throw_type(vm, "toString of the object is not a function");
        return STEP_THROW;
    }
    f->pc = 1;
    return native_call(vm, f, method, f->call.this_val, 0, NULL);
}

/* The name that an object's class gives to "[object ...]". */
static const char *builtin_tag(const Obj *o)
{
    switch (obj_class(o)) {
    case CLASS_ARRAY:
        return "Array";
    case CLASS_ARGUMENTS:
        return "Arguments";
    case CLASS_ERROR:
        return "Error";
    case CLASS_DATE:
        return "Date";
    case CLASS_REGEXP:
        return "RegExp";
    default:
        return value_is_callable(value_from_obj(o)) ? "Function" : "Object";
    }
}

static const char *primitive_tag(Value v)
{
    if (value_is_string(v))
        return "String";
    if (value_is_number(v))
        return "Number";
    return value_is_bool(v) ? "Boolean" : "Object";
}

static Value tagged(VM *vm, const char *ascii, Str *tag)
{
    StrBuilder b;
    strb_init(&b, vm);
    strb_ascii(&b, "[object ", 8);
    if (tag)
        strb_str(&b, tag);
    else
        strb_ascii(&b, ascii, strlen(ascii));
    strb_unit(&b, ']');
    Str *s = strb_finish(&b);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static const char *object_tag(Value this_val)
{
    if (value_is_class(this_val, CLASS_BOXED))
        return primitive_tag(((BoxedObj *)value_ptr(this_val))->value);
    return value_is_object(this_val) ? builtin_tag(value_obj(this_val))
                                     : primitive_tag(this_val);
}

static Value proto_to_string(VM *vm, NativeCall *c)
{
    if (c->this_val == VALUE_UNDEFINED)
        return tagged(vm, "Undefined", NULL);
    if (c->this_val == VALUE_NULL)
        return tagged(vm, "Null", NULL);
    Tri array = is_array(vm, c->this_val);
    if (array == TRI_THROWN)
        return VALUE_THROWN;
    Value tag = get_prop(vm, c->this_val,
                         value_from_symbol(vm->realm->symbol.toStringTag));
    if (tag == VALUE_THROWN)
        return VALUE_THROWN;
    if (value_is_string(tag))
        return tagged(vm, "", value_str(tag));
    return tagged(vm, array == TRI_TRUE ? "Array" : object_tag(c->this_val),
                  NULL);
}

static Value proto_value_of(VM *vm, NativeCall *c)
{
    Obj *o = to_object(vm, c->this_val);
    return o ? value_from_obj(o) : VALUE_THROWN;
}

/* ---- tables ---- */

#define FN(name_, fn_, n)                                            \
    {                                                                \
        .name = (name_), .fn = (fn_), .length = (n), .min_args = (n) \
    }

static const NativeSpec object_spec = { .name = "Object",
                                        .fn = object_ctor,
                                        .length = 1,
                                        .min_args = 1,
                                        .flags = NATIVE_CTOR };

static const NativeSpec object_statics[] = {
    FN("assign", object_assign, 2),
    FN("create", cm__object_create, 2),
    FN("defineProperties", cm__object_define_properties, 2),
    FN("defineProperty", cm__object_define_property, 3),
    FN("entries", object_entries, 1),
    FN("freeze", cm__object_freeze, 1),
    { .name = "fromEntries",
      .step = object_from_entries,
      .length = 1,
      .min_args = 1,
      .n_regs = FE_REGS,
      .flags = NATIVE_CATCHES },
    FN("getOwnPropertyDescriptor", cm__object_get_own_descriptor, 2),
    FN("getOwnPropertyDescriptors", cm__object_get_own_descriptors, 1),
    FN("getOwnPropertyNames", object_get_own_property_names, 1),
    FN("getOwnPropertySymbols", object_get_own_property_symbols, 1),
    FN("getPrototypeOf", object_get_prototype_of, 1),
    { .name = "groupBy",
      .step = object_group_by,
      .length = 2,
      .min_args = 2,
      .n_regs = GB_REGS,
      .flags = NATIVE_CATCHES },
    FN("hasOwn", object_has_own, 2),
    FN("is", object_is, 2),
    FN("isExtensible", cm__object_is_extensible, 1),
    FN("isFrozen", cm__object_is_frozen, 1),
    FN("isSealed", cm__object_is_sealed, 1),
    FN("keys", object_keys, 1),
    FN("preventExtensions", cm__object_prevent_extensions, 1),
    FN("seal", cm__object_seal, 1),
    FN("setPrototypeOf", object_set_prototype_of, 2),
    FN("values", object_values, 1),
};

static const NativeSpec object_methods[] = {
    FN("hasOwnProperty", proto_has_own_property, 1),
    FN("isPrototypeOf", proto_is_prototype_of, 1),
    FN("propertyIsEnumerable", proto_property_is_enumerable, 1),
    { .name = "toLocaleString", .step = proto_to_locale_string },
    FN("toString", proto_to_string, 0),
    FN("valueOf", proto_value_of, 0),
};

void js_install_object(RealmBuilder *b)
{
    Realm *r = b->realm;
    r->object_ctor = realm_ctor(b, &object_spec, r->object_proto, NULL);
    realm_functions(b, r->object_ctor, object_statics,
                    CM_ARRAY_LEN(object_statics));
    realm_functions(b, r->object_proto, object_methods,
                    CM_ARRAY_LEN(object_methods));
    realm_add_global(b, "undefined", VALUE_UNDEFINED);
}
