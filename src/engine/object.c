/* SPDX-License-Identifier: MIT */
/* Making objects, named properties in slots, deletion, restriction, prototypes.
 * Definition by descriptor is in object_define.c, elements in
 * object_elements.c, classes in object_class.c. */
#include "engine/object.h"

#include <assert.h>
#include <string.h>

#include "engine/meter.h"
#include "engine/object_internal.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "engine/shape_internal.h"

#define PLAIN_INLINE 4

/* ---- making ---- */

Obj *obj_new(VM *vm, ClassId class_id, Shape *shape)
{
    uint32_t fields = obj_class_info(class_id)->size;
    uint32_t cap = shape->inline_cap;
    assert(cap == 0 || class_id == CLASS_PLAIN);
    ValuesCell *slots = NULL;
    if (shape->count > cap) {
        uint32_t n = shape->count - cap;
        slots = heap_values_new(&vm->heap, n);
        if (slots == NULL)
            return NULL;
        for (uint32_t i = 0; i < n; i++)
            slots->v[i] = VALUE_UNDEFINED;
        slots->n = n;
    }
    Obj *o = heap_alloc(&vm->heap, fields + cap * sizeof(Value), CELL_OBJECT);
    if (o == NULL)
        return NULL;
    o->hd.aux = (uint16_t)class_id;
    o->shape = shape;
    o->slots = slots;
    o->elements.dense = NULL;
    if (fields > sizeof(Obj))
        memset(o + 1, 0, fields - sizeof(Obj));
    Value *v = (Value *)(void *)((char *)o + fields);
    for (uint32_t i = 0; i < cap; i++)
        v[i] = VALUE_UNDEFINED;
    return o;
}

Obj *obj_new_plain(VM *vm)
{
    return obj_new(vm, CLASS_PLAIN, vm->realm->shape_plain);
}

Obj *obj_new_proto(VM *vm, Obj *proto)
{
    Shape *s = shape_root(vm, proto, PLAIN_INLINE);
    return s == NULL ? NULL : obj_new(vm, CLASS_PLAIN, s);
}

bool obj_materialise(VM *vm, Obj *o)
{
    const ObjClass *c = obj_class_of(o);
    if (c->materialise != NULL && !c->materialise(vm, o))
        return false;
    o->hd.flags &= (uint8_t)~OBJ_LAZY;
    return true;
}

/* ---- slots ---- */

bool obj_reserve_slots(VM *vm, Obj *o, uint32_t count)
{
    uint32_t cap = o->shape->inline_cap;
    if (count <= cap)
        return true;
    if (o->slots != NULL && count - cap <= o->slots->cap)
        return true;
    ValuesCell *slots = heap_values_grow(&vm->heap, o->slots, count - cap);
    if (slots == NULL)
        return false;
    o->slots = slots;
    return true;
}

/* Deleted slots of a dictionary are squeezed out when they are the most part.
 * False when the execution has to end; properties are missing then. */
static CM_NOINLINE bool dict_compact(VM *vm, Obj *o)
{
    PropTable *t = o->shape->table;
    PropEntry *e = prop_entries(t);
    uint32_t to = 0, turns = 0;
    for (uint32_t i = 0; i < t->used && vm_in_time(vm, &turns); i++) {
        if (e[i].key == VALUE_ABSENT)
            continue;
        if (to != i) {
            e[to] = e[i];
            *obj_slot(o, to) = *obj_slot(o, i);
        }
        to++;
    }
    for (uint32_t i = to; i < t->used; i++)
        *obj_slot(o, i) = VALUE_UNDEFINED;
    vm->fuel -= t->used / 4;
    t->used = to;
    shape_dict_reindex(vm, o->shape);
    uint32_t cap = o->shape->inline_cap;
    if (o->slots != NULL)
        o->slots->n = to > cap ? to - cap : 0;
    obj_changed(vm, o);
    return vm->termination == TERM_NONE;
}

bool obj_to_dict(VM *vm, Obj *o)
{
    if (shape_is_dict(o->shape))
        return true;
    Shape *dict = shape_to_dict(vm, o->shape);
    if (dict == NULL)
        return false;
    o->shape = dict;
    obj_changed(vm, o);
    return true;
}

static bool dict_append(VM *vm, Obj *o, PropKey key, Value raw, uint8_t attrs)
{
    PropTable *t = o->shape->table;
    if (t->used >= 32 && t->live < t->used / 2 && !dict_compact(vm, o))
        return false;
    uint32_t slot = o->shape->count;
    if (!obj_reserve_slots(vm, o, slot + 1) ||
        !shape_dict_add(vm, o->shape, key, attrs))
        return false;
    *obj_slot(o, slot) = raw;
    return true;
}

bool obj_append(VM *vm, Obj *o, PropKey key, Value raw, uint8_t attrs)
{
    uint32_t slot = o->shape->count;
    if (slot >= SHAPE_DICT_FROM && !vm->heap.shared && !obj_to_dict(vm, o))
        return false;
    if (shape_is_dict(o->shape)) {
        if (!dict_append(vm, o, key, raw, attrs))
            return false;
    } else {
        if (!obj_reserve_slots(vm, o, slot + 1))
            return false;
        Shape *next = shape_add(vm, o->shape, key, attrs);
        if (next == NULL)
            return false;
        o->shape = next;
        *obj_slot(o, slot) = raw;
    }
    uint32_t cap = o->shape->inline_cap;
    if (o->shape->count > cap)
        o->slots->n = o->shape->count - cap;
    obj_changed(vm, o);
    return true;
}

/* ---- putting ---- */

static bool put_generic(VM *vm, Obj *o, PropKey key, Value v, uint8_t attrs)
{
    PropDesc d = { v, VALUE_UNDEFINED, VALUE_UNDEFINED, attrs,
                   HAS_VALUE | HAS_WRITABLE | HAS_ENUMERABLE |
                       HAS_CONFIGURABLE };
    Tri done = obj_define_own(vm, o, key, &d);
    if (done == TRI_FALSE) {
        if (obj_is_extensible(o))
            throw_read_only(vm, key);
        else
            throw_not_extensible(vm, key);
    }
    return done == TRI_TRUE;
}

bool obj_put_attrs(VM *vm, Obj *o, PropKey key, Value v, uint8_t attrs)
{
    if (!obj_ready(vm, o))
        return false;
    if (shape_is_fixed(o->shape) || obj_class_of(o)->define_own != NULL)
        return put_generic(vm, o, key, v, attrs);
    if (key_is_index(key)) {
        uint32_t index = key_to_index(key);
        const ValuesCell *row = o->elements.dense;
        if (attrs == PROP_DEFAULT && !(o->hd.flags & OBJ_SPARSE) &&
            (o->hd.aux != CLASS_ARRAY || (row != NULL && index < row->n) ||
             !((Array *)o)->length_frozen))
            return elem_put(vm, o, index, v, attrs);
        return put_generic(vm, o, key, v, attrs);
    }
    PropSlot p;
    if (shape_find(vm, o->shape, key, &p)) {
        if (p.attrs != attrs)
            return put_generic(vm, o, key, v, attrs);
        *obj_slot(o, p.slot) = v;
        return true;
    }
    if (o->hd.aux == CLASS_ARRAY && key == vm->realm->name.length)
        return put_generic(vm, o, key, v, attrs);
    return obj_append(vm, o, key, v, attrs);
}

bool obj_put(VM *vm, Obj *o, PropKey key, Value v)
{
    return obj_put_attrs(vm, o, key, v, PROP_DEFAULT);
}

bool obj_put_accessor(VM *vm, Obj *o, PropKey key, Value get, Value set,
                      uint8_t attrs)
{
    PropDesc d = { VALUE_ABSENT, get, set, attrs,
                   HAS_ENUMERABLE | HAS_CONFIGURABLE };
    if (get != VALUE_ABSENT)
        d.has |= HAS_GET;
    if (set != VALUE_ABSENT)
        d.has |= HAS_SET;
    Tri done = obj_define_own(vm, o, key, &d);
    if (done == TRI_FALSE)
        throw_read_only(vm, key);
    return done == TRI_TRUE;
}

/* ---- deleting ---- */

static Tri delete_named(VM *vm, Obj *o, PropKey key)
{
    PropSlot p;
    if (o->hd.aux == CLASS_ARRAY && key == vm->realm->name.length)
        return TRI_FALSE;
    if (!shape_find(vm, o->shape, key, &p))
        return TRI_TRUE;
    if (!(p.attrs & PROP_CONFIGURABLE))
        return TRI_FALSE;
    Shape *s = o->shape;
    if (!shape_is_dict(s) && s->key == key) {
        *obj_slot(o, p.slot) = VALUE_UNDEFINED;
        if (p.slot >= s->inline_cap)
            o->slots->n = p.slot - s->inline_cap;
        o->shape = s->parent;
    } else {
        if (!obj_to_dict(vm, o))
            return TRI_THROWN;
        *obj_slot(o, p.slot) = VALUE_UNDEFINED;
        shape_dict_remove(o->shape, p.slot);
    }
    obj_changed(vm, o);
    return TRI_TRUE;
}

Tri obj_delete_own_ordinary(VM *vm, Obj *o, PropKey key)
{
    if (!obj_ready(vm, o))
        return TRI_THROWN;
    if (!key_is_index(key))
        return delete_named(vm, o, key);
    PropDesc d;
    if (!elem_get(vm, o, key_to_index(key), &d))
        return TRI_TRUE;
    if (!(d.attrs & PROP_CONFIGURABLE))
        return TRI_FALSE;
    if (!elem_remove(vm, o, key_to_index(key)))
        return TRI_THROWN;
    obj_changed(vm, o);
    return TRI_TRUE;
}

Tri obj_delete_own(VM *vm, Obj *o, PropKey key)
{
    const ObjClass *c = obj_class_of(o);
    if (c->delete_own != NULL)
        return c->delete_own(vm, o, key);
    return obj_delete_own_ordinary(vm, o, key);
}

/* ---- restricting ---- */

static bool restrict_named(VM *vm, Obj *o, unsigned how)
{
    vm->fuel -= (int64_t)(o->shape->count / 4);
    if (o->hd.flags & OBJ_SPARSE)
        vm->fuel -= (int64_t)o->elements.sparse->live;
    if (shape_is_dict(o->shape)) {
        shape_dict_restrict(o->shape, how);
        return true;
    }
    Shape *s = shape_restrict(vm, o->shape, how);
    if (s == NULL)
        return false;
    o->shape = s;
    return true;
}

bool obj_is_extensible(const Obj *o)
{
    return !shape_is_fixed(o->shape);
}

/* Objects that can hold dense elements stop doing so, see the header. */
static bool stop_dense(VM *vm, Obj *o)
{
    if (o->hd.flags & OBJ_ELEMS_FROZEN)
        return true;
    return elems_to_sparse(vm, o);
}

bool obj_prevent_extensions(VM *vm, Obj *o)
{
    if (!obj_ready(vm, o) || !stop_dense(vm, o) ||
        !restrict_named(vm, o, SHAPE_FIXED))
        return false;
    obj_changed(vm, o);
    return true;
}

bool obj_seal(VM *vm, Obj *o)
{
    if (!obj_ready(vm, o) || !stop_dense(vm, o) ||
        !restrict_named(vm, o, SHAPE_FIXED | SHAPE_SEALED))
        return false;
    if (o->hd.flags & OBJ_SPARSE && !elems_restrict(vm, o, PROP_CONFIGURABLE))
        return false;
    obj_changed(vm, o);
    return true;
}

bool obj_freeze(VM *vm, Obj *o)
{
    if (!obj_ready(vm, o) ||
        !restrict_named(vm, o, SHAPE_FIXED | SHAPE_SEALED | SHAPE_FROZEN))
        return false;
    if (!(o->hd.flags & OBJ_SPARSE))
        o->hd.flags |= OBJ_ELEMS_FROZEN;
    else if (!elems_restrict(vm, o, PROP_WRITABLE | PROP_CONFIGURABLE))
        return false;
    if (o->hd.aux == CLASS_ARRAY)
        ((Array *)o)->length_frozen = 1;
    obj_changed(vm, o);
    return true;
}

/* ---- prototype ---- */

Obj *obj_proto(const Obj *o)
{
    return o->shape->proto;
}

static Shape *rebase(VM *vm, const Shape *old, Obj *proto)
{
    Shape *s = shape_root(vm, proto, old->inline_cap);
    uint32_t n = old->count;
    if (n == 0 || s == NULL)
        return s;
    ValuesCell *keys = heap_values_new(&vm->heap, n);
    RawCell *props = heap_raw_new(&vm->heap, n * sizeof(PropSlot));
    if (keys == NULL || props == NULL)
        return NULL;
    const PropSlot *p = (const PropSlot *)(void *)props->bytes;
    n = shape_list(old, keys->v, (PropSlot *)(void *)props->bytes);
    for (uint32_t i = 0; i < n && s != NULL; i++)
        s = shape_add(vm, s, keys->v[i], p[i].attrs);
    heap_release(&vm->heap, props);
    heap_release(&vm->heap, keys);
    return s;
}

bool obj_set_proto_unchecked(VM *vm, Obj *o, Obj *proto)
{
    if (o->shape->proto == proto)
        return true;
    if (!obj_ready(vm, o))
        return false;
    if (shape_is_dict(o->shape)) {
        if (proto != NULL && !(proto->hd.flags & CELL_SHARED))
            proto->hd.flags |= OBJ_IS_PROTO;
        o->shape->proto = proto;
    } else {
        Shape *s = rebase(vm, o->shape, proto);
        if (s == NULL)
            return false;
        o->shape = s;
    }
    obj_changed(vm, o);
    return true;
}
