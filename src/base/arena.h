/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_ARENA_H
#define CM_BASE_ARENA_H
/* arena: allocations that live and die together.
 *
 * Blocks of growing size; nothing is freed alone. A byte limit makes a hostile
 * source end in CM_E_LIMIT instead of eating the host.
 * Ownership: all memory is the arena's until cm__arena_done.
 * Threads:   none. Alignment: 8. */
#include "base/alloc.h"

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
    const cm_allocator *alloc; /* borrowed */
    ArenaBlock *blocks;        /* owned, newest first */
    char *at, *end;            /* free part of the newest block */
    size_t used, limit;        /* bytes taken from the allocator */
    cm_status status;          /* first failure, else CM_OK */
} Arena;

void cm__arena_init(Arena *a, const cm_allocator *alloc, size_t limit);
void cm__arena_done(Arena *a);
/* n bytes, not zeroed; NULL after a failure (which sticks in a->status). */
void *cm__arena_alloc(Arena *a, size_t n) CM_MUST_USE;
void *cm__arena_zero(Arena *a, size_t n) CM_MUST_USE;
/* A copy of n bytes and a NUL. */
char *cm__arena_text(Arena *a, const char *text, size_t n) CM_MUST_USE;
/* Like cm__room of alloc.h; the array that was full stays in the arena. */
void *cm__arena_room(Arena *a, void *items, size_t n, size_t *cap,
                     size_t size) CM_MUST_USE;

#endif
