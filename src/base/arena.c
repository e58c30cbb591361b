/* SPDX-License-Identifier: MIT */
/* Blocks double from 1 KiB to 256 KiB. A request over a quarter of the next
 * block gets a block of its own, linked behind the newest one, so that a big
 * text does not throw away the free rest of the block in use. */
#include "base/arena.h"

#include <string.h>

struct ArenaBlock {
    ArenaBlock *next;
    size_t size; /* with this header */
};

enum {
    FIRST_BLOCK = 1024,
    LAST_BLOCK = 256 * 1024,
    ALIGNMENT = 8
};

_Static_assert(sizeof(ArenaBlock) % ALIGNMENT == 0,
               "memory behind a block header is aligned");

void cm__arena_init(Arena *a, const cm_allocator *alloc, size_t limit)
{
    *a = (Arena){ .alloc = alloc, .limit = limit, .status = CM_OK };
}

void cm__arena_done(Arena *a)
{
    ArenaBlock *block = a->blocks;
    while (block != NULL) {
        ArenaBlock *next = block->next;
        cm__free(a->alloc, block, block->size);
        block = next;
    }
    cm__arena_init(a, a->alloc, a->limit);
}

static void *fail(Arena *a, cm_status status)
{
    a->status = status;
    a->at = a->end = NULL;
    return NULL;
}

static ArenaBlock *new_block(Arena *a, size_t size)
{
    if (size > a->limit || a->used > a->limit - size)
        return fail(a, CM_E_LIMIT);
    ArenaBlock *block = cm__alloc(a->alloc, size);
    if (block == NULL)
        return fail(a, CM_E_NOMEM);
    block->size = size;
    a->used += size;
    return block;
}

/* The size of the next shared block: doubles what is held, within bounds, and
 * shrinks near the limit so that the last bytes of it can be used. */
static size_t next_size(const Arena *a, size_t need)
{
    size_t size = a->used < FIRST_BLOCK ? FIRST_BLOCK : a->used;
    if (size > LAST_BLOCK)
        size = LAST_BLOCK;
    size_t left = a->limit > a->used ? a->limit - a->used : 0;
    if (size > left)
        size = left & ~(size_t)(ALIGNMENT - 1);
    return size < need ? need : size;
}

static void *alloc_slow(Arena *a, size_t n)
{
    if (a->status != CM_OK)
        return NULL;
    size_t need = n + sizeof(ArenaBlock);
    size_t shared = next_size(a, need);
    if (a->blocks != NULL && n > shared / 4) {
        ArenaBlock *own = new_block(a, need);
        if (own == NULL)
            return NULL;
        own->next = a->blocks->next;
        a->blocks->next = own;
        return own + 1;
    }
    ArenaBlock *block = new_block(a, shared);
    if (block == NULL)
        return NULL;
    block->next = a->blocks;
    a->blocks = block;
    a->at = (char *)(block + 1) + n;
    a->end = (char *)block + shared;
    return block + 1;
}

void *cm__arena_alloc(Arena *a, size_t n)
{
    if (CM_UNLIKELY(n > SIZE_MAX / 2))
        return fail(a, CM_E_LIMIT);
    n = (n + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (n == 0)
        n = ALIGNMENT;
    if (CM_UNLIKELY(n > (size_t)(a->end - a->at)))
        return alloc_slow(a, n);
    void *ptr = a->at;
    a->at += n;
    return ptr;
}

void *cm__arena_zero(Arena *a, size_t n)
{
    void *ptr = cm__arena_alloc(a, n);
    if (ptr != NULL)
        memset(ptr, 0, n);
    return ptr;
}

char *cm__arena_text(Arena *a, const char *text, size_t n)
{
    if (n == SIZE_MAX)
        return fail(a, CM_E_LIMIT);
    char *copy = cm__arena_alloc(a, n + 1);
    if (copy == NULL)
        return NULL;
    if (n > 0)
        memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

void *cm__arena_room(Arena *a, void *items, size_t n, size_t *cap, size_t size)
{
    size_t bytes, new_cap;
    if (n < *cap)
        return items;
    if (!cm__room_next(*cap, size, &new_cap, &bytes))
        return fail(a, CM_E_LIMIT);
    void *moved = cm__arena_alloc(a, bytes);
    if (moved == NULL)
        return NULL;
    if (n > 0)
        memcpy(moved, items, n * size);
    *cap = new_cap;
    return moved;
}
