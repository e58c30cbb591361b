/* SPDX-License-Identifier: MIT */
/* Classes: constructors and their heritage, super, private names. A private
 * name is a symbol with SYMBOL_PRIVATE; own-key listings leave such keys out,
 * and nothing but the instructions below uses them. */
#include "engine/vm_internal.h"

static const Closure *active_function(const Closure *c)
{
    if (c->proto->flags & FUNC_ARROW &&
        value_is_class(c->fields, CLASS_FUNCTION))
        return (const Closure *)(const void *)value_obj(c->fields);
    return c;
}

/* R[A] is the constructor closure, heritage the class after `extends`, null, or
 * the hole mark. */
Value slow_new_class(VM *vm, Value ctor, Value heritage, Value *ret_proto)
{
    Closure *c = (Closure *)(void *)value_obj(ctor);
    Obj *proto_parent = vm->realm->object_proto;
    Obj *ctor_parent = NULL;
    if (value_is_null(heritage)) {
        proto_parent = NULL;
    } else if (heritage != VALUE_HOLE) {
        if (!value_is_constructor(heritage))
            return throw_type(vm,
                              "Class extends value %S is not a "
                              "constructor or null",
                              value_is_object(heritage)
                                  ? function_name(vm, value_obj(heritage))
                                  : type_of(vm, heritage));
        Value p = get_prop(vm, heritage, vm->realm->name.prototype);
        if (p == VALUE_THROWN)
            return p;
        if (!value_is_object(p) && !value_is_null(p))
            return throw_type(vm, "Class extends value does not have valid "
                                  "prototype property");
        proto_parent = value_is_null(p) ? NULL : value_obj(p);
        ctor_parent = value_obj(heritage);
    }
    /* `prototype`, which cannot be redefined, is made last: until then memory
     * may be refused and all this be done again. */
    Obj *proto = obj_new_proto(vm, proto_parent);
    if (!proto || !obj_put_attrs(vm, proto, vm->realm->name.constructor, ctor,
                                 PROP_HIDDEN))
        return VALUE_THROWN;
    if (ctor_parent && !obj_set_proto_unchecked(vm, &c->obj, ctor_parent))
        return VALUE_THROWN;
    if (c->obj.hd.flags & OBJ_LAZY &&
        !obj_class_of(&c->obj)->materialise(vm, &c->obj))
        return VALUE_THROWN;
    PropDesc d = { value_from_obj(proto), VALUE_UNDEFINED, VALUE_UNDEFINED, 0,
                   HAS_VALUE | HAS_WRITABLE | HAS_ENUMERABLE |
                       HAS_CONFIGURABLE };
    if (obj_define_own(vm, &c->obj, vm->realm->name.prototype, &d) != TRI_TRUE)
        return VALUE_THROWN;
    c->home = value_from_obj(proto);
    *ret_proto = value_from_obj(proto);
    return ctor;
}

void throw_no_super(VM *vm)
{
    throw_error(vm, ERR_REFERENCE,
                "Must call super constructor in derived class before accessing "
                "'this' or returning");
}

void throw_super_twice(VM *vm)
{
    throw_error(vm, ERR_REFERENCE, "Super constructor may only be called once");
}

Value slow_super_ctor(VM *vm, const Closure *active)
{
    Obj *parent = obj_proto(&active_function(active)->obj);
    Value v = parent ? value_from_obj(parent) : VALUE_NULL;
    if (!value_is_constructor(v))
        return throw_type(vm, "Super constructor is not a constructor");
    return v;
}

Value slow_field_init(const Closure *active)
{
    return active_function(active)->fields;
}

static Obj *super_base(VM *vm, Value home)
{
    if (!value_is_object(home)) {
        throw_error(vm, ERR_SYNTAX, "'super' keyword unexpected here");
        return NULL;
    }
    Obj *o = obj_proto(value_obj(home));
    if (!o)
        throw_type(vm, "Cannot read properties of null");
    return o;
}

Value slow_get_super(VM *vm, Value home, Value key, Value receiver)
{
    PropKey k;
    Obj *base = to_key(vm, key, &k) ? super_base(vm, home) : NULL;
    return base ? get_obj(vm, base, k, receiver) : VALUE_THROWN;
}

bool slow_set_super(VM *vm, Value home, Value key, Value v, Value receiver)
{
    PropKey k;
    Obj *base = to_key(vm, key, &k) ? super_base(vm, home) : NULL;
    if (!base)
        return false;
    Tri t = set_obj(vm, base, k, v, receiver);
    if (t == TRI_FALSE)
        throw_read_only(vm, k);
    return t == TRI_TRUE;
}

static Value private_missing(VM *vm, const char *verb, const char *preposition,
                             Value name)
{
    Value d = value_symbol(name)->description;
    return throw_type(vm,
                      "Cannot %s private member %S %s an object whose class "
                      "did not declare it",
                      verb, value_is_string(d) ? value_str(d) : NULL,
                      preposition);
}

/* Private properties are added whatever the object's extensibility. */
static Value define_private(VM *vm, Obj *o, Value name, Value v)
{
    PropDesc d;
    Tri t = obj_get_own(vm, o, name, &d);
    if (t == TRI_TRUE)
        return throw_type(vm, "Cannot initialize private member twice on the "
                              "same object");
    if (t == TRI_THROWN || !obj_put(vm, o, name, v))
        return VALUE_THROWN;
    return VALUE_UNDEFINED;
}

Value slow_private(VM *vm, Op op, Value target, Value name, Value v)
{
    if (op == OP_PRIVATEIN && !value_is_object(target))
        return throw_type(vm, "Cannot use 'in' operator to search for a "
                              "private name in a value that is no object");
    Obj *o = value_is_object(target) ? value_obj(target) : NULL;
    if (op == OP_DEFPRIVATE)
        return o ? define_private(vm, o, name, v)
                 : throw_type(vm, "Cannot define a private member on a "
                                  "value that is no object");
    PropSlot p;
    bool found = o && shape_find(vm, o->shape, name, &p);
    switch (op) {
    case OP_PRIVATEIN:
        return value_bool(found);
    case OP_GETPRIVATE:
        if (!found)
            return private_missing(vm, "read", "from", name);
        return *obj_slot(o, p.slot);
    default:
        if (!found)
            return private_missing(vm, "write", "to", name);
        *obj_slot(o, p.slot) = v;
        return VALUE_UNDEFINED;
    }
}
