/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_HEAP_H
#define CM_ENGINE_HEAP_H
/* heap: all memory of one execution.
 *
 * Cells of at most HEAP_SMALL_MAX bytes are bump-allocated in chunks; a chunk
 * is a row of cells back to back, each telling its size in its header, so that
 * the sweeper can walk it. Larger cells are single allocations in a list.
 * Chunks grow from 4 KiB to 256 KiB, so a short program holds one or two.
 *
 * Collection is non-moving mark and sweep, precise, and happens only at
 * safepoints of the VM loop (gc.h), never inside an allocation: C code between
 * two safepoints may hold raw pointers freely. When an allocation is refused
 * (memory limit or host) it returns NULL, having set heap->refused; the caller
 * unwinds with VALUE_THROWN / false / NULL and must not have changed anything a
 * program can see ("allocate, then commit"), because the VM collects and runs
 * the instruction or built-in once more.
 *
 * Sweeping turns runs of dead cells into free spans; the allocator then bumps
 * through spans before it asks for another chunk. No cell has a finaliser.
 *
 * A shared heap (the process image, a compiled program) is never collected; its
 * cells carry CELL_SHARED and are never marked or written after it is sealed.
 * Ownership: the heap owns its chunks and large cells until heap_done.
 * Threads:   one; a sealed shared heap may be read by any number. */
#include "base/alloc.h"
#include "engine/value.h"

typedef enum CellKind {
    CELL_FREE = 0, /* a free span inside a chunk */
    CELL_STR8,     /* flat, 8-bit units */
    CELL_STR16,    /* flat, 16-bit units */
    CELL_ROPE,
    CELL_SLICE,
    CELL_SYMBOL,
    CELL_OBJECT, /* Obj; its class says the layout */
    CELL_SHAPE,
    CELL_PROP_TABLE,
    CELL_TABLE,    /* ordered hash of Map, Set */
    CELL_VALUES,   /* row of Values: elements, slots, saved registers */
    CELL_RAW,      /* bytes without references */
    CELL_BOX,      /* a captured variable that is reassigned */
    CELL_ACCESSOR, /* getter and setter of a property */
    CELL_REACTION, /* promise reaction record */
    CELL_NODE,     /* small record of Values, see NodeCell */
    CELL_BIGINT,
    CELL_LUA_TABLE, /* seen through an object Value; see lua_table.h */
    CELL_KINDS
} CellKind;

enum {
    CELL_MARK = 1,    /* reached in the current collection */
    CELL_SHARED = 2,  /* lives in a shared heap: immutable, immortal */
    CELL_LARGE = 4,   /* single allocation; units is 0 */
    CELL_WATCHED = 8, /* while collecting: key of weak entries (gc_weak.c) */
    CELL_USER1 = 16,  /* meaning by kind */
    CELL_USER2 = 32,
    CELL_USER3 = 64,
    CELL_USER4 = 128
};

/* Header of everything on the heap. */
struct Cell {
    uint8_t kind; /* CellKind */
    uint8_t flags;
    uint16_t aux;   /* meaning by kind */
    uint32_t units; /* size in 16-byte units; 0 for a large cell */
};

#define HEAP_ALIGN     16
#define HEAP_SMALL_MAX 2048

typedef struct HeapChunk HeapChunk;
typedef struct HeapLarge HeapLarge;
typedef struct HeapSpan HeapSpan;

typedef struct Heap {
    char *at, *end;            /* the free part allocation bumps through */
    const cm_allocator *alloc; /* borrowed */
    HeapChunk *chunks;
    HeapLarge *large;
    HeapSpan *spans; /* free spans found by the last sweep */
    size_t used;     /* bytes held from the allocator, headers included */
    size_t peak;
    size_t limit;        /* used never exceeds it */
    size_t gc_threshold; /* used beyond which a collection is wanted */
    size_t extra;        /* bytes of the execution kept outside, in used too */
    bool refused;        /* an allocation was refused since it was cleared */
    bool gc_wanted;      /* look at the next safepoint */
    bool shared;         /* cells get CELL_SHARED */
    int32_t *interrupt;  /* set to 1 when gc_wanted turns true; may be NULL */
} Heap;

void heap_init(Heap *h, const cm_allocator *alloc, size_t limit, bool shared);
/* Frees everything at once. */
void heap_done(Heap *h);

void *heap_alloc_slow(Heap *h, size_t size, CellKind kind);

/* Asks for a collection at the next safepoint. */
static inline void heap_want_gc(Heap *h)
{
    h->gc_wanted = true;
    if (h->interrupt)
        *h->interrupt = 1;
}

/* A cell of `size` bytes (header included) with its header filled in; the rest
 * is not initialised. NULL when refused. The caller initialises the cell before
 * the next safepoint. */
static inline void *heap_alloc(Heap *h, size_t size, CellKind kind)
{
    size_t n = (size + (HEAP_ALIGN - 1)) & ~(size_t)(HEAP_ALIGN - 1);
    if (CM_UNLIKELY(n > (size_t)(h->end - h->at)) || n > HEAP_SMALL_MAX ||
        h->shared)
        return heap_alloc_slow(h, size, kind);
    Cell *c = (Cell *)(void *)h->at;
    h->at += n;
    cm_unpoison(c, n);
#ifdef CM_GC_STRESS
    heap_want_gc(h);
#endif
    c->kind = (uint8_t)kind;
    c->flags = 0;
    c->aux = 0;
    c->units = (uint32_t)(n / HEAP_ALIGN);
    return c;
}

/* Bytes the cell can hold, header included. */
size_t heap_cell_size(const Cell *c);

/* Grows or shrinks a cell that only its owner points to (CELL_VALUES,
 * CELL_RAW): in place when it is large or the newest of its chunk, else by a
 * copy (the old cell becomes garbage). NULL when refused; the old cell then
 * stays valid. */
void *heap_resize(Heap *h, void *cell, size_t new_size);

/* Returns a uniquely owned cell early. Optional; NULL is a no-op. */
void heap_release(Heap *h, void *cell);

/* Accounts for memory held outside (program text, host copies). False when that
 * would exceed the limit. */
bool heap_charge(Heap *h, size_t bytes);
void heap_uncharge(Heap *h, size_t bytes);

/* A row of n Values behind a header; ValuesCell.v is the array. */
typedef struct ValuesCell {
    Cell hd;
    uint32_t n;   /* values that the collector scans */
    uint32_t cap; /* values that fit */
    Value v[];
} ValuesCell;

/* Not initialised beyond n = 0. */
ValuesCell *heap_values_new(Heap *h, size_t cap);
/* Room for at least `cap` values, with geometric growth; `row` may be NULL and
 * is replaced as by heap_resize. NULL when refused; row then stays valid. */
ValuesCell *heap_values_grow(Heap *h, ValuesCell *row, size_t cap);
/* Takes the first n <= row->n values off a row that only its owner points to.
 * Of a large row nothing is moved: it begins further on in its allocation, and
 * the gap is used again when it grows or gets values at its front. Returns the
 * row, which may lie elsewhere now. */
ValuesCell *heap_values_drop(Heap *h, ValuesCell *row, uint32_t n);
/* Makes room for n values at the front of a row out of such a gap; the caller
 * fills v[0..n) at once. NULL when there is no gap of that size. */
ValuesCell *heap_values_open(Heap *h, ValuesCell *row, uint32_t n);

/* Bytes without references. */
typedef struct RawCell {
    Cell hd;
    uint64_t size;
    unsigned char bytes[];
} RawCell;

RawCell *heap_raw_new(Heap *h, size_t size);

/* A captured variable. */
typedef struct Box {
    Cell hd;
    Value value;
} Box;

/* Getter and setter; VALUE_UNDEFINED when missing. */
typedef struct Accessor {
    Cell hd;
    Value get, set;
} Accessor;

/* A small record of hd.aux Values. */
typedef struct NodeCell {
    Cell hd;
    Value v[];
} NodeCell;

/* All values undefined. */
NodeCell *heap_node_new(Heap *h, uint16_t n);

/* Boxed 64-bit values of other languages and big integers use CELL_BIGINT. */

#endif
