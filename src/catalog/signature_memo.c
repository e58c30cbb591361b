/* SPDX-License-Identifier: MIT */
/* Open addressing with linear probing over the addresses of nodes, at most half
 * full. */
#include "catalog/signature_internal.h"

#include "base/hash.h"

#include <string.h>

enum {
    FIRST_SLOTS = 64
};

static size_t slot_of(const TypeMemo *m, const JsonValue *node)
{
    size_t i = cm__hash_u64((uint64_t)(uintptr_t)node) & (m->n_slots - 1);
    while (m->slots[i].node && m->slots[i].node != node)
        i = (i + 1) & (m->n_slots - 1);
    return i;
}

const TypeMemoEntry *cm__type_memo_get(const TypeMemo *m, const JsonValue *node)
{
    if (!m->n_slots)
        return NULL;
    const TypeMemoEntry *e = &m->slots[slot_of(m, node)];
    return e->node ? e : NULL;
}

static bool grow(TypeMemo *m, Arena *arena)
{
    TypeMemo wide = { .n = m->n,
                      .n_slots = m->n_slots ? m->n_slots * 2 : FIRST_SLOTS };
    wide.slots = cm__arena_zero(arena, wide.n_slots * sizeof *wide.slots);
    if (!wide.slots)
        return false;
    for (size_t i = 0; i < m->n_slots; i++)
        if (m->slots[i].node)
            wide.slots[slot_of(&wide, m->slots[i].node)] = m->slots[i];
    *m = wide;
    return true;
}

bool cm__type_memo_put(TypeMemo *m, Arena *arena, const TypeMemoEntry *entry)
{
    if (2 * m->n >= m->n_slots && !grow(m, arena))
        return false;
    m->slots[slot_of(m, entry->node)] = *entry;
    m->n++;
    return true;
}
