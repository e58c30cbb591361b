/* SPDX-License-Identifier: MIT */
/* A text is read as symbols of nine bits: a byte with a bit in front, or 0
 * behind the end, so that a text may be the beginning of another and may hold
 * NULs. A fork names a symbol and one bit of it; forks on a path go forwards. */
#include "openapi/map.h"

#include <string.h>

#include "base/hash.h"

struct OaLeaf {
    const char *text;
    size_t len;
    OaEntry entry;
};

struct OaFork {
    size_t at;
    uint32_t bit;
    OaBranch child[2];
};

static uint32_t symbol(const char *text, size_t len, size_t at)
{
    return at < len ? 0x100u | (uint8_t)text[at] : 0;
}

static OaLeaf *nearest(const OaMap *map, const char *text, size_t len)
{
    const OaBranch *at = &map->root;
    while (at->fork)
        at = &at->fork->child[(symbol(text, len, at->fork->at) &
                               at->fork->bit) != 0];
    return at->leaf;
}

static bool is_text(const OaLeaf *leaf, const char *text, size_t len)
{
    return leaf && leaf->len == len &&
           (len == 0 || memcmp(leaf->text, text, len) == 0);
}

OaEntry cm__oa_map_get(const OaMap *map, const char *text, size_t len)
{
    const OaLeaf *leaf = nearest(map, text, len);
    return is_text(leaf, text, len) ? leaf->entry : (OaEntry){ NULL };
}

static OaLeaf *new_leaf(OaMap *map, const char *text, size_t len)
{
    OaLeaf *leaf = cm__arena_zero(map->arena, sizeof *leaf);
    if (leaf) {
        leaf->text = text;
        leaf->len = len;
    }
    return leaf;
}

static uint32_t highest_bit(uint32_t bits)
{
    uint32_t bit = 0x100;
    while (!(bits & bit))
        bit >>= 1;
    return bit;
}

/* Puts a fork in front of everything that differs later than `at`, `bit`. */
static OaLeaf *add(OaMap *map, const char *text, size_t len, size_t at,
                   uint32_t bit)
{
    OaBranch *here = &map->root;
    while (here->fork && (here->fork->at < at ||
                          (here->fork->at == at && here->fork->bit > bit)))
        here = &here->fork->child[(symbol(text, len, here->fork->at) &
                                   here->fork->bit) != 0];
    OaLeaf *leaf = new_leaf(map, text, len);
    OaFork *fork = cm__arena_zero(map->arena, sizeof *fork);
    if (!leaf || !fork)
        return NULL;
    bool side = (symbol(text, len, at) & bit) != 0;
    *fork = (OaFork){ .at = at, .bit = bit };
    fork->child[side] = (OaBranch){ .leaf = leaf };
    fork->child[!side] = *here;
    *here = (OaBranch){ .fork = fork };
    return leaf;
}

OaEntry *cm__oa_map_slot(OaMap *map, const char *text, size_t len)
{
    OaLeaf *other = nearest(map, text, len);
    if (!other) {
        map->root.leaf = new_leaf(map, text, len);
        return map->root.leaf ? &map->root.leaf->entry : NULL;
    }
    size_t at = 0;
    while (at < len && at < other->len && text[at] == other->text[at])
        at++;
    uint32_t differ =
        symbol(text, len, at) ^ symbol(other->text, other->len, at);
    if (differ == 0)
        return &other->entry;
    OaLeaf *leaf = add(map, text, len, at, highest_bit(differ));
    return leaf ? &leaf->entry : NULL;
}

struct OaTableSlot {
    OaKey key;
    OaEntry entry;
    bool is_used;
};

static bool same(OaKey a, OaKey b)
{
    return a.a == b.a && a.b == b.b && a.c == b.c && a.d == b.d;
}

static size_t start(const OaTable *table, OaKey key)
{
    uint64_t x = cm__hash_u64((uintptr_t)key.a);
    x = cm__hash_u64(x * 31 + (uintptr_t)key.b);
    x = cm__hash_u64(x * 31 + (uintptr_t)key.c + key.d * 0x9E3779B1u);
    return (size_t)x & (table->cap - 1);
}

static OaTableSlot *find(const OaTable *table, OaKey key)
{
    size_t at = start(table, key);
    while (table->slots[at].is_used && !same(table->slots[at].key, key))
        at = (at + 1) & (table->cap - 1);
    return &table->slots[at];
}

OaEntry cm__oa_table_get(const OaTable *table, OaKey key)
{
    if (table->cap == 0)
        return (OaEntry){ NULL };
    return find(table, key)->entry;
}

static bool grow(OaTable *table)
{
    OaTable bigger = { .arena = table->arena,
                       .cap = table->cap ? table->cap * 2 : 64,
                       .n = table->n };
    bigger.slots =
        cm__arena_zero(table->arena, bigger.cap * sizeof *bigger.slots);
    if (!bigger.slots)
        return false;
    for (size_t i = 0; i < table->cap; i++)
        if (table->slots[i].is_used)
            *find(&bigger, table->slots[i].key) = table->slots[i];
    *table = bigger;
    return true;
}

OaEntry *cm__oa_table_slot(OaTable *table, OaKey key)
{
    if (table->n * 4 >= table->cap * 3 && !grow(table))
        return NULL;
    OaTableSlot *slot = find(table, key);
    if (!slot->is_used) {
        *slot = (OaTableSlot){ .key = key, .is_used = true };
        table->n++;
    }
    return &slot->entry;
}
