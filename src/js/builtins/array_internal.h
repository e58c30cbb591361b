/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_ARRAY_INTERNAL_H
#define CM_JS_BUILTINS_ARRAY_INTERNAL_H
/* array_internal: elements of arrays and array-likes for Array's functions.
 *
 * Everything is generic over array-likes with lengths up to 2^53 - 1; arrays
 * whose elements are dense take a short way. Reading an element that is there
 * as a plain dense value never runs program code; other reads may (accessors,
 * proxies). */
#include "js/builtins/builtins.h"

#include "engine/property.h"

/* ToObject(this) and its length. False when it threw. */
bool cm__array_this(VM *vm, Value this_val, Obj **ret_o, uint64_t *ret_length);
/* The key of an index up to 2^53. False when memory is refused. */
bool cm__index_key(VM *vm, uint64_t i, PropKey *ret_key);

Value cm__element_get_slow(VM *vm, Obj *o, uint64_t i);
/* VALUE_ABSENT when there is no such property. */
Value cm__element_present_slow(VM *vm, Obj *o, uint64_t i);
bool cm__element_set(VM *vm, Obj *o, uint64_t i, Value v);
bool cm__element_delete(VM *vm, Obj *o, uint64_t i);
/* Moves element `from` to `to`, or deletes `to` when there is none. One step.
 * */
bool cm__element_move(VM *vm, Obj *o, uint64_t from, uint64_t to);
bool cm__set_length(VM *vm, Obj *o, uint64_t length);
/* True when there is certainly no element from i on, own or inherited: the rest
 * of a long array without elements need not be walked. */
bool cm__array_ends_at(const VM *vm, const Obj *o, uint64_t i);

/* Get(o, i) */
static inline Value element_get(VM *vm, Obj *o, uint64_t i)
{
    Value v =
        i < KEY_MAX_INDEX ? obj_element_fast(o, (uint32_t)i) : VALUE_ABSENT;
    return v != VALUE_ABSENT ? v : cm__element_get_slow(vm, o, i);
}

/* Get(o, i) if HasProperty(o, i), else VALUE_ABSENT. */
static inline Value element_present(VM *vm, Obj *o, uint64_t i)
{
    Value v =
        i < KEY_MAX_INDEX ? obj_element_fast(o, (uint32_t)i) : VALUE_ABSENT;
    return v != VALUE_ABSENT ? v : cm__element_present_slow(vm, o, i);
}

/* An index or length as a number value. */
static inline Value value_index(uint64_t i)
{
    return i <= INT32_MAX ? value_int((int32_t)i) : value_double((double)i);
}

/* The array when o is one with plain, packed, writable elements that may be
 * rearranged freely, else NULL. */
Array *cm__array_plain(Obj *o);

/* ArraySpeciesCreate; may run program code. NULL when thrown. An intrinsic
 * Array starts with length 0 (and room), whatever length was asked for: the
 * caller fills it by cm__array_out and ends with cm__array_finish. */
Obj *cm__array_species(VM *vm, Obj *original, uint64_t length);
/* ArrayCreate(length) without elements; RangeError over 2^32 - 1. */
Array *cm__array_create(VM *vm, uint64_t length);
/* CreateDataPropertyOrThrow(out, i, v), short for the next element of an
 * array. */
bool cm__array_out(VM *vm, Obj *out, uint64_t i, Value v);
/* Gives an intrinsic array its final length (trailing holes); leaves others. */
bool cm__array_finish(VM *vm, Obj *out, uint64_t length);
Value cm__throw_array_length(VM *vm);

/* The merge sort with the comparator args[0], for other sorts: start with the
 * values, go on until STEP_RETURN, then take the result. f->pc is 0 before it
 * starts and 1 while it runs. The native has CM_SORT_REGS registers. */
#define CM_SORT_REGS 4
bool cm__sort_start(VM *vm, NativeFrame *f, ValuesCell *items);
Step cm__sort_on(VM *vm, NativeFrame *f);
const ValuesCell *cm__sort_result(const NativeFrame *f);

/* The groups of functions, one a file. */
void cm__install_array_copy(RealmBuilder *b);
void cm__install_array_iterate(RealmBuilder *b);
void cm__install_array_sort(RealmBuilder *b);
void cm__install_array_from(RealmBuilder *b, Obj *ctor);
void cm__install_array_from_async(RealmBuilder *b, Obj *ctor);
void cm__install_array_join(RealmBuilder *b);

#endif
