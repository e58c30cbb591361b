/* SPDX-License-Identifier: MIT */
/* Mark and sweep without moving: McCarthy 1960; the explicit mark stack with a
 * heap scan after overflow: Knuth, The Art of Computer Programming 1, 2.3.5,
 * Algorithms B and C; Jones, Hosking, Moss, The Garbage Collection Handbook,
 * 2.5. Names and shapes of the execution are weak: their tables are cleaned
 * between marking and sweeping. */
#include "engine/gc.h"

#include <string.h>

#include "engine/heap_internal.h"
#include "engine/lua_table.h"
#include "engine/meter.h"
#include "engine/object_internal.h"
#include "engine/promise.h"
#include "engine/shape_internal.h"
#include "engine/str_internal.h"

#define STACK_FIRST  256
/* Policy: the mark stack is the host's memory, 8 MiB at most; then rescan. */
#define STACK_MAX    ((size_t)1 << 20)
#define QUANTUM      16384 /* steps between two looks at the clock */
#define BYTES_A_STEP 64    /* of swept memory */
#define SLICE        4096  /* values marked between two counts of steps */
/* Policy: little alive does not mean many collections, and none comes before the
 * heap has GC_MIN, unless its limit is small. */
#define GC_LEAST     ((size_t)4 << 20)
#define GC_MIN       ((size_t)8 << 20)

/* ---- giving up ---- */

bool gc_look_up(Gc *gc)
{
    gc->left = QUANTUM;
    gc->given_up = !meter_look_up(gc->vm);
    return !gc->given_up;
}

/* ---- marking ---- */

static bool has_references(const Cell *c)
{
    return c->kind != CELL_STR8 && c->kind != CELL_STR16 &&
           c->kind != CELL_RAW && c->kind != CELL_BIGINT;
}

static bool stack_grow(Gc *gc)
{
    size_t cap = gc->cap == 0 ? STACK_FIRST : gc->cap * 2;
    if (cap > STACK_MAX)
        return false;
    const cm_allocator *alloc = gc->vm->heap.alloc;
    Cell **grown = cm__realloc(alloc, gc->stack, gc->cap * sizeof(Cell *),
                               cap * sizeof(Cell *));
    if (grown == NULL)
        return false;
    gc->stack = grown;
    gc->cap = cap;
    return true;
}

static inline void mark(Gc *gc, Cell *c)
{
    if (c->flags & (CELL_MARK | CELL_SHARED))
        return;
    c->flags |= CELL_MARK;
    if (!has_references(c))
        return;
    if (gc->n == gc->cap && !stack_grow(gc)) {
        gc->overflowed = true;
        return;
    }
    gc->stack[gc->n++] = c;
}

void gc_mark_cell(Gc *gc, void *cell)
{
    if (cell != NULL)
        mark(gc, cell);
}

void gc_mark_value(Gc *gc, Value v)
{
    if (value_is_heap(v))
        mark(gc, value_ptr(v));
}

void gc_mark_values(Gc *gc, const Value *v, size_t n)
{
    while (n > 0) {
        size_t slice = n < SLICE ? n : SLICE;
        for (size_t i = 0; i < slice; i++)
            if (value_is_heap(v[i]))
                mark(gc, value_ptr(v[i]));
        if (!gc_goes_on(gc, slice))
            return;
        v += slice;
        n -= slice;
    }
}

static void trace_object(Gc *gc, Obj *o)
{
    mark(gc, &o->shape->hd);
    gc_mark_cell(gc, o->slots);
    gc_mark_cell(gc, o->elements.dense); /* or sparse */
    if (o->hd.aux != CLASS_PLAIN)
        obj_mark_fields(gc, o);
    else
        gc_mark_values(gc, obj_inline(o), o->shape->inline_cap);
}

static void trace_shape(Gc *gc, Shape *s)
{
    gc_mark_value(gc, s->key);
    gc_mark_cell(gc, s->parent);
    gc_mark_cell(gc, s->proto);
    gc_mark_cell(gc, s->table);
}

static void trace_prop_table(Gc *gc, PropTable *t)
{
    const PropEntry *e = prop_entries(t);
    for (uint32_t i = 0; i < t->used && gc_goes_on(gc, 1); i++)
        gc_mark_value(gc, e[i].key);
    gc_mark_cell(gc, t->entries);
    gc_mark_cell(gc, t->index);
}

static void trace_table(Gc *gc, Table *t)
{
    const TableEntry *e = table_entries(t);
    uint32_t n = t->hd.flags & TABLE_WEAK ? 0 : t->used;
    for (uint32_t i = 0; i < n && gc_goes_on(gc, 1); i++) {
        gc_mark_value(gc, e[i].key);
        gc_mark_value(gc, e[i].value);
    }
    gc_mark_cell(gc, t->entries);
    gc_mark_cell(gc, t->index);
    gc_mark_cell(gc, t->epoch);
}

static void trace_reaction(Gc *gc, Reaction *r)
{
    gc_mark_cell(gc, r->next);
    gc_mark_value(gc, r->on_fulfilled);
    gc_mark_value(gc, r->on_rejected);
    gc_mark_value(gc, r->target);
}

/* Marks what a marked cell refers to. */
static void trace(Gc *gc, Cell *c)
{
    if (CM_UNLIKELY(c->flags & CELL_WATCHED))
        gc_key_reached(gc, c);
    switch ((CellKind)c->kind) {
    case CELL_FREE:
    case CELL_STR8:
    case CELL_STR16:
    case CELL_RAW:
    case CELL_BIGINT:
    case CELL_KINDS:
        break;
    case CELL_ROPE:
        mark(gc, &((Str *)c)->as.rope.left->hd);
        mark(gc, &((Str *)c)->as.rope.right->hd);
        break;
    case CELL_SLICE:
        mark(gc, &((Str *)c)->as.slice.base->hd);
        break;
    case CELL_SYMBOL:
        gc_mark_value(gc, ((Symbol *)c)->description);
        gc_mark_value(gc, ((Symbol *)c)->registered_key);
        break;
    case CELL_OBJECT:
        trace_object(gc, (Obj *)c);
        break;
    case CELL_SHAPE:
        trace_shape(gc, (Shape *)c);
        break;
    case CELL_PROP_TABLE:
        trace_prop_table(gc, (PropTable *)c);
        break;
    case CELL_TABLE:
        trace_table(gc, (Table *)c);
        break;
    case CELL_VALUES:
        gc_mark_values(gc, ((ValuesCell *)c)->v, ((ValuesCell *)c)->n);
        break;
    case CELL_BOX:
        gc_mark_value(gc, ((Box *)c)->value);
        break;
    case CELL_ACCESSOR:
        gc_mark_value(gc, ((Accessor *)c)->get);
        gc_mark_value(gc, ((Accessor *)c)->set);
        break;
    case CELL_REACTION:
        trace_reaction(gc, (Reaction *)c);
        break;
    case CELL_LUA_TABLE:
        lua_table_mark(gc, (LuaTable *)c);
        break;
    case CELL_NODE:
        gc_mark_values(gc, ((NodeCell *)c)->v, c->aux);
        break;
    }
}

static void drain(Gc *gc)
{
    while (gc->n > 0 && gc_goes_on(gc, 1))
        trace(gc, gc->stack[--gc->n]);
}

static Cell *next_cell(Cell *c)
{
    return (Cell *)(void *)((char *)c + (size_t)c->units * HEAP_ALIGN);
}

/* Children of any marked cell may have been left out: look at all of them. */
static void rescan(Gc *gc)
{
    Heap *h = &gc->vm->heap;
    gc->overflowed = false;
    for (HeapChunk *k = h->chunks; k != NULL; k = k->next) {
        const char *end = chunk_end(k);
        for (Cell *c = chunk_cells(k); (char *)c < end; c = next_cell(c)) {
            if (!gc_goes_on(gc, 1))
                return;
            if (c->flags & CELL_MARK) {
                trace(gc, c);
                drain(gc);
            }
        }
    }
    for (HeapLarge *l = h->large; l != NULL; l = l->next) {
        if (!gc_goes_on(gc, 1))
            return;
        if (large_cell(l)->flags & CELL_MARK) {
            trace(gc, large_cell(l));
            drain(gc);
        }
    }
}

void gc_settle(Gc *gc)
{
    drain(gc);
    while (gc->overflowed && !gc->given_up)
        rescan(gc);
}

/* ---- sweeping ---- */

typedef struct Sweep {
    Heap *heap;
    HeapSpan **tail; /* spans are listed in the order of the chunks */
    size_t live;
    size_t free;
} Sweep;

static void add_span(Sweep *s, Cell *from, const void *to)
{
    size_t n = (size_t)((const char *)to - (char *)from);
    HeapSpan *span = heap_span_make((char *)from, n);
    if (n < HEAP_SPAN_MIN)
        return;
    *s->tail = span;
    s->tail = &span->next;
    s->free += n;
}

/* Returns false when nothing in the chunk is alive. */
static bool sweep_chunk(Sweep *s, HeapChunk *k)
{
    char *end = chunk_end(k);
    HeapSpan **tail = s->tail;
    size_t live = 0, free = s->free;
    Cell *run = NULL;
    for (Cell *c = chunk_cells(k); (char *)c < end;) {
        Cell *next = next_cell(c);
        if (c->flags & CELL_MARK) {
            c->flags &= (uint8_t)~CELL_MARK;
            live += (size_t)c->units * HEAP_ALIGN;
            if (run != NULL)
                add_span(s, run, c);
            run = NULL;
        } else if (run == NULL) {
            run = c;
        }
        c = next;
    }
    if (live == 0) {
        s->tail = tail;
        s->free = free;
        return false;
    }
    if (run != NULL)
        add_span(s, run, end);
    s->live += live;
    return true;
}

static void sweep_chunks(Sweep *s, Gc *gc)
{
    HeapChunk **link = &s->heap->chunks;
    while (*link != NULL) {
        HeapChunk *k = *link;
        if (!gc_goes_on(gc, k->size / BYTES_A_STEP))
            break;
        if (sweep_chunk(s, k)) {
            link = &k->next;
            continue;
        }
        *link = k->next;
        s->heap->used -= k->size;
        cm_unpoison(k, k->size);
        cm__free(s->heap->alloc, k, k->size);
    }
    *s->tail = NULL;
}

static void sweep_large(Sweep *s, Gc *gc)
{
    HeapLarge *next;
    for (HeapLarge *l = s->heap->large; l != NULL; l = next) {
        next = l->next;
        Cell *c = large_cell(l);
        if (!gc_goes_on(gc, 1 + l->size / BYTES_A_STEP))
            return;
        if (c->flags & CELL_MARK) {
            c->flags &= (uint8_t)~CELL_MARK;
            s->live += l->size;
        } else {
            heap_free_large(s->heap, l);
        }
    }
}

/* The next collection comes when about as much was allocated as is alive now.
 * */
static void set_threshold(const Sweep *s)
{
    Heap *h = s->heap;
    size_t budget = s->live > GC_LEAST ? s->live : GC_LEAST;
    size_t fresh = budget > s->free ? budget - s->free : 0;
    h->gc_threshold = h->used + fresh;
    if (h->gc_threshold < GC_MIN && h->limit / 4 >= GC_MIN)
        h->gc_threshold = GC_MIN;
    h->gc_wanted = false;
}

static void mark_all(Gc *gc)
{
    VM *vm = gc->vm;
    vm_mark_roots(gc, vm);
    RawCell *names = atoms_cell(&vm->atoms);
    gc_mark_cell(gc, names);
    if (vm->shapes != NULL) {
        gc_mark_cell(gc, shape_table_cell(vm->shapes));
        gc_mark_cell(gc, vm->shapes->slots);
    }
    gc_settle(gc);
    gc_finish_weak(gc);
    cm__free(vm->heap.alloc, gc->stack, gc->cap * sizeof(Cell *));
}

void gc_collect(VM *vm)
{
    Gc gc = { .vm = vm };
    if (vm->termination != TERM_NONE)
        return;
    heap_retire(&vm->heap);
    vm->json_memo = vm->json_lists = NULL;
    vm->field_memo = NULL;
    vm->n_json_reads = vm->n_json_writes = 0;
    mark_all(&gc);
    if (!gc.given_up)
        gc_clear_weak(&gc);
    if (!gc.given_up)
        atoms_sweep(&gc, &vm->atoms);
    if (!gc.given_up)
        shape_table_sweep(&gc, vm->shapes);
    if (gc.given_up)
        return; /* what is dead may still be in a table, and is not freed */
    vm->heap.spans = NULL;
    Sweep s = { .heap = &vm->heap, .tail = &vm->heap.spans };
    sweep_chunks(&s, &gc);
    sweep_large(&s, &gc);
    set_threshold(&s);
}
