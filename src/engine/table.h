/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_TABLE_H
#define CM_ENGINE_TABLE_H
/* table: hash table that keeps insertion order, for Map, Set, sparse elements.
 *
 * Entries lie in a row in insertion order; an open-addressed index (linear
 * probing, power of two) maps hashes to entry numbers. A deleted entry becomes
 * a gap; gaps are squeezed out when they are half of the row. Cursors survive
 * that: each belongs to an epoch, a cell to which a squeeze adds the gaps that
 * it removed and the next epoch, and table_next goes from a stale cursor's to
 * the present one. The table knows the present one alone, so the collector takes
 * those that no cursor needs any more; V8's ordered hash tables keep their past
 * the same way. While no cursor was opened, or all were closed, there is none.
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
    RawCell *entries;   /* TableEntry[cap]; traced through the table */
    RawCell *index;     /* uint32_t[index_cap], entry number + 1 or 0 */
    NodeCell *epoch;    /* the present one, or NULL */
    uint32_t n_cursors; /* that were not closed, abandoned ones too */
    uint32_t first;     /* entries before it are gaps (queues, LRU caches) */
    uint32_t put_off;   /* as many live entries are not squeezed; 0: all are */
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
/* False when refused, which needs an open cursor. */
bool table_clear(VM *vm, Table *t);

/* A position between entries, held in the user's own cell (iterator object,
 * native frame), which marks `epoch`. */
typedef struct TableCursor {
    uint32_t next; /* entry to look at next, in the numbering of the epoch */
    Value epoch;
} TableCursor;

/* False when refused. */
bool table_cursor_open(VM *vm, Table *t, TableCursor *c);
/* Optional: after an abandoned cursor squeezes make epochs that nobody needs. */
void table_cursor_close(Table *t, TableCursor *c);
/* The next live entry at or after the cursor, which moves past it; NULL at the
 * end (a later insertion makes it go on) and when the execution has to end. Gaps
 * cost a step each. */
TableEntry *table_next(VM *vm, Table *t, TableCursor *c);

static inline TableEntry *table_entries(const Table *t)
{
    return t->entries ? (TableEntry *)(void *)t->entries->bytes : NULL;
}

#endif
