/* SPDX-License-Identifier: MIT */
/* Writing, defining and deleting properties; ECMA-262 10.1.9, 7.3.
 *
 * OrdinarySet with one change (spec/execution.md 12.2): a read-only property
 * that is inherited from a frozen intrinsic (a cell of the shared image) does
 * not stand in the way of an own property. Accessors without setter still do,
 * as in ECMAScript.
 *
 * The walk answers with the reason of a refusal, so that set_prop can say it
 * and set_obj can answer plain false. */
#include "engine/property.h"

#include "engine/error.h"
#include "engine/meter.h"
#include "engine/realm.h"

typedef enum SetResult {
    SET_DONE,
    SET_THROWN,
    SET_READ_ONLY,
    SET_FIXED,     /* the receiver is not extensible */
    SET_NO_SETTER, /* accessor without setter */
    SET_PRIMITIVE  /* the receiver is no object */
} SetResult;

static SetResult from_tri(Tri t, SetResult refusal)
{
    if (t == TRI_THROWN)
        return SET_THROWN;
    return t == TRI_TRUE ? SET_DONE : refusal;
}

/* A new own property of an object known to lack it. */
static SetResult add_own(VM *vm, Obj *o, PropKey key, Value v)
{
    PropDesc d = { .value = v,
                   .get = VALUE_UNDEFINED,
                   .set = VALUE_UNDEFINED,
                   .attrs = PROP_DEFAULT,
                   .has = HAS_WRITABLE | HAS_ENUMERABLE | HAS_CONFIGURABLE |
                          HAS_VALUE };
    if (!obj_is_extensible(o))
        return SET_FIXED;
    if (obj_class_of(o)->define_own || obj_class(o) == CLASS_ARRAY)
        return from_tri(obj_define_own(vm, o, key, &d), SET_FIXED);
    return obj_put(vm, o, key, v) ? SET_DONE : SET_THROWN;
}

/* Changes the value of an own data property. */
static SetResult change_own(VM *vm, Obj *o, PropKey key, Value v)
{
    PropDesc d = { .value = v,
                   .get = VALUE_UNDEFINED,
                   .set = VALUE_UNDEFINED,
                   .attrs = 0,
                   .has = HAS_VALUE };
    PropSlot slot;
    if (!key_is_index(key) && !obj_class_of(o)->define_own &&
        !(o->hd.flags & (OBJ_LAZY | OBJ_IS_PROTO | CELL_SHARED)) &&
        shape_find(vm, o->shape, key, &slot) &&
        (slot.attrs & (PROP_WRITABLE | PROP_ACCESSOR)) == PROP_WRITABLE) {
        *obj_slot(o, slot.slot) = v;
        return SET_DONE;
    }
    return from_tri(obj_define_own(vm, o, key, &d), SET_READ_ONLY);
}

static SetResult call_setter(VM *vm, Value setter, Value receiver, Value v)
{
    if (value_is_undefined(setter))
        return SET_NO_SETTER;
    return vm_call(vm, setter, receiver, 1, &v) == VALUE_THROWN ? SET_THROWN
                                                                : SET_DONE;
}

/* The receiver's part of OrdinarySetWithOwnDescriptor. known: TRI_TRUE, the walk
 * just saw the property on the receiver itself as writable data; TRI_FALSE, the
 * receiver certainly has none; TRI_THROWN, nobody looked. */
static SetResult set_receiver(VM *vm, Value receiver, PropKey key, Value v,
                              Tri known)
{
    if (!value_is_object(receiver))
        return SET_PRIMITIVE;
    Obj *o = value_obj(receiver);
    if (known == TRI_THROWN) {
        PropDesc d;
        known = obj_get_own(vm, o, key, &d);
        if (known == TRI_THROWN)
            return SET_THROWN;
        if (known == TRI_TRUE && d.attrs & PROP_ACCESSOR)
            return SET_NO_SETTER;
        if (known == TRI_TRUE && !(d.attrs & PROP_WRITABLE))
            return SET_READ_ONLY;
    }
    return known == TRI_TRUE ? change_own(vm, o, key, v)
                             : add_own(vm, o, key, v);
}

static SetResult set_walk(VM *vm, Obj *o, PropKey key, Value v, Value receiver)
{
    bool is_receiver = value_from_obj(o) == receiver;
    uint32_t hops = 0;
    for (Obj *at = o; at; at = obj_proto(at)) {
        const ObjClass *c = obj_class_of(at);
        if (c->set) {
            Tri mine = c->owns_key ? c->owns_key(vm, at, key) : TRI_TRUE;
            if (mine == TRI_THROWN)
                return SET_THROWN;
            if (mine == TRI_TRUE)
                return from_tri(c->set(vm, at, key, v, receiver),
                                SET_READ_ONLY);
        }
        PropDesc d;
        Tri found = obj_get_own(vm, at, key, &d);
        if (found == TRI_THROWN)
            return SET_THROWN;
        if (found == TRI_TRUE) {
            bool own = is_receiver && at == o;
            if (d.attrs & PROP_ACCESSOR)
                return call_setter(vm, d.set, receiver, v);
            if (!(d.attrs & PROP_WRITABLE) &&
                (own || !(at->hd.flags & CELL_SHARED)))
                return SET_READ_ONLY;
            Tri known = own ? TRI_TRUE : is_receiver ? TRI_FALSE : TRI_THROWN;
            return set_receiver(vm, receiver, key, v, known);
        }
        if (++hops % 64 == 0 && !vm_charge(vm, 64))
            return SET_THROWN;
    }
    return set_receiver(vm, receiver, key, v,
                        is_receiver ? TRI_FALSE : TRI_THROWN);
}

Tri set_obj(VM *vm, Obj *o, PropKey key, Value v, Value receiver)
{
    SetResult r = set_walk(vm, o, key, v, receiver);
    if (r == SET_THROWN)
        return TRI_THROWN;
    return (Tri)(r == SET_DONE);
}

Tri set_on_receiver(VM *vm, Value receiver, PropKey key, Value v)
{
    SetResult r = set_receiver(vm, receiver, key, v, TRI_THROWN);
    if (r == SET_THROWN)
        return TRI_THROWN;
    return (Tri)(r == SET_DONE);
}

/* ---- refusals ---- */

Value throw_read_only(VM *vm, PropKey key)
{
    Str *text = key_text(vm, key);
    if (!text)
        return VALUE_THROWN;
    return throw_type(vm, "Cannot assign to read only property '%S' of object",
                      text);
}

Value throw_not_extensible(VM *vm, PropKey key)
{
    Str *text = key_text(vm, key);
    if (!text)
        return VALUE_THROWN;
    return throw_type(vm, "Cannot add property %S, object is not extensible",
                      text);
}

Value throw_cannot_delete(VM *vm, PropKey key)
{
    Str *text = key_text(vm, key);
    if (!text)
        return VALUE_THROWN;
    return throw_type(vm, "Cannot delete property '%S' of object", text);
}

static void throw_refusal(VM *vm, SetResult why, Value base, PropKey key)
{
    Str *text;
    switch (why) {
    case SET_FIXED:
        throw_not_extensible(vm, key);
        return;
    case SET_NO_SETTER:
        text = key_text(vm, key);
        if (text)
            throw_type(vm,
                       "Cannot set property '%S' of object which has only a "
                       "getter",
                       text);
        return;
    case SET_PRIMITIVE:
        if (value_is_string(base) &&
            (key_is_index(key) || key == vm->realm->name.length))
            break; /* a string's own units are read-only */
        text = key_text(vm, key);
        if (text)
            throw_type(vm, "Cannot create property '%S' on a primitive value",
                       text);
        return;
    case SET_READ_ONLY:
    case SET_DONE:
    case SET_THROWN:
        break;
    }
    throw_read_only(vm, key);
}

bool set_prop(VM *vm, Value base, PropKey key, Value v)
{
    Obj *o =
        value_is_object(base) ? value_obj(base) : proto_of_primitive(vm, base);
    if (!o) {
        Str *text = key_text(vm, key);
        if (text)
            throw_type(vm, "Cannot set properties of %s (setting '%S')",
                       value_is_null(base) ? "null" : "undefined", text);
        return false;
    }
    SetResult r = set_walk(vm, o, key, v, base);
    if (r == SET_DONE)
        return true;
    if (r != SET_THROWN)
        throw_refusal(vm, r, base, key);
    return false;
}

/* ---- deleting and defining ---- */

bool delete_prop(VM *vm, Obj *o, PropKey key)
{
    Tri done = obj_delete_own(vm, o, key);
    if (done == TRI_FALSE)
        throw_cannot_delete(vm, key);
    return done == TRI_TRUE;
}

bool define_prop(VM *vm, Obj *o, PropKey key, const PropDesc *desc)
{
    Tri done = obj_define_own(vm, o, key, desc);
    if (done != TRI_FALSE)
        return done == TRI_TRUE;
    if (obj_class(o) == CLASS_PROXY) {
        Str *name = key_text(vm, key); /* asking would call another trap */
        if (name)
            throw_type(vm, "The proxy does not define property '%S'", name);
        return false;
    }
    Tri exists = has_own(vm, o, key);
    if (exists == TRI_FALSE)
        throw_not_extensible(vm, key);
    if (exists != TRI_TRUE)
        return false;
    Str *text = key_text(vm, key);
    if (text)
        throw_type(vm,
                   "Cannot redefine property '%S': it is read only or not "
                   "configurable",
                   text);
    return false;
}

bool create_data(VM *vm, Obj *o, PropKey key, Value v)
{
    PropDesc d = { .value = v,
                   .get = VALUE_UNDEFINED,
                   .set = VALUE_UNDEFINED,
                   .attrs = PROP_DEFAULT,
                   .has = HAS_WRITABLE | HAS_ENUMERABLE | HAS_CONFIGURABLE |
                          HAS_VALUE };
    return define_prop(vm, o, key, &d);
}
