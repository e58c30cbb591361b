/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_OBJECT_INTERNAL_H
#define CM_ENGINE_OBJECT_INTERNAL_H
/* object_internal: what object.c, object_define.c, object_elements.c, array.c,
 * object_keys.c and gc.c share; for interp.c and json_read.c, which make objects
 * by the thousand, one of them in place. */
#include "engine/object.h"
#include "engine/vm.h"

const ObjClass *obj_class_info(ClassId id);
/* Marks what the class keeps in its own fields. */
void obj_mark_fields(struct Gc *gc, Obj *o);

/* A plain object with n values of `from` in its slots, all of which are in the
 * object: cap is the shape's inline_cap, n at most. VALUE_THROWN when refused.
 * Not obj_new, which would fill them twice: `objects` takes 39 % more
 * instructions through slow_new_literal. */
static CM_ALWAYS_INLINE Value obj_new_shaped(VM *vm, Shape *shape, uint32_t cap,
                                             const Value *from, uint32_t n)
{
    Obj *o =
        heap_alloc(&vm->heap, sizeof(Obj) + cap * sizeof(Value), CELL_OBJECT);
    if (CM_UNLIKELY(o == NULL))
        return VALUE_THROWN;
    o->hd.aux = CLASS_PLAIN;
    o->shape = shape;
    o->slots = NULL;
    o->elements.dense = NULL;
    Value *slots = obj_inline(o);
    for (uint32_t i = 0; i < n; i++)
        slots[i] = from[i];
    for (uint32_t i = n; i < cap; i++)
        slots[i] = VALUE_UNDEFINED;
    return value_from_obj(o);
}

/* Room for slots [0, count). False when refused. */
bool obj_reserve_slots(VM *vm, Obj *o, uint32_t count);
/* Adds an absent named property; raw is the value or an Accessor cell. The
 * object is extensible and materialised. False when refused. */
bool obj_append(VM *vm, Obj *o, PropKey key, Value raw, uint8_t attrs);
/* Turns the object into a dictionary. */
bool obj_to_dict(VM *vm, Obj *o);
/* Tells inline caches that look through this prototype. */
static inline void obj_changed(VM *vm, const Obj *o)
{
    if (o->hd.flags & OBJ_IS_PROTO)
        vm->proto_epoch++;
}

/* Fills a descriptor from a slot or element. */
void desc_from_raw(PropDesc *ret, Value raw, uint8_t attrs);
/* An Accessor cell as a Value; VALUE_THROWN when refused. */
Value accessor_new(VM *vm, Value get, Value set);

/* Whether an existing property may be changed so: 10.1.6.3 steps 4 to 6. */
bool desc_may_change(VM *vm, const PropDesc *old, const PropDesc *d);

/* ---- elements ---- */

bool elem_get(VM *vm, const Obj *o, uint32_t index, PropDesc *ret);
/* Adds or overwrites; the caller has checked that it may. Arrays grow. */
bool elem_put(VM *vm, Obj *o, uint32_t index, Value raw, uint8_t attrs);
/* Removes; the caller has checked that it may. */
bool elem_remove(VM *vm, Obj *o, uint32_t index);
bool elems_to_sparse(VM *vm, Obj *o);
/* Takes attribute bits away from all sparse elements; of accessors only
 * PROP_CONFIGURABLE. False when the execution has to end. */
bool elems_restrict(VM *vm, Obj *o, uint8_t take);
/* Number of elements there may be, holes included. */
uint32_t elems_count(const Obj *o);
/* Adds the indices of present elements, ascending. */
bool elems_keys(VM *vm, Obj *o, bool only_enumerable, KeyList *out);

#endif
