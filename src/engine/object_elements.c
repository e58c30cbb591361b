/* SPDX-License-Identifier: MIT */
/* Elements: a dense row with holes, or a table by index once the row would be
 * mostly gap or an element gets attributes of its own. */
#include <string.h>

#include "engine/meter.h"
#include "engine/object_internal.h"

#define DENSE_WASTE 8 /* slots of a dense row per element at most */

/* How far beyond the end a dense row grows. */
static bool is_far(uint32_t index, uint32_t n)
{
    return index > 2 * (uint64_t)n + 1024;
}

static bool is_sparse(const Obj *o)
{
    return (o->hd.flags & OBJ_SPARSE) != 0;
}

static uint8_t dense_attrs(const Obj *o)
{
    return o->hd.flags & OBJ_ELEMS_FROZEN ? PROP_ENUMERABLE : PROP_DEFAULT;
}

uint32_t elems_count(const Obj *o)
{
    if (is_sparse(o))
        return o->elements.sparse->live;
    return o->elements.dense == NULL ? 0 : o->elements.dense->n;
}

bool elem_get(VM *vm, const Obj *o, uint32_t index, PropDesc *ret)
{
    if (is_sparse(o)) {
        const TableEntry *e =
            table_find(vm, o->elements.sparse, value_uint32(index));
        if (e == NULL)
            return false;
        desc_from_raw(ret, e->value, (uint8_t)e->attrs);
        return true;
    }
    const ValuesCell *row = o->elements.dense;
    if (row == NULL || index >= row->n || row->v[index] == VALUE_HOLE)
        return false;
    desc_from_raw(ret, row->v[index], dense_attrs(o));
    return true;
}

bool elems_to_sparse(VM *vm, Obj *o)
{
    if (is_sparse(o))
        return true;
    const ValuesCell *row = o->elements.dense;
    uint32_t n = row == NULL ? 0 : row->n;
    Table *t = table_new(vm, n);
    if (t == NULL)
        return false;
    uint32_t turns = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!vm_in_time(vm, &turns))
            return false;
        if (row->v[i] == VALUE_HOLE)
            continue;
        bool added;
        TableEntry *e = table_put(vm, t, value_uint32(i), &added);
        if (e == NULL)
            return false;
        e->value = row->v[i];
        e->attrs = dense_attrs(o);
    }
    vm->fuel -= n / 4;
    o->elements.sparse = t;
    o->hd.flags = (uint8_t)((o->hd.flags & ~OBJ_ELEMS_FROZEN) | OBJ_SPARSE);
    return true;
}

static void grow_length(Obj *o, uint32_t index)
{
    if (o->hd.aux != CLASS_ARRAY)
        return;
    Array *a = (Array *)o;
    if (index >= a->length)
        a->length = index + 1;
}

/* The end of the dense row that the elements of t would fill well, all with
 * default attributes; 0: they would not, or the execution has to end. */
static uint32_t dense_end(VM *vm, const Table *t)
{
    const TableEntry *e = table_entries(t);
    uint32_t end = 0, turns = 0;
    for (uint32_t i = 0; i < t->used; i++) {
        if (!vm_in_time(vm, &turns))
            return 0;
        if (e[i].key == VALUE_ABSENT)
            continue;
        uint32_t index = (uint32_t)value_num(e[i].key);
        if (e[i].attrs != PROP_DEFAULT || index / DENSE_WASTE > t->live)
            return 0;
        if (index >= end)
            end = index + 1;
    }
    return end;
}

/* False when the execution has to end. */
static bool fill_row(VM *vm, ValuesCell *row, uint32_t end, const Table *t)
{
    const TableEntry *e = table_entries(t);
    uint32_t turns = 0;
    for (uint32_t i = 0; i < end; i++)
        row->v[i] = VALUE_HOLE;
    for (uint32_t i = 0; i < t->used; i++) {
        if (!vm_in_time(vm, &turns))
            return false;
        if (e[i].key != VALUE_ABSENT)
            row->v[(uint32_t)value_num(e[i].key)] = e[i].value;
    }
    row->n = end;
    if (t->live < end)
        row->hd.flags |= ELEMS_HOLEY;
    return true;
}

/* Back to a dense row, when the table has filled up: most of it is elements.
 * Looked at whenever their number doubles. False only when refused or the
 * execution has to end. */
static bool maybe_dense(VM *vm, Obj *o)
{
    const Table *t = o->elements.sparse;
    if (t->live < 1024 || (t->live & (t->live - 1)) != 0 ||
        !obj_is_extensible(o) ||
        (o->hd.aux == CLASS_ARRAY && ((Array *)o)->length_frozen))
        return true;
    int64_t cost = t->used / 4;
    uint32_t end = dense_end(vm, t);
    ValuesCell *row = end > 0 ? heap_values_new(&vm->heap, end) : NULL;
    if (end > 0 && row == NULL)
        return false;
    vm->fuel -= cost;
    if (end == 0)
        return vm->termination == TERM_NONE;
    if (!fill_row(vm, row, end, t)) {
        heap_release(&vm->heap, row);
        return false;
    }
    o->elements.dense = row;
    o->hd.flags &= (uint8_t)~OBJ_SPARSE;
    return true;
}

static bool sparse_put(VM *vm, Obj *o, uint32_t index, Value raw, uint8_t attrs)
{
    bool added;
    TableEntry *e =
        table_put(vm, o->elements.sparse, value_uint32(index), &added);
    if (e == NULL)
        return false;
    e->value = raw;
    e->attrs = attrs;
    grow_length(o, index);
    return !added || maybe_dense(vm, o);
}

/* Whether growing the row to hold `index` would leave it nearly empty. Rows
 * grow geometrically, so the count is paid for by what was put in. */
static bool is_thin(VM *vm, const ValuesCell *row, uint32_t index)
{
    if (row == NULL || index < row->cap || !(row->hd.flags & ELEMS_HOLEY))
        return false;
    uint32_t present = 1;
    for (uint32_t i = 0; i < row->n; i++)
        present += row->v[i] != VALUE_HOLE;
    vm->fuel -= row->n / 8;
    return index / DENSE_WASTE > present + 1024;
}

static bool dense_put(VM *vm, Obj *o, uint32_t index, Value v)
{
    ValuesCell *row = o->elements.dense;
    uint32_t n = row == NULL ? 0 : row->n;
    if (index >= n) {
        row = heap_values_grow(&vm->heap, row, (size_t)index + 1);
        if (row == NULL)
            return false;
        if (n == 0)
            row->hd.flags &= (uint8_t)~ELEMS_HOLEY;
        o->elements.dense = row;
        if (index > n)
            row->hd.flags |= ELEMS_HOLEY;
        for (uint32_t i = n; i < index; i++)
            row->v[i] = VALUE_HOLE;
        row->n = index + 1;
    }
    row->v[index] = v;
    grow_length(o, index);
    return true;
}

bool elem_put(VM *vm, Obj *o, uint32_t index, Value raw, uint8_t attrs)
{
    if (!is_sparse(o)) {
        uint32_t n = elems_count(o);
        if (attrs == PROP_DEFAULT && !is_far(index, n) &&
            !(o->hd.flags & OBJ_ELEMS_FROZEN) &&
            !is_thin(vm, o->elements.dense, index))
            return dense_put(vm, o, index, raw);
        if (!elems_to_sparse(vm, o))
            return false;
    }
    return sparse_put(vm, o, index, raw, attrs);
}

bool elem_remove(VM *vm, Obj *o, uint32_t index)
{
    if (is_sparse(o)) {
        table_delete(vm, o->elements.sparse, value_uint32(index));
        return true;
    }
    ValuesCell *row = o->elements.dense;
    if (index == row->n - 1) {
        row->n--;
        return true;
    }
    row->v[index] = VALUE_HOLE;
    row->hd.flags |= ELEMS_HOLEY;
    return true;
}

bool elems_restrict(VM *vm, Obj *o, uint8_t take)
{
    TableEntry *e = table_entries(o->elements.sparse);
    uint32_t turns = 0;
    for (uint32_t i = 0; i < o->elements.sparse->used; i++) {
        if (!vm_in_time(vm, &turns))
            return false;
        uint32_t bits = take;
        if (e[i].attrs & PROP_ACCESSOR)
            bits &= PROP_CONFIGURABLE;
        e[i].attrs &= ~bits;
    }
    return true;
}

/* ---- listing ---- */

/* Heap sort of indices: in place, no recursion, n log n in the worst case. */
static void sift_down(Value *v, uint32_t at, uint32_t n)
{
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= n)
            return;
        if (child + 1 < n && v[child + 1] > v[child])
            child++;
        if (v[at] >= v[child])
            return;
        Value swap = v[at];
        v[at] = v[child];
        v[child] = swap;
        at = child;
    }
}

/* False when the execution has to end. */
static bool sort_indices(VM *vm, Value *v, uint32_t n)
{
    bool sorted = true;
    uint32_t turns = 0;
    for (uint32_t i = 1; i < n && sorted; i++)
        sorted = v[i - 1] < v[i] && vm_in_time(vm, &turns);
    if (sorted)
        return true;
    for (uint32_t i = n / 2; i-- > 0;) {
        sift_down(v, i, n);
        if (!vm_in_time(vm, &turns))
            return false;
    }
    for (uint32_t end = n; end-- > 1;) {
        Value swap = v[0];
        v[0] = v[end];
        v[end] = swap;
        sift_down(v, 0, end);
        if (!vm_in_time(vm, &turns))
            return false;
    }
    return true;
}

static bool sparse_keys(VM *vm, Obj *o, bool only_enumerable, KeyList *out)
{
    const Table *t = o->elements.sparse;
    const TableEntry *e = table_entries(t);
    uint32_t from = out->n, turns = 0;
    for (uint32_t i = 0; i < t->used; i++) {
        if (!vm_in_time(vm, &turns))
            return false;
        if (e[i].key == VALUE_ABSENT ||
            (only_enumerable && !(e[i].attrs & PROP_ENUMERABLE)))
            continue;
        if (!keys_add(out, key_index((uint32_t)value_num(e[i].key))))
            return false;
    }
    return sort_indices(vm, out->cell->v + from, out->n - from);
}

bool elems_keys(VM *vm, Obj *o, bool only_enumerable, KeyList *out)
{
    vm->fuel -= elems_count(o) / 4;
    if (is_sparse(o))
        return sparse_keys(vm, o, only_enumerable, out);
    const ValuesCell *row = o->elements.dense;
    uint32_t n = row == NULL ? 0 : row->n, turns = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!vm_in_time(vm, &turns) ||
            (row->v[i] != VALUE_HOLE && !keys_add(out, key_index(i))))
            return false;
    return true;
}
