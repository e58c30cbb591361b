/* SPDX-License-Identifier: MIT */
#include "schema/map.h"

#include <string.h>

enum {
    FIRST_SLOTS = 16
};

void cm__map_done(Map *map, const cm_allocator *alloc)
{
    cm__free(alloc, map->slots, map->cap * sizeof *map->slots);
    *map = (Map){ 0 };
}

static void put(MapSlot *slots, uint32_t cap, MapSlot slot)
{
    uint32_t i = slot.hash & (cap - 1);
    while (slots[i].index != MAP_END)
        i = (i + 1) & (cap - 1);
    slots[i] = slot;
}

static bool grow(Map *map, const cm_allocator *alloc)
{
    uint32_t cap = map->cap ? 2 * map->cap : FIRST_SLOTS;
    if (cap < map->cap)
        return false;
    MapSlot *slots = cm__alloc(alloc, cap * sizeof *slots);
    if (!slots)
        return false;
    memset(slots, 0xFF, cap * sizeof *slots);
    for (uint32_t i = 0; i < map->cap; i++)
        if (map->slots[i].index != MAP_END)
            put(slots, cap, map->slots[i]);
    cm__free(alloc, map->slots, map->cap * sizeof *slots);
    map->slots = slots;
    map->cap = cap;
    return true;
}

bool cm__map_add(Map *map, const cm_allocator *alloc, uint32_t hash,
                 uint32_t index)
{
    if (2 * (map->n + 1) > map->cap && !grow(map, alloc))
        return false;
    put(map->slots, map->cap, (MapSlot){ hash, index });
    map->n++;
    return true;
}

/* *at counts the slots passed; the run ends at the first free one. */
uint32_t cm__map_next(const Map *map, uint32_t hash, uint32_t *at)
{
    if (map->cap == 0)
        return MAP_END;
    for (;;) {
        const MapSlot *slot = &map->slots[(hash + *at) & (map->cap - 1)];
        if (slot->index == MAP_END)
            return MAP_END;
        (*at)++;
        if (slot->hash == hash)
            return slot->index;
    }
}
