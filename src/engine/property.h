/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_PROPERTY_H
#define CM_ENGINE_PROPERTY_H
/* property: reading, writing and looking for properties with the prototype
 * chain, accessors, exotic classes and primitives; ECMA-262 10.1 and 7.3.
 *
 * These may run program code in a nested run (accessors). The VM loop handles
 * the common cases itself and calls getters and setters as frames. */
#include "engine/vm.h"

/* ToPropertyKey. False when it threw. Promises and references throw the
 * hint. */
bool to_key(VM *vm, Value v, PropKey *ret_key);
/* Key of a string (interns; indices become index keys). */
bool str_to_key(VM *vm, Str *s, PropKey *ret_key);
/* Interned key of an ASCII name that is no index. VALUE_ABSENT when refused. */
PropKey key_ascii(VM *vm, const char *name);

Value get_prop(VM *vm, Value base, PropKey key); /* GetV; throws on nullish */
Value get_prop_ascii(VM *vm, Value base, const char *name);
Value get_obj(VM *vm, Obj *o, PropKey key, Value receiver);
/* Set(o, key, v, true): throws TypeError when refused. */
bool set_prop(VM *vm, Value base, PropKey key, Value v);
Tri set_obj(VM *vm, Obj *o, PropKey key, Value v, Value receiver);
/* The end of OrdinarySetWithOwnDescriptor for a writable data property that was
 * found elsewhere than on the receiver. */
Tri set_on_receiver(VM *vm, Value receiver, PropKey key, Value v);
Tri has_prop(VM *vm, Obj *o, PropKey key);
/* HasOwnProperty. */
Tri has_own(VM *vm, Obj *o, PropKey key);
/* DeletePropertyOrThrow. */
bool delete_prop(VM *vm, Obj *o, PropKey key);
/* CreateDataPropertyOrThrow / DefinePropertyOrThrow. */
bool create_data(VM *vm, Obj *o, PropKey key, Value v);
bool define_prop(VM *vm, Obj *o, PropKey key, const PropDesc *desc);
/* GetMethod: VALUE_UNDEFINED when nullish; throws when not callable. */
Value get_method(VM *vm, Value base, PropKey key);

/* Where a property comes from, without running program code: the holder and the
 * descriptor. TRI_FALSE when absent. TRI_THROWN with nothing parked when a
 * proxy or reference on the chain answers for itself: use get_obj then. */
Tri find_prop(VM *vm, Obj *o, PropKey key, Obj **ret_holder,
              PropDesc *ret_desc);

/* The object whose properties a primitive shows: String.prototype, ... NULL for
 * null and undefined. */
Obj *proto_of_primitive(VM *vm, Value v);

/* ---- descriptors as program objects; descriptor.c ---- */

/* ToPropertyDescriptor. False when thrown. */
bool to_descriptor(VM *vm, Value v, PropDesc *ret_desc);
/* CompletePropertyDescriptor. */
void desc_complete(PropDesc *d);
/* FromPropertyDescriptor: of a whole one; of the fields HAS_* in `has`. NULL
 * when refused. */
Obj *from_descriptor(VM *vm, const PropDesc *d);
Obj *from_partial_descriptor(VM *vm, const PropDesc *d, unsigned has);

/* Where o[i] of any object lies when it is a dense element, else NULL. */
static inline Value *obj_element_at(const Obj *o, uint32_t i)
{
    ValuesCell *e = o->elements.dense;
    if (o->hd.flags & OBJ_SPARSE || !e || i >= e->n || e->v[i] == VALUE_HOLE)
        return NULL;
    return &e->v[i];
}
/* The same read; VALUE_ABSENT when there is none. The loop takes the place: a
 * test of the value once more makes `matrix` 3 % longer. */
static inline Value obj_element_fast(const Obj *o, uint32_t i)
{
    const Value *at = obj_element_at(o, i);
    return at ? *at : VALUE_ABSENT;
}

/* LengthOfArrayLike. False when it threw. */
bool array_like_length(VM *vm, Obj *o, uint64_t *ret_length);

/* A key for messages: the name, the index, Symbol(x). NULL when refused. */
Str *key_text(VM *vm, PropKey key);
/* "Cannot read properties of null (reading 'x')"; also for undefined. */
Value throw_nullish_read(VM *vm, Value base, PropKey key);

/* TypeError texts of the spec: frozen or read-only targets. */
Value throw_read_only(VM *vm, PropKey key);
Value throw_not_extensible(VM *vm, PropKey key);
Value throw_cannot_delete(VM *vm, PropKey key);

#endif
