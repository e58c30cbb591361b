/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_SHAPE_INTERNAL_H
#define CM_ENGINE_SHAPE_INTERNAL_H
/* shape_internal: lookup tables and dictionary shapes; for shape.c, object*.c
 * and gc.c. */
#include "engine/shape.h"
#include "engine/vm.h"

typedef struct PropEntry {
    PropKey key; /* VALUE_ABSENT: deleted (dictionaries) */
    uint32_t hash;
    uint8_t attrs;
    uint8_t unused[3];
} PropEntry;

/* Entry i describes slot i, so entries keep insertion order. The index maps
 * hashes to entry numbers + 1 with linear probing and is at most half full. */
struct PropTable {
    Cell hd;
    uint32_t used;
    uint32_t live;
    uint32_t cap;
    uint32_t index_cap;
    RawCell *entries;
    RawCell *index;
};

static inline PropEntry *prop_entries(const PropTable *t)
{
    return (PropEntry *)(void *)t->entries->bytes;
}

/* Roots and transitions of an execution: open addressing over shapes, keyed by
 * prototype and inline capacity, or by parent, key and attributes. Both this
 * and its slots lie in RawCells. Entries are weak. */
struct ShapeTable {
    RawCell *slots; /* Shape *[cap] */
    uint32_t n, cap;
};

RawCell *shape_table_cell(const struct ShapeTable *t);
/* Drops shapes that are not marked, also from their parents' caches; not all of
 * them when the collection is given up. */
void shape_table_sweep(struct Gc *gc, struct ShapeTable *t);

static inline bool shape_is_marker(const Shape *s)
{
    return s->key == VALUE_NULL;
}
static inline bool shape_is_fixed(const Shape *s)
{
    return (s->hd.flags & SHAPE_FIXED) != 0;
}

/* The marker of `how` (SHAPE_FIXED, SHAPE_SEALED or SHAPE_FROZEN, which include
 * SHAPE_FIXED) over a chain shape. NULL when refused. */
Shape *shape_restrict(VM *vm, Shape *s, unsigned how);
/* A dictionary with the properties and restrictions of s. NULL when refused. */
Shape *shape_to_dict(VM *vm, Shape *s);
/* Adds an absent key to a dictionary; its slot is s->count - 1 afterwards.
 * False when refused. */
bool shape_dict_add(VM *vm, Shape *s, PropKey key, uint8_t attrs);
void shape_dict_remove(Shape *s, uint32_t slot);
void shape_dict_set_attrs(Shape *s, uint32_t slot, uint8_t attrs);
/* Restricts every property of a dictionary in place. */
void shape_dict_restrict(Shape *s, unsigned how);

/* Rebuilds the index after the caller moved entries; used and live are equal.
 * Short of entries when the execution has to end. */
void shape_dict_reindex(VM *vm, Shape *s);

#endif
