/* SPDX-License-Identifier: MIT */
/* Keys, and reading properties along the prototype chain; ECMA-262 7.1.19, 7.3,
 * 10.1.8. Storage questions go to obj_get_own, which knows lazy and exotic
 * objects; the common ordinary named property is looked up in the shape
 * straight away. */
#include "engine/property.h"

#include "engine/convert.h"
#include "engine/error.h"
#include "engine/meter.h"
#include "engine/realm.h"

/* ---- keys ---- */

bool str_to_key(VM *vm, Str *s, PropKey *ret_key)
{
    uint32_t index;
    /* A string may be a name or know its name: the same to the meter, since
     * collections decide which. */
    Str *known = str_name_of(s);
    if (str_is_interned(known) && !(known->hd.flags & STR_IS_INDEX)) {
        *ret_key = value_from_str(known);
        return true;
    }
    if (str_to_index(vm, s, &index)) {
        *ret_key = key_index(index);
        return true;
    }
    if (s->len > 64 && !vm_charge_bytes(vm, s->len))
        return false;
    Str *name = str_intern(vm, s);
    if (!name)
        return false;
    *ret_key = value_from_str(name);
    return true;
}

bool to_key(VM *vm, Value v, PropKey *ret_key)
{
    if (value_is_int(v) && value_to_int(v) >= 0) {
        *ret_key = v;
        return true;
    }
    if (value_is_object(v)) {
        v = to_primitive(vm, v, HINT_STRING);
        if (v == VALUE_THROWN)
            return false;
    }
    if (value_is_symbol(v)) {
        *ret_key = v;
        return true;
    }
    if (value_is_double(v)) {
        double d = value_to_double(v);
        if (d >= 0 && d <= KEY_MAX_INDEX && (double)(uint32_t)d == d) {
            *ret_key = key_index((uint32_t)d);
            return true;
        }
    }
    Str *s = to_string(vm, v);
    return s && str_to_key(vm, s, ret_key);
}

PropKey key_ascii(VM *vm, const char *name)
{
    Str *s = str_intern_ascii(vm, name);
    return s ? value_from_str(s) : VALUE_ABSENT;
}

/* ---- reading ---- */

Obj *proto_of_primitive(VM *vm, Value v)
{
    const Realm *realm = vm->realm;
    if (value_is_string(v))
        return realm->string_proto;
    if (value_is_number(v))
        return realm->number_proto;
    if (value_is_bool(v))
        return realm->boolean_proto;
    if (value_is_symbol(v))
        return realm->symbol_proto;
    return value_is_cell(v) ? realm->bigint_proto : NULL;
}

Value throw_nullish_read(VM *vm, Value base, PropKey key)
{
    Str *text = key_text(vm, key);
    if (!text)
        return VALUE_THROWN;
    return throw_type(vm, "Cannot read properties of %s (reading '%S')",
                      value_is_null(base) ? "null" : "undefined", text);
}

/* Somebody forgot to await (spec/execution.md 5.5). */
static Value throw_promise_member(VM *vm, PropKey key)
{
    Str *text = key_text(vm, key);
    if (!text)
        return VALUE_THROWN;
    return throw_suggest(
        vm, DIAG_INVALID_DATA_VALUE, ERR_TYPE,
        "Await the promise first and read the property of what it gives.",
        "Cannot read property '%S' of a promise: await it first", text);
}

/* One object's own property: its value, the accessor's result, VALUE_ABSENT
 * when it has none. */
static Value get_here(VM *vm, Obj *o, PropKey key, Value receiver)
{
    PropDesc d;
    Tri found = obj_get_own(vm, o, key, &d);
    if (found != TRI_TRUE)
        return found == TRI_FALSE ? VALUE_ABSENT : VALUE_THROWN;
    if (!(d.attrs & PROP_ACCESSOR))
        return d.value;
    if (value_is_undefined(d.get))
        return VALUE_UNDEFINED;
    return vm_call(vm, d.get, receiver, 0, NULL);
}

/* Plain data found without asking the class, else VALUE_ABSENT. */
static Value get_fast(VM *vm, Obj *o, const ObjClass *c, PropKey key)
{
    if (c->get_own) {
        /* Strings are exotic in their units and their length only. */
        if (o->hd.aux != CLASS_BOXED || key_is_index(key) ||
            key == vm->realm->name.length)
            return VALUE_ABSENT;
    } else if (o->hd.flags & OBJ_LAZY) {
        return VALUE_ABSENT;
    } else if (key_is_index(key)) {
        return obj_element_fast(o, key_to_index(key));
    }
    PropSlot slot;
    if (shape_find(vm, o->shape, key, &slot) && !(slot.attrs & PROP_ACCESSOR))
        return *obj_slot(o, slot.slot);
    return VALUE_ABSENT;
}

Value get_obj(VM *vm, Obj *o, PropKey key, Value receiver)
{
    uint32_t hops = 0;
    Obj *at = o;
    do {
        const ObjClass *c = obj_class_of(at);
        if (c->get)
            return c->get(vm, at, key, receiver);
        Value v = get_fast(vm, at, c, key);
        if (v == VALUE_ABSENT)
            v = get_here(vm, at, key, receiver);
        if (v != VALUE_ABSENT)
            return v;
        if (CM_UNLIKELY(c->owns_key != NULL)) {
            Tri ends = c->owns_key(vm, at, key);
            if (ends != TRI_FALSE)
                return ends == TRI_TRUE ? VALUE_UNDEFINED : VALUE_THROWN;
        }
        if (++hops % 64 == 0 && !vm_charge(vm, 64))
            return VALUE_THROWN;
        at = obj_proto(at);
    } while (at);
    if (obj_class(o) == CLASS_PROMISE && !value_is_symbol(key))
        return throw_promise_member(vm, key);
    return VALUE_UNDEFINED;
}

/* A string's own properties: its units and its length. */
static Value get_string_own(VM *vm, Str *s, PropKey key)
{
    if (key == vm->realm->name.length)
        return value_uint32(s->len);
    if (!key_is_index(key) || key_to_index(key) >= s->len)
        return VALUE_ABSENT;
    StrView v;
    if (!str_view(vm, s, &v))
        return VALUE_THROWN;
    Str *unit = str_from_unit(vm, view_at(&v, key_to_index(key)));
    return unit ? value_from_str(unit) : VALUE_THROWN;
}

Value get_prop(VM *vm, Value base, PropKey key)
{
    if (value_is_object(base))
        return get_obj(vm, value_obj(base), key, base);
    if (value_is_string(base)) {
        Value v = get_string_own(vm, value_str(base), key);
        if (v != VALUE_ABSENT)
            return v;
    }
    Obj *proto = proto_of_primitive(vm, base);
    if (!proto)
        return value_is_nullish(base) ? throw_nullish_read(vm, base, key)
                                      : VALUE_UNDEFINED;
    return get_obj(vm, proto, key, base);
}

Value get_prop_ascii(VM *vm, Value base, const char *name)
{
    PropKey key = key_ascii(vm, name);
    return key == VALUE_ABSENT ? VALUE_THROWN : get_prop(vm, base, key);
}

Value get_method(VM *vm, Value base, PropKey key)
{
    Value v = get_prop(vm, base, key);
    if (v == VALUE_THROWN || value_is_callable(v))
        return v;
    if (value_is_nullish(v))
        return VALUE_UNDEFINED;
    Str *text = key_text(vm, key);
    return text ? throw_type(vm, "%S is not a function", text) : VALUE_THROWN;
}

/* ---- looking for ---- */

Tri has_own(VM *vm, Obj *o, PropKey key)
{
    PropDesc d;
    return obj_get_own(vm, o, key, &d);
}

Tri has_prop(VM *vm, Obj *o, PropKey key)
{
    uint32_t hops = 0;
    for (; o; o = obj_proto(o)) {
        const ObjClass *c = obj_class_of(o);
        if (c->has)
            return c->has(vm, o, key);
        Tri found = has_own(vm, o, key);
        if (found != TRI_FALSE)
            return found;
        Tri ends = c->owns_key ? c->owns_key(vm, o, key) : TRI_FALSE;
        if (ends != TRI_FALSE)
            return ends == TRI_TRUE ? TRI_FALSE : TRI_THROWN;
        if (++hops % 64 == 0 && !vm_charge(vm, 64))
            return TRI_THROWN;
    }
    return TRI_FALSE;
}

Tri find_prop(VM *vm, Obj *o, PropKey key, Obj **ret_holder, PropDesc *ret_desc)
{
    uint32_t hops = 0;
    for (; o; o = obj_proto(o)) {
        if (obj_class_of(o)->get)
            return TRI_THROWN;
        Tri found = obj_get_own(vm, o, key, ret_desc);
        if (found == TRI_TRUE)
            *ret_holder = o;
        if (found != TRI_FALSE)
            return found;
        const ObjClass *c = obj_class_of(o);
        Tri ends = c->owns_key ? c->owns_key(vm, o, key) : TRI_FALSE;
        if (ends != TRI_FALSE)
            return ends == TRI_TRUE ? TRI_FALSE : TRI_THROWN;
        if (++hops % 64 == 0 && !vm_charge(vm, 64))
            return TRI_THROWN;
    }
    return TRI_FALSE;
}

bool array_like_length(VM *vm, Obj *o, uint64_t *ret_length)
{
    if (obj_class(o) == CLASS_ARRAY) {
        *ret_length = ((Array *)o)->length;
        return true;
    }
    Value v = get_obj(vm, o, vm->realm->name.length, value_from_obj(o));
    return v != VALUE_THROWN && to_length(vm, v, ret_length);
}
