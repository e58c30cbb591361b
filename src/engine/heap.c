/* SPDX-License-Identifier: MIT */
/* Bump allocation through regions of chunks. A region is the untouched rest of
 * a new chunk or a span that the last sweep found free. Requests that do not
 * fit take the next span that does, else a new chunk, sized by what the heap
 * already holds: short programs stay small, long ones ask the host rarely. */
#include "engine/heap.h"

#include <string.h>

#include "engine/heap_internal.h"

#define CHUNK_MIN        ((size_t)4 << 10)
#define CHUNK_OF_PROGRAM ((size_t)1 << 10) /* the first: it holds names */
#define CHUNK_MAX        ((size_t)256 << 10)
#define GC_FIRST         ((size_t)8 << 20)
/* Policy: SPANS_TO_TRY bounds the search of one allocation, which then takes a
 * fresh chunk; SMALL_REQUEST parts who may drop a span from who passes it. */
#define SPANS_TO_TRY     16
#define SMALL_REQUEST    256
#define SIZE_LIMIT_MAX   (SIZE_MAX / 4)
#define VALUE_BYTES      ((int64_t)sizeof(Value))
#define MOVE_AT_MOST     256 /* values that are moved rather than a row's heads */

static size_t align_up(size_t n)
{
    return (n + (HEAP_ALIGN - 1)) & ~(size_t)(HEAP_ALIGN - 1);
}

void heap_init(Heap *h, const cm_allocator *alloc, size_t limit, bool shared)
{
    memset(h, 0, sizeof(*h));
    h->alloc = alloc;
    h->limit = limit < SIZE_LIMIT_MAX ? limit : SIZE_LIMIT_MAX;
    h->gc_threshold = h->limit / 4 < GC_FIRST ? h->limit / 4 : GC_FIRST;
    h->shared = shared;
}

void heap_done(Heap *h)
{
    for (HeapChunk *c = h->chunks; c != NULL;) {
        HeapChunk *next = c->next;
        cm_unpoison(c, c->size);
        cm__free(h->alloc, c, c->size);
        c = next;
    }
    for (HeapLarge *l = h->large; l != NULL;) {
        HeapLarge *next = l->next;
        cm__free(h->alloc, large_base(l), l->size);
        l = next;
    }
    const cm_allocator *alloc = h->alloc;
    memset(h, 0, sizeof(*h));
    h->alloc = alloc;
}

/* ---- accounting ---- */

static bool fits_limit(const Heap *h, size_t bytes)
{
    return bytes <= h->limit - h->used;
}

static void account(Heap *h, size_t bytes)
{
    h->used += bytes;
    if (h->used > h->peak)
        h->peak = h->used;
    if (h->used > h->gc_threshold)
        heap_want_gc(h);
}

static void *take_memory(Heap *h, size_t bytes)
{
    if (!fits_limit(h, bytes))
        return NULL;
    void *p = cm__alloc(h->alloc, bytes);
    if (p != NULL)
        account(h, bytes);
    return p;
}

bool heap_charge(Heap *h, size_t bytes)
{
    if (!fits_limit(h, bytes)) {
        h->refused = true;
        return false;
    }
    h->extra += bytes;
    account(h, bytes);
    return true;
}

void heap_uncharge(Heap *h, size_t bytes)
{
    h->extra -= bytes;
    h->used -= bytes;
}

/* ---- regions ---- */

void heap_scribble(void *from, size_t n)
{
#ifdef CM_GC_STRESS
    memset(from, 0xDB, n);
#else
    (void)from;
    (void)n;
#endif
}

HeapSpan *heap_span_make(char *from, size_t n)
{
    HeapSpan *s = (HeapSpan *)(void *)from;
    cm_unpoison(s, n);
    heap_scribble(s, n);
    s->hd.kind = CELL_FREE;
    s->hd.flags = 0;
    s->hd.aux = 0;
    s->hd.units = (uint32_t)(n / HEAP_ALIGN);
    s->next = NULL;
    cm_poison(from + sizeof(*s), n - sizeof(*s));
    return s;
}

static void list_span(Heap *h, HeapSpan *s)
{
    s->next = h->spans;
    h->spans = s;
}

void heap_retire(Heap *h)
{
    size_t n = (size_t)(h->end - h->at);
    if (n > 0) {
        HeapSpan *s = heap_span_make(h->at, n);
        if (n >= SMALL_REQUEST)
            list_span(h, s);
    }
    h->at = h->end = NULL;
}

static void open_region(Heap *h, char *at, size_t n)
{
    heap_retire(h);
    h->at = at;
    h->end = at + n;
    cm_poison(at, n);
}

/* Small requests drop the spans that are too small for them, since these serve
 * nearly nobody; larger requests pass over spans that others can use. */
static bool open_span(Heap *h, size_t n)
{
    HeapSpan **link = &h->spans;
    for (int i = 0; i < SPANS_TO_TRY && *link != NULL; i++) {
        HeapSpan *s = *link;
        size_t size = (size_t)s->hd.units * HEAP_ALIGN;
        if (size >= n) {
            *link = s->next;
            open_region(h, (char *)s, size);
            return true;
        }
        if (n <= SMALL_REQUEST)
            *link = s->next;
        else
            link = &s->next;
    }
    return false;
}

static size_t chunk_size_wanted(const Heap *h)
{
    size_t size = h->shared ? CHUNK_OF_PROGRAM : CHUNK_MIN;
    while (size <= h->used && size < CHUNK_MAX)
        size *= 2;
    return size;
}

/* Near the limit, or when the host is short, a smaller chunk will do. */
static bool open_chunk(Heap *h, size_t n)
{
    size_t least = sizeof(HeapChunk) + n;
    size_t size = chunk_size_wanted(h);
    HeapChunk *c = NULL;
    for (; size > least && c == NULL; size /= 2) {
        c = take_memory(h, size);
        if (c != NULL)
            break;
    }
    if (c == NULL) {
        size = least;
        c = take_memory(h, size);
    }
    if (c == NULL)
        return false;
    c->size = size;
    c->next = h->chunks;
    h->chunks = c;
    open_region(h, (char *)chunk_cells(c), size - sizeof(HeapChunk));
    return true;
}

/* ---- cells ---- */

static Cell *init_cell(const Heap *h, void *at, CellKind kind, unsigned flags,
                       size_t units)
{
    Cell *c = at;
    c->kind = (uint8_t)kind;
    c->flags = (uint8_t)(flags | (h->shared ? CELL_SHARED : 0u));
    c->aux = 0;
    c->units = (uint32_t)units;
    return c;
}

static Cell *alloc_large(Heap *h, size_t n, CellKind kind)
{
    size_t size = sizeof(HeapLarge) + n;
    HeapLarge *l = take_memory(h, size);
    if (l == NULL)
        return NULL;
    l->size = size;
    l->gap = 0;
    l->prev = NULL;
    l->next = h->large;
    if (h->large != NULL)
        h->large->prev = l;
    h->large = l;
    return init_cell(h, large_cell(l), kind, CELL_LARGE, 0);
}

void *heap_alloc_slow(Heap *h, size_t size, CellKind kind)
{
#ifdef CM_GC_STRESS
    heap_want_gc(h);
#endif
    Cell *c = NULL;
    if (size > h->limit) {
        h->refused = true;
        return NULL;
    }
    size_t n = align_up(size);
    if (n > HEAP_SMALL_MAX) {
        c = alloc_large(h, n, kind);
    } else if (n <= (size_t)(h->end - h->at) || open_span(h, n) ||
               open_chunk(h, n)) {
        cm_unpoison(h->at, n);
        c = init_cell(h, h->at, kind, 0, n / HEAP_ALIGN);
        h->at += n;
    }
    if (c == NULL)
        h->refused = true;
    return c;
}

size_t heap_cell_size(const Cell *c)
{
    if (c->flags & CELL_LARGE) {
        const HeapLarge *l = (const HeapLarge *)(const void *)c - 1;
        return l->size - l->gap - sizeof(HeapLarge);
    }
    return (size_t)c->units * HEAP_ALIGN;
}

void heap_free_large(Heap *h, HeapLarge *l)
{
    if (l->next != NULL)
        l->next->prev = l->prev;
    if (l->prev != NULL)
        l->prev->next = l->next;
    else
        h->large = l->next;
    h->used -= l->size;
    cm__free(h->alloc, large_base(l), l->size);
}

/* l lies elsewhere than before. */
static void relink_large(Heap *h, HeapLarge *l)
{
    if (l->next != NULL)
        l->next->prev = l;
    if (l->prev != NULL)
        l->prev->next = l;
    else
        h->large = l;
}

static HeapLarge *close_gap(Heap *h, HeapLarge *l)
{
    if (l->gap == 0)
        return l;
    HeapLarge *moved = large_base(l);
    memmove(moved, l, l->size - l->gap);
    moved->gap = 0;
    relink_large(h, moved);
    return moved;
}

static void *resize_large(Heap *h, HeapLarge *l, size_t n)
{
    size_t old = l->size, size = sizeof(HeapLarge) + n;
    if (size > old && !fits_limit(h, size - old)) {
        h->refused = true;
        return NULL;
    }
    if (size <= old) /* else the gap stays in case more is refused */
        l = close_gap(h, l);
    size_t gap = l->gap;
    char *base = cm__realloc(h->alloc, large_base(l), old, size);
    if (base == NULL && size <= old)
        return large_cell(l);
    if (base == NULL) {
        h->refused = true;
        return NULL;
    }
    HeapLarge *moved = (HeapLarge *)(void *)(base + gap);
    moved->size = size;
    relink_large(h, moved);
    moved = close_gap(h, moved);
    h->used -= old;
    account(h, size);
    return large_cell(moved);
}

static bool is_newest(const Heap *h, const Cell *c)
{
    return (const char *)c + (size_t)c->units * HEAP_ALIGN == h->at;
}

void *heap_resize(Heap *h, void *cell, size_t new_size)
{
    Cell *c = cell;
    if (new_size > h->limit) {
        h->refused = true;
        return NULL;
    }
    size_t n = align_up(new_size);
    if (c->flags & CELL_LARGE)
        return resize_large(h, large_of(c),
                            n > HEAP_SMALL_MAX ? n : HEAP_SMALL_MAX + 16);
    size_t old = (size_t)c->units * HEAP_ALIGN;
    if (is_newest(h, c) && n <= HEAP_SMALL_MAX &&
        n <= (size_t)(h->end - (char *)c)) {
        h->at = (char *)c + n;
        cm_unpoison(c, n);
        if (n < old)
            cm_poison(h->at, old - n);
        c->units = (uint32_t)(n / HEAP_ALIGN);
        return c;
    }
    if (n <= old)
        return c;
    Cell *moved = heap_alloc(h, new_size, (CellKind)c->kind);
    if (moved == NULL)
        return NULL;
    unsigned own = moved->flags & (CELL_LARGE | CELL_SHARED);
    moved->flags =
        (uint8_t)((c->flags & ~(unsigned)(CELL_LARGE | CELL_SHARED)) | own);
    moved->aux = c->aux;
    memcpy(moved + 1, c + 1, old - sizeof(Cell));
    heap_release(h, c);
    return moved;
}

void heap_release(Heap *h, void *cell)
{
    Cell *c = cell;
    if (c == NULL)
        return;
    if (c->flags & CELL_LARGE) {
        heap_free_large(h, large_of(c));
        return;
    }
    size_t n = (size_t)c->units * HEAP_ALIGN;
    if (is_newest(h, c)) {
        h->at = (char *)c;
        heap_scribble(c, n);
        cm_poison(c, n);
        return;
    }
    HeapSpan *s = heap_span_make((char *)c, n);
    if (n >= SMALL_REQUEST)
        list_span(h, s);
}

/* ---- plain cells ---- */

ValuesCell *heap_values_new(Heap *h, size_t cap)
{
    if (cap > UINT32_MAX) {
        h->refused = true;
        return NULL;
    }
    size_t size = offsetof(ValuesCell, v) + cap * sizeof(Value);
    ValuesCell *row = heap_alloc(h, size, CELL_VALUES);
    if (row == NULL)
        return NULL;
    row->n = 0;
    row->cap =
        (uint32_t)((align_up(size) - offsetof(ValuesCell, v)) / sizeof(Value));
    return row;
}

static size_t front_gap(ValuesCell *row)
{
    return row->hd.flags & CELL_LARGE ? large_of(&row->hd)->gap / sizeof(Value)
                                      : 0;
}

static ValuesCell *close_front(Heap *h, ValuesCell *row)
{
    row->cap += (uint32_t)front_gap(row);
    HeapLarge *l = close_gap(h, large_of(&row->hd));
    return (ValuesCell *)(void *)large_cell(l);
}

ValuesCell *heap_values_grow(Heap *h, ValuesCell *row, size_t cap)
{
    if (row == NULL)
        return heap_values_new(h, cap < 4 ? 4 : cap);
    if (cap <= row->cap)
        return row;
    /* A queue that keeps its length slides down as often as its elements pay
     * for. */
    size_t gap = front_gap(row);
    if (gap > row->cap / 2 && cap <= row->cap + gap)
        return close_front(h, row);
    size_t wanted = row->cap + (size_t)row->cap / 2 + 2;
    if (wanted < cap)
        wanted = cap;
    if (wanted > UINT32_MAX) {
        h->refused = true;
        return NULL;
    }
    size_t size = offsetof(ValuesCell, v) + wanted * sizeof(Value);
    row = heap_resize(h, row, size);
    if (row != NULL)
        row->cap = (uint32_t)((align_up(size) - offsetof(ValuesCell, v)) /
                              sizeof(Value));
    return row;
}

/* Moves the heads of a large row by n values; n < 0: into its gap. */
static ValuesCell *move_front(Heap *h, ValuesCell *row, int64_t n)
{
    HeapLarge *l = large_of(&row->hd);
    HeapLarge *to = (HeapLarge *)(void *)((char *)l + n * VALUE_BYTES);
    memmove(to, l, sizeof(HeapLarge) + offsetof(ValuesCell, v));
    to->gap = (size_t)((int64_t)to->gap + n * VALUE_BYTES);
    relink_large(h, to);
    row = (ValuesCell *)(void *)large_cell(to);
    row->n = (uint32_t)(row->n - n);
    row->cap = (uint32_t)(row->cap - n);
    return row;
}

ValuesCell *heap_values_drop(Heap *h, ValuesCell *row, uint32_t n)
{
    if (row->n - n > MOVE_AT_MOST && row->hd.flags & CELL_LARGE)
        return move_front(h, row, n);
    memmove(row->v, row->v + n, (row->n - n) * sizeof(Value));
    row->n -= n;
    return row;
}

ValuesCell *heap_values_open(Heap *h, ValuesCell *row, uint32_t n)
{
    return front_gap(row) < n ? NULL : move_front(h, row, -(int64_t)n);
}

RawCell *heap_raw_new(Heap *h, size_t size)
{
    if (size > h->limit) {
        h->refused = true;
        return NULL;
    }
    RawCell *raw = heap_alloc(h, offsetof(RawCell, bytes) + size, CELL_RAW);
    if (raw != NULL)
        raw->size = size;
    return raw;
}

NodeCell *heap_node_new(Heap *h, uint16_t n)
{
    size_t size = offsetof(NodeCell, v) + n * sizeof(Value);
    NodeCell *node = heap_alloc(h, size, CELL_NODE);
    if (node == NULL)
        return NULL;
    node->hd.aux = n;
    for (uint16_t i = 0; i < n; i++)
        node->v[i] = VALUE_UNDEFINED;
    return node;
}
