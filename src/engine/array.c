/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "engine/meter.h"
#include "engine/object_internal.h"
#include "engine/realm.h"

Array *array_new(VM *vm, uint32_t capacity)
{
    ValuesCell *row = NULL;
    if (capacity > 0) {
        row = heap_values_new(&vm->heap, capacity);
        if (row == NULL)
            return NULL;
    }
    Obj *o = obj_new(vm, CLASS_ARRAY, vm->realm->shape_array);
    if (o == NULL)
        return NULL;
    o->elements.dense = row;
    return (Array *)o;
}

Array *array_new_filled(VM *vm, uint32_t n)
{
    Array *a = array_new(vm, n);
    ValuesCell *row = a == NULL ? NULL : a->obj.elements.dense;
    if (row == NULL)
        return a;
    for (uint32_t i = 0; i < n; i++)
        row->v[i] = VALUE_HOLE;
    row->n = n;
    a->length = n;
    vm->fuel -= n / 8;
    return a;
}

Array *array_from_values(VM *vm, const Value *values, uint32_t n)
{
    Array *a = array_new(vm, n);
    ValuesCell *row = a == NULL ? NULL : a->obj.elements.dense;
    if (row == NULL)
        return a;
    memcpy(row->v, values, n * sizeof(Value));
    row->n = n;
    a->length = n;
    vm->fuel -= n / 8;
    return a;
}

bool array_push(VM *vm, Array *a, Value v)
{
    ValuesCell *row = a->obj.elements.dense;
    if (!(a->obj.hd.flags & (OBJ_SPARSE | OBJ_ELEMS_FROZEN)) && row != NULL &&
        row->n == a->length && row->n < row->cap) {
        row->v[row->n++] = v;
        a->length++;
        return true;
    }
    if (a->length == UINT32_MAX) {
        throw_range(vm, "Invalid array length");
        return false;
    }
    return obj_put(vm, &a->obj, key_index(a->length), v);
}

bool array_push_hole(VM *vm, Array *a)
{
    if (a->obj.hd.flags & (OBJ_SPARSE | OBJ_ELEMS_FROZEN) ||
        (a->obj.elements.dense != NULL ? a->obj.elements.dense->n : 0) !=
            a->length) {
        if (a->length == UINT32_MAX) {
            throw_range(vm, "Invalid array length");
            return false;
        }
        a->length++;
        return true;
    }
    if (!array_push(vm, a, VALUE_HOLE))
        return false;
    a->obj.elements.dense->hd.flags |= ELEMS_HOLEY;
    return true;
}

bool array_reserve(VM *vm, Array *a, uint32_t cap)
{
    if (a->obj.hd.flags & OBJ_SPARSE || cap == 0)
        return true;
    ValuesCell *row = a->obj.elements.dense;
    if (row != NULL && row->cap >= cap)
        return true;
    row = heap_values_grow(&vm->heap, row, cap);
    if (row == NULL)
        return false;
    a->obj.elements.dense = row;
    return true;
}

/* Deletes sparse elements from the end down to `length`; where one cannot be
 * deleted, the array ends behind it. */
static Tri truncate_sparse(VM *vm, Array *a, uint32_t length)
{
    Table *t = a->obj.elements.sparse;
    const TableEntry *e = table_entries(t);
    uint32_t keep = length, turns = 0;
    for (uint32_t i = 0; i < t->used && vm_in_time(vm, &turns); i++) {
        if (e[i].key == VALUE_ABSENT || e[i].attrs & PROP_CONFIGURABLE)
            continue;
        uint32_t index = (uint32_t)value_num(e[i].key);
        if (index >= keep)
            keep = index + 1;
    }
    /* Deleting may squeeze the row, so take the numbers first. */
    ValuesCell *gone = heap_values_new(&vm->heap, t->live);
    if (gone == NULL)
        return TRI_THROWN;
    vm->fuel -= t->used;
    for (uint32_t i = 0; i < t->used && vm_in_time(vm, &turns); i++)
        if (e[i].key != VALUE_ABSENT && value_num(e[i].key) >= keep)
            gone->v[gone->n++] = e[i].key;
    for (uint32_t i = 0; i < gone->n && vm_in_time(vm, &turns); i++)
        table_delete(vm, t, gone->v[i]);
    heap_release(&vm->heap, gone);
    if (vm->termination != TERM_NONE)
        return TRI_THROWN;
    a->length = keep;
    return keep == length ? TRI_TRUE : TRI_FALSE;
}

Tri array_set_length(VM *vm, Array *a, uint32_t length)
{
    if (length == a->length)
        return TRI_TRUE;
    if (a->length_frozen)
        return TRI_FALSE;
    if (length < a->length) {
        if (a->obj.hd.flags & OBJ_SPARSE)
            return truncate_sparse(vm, a, length);
        ValuesCell *row = a->obj.elements.dense;
        if (row != NULL && row->n > length) {
            if (length == 0 && row->cap > 64) {
                heap_release(&vm->heap, row);
                a->obj.elements.dense = NULL;
            } else {
                row->n = length;
            }
        }
    }
    a->length = length;
    return TRI_TRUE;
}
