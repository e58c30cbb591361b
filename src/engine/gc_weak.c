/* SPDX-License-Identifier: MIT */
/* Weak collections and references.
 *
 * A weak map's value is alive when both map and key are: ephemerons (Hayes,
 * Ephemerons: a New Finalization Mechanism, OOPSLA 1997). When a map is
 * reached, each entry whose key is not marked yet is noted in a table by key
 * and the key is flagged; reaching a flagged key marks the values that wait for
 * it. So every entry is looked at once, whatever the order (Barros and
 * Ierusalimschy, Eliminating Cycles in Weak Tables, JUCS 14, 2008). When memory
 * for the table is refused, the entries of all maps are gone through again
 * until nothing changes.
 *
 * WeakRef: a target read in the current job is held (KeepDuringJob, ECMA-262
 * 9.11). */
#include "base/hash.h"
#include "engine/gc.h"
#include "engine/table.h"
#include "engine/vm.h"

#include <string.h>

#define FIRST_WAITS 64

static bool is_marked(const Cell *c)
{
    return (c->flags & (CELL_MARK | CELL_SHARED)) != 0;
}

void gc_mark_weak(Gc *gc, Obj *o)
{
    WeakObj *w = (WeakObj *)(void *)o;
    gc_mark_cell(gc, w->table);
    if (w->next) /* a second visit, after the mark stack overflowed */
        return;
    w->next = gc->fresh ? gc->fresh : w;
    gc->fresh = w;
}

void gc_mark_weak_ref(Gc *gc, Obj *o)
{
    WeakRefObj *r = (WeakRefObj *)(void *)o;
    if (r->job == gc->vm->job_number)
        gc_mark_value(gc, r->target);
    if (r->next || !value_is_heap(r->target))
        return;
    r->next = gc->refs ? gc->refs : r;
    gc->refs = r;
}

/* Lists end in an element that points to itself, so that membership shows. */
static WeakObj *after(WeakObj *w)
{
    return w->next == w ? NULL : w->next;
}

/* ---- entries that wait ---- */

static uint32_t slot_of(const Gc *gc, const Cell *key)
{
    return (uint32_t)cm__hash_u64((uintptr_t)key) & (gc->n_slots - 1);
}

static bool grow_waits(Gc *gc)
{
    const cm_allocator *a = gc->vm->heap.alloc;
    uint32_t cap = gc->cap_waits ? gc->cap_waits * 2 : FIRST_WAITS;
    if (cap > UINT32_MAX / 4)
        return false;
    uint32_t *slots = cm__alloc_zero(a, cap, sizeof *slots);
    WeakWait *waits =
        slots ? cm__realloc(a, gc->waits, gc->cap_waits * sizeof *waits,
                            cap * sizeof *waits)
              : NULL;
    if (!waits) {
        cm__free(a, slots, cap * sizeof *slots);
        return false;
    }
    cm__free(a, gc->slots, gc->n_slots * sizeof *slots);
    gc->waits = waits;
    gc->cap_waits = cap;
    gc->slots = slots;
    gc->n_slots = cap;
    for (uint32_t i = 0; i < gc->n_waits; i++) {
        uint32_t *slot = &slots[slot_of(gc, waits[i].key)];
        waits[i].next = *slot;
        *slot = i + 1;
    }
    return true;
}

static void add_wait(Gc *gc, Cell *key, Value value)
{
    if (gc->no_waits)
        return;
    if (gc->n_waits == gc->cap_waits && !grow_waits(gc)) {
        gc->no_waits = true;
        return;
    }
    uint32_t *slot = &gc->slots[slot_of(gc, key)];
    gc->waits[gc->n_waits] = (WeakWait){ key, value, *slot };
    *slot = ++gc->n_waits;
    key->flags |= CELL_WATCHED;
}

void gc_key_reached(Gc *gc, Cell *key)
{
    key->flags &= (uint8_t)~CELL_WATCHED;
    for (uint32_t i = gc->slots[slot_of(gc, key)]; i; i = gc->waits[i - 1].next)
        if (gc->waits[i - 1].key == key)
            gc_mark_value(gc, gc->waits[i - 1].value);
}

/* Marks the values of live keys. The others wait, if they can. */
static void look_at(Gc *gc, const WeakObj *w)
{
    const TableEntry *e = table_entries(w->table);
    if (obj_class(&w->obj) != CLASS_WEAK_MAP)
        return;
    for (uint32_t i = 0; i < w->table->used && gc_goes_on(gc, 1); i++) {
        if (e[i].key == VALUE_ABSENT || !value_is_heap(e[i].value))
            continue;
        Cell *key = value_ptr(e[i].key);
        if (is_marked(key))
            gc_mark_value(gc, e[i].value);
        else
            add_wait(gc, key, e[i].value);
    }
}

static void look_at_fresh(Gc *gc)
{
    while (gc->fresh && !gc->given_up) {
        WeakObj *w = gc->fresh;
        gc->fresh = after(w);
        w->next = gc->weak ? gc->weak : w;
        gc->weak = w;
        look_at(gc, w);
        gc_settle(gc);
    }
}

/* One more round over all maps; true when something new was marked. */
static bool look_again(Gc *gc)
{
    bool changed = false;
    for (WeakObj *w = gc->weak; w; w = after(w)) {
        const TableEntry *e = table_entries(w->table);
        if (obj_class(&w->obj) != CLASS_WEAK_MAP)
            continue;
        for (uint32_t i = 0; i < w->table->used; i++) {
            if (!gc_goes_on(gc, 1))
                return false;
            if (e[i].key == VALUE_ABSENT || !value_is_heap(e[i].value) ||
                !is_marked(value_ptr(e[i].key)) ||
                is_marked(value_ptr(e[i].value)))
                continue;
            gc_mark_value(gc, e[i].value);
            gc_settle(gc);
            changed = true;
        }
    }
    return changed;
}

void gc_finish_weak(Gc *gc)
{
    look_at_fresh(gc);
    while (gc->no_waits && look_again(gc))
        look_at_fresh(gc);
    const cm_allocator *a = gc->vm->heap.alloc;
    for (uint32_t i = 0; i < gc->n_waits; i++)
        gc->waits[i].key->flags &= (uint8_t)~CELL_WATCHED;
    cm__free(a, gc->waits, gc->cap_waits * sizeof *gc->waits);
    cm__free(a, gc->slots, gc->n_slots * sizeof *gc->slots);
}

/* ---- clearing ---- */

static bool is_dead(Value key)
{
    return !is_marked(value_ptr(key));
}

void gc_clear_weak(Gc *gc)
{
    for (WeakObj *w = gc->weak, *next; w; w = next) {
        next = after(w);
        w->next = NULL;
        if (!gc->given_up)
            table_drop_dead(gc, w->table, is_dead);
    }
    for (WeakRefObj *r = gc->refs, *next; r; r = next) {
        next = r->next == r ? NULL : r->next;
        r->next = NULL;
        if (is_dead(r->target))
            r->target = VALUE_UNDEFINED;
    }
}
