/* SPDX-License-Identifier: MIT */
/* Shapes as transition trees: Chambers, Ungar, Lee, "An Efficient
 * Implementation of SELF", 1989, section 3 (maps). */
#include "engine/shape.h"

#include <string.h>

#include "base/hash.h"
#include "engine/gc.h"
#include "engine/meter.h"
#include "engine/shape_internal.h"

#define SHAPES_FIRST 32
#define PROPS_FIRST  16

/* ---- lookup tables ---- */

static uint32_t key_hash(PropKey key)
{
    if (value_is_string(key))
        return value_str(key)->hash;
    if (value_is_symbol(key))
        return value_symbol(key)->hash;
    return cm__hash_u64(key);
}

static uint32_t *props_index(const PropTable *t)
{
    return (uint32_t *)(void *)t->index->bytes;
}

/* Capacity for at least n properties. */
static PropTable *props_new(VM *vm, uint32_t n)
{
    uint32_t cap = PROPS_FIRST;
    while (cap < n)
        cap *= 2;
    Heap *h = &vm->heap;
    size_t index_bytes = (size_t)cap * 2 * sizeof(uint32_t);
    PropTable *t = heap_alloc(h, sizeof(PropTable), CELL_PROP_TABLE);
    RawCell *entries = heap_raw_new(h, cap * sizeof(PropEntry));
    RawCell *index = heap_raw_new(h, index_bytes);
    if (t == NULL || entries == NULL || index == NULL)
        return NULL;
    memset(index->bytes, 0, index_bytes);
    t->used = t->live = 0;
    t->cap = cap;
    t->index_cap = cap * 2;
    t->entries = entries;
    t->index = index;
    return t;
}

static void props_link(PropTable *t, uint32_t entry)
{
    uint32_t *index = props_index(t), mask = t->index_cap - 1;
    uint32_t i = prop_entries(t)[entry].hash & mask;
    while (index[i] != 0)
        i = (i + 1) & mask;
    index[i] = entry + 1;
}

/* Takes an entry out of the index, by Algorithm R as in str_intern.c. */
static void props_unlink(PropTable *t, uint32_t entry)
{
    uint32_t *index = props_index(t), mask = t->index_cap - 1;
    const PropEntry *e = prop_entries(t);
    uint32_t hole = e[entry].hash & mask;
    while (index[hole] != entry + 1) {
        if (index[hole] == 0)
            return; /* given up when it was linked */
        hole = (hole + 1) & mask;
    }
    index[hole] = 0;
    for (uint32_t j = (hole + 1) & mask; index[j] != 0; j = (j + 1) & mask) {
        uint32_t home = e[index[j] - 1].hash & mask;
        if (((j - home) & mask) < ((j - hole) & mask))
            continue;
        index[hole] = index[j];
        index[j] = 0;
        hole = j;
    }
}

/* Links every entry anew. Given up when the execution has to end: the index is
 * then short of entries, which nobody will look for. */
static void props_relink(VM *vm, PropTable *t)
{
    uint32_t turns = 0;
    memset(t->index->bytes, 0, t->index_cap * sizeof(uint32_t));
    for (uint32_t i = 0; i < t->used && vm_in_time(vm, &turns); i++)
        if (prop_entries(t)[i].key != VALUE_ABSENT)
            props_link(t, i);
}

static bool props_grow(VM *vm, PropTable *t)
{
    Heap *h = &vm->heap;
    uint32_t cap = t->cap * 2;
    size_t index_bytes = (size_t)cap * 2 * sizeof(uint32_t);
    RawCell *index = heap_raw_new(h, index_bytes);
    if (index == NULL)
        return false;
    RawCell *entries = heap_resize(
        h, t->entries, offsetof(RawCell, bytes) + cap * sizeof(PropEntry));
    if (entries == NULL) {
        heap_release(h, index);
        return false;
    }
    heap_release(h, t->index);
    t->entries = entries;
    t->index = index;
    t->cap = cap;
    t->index_cap = cap * 2;
    props_relink(vm, t);
    return true;
}

static bool props_add(VM *vm, PropTable *t, PropKey key, uint8_t attrs)
{
    if (t->used == t->cap && !props_grow(vm, t))
        return false;
    PropEntry *e = &prop_entries(t)[t->used];
    e->key = key;
    e->hash = key_hash(key);
    e->attrs = attrs;
    props_link(t, t->used);
    t->used++;
    t->live++;
    return true;
}

/* Entry number, or -1. */
static int64_t props_find(const PropTable *t, PropKey key)
{
    const uint32_t *index = props_index(t);
    uint32_t mask = t->index_cap - 1;
    const PropEntry *entries = prop_entries(t);
    for (uint32_t i = key_hash(key) & mask; index[i] != 0; i = (i + 1) & mask)
        if (entries[index[i] - 1].key == key)
            return (int64_t)index[i] - 1;
    return -1;
}

/* ---- making shapes ---- */

static Shape *shape_new(VM *vm, Obj *proto, uint32_t inline_cap)
{
    Shape *s = heap_alloc(&vm->heap, sizeof(Shape), CELL_SHAPE);
    if (s == NULL)
        return NULL;
    memset(&s->hd + 1, 0, sizeof(Shape) - sizeof(Cell));
    s->inline_cap = (uint16_t)inline_cap;
    s->key = VALUE_ABSENT;
    s->proto = proto;
    s->serial = vm->next_serial++;
    return s;
}

static Shape *shape_new_child(VM *vm, Shape *parent, PropKey key, uint8_t attrs)
{
    Shape *s = shape_new(vm, parent->proto, parent->inline_cap);
    if (s == NULL)
        return NULL;
    s->count = parent->count + (key != VALUE_NULL);
    s->attrs = attrs;
    s->key = key;
    s->parent = parent;
    return s;
}

/* ---- the execution's table of roots and transitions ---- */

RawCell *shape_table_cell(const struct ShapeTable *t)
{
    if (t == NULL)
        return NULL;
    char *bytes = cm_unconst(t);
    return (RawCell *)(void *)(bytes - offsetof(RawCell, bytes));
}

static Shape **table_slots(const struct ShapeTable *t)
{
    return (Shape **)(void *)t->slots->bytes;
}

static uint32_t hash_root(const Obj *proto, uint32_t inline_cap)
{
    return cm__hash_u64((uint64_t)(uintptr_t)proto ^ (uint64_t)inline_cap
                                                         << 50);
}

static uint32_t hash_child(const Shape *parent, PropKey key, uint32_t attrs)
{
    return cm__hash_u64((uint64_t)(uintptr_t)parent * 31 + key +
                        ((uint64_t)attrs << 56));
}

static uint32_t shape_hash(const Shape *s)
{
    return s->parent == NULL ? hash_root(s->proto, s->inline_cap)
                             : hash_child(s->parent, s->key, s->attrs);
}

static void table_place(struct ShapeTable *t, Shape *s)
{
    Shape **slots = table_slots(t);
    uint32_t mask = t->cap - 1, i = shape_hash(s) & mask;
    while (slots[i] != NULL)
        i = (i + 1) & mask;
    slots[i] = s;
}

static CM_NOINLINE bool table_grow(VM *vm)
{
    struct ShapeTable *t = vm->shapes;
    if (t == NULL) {
        RawCell *cell = heap_raw_new(&vm->heap, sizeof(*t));
        if (cell == NULL)
            return false;
        t = (struct ShapeTable *)(void *)cell->bytes;
        memset(t, 0, sizeof(*t));
        vm->shapes = t;
    }
    uint32_t cap = t->cap == 0 ? SHAPES_FIRST : t->cap * 2;
    RawCell *slots = heap_raw_new(&vm->heap, cap * sizeof(Shape *));
    if (slots == NULL)
        return false;
    memset(slots->bytes, 0, cap * sizeof(Shape *));
    struct ShapeTable grown = { slots, t->n, cap };
    uint32_t turns = 0;
    for (uint32_t i = 0; i < t->cap; i++) {
        if (!vm_in_time(vm, &turns)) {
            heap_release(&vm->heap, slots);
            return false;
        }
        if (table_slots(t)[i] != NULL)
            table_place(&grown, table_slots(t)[i]);
    }
    heap_release(&vm->heap, t->slots);
    *t = grown;
    return true;
}

/* Room for one more shape. */
static inline bool table_reserve(VM *vm)
{
    const struct ShapeTable *t = vm->shapes;
    return CM_LIKELY(t != NULL && t->n < t->cap / 4 * 3) || table_grow(vm);
}

static void table_add(VM *vm, Shape *s)
{
    table_place(vm->shapes, s);
    vm->shapes->n++;
}

static Shape *find_root(VM *vm, const Obj *proto, uint32_t inline_cap)
{
    const struct ShapeTable *t = vm->shapes;
    if (t == NULL || t->n == 0)
        return NULL;
    Shape **slots = table_slots(t);
    uint32_t mask = t->cap - 1, i = hash_root(proto, inline_cap) & mask;
    for (; slots[i] != NULL; i = (i + 1) & mask)
        if (slots[i]->parent == NULL && slots[i]->proto == proto &&
            slots[i]->inline_cap == inline_cap)
            return slots[i];
    return NULL;
}

static Shape *find_child(VM *vm, const Shape *parent, PropKey key,
                         uint8_t attrs)
{
    const struct ShapeTable *t = vm->shapes;
    if (t == NULL || t->n == 0)
        return NULL;
    Shape **slots = table_slots(t);
    uint32_t mask = t->cap - 1, i = hash_child(parent, key, attrs) & mask;
    for (; slots[i] != NULL; i = (i + 1) & mask)
        if (slots[i]->parent == parent && slots[i]->key == key &&
            slots[i]->attrs == attrs)
            return slots[i];
    return NULL;
}

static void table_remove(struct ShapeTable *t, uint32_t i)
{
    Shape **slots = table_slots(t);
    uint32_t mask = t->cap - 1, hole = i;
    slots[hole] = NULL;
    for (uint32_t j = (i + 1) & mask; slots[j] != NULL; j = (j + 1) & mask) {
        uint32_t home = shape_hash(slots[j]) & mask;
        if (((j - home) & mask) < ((j - hole) & mask))
            continue;
        slots[hole] = slots[j];
        slots[j] = NULL;
        hole = j;
    }
    t->n--;
}

void shape_table_sweep(Gc *gc, struct ShapeTable *t)
{
    if (t == NULL)
        return;
    for (uint32_t i = 0; i < t->cap && gc_goes_on(gc, 1);) {
        Shape *s = table_slots(t)[i];
        if (s == NULL || s->hd.flags & (CELL_MARK | CELL_SHARED)) {
            i++;
            continue;
        }
        if (s->parent != NULL && s->parent->last_child == s)
            s->parent->last_child = NULL;
        table_remove(t, i); /* and look at what moved here */
    }
}

/* ---- finding ---- */

static uint8_t restricted(uint8_t attrs, unsigned how)
{
    if (how & (SHAPE_FROZEN | SHAPE_SEALED))
        attrs = (uint8_t)(attrs & ~PROP_CONFIGURABLE);
    if (how & SHAPE_FROZEN && !(attrs & PROP_ACCESSOR))
        attrs = (uint8_t)(attrs & ~PROP_WRITABLE);
    return attrs;
}

/* The shape with the properties below markers; the restrictions of all of them.
 * (The image also has frozen shapes of one object each without a marker.) */
static Shape *below_markers(const Shape *s, unsigned *ret_how)
{
    unsigned how = s->hd.flags;
    while (shape_is_marker(s)) {
        s = s->parent;
        how |= s->hd.flags;
    }
    *ret_how = how & (SHAPE_FIXED | SHAPE_FROZEN | SHAPE_SEALED);
    return cm_unconst(s);
}

/* A lookup table of the chain that ends in s. NULL when refused. */
static PropTable *build_table(VM *vm, const Shape *s)
{
    PropTable *t = props_new(vm, s->count + s->count / 2);
    if (t == NULL)
        return NULL;
    for (const Shape *p = s; p->parent != NULL; p = p->parent) {
        PropEntry *e = &prop_entries(t)[p->count - 1];
        e->key = p->key;
        e->hash = key_hash(p->key);
        e->attrs = p->attrs;
    }
    t->used = t->live = s->count;
    for (uint32_t i = 0; i < t->used; i++)
        props_link(t, i);
    return t;
}

static void ensure_table(VM *vm, Shape *s)
{
    if (s->table != NULL || s->hd.flags & CELL_SHARED)
        return;
    bool refused = vm->heap.refused;
    s->table = build_table(vm, s);
    if (s->table == NULL)
        vm->heap.refused = refused;
}

static bool find_linear(const Shape *s, PropKey key, PropSlot *ret)
{
    for (; s->parent != NULL; s = s->parent)
        if (s->key == key) {
            ret->slot = s->count - 1;
            ret->attrs = s->attrs;
            return true;
        }
    return false;
}

bool shape_find(VM *vm, Shape *s, PropKey key, PropSlot *ret_slot)
{
    unsigned how;
    s = below_markers(s, &how);
    if (s->count > SHAPE_LINEAR && s->table == NULL)
        ensure_table(vm, s);
    if (s->table == NULL) {
        if (!find_linear(s, key, ret_slot))
            return false;
    } else {
        int64_t i = props_find(s->table, key);
        if (i < 0 || i >= (int64_t)s->count)
            return false;
        ret_slot->slot = (uint32_t)i;
        ret_slot->attrs = prop_entries(s->table)[i].attrs;
    }
    ret_slot->attrs = restricted(ret_slot->attrs, how);
    return true;
}

uint32_t shape_list(const Shape *s, PropKey *keys, PropSlot *props)
{
    unsigned how;
    s = below_markers(s, &how);
    if (!shape_is_dict(s)) {
        uint32_t n = s->count;
        for (const Shape *p = s; p->parent != NULL; p = p->parent) {
            uint32_t i = p->count - 1;
            keys[i] = p->key;
            if (props != NULL)
                props[i] = (PropSlot){ i, restricted(p->attrs, how) };
        }
        return n;
    }
    uint32_t n = 0;
    const PropEntry *entries = prop_entries(s->table);
    for (uint32_t i = 0; i < s->table->used; i++) {
        if (entries[i].key == VALUE_ABSENT)
            continue;
        keys[n] = entries[i].key;
        if (props != NULL)
            props[n] = (PropSlot){ i, entries[i].attrs };
        n++;
    }
    return n;
}

/* ---- transitions ---- */

Shape *shape_root(VM *vm, Obj *proto, uint32_t inline_cap)
{
    Shape *s = find_root(vm, proto, inline_cap);
    if (s != NULL)
        return s;
    if (!table_reserve(vm))
        return NULL;
    s = shape_new(vm, proto, inline_cap);
    if (s == NULL)
        return NULL;
    if (proto != NULL && !(proto->hd.flags & CELL_SHARED))
        proto->hd.flags |= OBJ_IS_PROTO;
    table_add(vm, s);
    return s;
}

/* The parent's table goes on to serve the child when it ends with the parent.
 * */
static void hand_on_table(VM *vm, Shape *parent, Shape *child)
{
    PropTable *t = parent->table;
    if (t == NULL || t->used != parent->count || t->hd.flags & CELL_SHARED)
        return;
    bool refused = vm->heap.refused;
    if (props_add(vm, t, child->key, child->attrs))
        child->table = t;
    else
        vm->heap.refused = refused;
}

static Shape *transition(VM *vm, Shape *s, PropKey key, uint8_t attrs)
{
    Shape *child = s->last_child;
    if (child != NULL && child->key == key && child->attrs == attrs)
        return child;
    child = find_child(vm, s, key, attrs);
    if (child == NULL) {
        if (!table_reserve(vm))
            return NULL;
        child = shape_new_child(vm, s, key, attrs);
        if (child == NULL)
            return NULL;
        if (key != VALUE_NULL)
            hand_on_table(vm, s, child);
        table_add(vm, child);
    }
    if (!(s->hd.flags & CELL_SHARED))
        s->last_child = child;
    return child;
}

Shape *shape_next(VM *vm, Shape *s, PropKey key, uint8_t attrs)
{
    Shape *child = s->last_child;
    if (child != NULL && child->key == key && child->attrs == attrs)
        return child;
    child = find_child(vm, s, key, attrs);
    if (child != NULL && !(s->hd.flags & CELL_SHARED))
        s->last_child = child;
    return child;
}

Shape *shape_add(VM *vm, Shape *s, PropKey key, uint8_t attrs)
{
    return transition(vm, s, key, attrs);
}

Shape *shape_restrict(VM *vm, Shape *s, unsigned how)
{
    unsigned has;
    below_markers(s, &has);
    if ((has & how) == how || has & SHAPE_FROZEN)
        return s;
    Shape *marker = transition(vm, s, VALUE_NULL, (uint8_t)how);
    if (marker != NULL)
        marker->hd.flags |= (uint8_t)(how | has);
    return marker;
}

bool shape_seal(VM *vm, Shape *s)
{
    unsigned how;
    s = below_markers(s, &how);
    if (s->table == NULL && s->count > SHAPE_LINEAR)
        s->table = build_table(vm, s);
    return s->table != NULL || s->count <= SHAPE_LINEAR;
}

/* ---- dictionaries ---- */

Shape *shape_to_dict(VM *vm, Shape *s)
{
    unsigned how;
    const Shape *from = below_markers(s, &how);
    Shape *dict = shape_new(vm, s->proto, s->inline_cap);
    PropTable *t = build_table(vm, from);
    if (dict == NULL || t == NULL)
        return NULL;
    for (uint32_t i = 0; i < t->used; i++)
        prop_entries(t)[i].attrs = restricted(prop_entries(t)[i].attrs, how);
    dict->hd.flags |= (uint8_t)(SHAPE_DICT | how);
    dict->count = s->count;
    dict->table = t;
    return dict;
}

bool shape_dict_add(VM *vm, Shape *s, PropKey key, uint8_t attrs)
{
    if (!props_add(vm, s->table, key, attrs))
        return false;
    s->count = s->table->used;
    return true;
}

void shape_dict_remove(Shape *s, uint32_t slot)
{
    props_unlink(s->table, slot);
    prop_entries(s->table)[slot].key = VALUE_ABSENT;
    s->table->live--;
}

void shape_dict_set_attrs(Shape *s, uint32_t slot, uint8_t attrs)
{
    prop_entries(s->table)[slot].attrs = attrs;
}

void shape_dict_restrict(Shape *s, unsigned how)
{
    PropEntry *entries = prop_entries(s->table);
    for (uint32_t i = 0; i < s->table->used; i++)
        entries[i].attrs = restricted(entries[i].attrs, how);
    s->hd.flags |= (uint8_t)how;
}

void shape_dict_reindex(VM *vm, Shape *s)
{
    props_relink(vm, s->table);
    s->count = s->table->used;
}
