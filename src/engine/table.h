/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_TABLE_H
#define CM_ENGINE_TABLE_H
/* table: hash table that keeps insertion order, for Map, Set, sparse elements.
 *
 * Entries lie in a row in insertion order; an open-addressed index (linear
 * probing, power of two) maps hashes to entry numbers. A deleted entry becomes
 * a gap; gaps are squeezed out when they are half of the row. Cursors survive
 * that: a squeeze leaves a record of the gaps it removed (`moves`, newest
 * first), by which table_next translates a cursor of an older epoch. While no
 * cursor is open (n_cursors 0) no records are kept.
 *
 * Keys are compared by SameValueZero; numbers are normalised (an int32 where
 * possible, -0 to +0), strings by text with their hash cached, so callers pass
 * any value. Cost O(1) expected; integer keys are mixed so that regular ones
 * spread. */
#include "engine/str.h"

typedef struct TableEntry {
    Value key; /* VALUE_ABSENT: a gap */
    Value value;
    uint32_t hash;
    uint32_t attrs; /* for sparse elements */
} TableEntry;

typedef struct Table {
    Cell hd;
    uint32_t live; /* entries that are not gaps */
    uint32_t used; /* entries, gaps included */
    uint32_t cap;  /* entries that fit */
    uint32_t index_cap;
    uint32_t epoch;     /* bumped when entries move or all are cleared */
    RawCell *entries;   /* TableEntry[cap]; traced through the table */
    RawCell *index;     /* uint32_t[index_cap], entry number + 1 or 0 */
    RawCell *moves;     /* newest record of removed gaps, or NULL */
    uint32_t n_cursors; /* open cursors; see table_cursor_open */
    uint32_t first;     /* entries before it are gaps (queues, LRU caches) */
    uint32_t cleared;   /* epoch of the last clear: older cursors start anew */
} Table;

Table *table_new(VM *vm, uint32_t capacity);

/* A table that keeps neither its keys nor their values alive; the collector
 * takes dead entries out. Keys are objects and symbols. Cursors are not
 * opened. */
#define TABLE_WEAK CELL_USER1
struct Gc;
/* For the collector: drops the entries whose key `is_dead`. No allocation. When
 * the collection is given up, the table is of no use but to be freed. */
void table_drop_dead(struct Gc *gc, Table *t, bool (*is_dead)(Value key));

/* A key in normal form (see above). VALUE_THROWN if memory was refused while
 * flattening a string. */
Value table_normalise(VM *vm, Value key);

/* NULL when absent. The pointer is valid until the next change. */
TableEntry *table_find(VM *vm, Table *t, Value key);
/* The entry of key, added with value undefined if absent; NULL when refused.
 * ret_added may be NULL. */
TableEntry *table_put(VM *vm, Table *t, Value key, bool *ret_added);
bool table_delete(VM *vm, Table *t, Value key);
void table_clear(Table *t);

/* A position between entries, held in the user's own cell (iterator object,
 * native frame). Cursors number entries; `epoch` tells whether they moved. */
typedef struct TableCursor {
    uint32_t next; /* entry to look at next */
    uint32_t epoch;
} TableCursor;

void table_cursor_open(Table *t, TableCursor *c);
/* Optional: an abandoned cursor costs only the records it keeps alive. */
void table_cursor_close(Table *t, TableCursor *c);
/* The next live entry at or after the cursor, which moves past it; NULL at the
 * end (a later insertion makes it go on) and when the execution has to end. Gaps
 * cost a step each. */
TableEntry *table_next(VM *vm, Table *t, TableCursor *c);

/* The record before this one in t->moves; for the collector. */
RawCell *table_older_record(const RawCell *record);

static inline TableEntry *table_entries(const Table *t)
{
    return t->entries ? (TableEntry *)(void *)t->entries->bytes : NULL;
}

#endif
