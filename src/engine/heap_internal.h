/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_HEAP_INTERNAL_H
#define CM_ENGINE_HEAP_INTERNAL_H
/* heap_internal: how chunks and large cells lie in memory; for heap.c and gc.c.
 * */
#include "engine/heap.h"

/* A chunk: this header, then cells back to back up to `size`. The part the
 * allocator still bumps through holds no valid cells until heap_retire. */
struct HeapChunk {
    HeapChunk *next;
    size_t size; /* as allocated, header included */
};

/* A large cell: this header, then the cell. A row that lost elements at its
 * front begins further on in its allocation, header and all. */
struct HeapLarge {
    HeapLarge *next, *prev;
    size_t size; /* as allocated, header included */
    size_t gap;  /* bytes of the allocation before this header */
};

/* A run of free units inside a chunk; a valid cell, so that sweeping can walk
 * over it. */
struct HeapSpan {
    Cell hd;
    HeapSpan *next;
};

_Static_assert(sizeof(Cell) == 8, "cell header is one word");
_Static_assert(sizeof(HeapChunk) % HEAP_ALIGN == 0, "cells are aligned");
_Static_assert(sizeof(HeapLarge) % HEAP_ALIGN == 0, "cells are aligned");
_Static_assert(sizeof(HeapSpan) <= HEAP_ALIGN, "any gap holds a span");

/* Policy: spans below this are left to the next sweep; few cells would fit. */
#define HEAP_SPAN_MIN 64

static inline Cell *chunk_cells(HeapChunk *c)
{
    return (Cell *)(void *)(c + 1);
}
static inline char *chunk_end(HeapChunk *c)
{
    return (char *)c + c->size;
}
static inline Cell *large_cell(HeapLarge *l)
{
    return (Cell *)(void *)(l + 1);
}
/* The allocation. */
static inline void *large_base(HeapLarge *l)
{
    return (char *)l - l->gap;
}
static inline HeapLarge *large_of(Cell *c)
{
    return (HeapLarge *)(void *)c - 1;
}

/* Makes [from, from + n) one free span without listing it; n is a multiple of
 * HEAP_ALIGN and not 0. */
HeapSpan *heap_span_make(char *from, size_t n);
/* Gives up the region allocation bumps through, so that every chunk is a row of
 * valid cells. */
void heap_retire(Heap *h);
void heap_free_large(Heap *h, HeapLarge *l);
/* The cell became unreachable: debug builds fill it. */
void heap_scribble(void *from, size_t n);

#endif
