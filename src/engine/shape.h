/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_SHAPE_H
#define CM_ENGINE_SHAPE_H
/* shape: which named properties an object has, where, and its prototype.
 *
 * Objects made the same way share a shape; a shape is a node in a tree whose
 * edges add one property. Inline caches compare shape pointers: equal shape
 * means equal prototype, equal inline capacity, equal slots and attributes.
 *
 *   - slot i < inline_cap lies in the object, others in its out-of-line slots;
 *   - lookups in shapes of more than SHAPE_LINEAR properties go through a
 *     PropTable that is built on first use and handed on to the newest child;
 *   - a dictionary shape (SHAPE_DICT) belongs to one object alone, is never
 *     cached, and its PropTable keeps insertion order with deletes;
 *   - child shapes of shared (image, program) shapes hang in the execution's
 *     transition table, so shared shapes are never written.
 *
 * A shape that is frozen or not extensible has SHAPE_FIXED: nothing can be
 * added. Fixing, sealing and freezing add a marker: a shape with key VALUE_NULL
 * whose parent has the properties and whose flags say how their attributes
 * change; so frozen objects keep inline caches. Changing the attributes of one
 * property or deleting turns the object into a dictionary, except that deleting
 * the newest property goes back to the parent. */
#include "engine/str.h"

enum {
    PROP_WRITABLE = 1,
    PROP_ENUMERABLE = 2,
    PROP_CONFIGURABLE = 4,
    PROP_ACCESSOR = 8, /* the slot holds an Accessor cell */
    PROP_DEFAULT = 7,
    PROP_HIDDEN = 5 /* writable, configurable, not enumerable */
};

typedef struct PropTable PropTable;

typedef struct Shape {
    Cell hd;        /* flags: SHAPE_* */
    uint32_t count; /* slots used, deleted ones in dictionaries included */
    uint16_t inline_cap;
    uint8_t attrs;  /* of the last property */
    uint8_t serial; /* from a count of the VM: a place in caches that does not
                       depend on the address */
    PropKey key;    /* last property added; VALUE_ABSENT in a root */
    struct Shape *parent;
    Obj *proto;       /* NULL: none */
    PropTable *table; /* NULL until built; shared along a chain: entries from
                            count on belong to descendants */
    struct Shape *last_child; /* newest transition, a one-entry cache */
} Shape;

enum {
    SHAPE_DICT = CELL_USER1,
    SHAPE_FIXED = CELL_USER2,  /* not extensible */
    SHAPE_FROZEN = CELL_USER3, /* fixed, and every property read-only */
    SHAPE_SEALED = CELL_USER4  /* fixed, and no property configurable */
};

/* With 3 or 12 `objects`, `classes` and `orders` move by less than 0.5 %. */
#define SHAPE_LINEAR    6
/* Policy: properties from which an object turns into a dictionary, so that
 * shapes stay few for what is used as a map. */
#define SHAPE_DICT_FROM 128

typedef struct PropSlot {
    uint32_t slot;
    uint8_t attrs;
} PropSlot;

/* A root shape without properties for a prototype and inline capacity; cached
 * in the execution, so that equal arguments give the same shape. */
Shape *shape_root(VM *vm, Obj *proto, uint32_t inline_cap);

/* Finds a property. False when absent. Never allocates observably; it may build
 * the lookup table and silently falls back to a linear walk when refused. */
bool shape_find(VM *vm, Shape *s, PropKey key, PropSlot *ret_slot);

/* The shape with one more property; NULL when memory is refused. s is neither a
 * dictionary nor fixed, and lacks key. */
Shape *shape_add(VM *vm, Shape *s, PropKey key, uint8_t attrs);

/* The same when that shape exists already, else NULL; then s may have key. */
Shape *shape_next(VM *vm, Shape *s, PropKey key, uint8_t attrs);

static inline bool shape_is_dict(const Shape *s)
{
    return (s->hd.flags & SHAPE_DICT) != 0;
}

/* Collects the properties of s in insertion order into keys/props (room for
 * s->count entries each; props may be NULL); returns their number. */
uint32_t shape_list(const Shape *s, PropKey *keys, PropSlot *props);

/* Prepares a shape of the image for sharing: lookups in it will not have to
 * build anything. False when refused. */
bool shape_seal(VM *vm, Shape *s);

#endif
