/* SPDX-License-Identifier: MIT */
/* Elements of array-likes: the general ways behind array_internal.h. */
#include "js/builtins/array_internal.h"

#include "engine/convert.h"
#include "engine/proxy.h"

Value cm__throw_array_length(VM *vm)
{
    return throw_range(vm, "Invalid array length");
}

bool cm__array_this(VM *vm, Value this_val, Obj **ret_o, uint64_t *ret_length)
{
    Obj *o = to_object(vm, this_val);
    if (!o)
        return false;
    *ret_o = o;
    if (obj_class(o) == CLASS_ARRAY) {
        *ret_length = ((Array *)(void *)o)->length;
        return true;
    }
    return array_like_length(vm, o, ret_length);
}

bool cm__index_key(VM *vm, uint64_t i, PropKey *ret_key)
{
    if (i <= KEY_MAX_INDEX) {
        *ret_key = key_index((uint32_t)i);
        return true;
    }
    Str *s = str_from_number(vm, (double)i);
    return s && str_to_key(vm, s, ret_key);
}

Value cm__element_get_slow(VM *vm, Obj *o, uint64_t i)
{
    PropKey key;
    return cm__index_key(vm, i, &key) ? get_obj(vm, o, key, value_from_obj(o))
                                      : VALUE_THROWN;
}

/* True when neither o nor what it inherits can have an element beyond its dense
 * ones: the usual hole of an ordinary array. */
static bool is_plain_hole(const VM *vm, const Obj *o)
{
    const ObjClass *class = obj_class_of(o);
    return !(o->hd.flags & OBJ_SPARSE) && !class->get && !class->has &&
           !class->get_own &&
           (o->shape->proto == vm->realm->array_proto ||
            o->shape->proto == vm->realm->object_proto);
}

bool cm__array_ends_at(const VM *vm, const Obj *o, uint64_t i)
{
    return is_plain_hole(vm, o) &&
           (!o->elements.dense || i >= o->elements.dense->n);
}

Value cm__element_present_slow(VM *vm, Obj *o, uint64_t i)
{
    PropKey key;
    if (i < KEY_MAX_INDEX && is_plain_hole(vm, o))
        return VALUE_ABSENT;
    if (!cm__index_key(vm, i, &key))
        return VALUE_THROWN;
    Tri has = has_prop(vm, o, key);
    if (has != TRI_TRUE)
        return has == TRI_FALSE ? VALUE_ABSENT : VALUE_THROWN;
    return get_obj(vm, o, key, value_from_obj(o));
}

bool cm__element_set(VM *vm, Obj *o, uint64_t i, Value v)
{
    if (obj_class(o) == CLASS_ARRAY && i < KEY_MAX_INDEX &&
        !(o->hd.flags & (OBJ_SPARSE | OBJ_ELEMS_FROZEN)) && o->elements.dense &&
        i < o->elements.dense->n && o->elements.dense->v[i] != VALUE_HOLE) {
        o->elements.dense->v[i] = v;
        return true;
    }
    PropKey key;
    return cm__index_key(vm, i, &key) &&
           set_prop(vm, value_from_obj(o), key, v);
}

bool cm__element_delete(VM *vm, Obj *o, uint64_t i)
{
    PropKey key;
    return cm__index_key(vm, i, &key) && delete_prop(vm, o, key);
}

bool cm__element_move(VM *vm, Obj *o, uint64_t from, uint64_t to)
{
    Value v = element_present(vm, o, from);
    if (v == VALUE_THROWN || !vm_charge(vm, 1))
        return false;
    return v == VALUE_ABSENT ? cm__element_delete(vm, o, to)
                             : cm__element_set(vm, o, to, v);
}

bool cm__set_length(VM *vm, Obj *o, uint64_t length)
{
    if (obj_class(o) == CLASS_ARRAY && length <= UINT32_MAX) {
        Array *a = (Array *)(void *)o;
        if (a->length == length && !a->length_frozen)
            return true;
        Tri done = a->length_frozen ? TRI_FALSE
                                    : array_set_length(vm, a, (uint32_t)length);
        if (done == TRI_FALSE)
            throw_read_only(vm, vm->realm->name.length);
        return done == TRI_TRUE;
    }
    return set_prop(vm, value_from_obj(o), vm->realm->name.length,
                    value_index(length));
}

Array *cm__array_plain(Obj *o)
{
    if (obj_class(o) != CLASS_ARRAY || (o->hd.flags & OBJ_ELEMS_FROZEN) ||
        !obj_is_extensible(o))
        return NULL;
    Array *a = (Array *)(void *)o;
    return !a->length_frozen && array_is_packed(a) ? a : NULL;
}

Array *cm__array_create(VM *vm, uint64_t length)
{
    if (length > UINT32_MAX) {
        cm__throw_array_length(vm);
        return NULL;
    }
    Array *a = array_new(vm, 0);
    if (!a || (length && array_set_length(vm, a, (uint32_t)length) != TRI_TRUE))
        return NULL;
    return a;
}

/* The constructor that ArraySpeciesCreate finds: VALUE_UNDEFINED for Array. */
static Value species_of(VM *vm, Obj *original)
{
    const Realm *r = vm->realm;
    Value self = value_from_obj(original);
    Value ctor = get_obj(vm, original, r->name.constructor, self);
    if (value_is_object(ctor)) {
        if (value_obj(ctor) == r->array_ctor)
            return VALUE_UNDEFINED;
        ctor = get_prop(vm, ctor, value_from_symbol(r->symbol.species));
        if (ctor == VALUE_NULL)
            ctor = VALUE_UNDEFINED;
    }
    if (ctor == VALUE_THROWN || ctor == VALUE_UNDEFINED ||
        value_is_constructor(ctor))
        return ctor;
    return throw_type(vm, "The species of the array is not a constructor");
}

Obj *cm__array_species(VM *vm, Obj *original, uint64_t length)
{
    Tri array = is_array(vm, value_from_obj(original));
    if (array == TRI_THROWN)
        return NULL;
    if (array == TRI_TRUE && original->shape != vm->realm->shape_array) {
        Value ctor = species_of(vm, original);
        if (ctor == VALUE_THROWN)
            return NULL;
        if (ctor != VALUE_UNDEFINED &&
            value_obj(ctor) != vm->realm->array_ctor) {
            Value n = value_index(length);
            Value made = vm_construct(vm, ctor, ctor, 1, &n);
            return made == VALUE_THROWN ? NULL : value_obj(made);
        }
    }
    if (length > UINT32_MAX) {
        cm__throw_array_length(vm);
        return NULL;
    }
    uint32_t room = 0;
    if (!(original->hd.flags & OBJ_SPARSE) && original->elements.dense)
        room = original->elements.dense->n;
    Array *a = array_new(vm, room < length ? room : (uint32_t)length);
    return a ? &a->obj : NULL;
}

bool cm__array_finish(VM *vm, Obj *out, uint64_t length)
{
    return out->shape != vm->realm->shape_array ||
           cm__set_length(vm, out, length);
}

bool cm__array_out(VM *vm, Obj *out, uint64_t i, Value v)
{
    if (i >= ARRAY_MAX_MADE) {
        cm__throw_array_length(vm);
        return false;
    }
    if (obj_class(out) == CLASS_ARRAY) {
        Array *a = (Array *)(void *)out;
        if (a->length == i && out->shape == vm->realm->shape_array &&
            !(out->hd.flags & (OBJ_SPARSE | OBJ_ELEMS_FROZEN)) &&
            !a->length_frozen)
            return array_push(vm, a, v);
    }
    PropKey key;
    return cm__index_key(vm, i, &key) && create_data(vm, out, key, v);
}
