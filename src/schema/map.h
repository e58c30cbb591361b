/* SPDX-License-Identifier: MIT */
#ifndef CM_SCHEMA_MAP_H
#define CM_SCHEMA_MAP_H
/* map: numbers found again by a hash; the caller compares what they stand for.
 *
 *     uint32_t at = 0, i;
 *     while ((i = cm__map_next(&map, hash, &at)) != MAP_END)
 *         if (things[i] is the one) ...
 *
 * Open addressing, at most half full; nothing is removed.
 * Ownership: cm__map_done frees. Threads: none while adding. */
#include "base/alloc.h"

#define MAP_END UINT32_MAX

typedef struct MapSlot {
    uint32_t hash, index; /* index MAP_END: free */
} MapSlot;

typedef struct Map {
    MapSlot *slots; /* owned; NULL: empty */
    uint32_t cap, n;
} Map;

void cm__map_done(Map *map, const cm_allocator *alloc);
/* False when memory is refused. */
bool cm__map_add(Map *map, const cm_allocator *alloc, uint32_t hash,
                 uint32_t index) CM_MUST_USE;
/* The next number with that hash. *at starts at 0. */
uint32_t cm__map_next(const Map *map, uint32_t hash, uint32_t *at);

#endif
