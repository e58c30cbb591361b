/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_MAP_H
#define CM_OPENAPI_MAP_H
/* map: from texts, or from places in the document, to pointers or numbers.
 *
 * OaMap is a crit-bit tree (D. J. Bernstein, "Crit-bit trees"): names come from
 * strangers, and no choice of them makes it slower than their length. OaTable
 * hashes addresses, which nobody outside chooses.
 * Ownership: nodes live in the arena; texts are borrowed for its life.
 * Threads:   none. Nothing is ever removed. */
#include "base/arena.h"

typedef struct OaLeaf OaLeaf;
typedef struct OaFork OaFork;

/* What a key has; each map uses one of the members. All zero when it is new or
 * not there. */
typedef union OaEntry {
    void *object;
    const void *fact;
    uintptr_t number;
} OaEntry;

typedef struct OaBranch {
    OaLeaf *leaf; /* or */
    OaFork *fork;
} OaBranch;

typedef struct OaMap {
    Arena *arena;
    OaBranch root;
} OaMap;

OaEntry cm__oa_map_get(const OaMap *map, const char *text, size_t len);
/* The entry, made when it is not there; NULL when memory is refused. */
OaEntry *cm__oa_map_slot(OaMap *map, const char *text, size_t len);

typedef struct OaKey {
    const void *a, *b, *c;
    uintptr_t d;
} OaKey;

typedef struct OaTableSlot OaTableSlot;

typedef struct OaTable {
    Arena *arena;
    OaTableSlot *slots;
    size_t n, cap;
} OaTable;

OaEntry cm__oa_table_get(const OaTable *table, OaKey key);
/* The same; the entry stays where it is until the next call. */
OaEntry *cm__oa_table_slot(OaTable *table, OaKey key);

#endif
