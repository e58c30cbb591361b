/* SPDX-License-Identifier: MIT */
/* Sealing the image: everything reachable is frozen.
 *
 * Objects are found by a walk over prototypes, slots, accessors and the state
 * of functions; the mark bit, which no collection uses in a shared heap, tells
 * which were seen. Freezing puts a marker over an object's shape, so the shape
 * itself stays open for objects of executions, and like functions go on
 * sharing. */
#include "js/builtins/realm_internal.h"

#include <string.h>

typedef struct Walk {
    RealmBuilder *b;
    const cm_allocator *alloc;
    Obj **objects; /* owned; found so far, also the work list */
    size_t n, cap;
} Walk;

static void found_object(Walk *w, Obj *o)
{
    if (!o || (o->hd.flags & CELL_MARK) || w->b->failed)
        return;
    if (w->n == w->cap) {
        size_t cap = w->cap ? w->cap * 2 : 2048;
        Obj **objects = cm__realloc(
            w->alloc, w->objects, w->cap * sizeof(Obj *), cap * sizeof(Obj *));
        if (!objects) {
            w->b->failed = true;
            return;
        }
        w->objects = objects;
        w->cap = cap;
    }
    o->hd.flags |= CELL_MARK;
    w->objects[w->n++] = o;
}

static void found_value(Walk *w, Value v)
{
    if (value_is_object(v)) {
        found_object(w, value_obj(v));
    } else if (value_is_string(v)) {
        if (!str_hash(w->b->vm, value_str(v)))
            w->b->failed = true;
    } else if (value_is_cell(v) &&
               ((Cell *)value_ptr(v))->kind == CELL_ACCESSOR) {
        const Accessor *accessor = value_ptr(v);
        found_value(w, accessor->get);
        found_value(w, accessor->set);
    }
}

static void walk_object(Walk *w, Obj *o)
{
    found_object(w, o->shape->proto);
    for (uint32_t i = 0; i < o->shape->count; i++)
        found_value(w, *obj_slot(o, i));
    if (obj_class(o) == CLASS_NATIVE) {
        const Native *native = (const Native *)(const void *)o;
        found_value(w, native->data[0]);
        found_value(w, native->data[1]);
    }
}

/* The objects that the realm names itself lie in a row. */
static void walk_realm(Walk *w)
{
    const char *realm = (const char *)w->b->realm;
    for (size_t at = offsetof(Realm, object_proto);
         at <= offsetof(Realm, throw_type_error); at += sizeof(Obj *)) {
        Obj *o;
        memcpy(&o, realm + at, sizeof(Obj *));
        found_object(w, o);
    }
    found_object(w, w->b->realm->globals);
    for (size_t i = 0; i < w->n && !w->b->failed; i++)
        walk_object(w, w->objects[i]);
}

static void freeze_object(RealmBuilder *b, Obj *o)
{
    if (!obj_freeze(b->vm, o) || !shape_seal(b->vm, o->shape))
        b->failed = true;
    o->hd.flags |= OBJ_ELEMS_FROZEN;
    if (obj_class(o) == CLASS_ARRAY)
        ((Array *)(void *)o)->length_frozen = 1;
}

/* The shapes that objects of executions start from: their tables must exist
 * too, since nobody may build one later. */
static void seal_root_shapes(RealmBuilder *b)
{
    const char *realm = (const char *)b->realm;
    for (size_t at = offsetof(Realm, shape_plain);
         at < offsetof(Realm, globals); at += sizeof(Shape *)) {
        Shape *shape;
        memcpy(&shape, realm + at, sizeof(Shape *));
        if (shape && !shape_seal(b->vm, shape))
            b->failed = true;
    }
}

void cm__realm_seal(RealmBuilder *b)
{
    Walk w = { .b = b, .alloc = b->vm->heap.alloc };
    if (!b->failed)
        walk_realm(&w);
    for (size_t i = 0; i < w.n; i++)
        w.objects[i]->hd.flags &= (uint8_t)~CELL_MARK;
    for (size_t i = 0; i < w.n && !b->failed; i++)
        freeze_object(b, w.objects[i]);
    if (!b->failed)
        seal_root_shapes(b);
    cm__free(w.alloc, w.objects, w.cap * sizeof(Obj *));
}
