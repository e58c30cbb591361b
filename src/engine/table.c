/* SPDX-License-Identifier: MIT */
/* The layout follows the deterministic hash tables of Tyler Close: entries in a
 * row, an index of entry numbers beside it. The index is at most half full and
 * has no tombstones: what is deleted is taken out of it.
 */
#include "engine/table.h"

#include <string.h>

#include "base/hash.h"
#include "engine/bigint.h"
#include "engine/gc.h"
#include "engine/meter.h"
#include "engine/vm.h"

#define TABLE_FIRST 8
#define TABLE_MAX   (UINT32_C(1) << 28)

/* Entries [from, from + n) in the numbering before the squeeze. */
typedef struct GapRange {
    uint32_t from, n;
} GapRange;

/* Values of the cell of an epoch. */
enum {
    EPOCH_NEXT, /* undefined in the present one */
    EPOCH_GAPS, /* a RawCell of GapRanges in order; null: it ended by a clear */
    EPOCH_VALUES
};

static uint32_t *index_of(const Table *t)
{
    return (uint32_t *)(void *)t->index->bytes;
}

/* ---- keys ---- */

Value table_normalise(VM *vm, Value key)
{
    if (value_is_double(key))
        return value_number(value_to_double(key) + 0.0);
    if (value_is_string(key) && str_hash(vm, value_str(key)) == 0)
        return VALUE_THROWN;
    return key;
}

/* key is in normal form. */
static uint32_t key_hash(VM *vm, Value key)
{
    if (value_is_string(key))
        return str_hash(vm, value_str(key));
    if (value_is_bigint(key)) {
        vm->fuel -= value_bigint(key)->n / 16;
        return bigint_hash(value_bigint(key));
    }
    return cm__hash_u64(key);
}

static bool same_key(VM *vm, Value a, Value b)
{
    if (a == b)
        return true;
    if (value_is_bigint(a))
        return value_is_bigint(b) &&
               bigint_equal(value_bigint(a), value_bigint(b));
    return value_is_string(a) && value_is_string(b) &&
           str_equal(vm, value_str(a), value_str(b));
}

/* ---- storage ---- */

Table *table_new(VM *vm, uint32_t capacity)
{
    Table *t = heap_alloc(&vm->heap, sizeof(Table), CELL_TABLE);
    if (t == NULL)
        return NULL;
    memset(&t->hd + 1, 0, sizeof(Table) - sizeof(Cell));
    if (capacity == 0)
        return t;
    if (capacity > TABLE_MAX)
        capacity = TABLE_MAX;
    uint32_t cap = TABLE_FIRST;
    while (cap < capacity)
        cap *= 2;
    t->entries = heap_raw_new(&vm->heap, cap * sizeof(TableEntry));
    t->index = heap_raw_new(&vm->heap, (size_t)cap * 2 * sizeof(uint32_t));
    if (t->entries == NULL || t->index == NULL)
        return NULL;
    memset(t->index->bytes, 0, (size_t)cap * 2 * sizeof(uint32_t));
    t->cap = cap;
    t->index_cap = cap * 2;
    return t;
}

/* Given up when the execution has to end. The index is then short of entries,
 * which nobody will look for. */
static void index_rebuild(VM *vm, Table *t)
{
    uint32_t turns = 0;
    uint32_t *index = index_of(t), mask = t->index_cap - 1;
    const TableEntry *entries = table_entries(t);
    memset(index, 0, t->index_cap * sizeof(uint32_t));
    for (uint32_t e = 0; e < t->used; e++) {
        if (!vm_in_time(vm, &turns))
            return;
        if (entries[e].key == VALUE_ABSENT)
            continue;
        uint32_t i = entries[e].hash & mask;
        while (index[i] != 0)
            i = (i + 1) & mask;
        index[i] = e + 1;
    }
}

/* Ranges of gaps in the row; fewer when the execution has to end. */
static uint32_t count_gap_ranges(VM *vm, const Table *t)
{
    const TableEntry *e = table_entries(t);
    uint32_t n = 0, turns = 0;
    for (uint32_t i = 0; i < t->used && vm_in_time(vm, &turns); i++)
        if (e[i].key == VALUE_ABSENT &&
            (i == 0 || e[i - 1].key != VALUE_ABSENT))
            n++;
    return n;
}

static bool end_epoch(VM *vm, Table *t, Value gaps)
{
    NodeCell *next = heap_node_new(&vm->heap, EPOCH_VALUES);
    if (next == NULL)
        return false;
    t->epoch->v[EPOCH_NEXT] = value_from_cell(next);
    t->epoch->v[EPOCH_GAPS] = gaps;
    t->epoch = next;
    return true;
}

static bool record_gaps(VM *vm, Table *t)
{
    uint32_t n = count_gap_ranges(vm, t), turns = 0;
    RawCell *raw = heap_raw_new(&vm->heap, n * sizeof(GapRange));
    if (raw == NULL || vm->termination != TERM_NONE)
        return false;
    GapRange *ranges = (GapRange *)(void *)raw->bytes;
    const TableEntry *e = table_entries(t);
    n = 0;
    for (uint32_t i = 0; i < t->used; i++) {
        if (!vm_in_time(vm, &turns))
            return false;
        if (e[i].key != VALUE_ABSENT)
            continue;
        if (i == 0 || e[i - 1].key != VALUE_ABSENT)
            ranges[n++] = (GapRange){ i, 0 };
        ranges[n - 1].n++;
    }
    return end_epoch(vm, t, value_from_cell(raw));
}

/* Charges for moving the entries. When those of weak tables move depends on
 * collections, which cost no steps: there each new entry pays. */
static void charge_move(VM *vm, const Table *t)
{
    if (!(t->hd.flags & TABLE_WEAK))
        vm->fuel -= (int64_t)(t->used / 4);
}

/* Takes the gaps out. False when memory for the record was refused, then nothing
 * has changed, or when the execution has to end. */
static bool squeeze(VM *vm, Table *t)
{
    if (t->n_cursors == 0)
        t->epoch = NULL;
    else if (!record_gaps(vm, t))
        return false;
    TableEntry *e = table_entries(t);
    uint32_t to = 0, turns = 0;
    for (uint32_t i = 0; i < t->used && vm_in_time(vm, &turns); i++)
        if (e[i].key != VALUE_ABSENT)
            e[to++] = e[i];
    charge_move(vm, t);
    t->used = to;
    t->first = t->put_off = 0;
    index_rebuild(vm, t);
    return vm->termination == TERM_NONE;
}

static bool grow(VM *vm, Table *t)
{
    Heap *h = &vm->heap;
    if (t->cap >= TABLE_MAX) {
        h->refused = true;
        return false;
    }
    uint32_t cap = t->cap == 0 ? TABLE_FIRST : t->cap * 2;
    size_t index_bytes = (size_t)cap * 2 * sizeof(uint32_t);
    size_t entry_bytes = cap * sizeof(TableEntry);
    RawCell *index = heap_raw_new(h, index_bytes);
    if (index == NULL)
        return false;
    RawCell *entries;
    if (t->entries == NULL)
        entries = heap_raw_new(h, entry_bytes);
    else
        entries =
            heap_resize(h, t->entries, offsetof(RawCell, bytes) + entry_bytes);
    if (entries == NULL) {
        heap_release(h, index);
        return false;
    }
    entries->size = entry_bytes;
    heap_release(h, t->index);
    t->entries = entries;
    t->index = index;
    t->cap = cap;
    t->index_cap = cap * 2;
    charge_move(vm, t);
    index_rebuild(vm, t);
    return true;
}

static bool make_room(VM *vm, Table *t)
{
    if (t->used < t->cap)
        return true;
    if (t->live < t->used - t->used / 4 && squeeze(vm, t))
        return true;
    return vm->termination == TERM_NONE && grow(vm, t);
}

/* ---- lookup and change ---- */

static TableEntry *find_hashed(VM *vm, Table *t, Value key, uint32_t hash)
{
    if (t->live == 0)
        return NULL;
    const uint32_t *index = index_of(t);
    uint32_t mask = t->index_cap - 1;
    TableEntry *entries = table_entries(t);
    for (uint32_t i = hash & mask; index[i] != 0; i = (i + 1) & mask) {
        TableEntry *e = &entries[index[i] - 1];
        if (e->hash == hash && same_key(vm, e->key, key))
            return e;
    }
    return NULL;
}

TableEntry *table_find(VM *vm, Table *t, Value key)
{
    key = table_normalise(vm, key);
    if (key == VALUE_THROWN)
        return NULL;
    return find_hashed(vm, t, key, key_hash(vm, key));
}

TableEntry *table_put(VM *vm, Table *t, Value key, bool *ret_added)
{
    key = table_normalise(vm, key);
    if (key == VALUE_THROWN)
        return NULL;
    uint32_t hash = key_hash(vm, key);
    TableEntry *e = find_hashed(vm, t, key, hash);
    if (ret_added)
        *ret_added = e == NULL;
    if (e != NULL)
        return e;
    if (!make_room(vm, t))
        return NULL;
    uint32_t *index = index_of(t), mask = t->index_cap - 1;
    uint32_t i = hash & mask;
    while (index[i] != 0)
        i = (i + 1) & mask;
    e = &table_entries(t)[t->used++];
    index[i] = t->used;
    t->live++;
    e->key = key;
    e->value = VALUE_UNDEFINED;
    e->hash = hash;
    e->attrs = 0;
    vm->fuel -= (t->hd.flags & TABLE_WEAK) != 0;
    return e;
}

/* Takes entry e out of the index, by Algorithm R as in str_intern.c. */
static void index_remove(Table *t, uint32_t e)
{
    uint32_t *index = index_of(t), mask = t->index_cap - 1;
    const TableEntry *entries = table_entries(t);
    uint32_t hole = entries[e].hash & mask;
    while (index[hole] != e + 1)
        hole = (hole + 1) & mask;
    index[hole] = 0;
    for (uint32_t j = (hole + 1) & mask; index[j] != 0; j = (j + 1) & mask) {
        uint32_t home = entries[index[j] - 1].hash & mask;
        if (((j - home) & mask) < ((j - hole) & mask))
            continue;
        index[hole] = index[j];
        index[j] = 0;
        hole = j;
    }
}

bool table_delete(VM *vm, Table *t, Value key)
{
    TableEntry *e = table_find(vm, t, key);
    if (e == NULL)
        return false;
    index_remove(t, (uint32_t)(e - table_entries(t)));
    e->key = VALUE_ABSENT;
    e->value = VALUE_UNDEFINED;
    t->live--;
    const TableEntry *entries = table_entries(t);
    while (t->first < t->used && entries[t->first].key == VALUE_ABSENT)
        t->first++;
    if (t->used >= 2 * TABLE_FIRST && t->live < t->used / 2 &&
        (t->put_off == 0 || t->live < t->put_off)) {
        bool refused = vm->heap.refused;
        if (!squeeze(vm, t)) {
            vm->heap.refused = refused;
            t->put_off = t->live / 2; /* or each deletion would try in vain */
        }
    }
    return true;
}

bool table_clear(VM *vm, Table *t)
{
    if (t->n_cursors == 0)
        t->epoch = NULL;
    else if (!end_epoch(vm, t, VALUE_NULL))
        return false;
    t->live = t->used = t->first = t->put_off = 0;
    if (t->index != NULL)
        memset(t->index->bytes, 0, t->index_cap * sizeof(uint32_t));
    return true;
}

void table_drop_dead(Gc *gc, Table *t, bool (*is_dead)(Value key))
{
    TableEntry *e = table_entries(t);
    uint32_t to = 0, used = t->used;
    for (uint32_t i = 0; i < used && gc_goes_on(gc, 1); i++)
        if (e[i].key != VALUE_ABSENT && !is_dead(e[i].key))
            e[to++] = e[i];
    if (to == used || gc->given_up)
        return;
    t->used = t->live = to;
    t->first = 0;
    index_rebuild(gc->vm, t);
    gc->given_up = gc->vm->termination != TERM_NONE;
}

/* ---- cursors ---- */

bool table_cursor_open(VM *vm, Table *t, TableCursor *c)
{
    if (t->epoch == NULL)
        t->epoch = heap_node_new(&vm->heap, EPOCH_VALUES);
    if (t->epoch == NULL)
        return false;
    t->n_cursors++;
    *c = (TableCursor){ 0, value_from_cell(t->epoch) };
    return true;
}

void table_cursor_close(Table *t, TableCursor *c)
{
    c->epoch = VALUE_UNDEFINED;
    if (t->n_cursors > 0 && --t->n_cursors == 0)
        t->epoch = NULL;
}

/* Moves the cursor back by the removed entries before it. False when the
 * execution has to end; `turns` is the caller's counter. */
static bool move_back(VM *vm, TableCursor *c, const RawCell *gaps,
                      uint32_t *turns)
{
    const GapRange *range = (const GapRange *)(const void *)gaps->bytes;
    uint32_t n = (uint32_t)(gaps->size / sizeof *range), removed = 0, i = 0;
    for (; i < n && range[i].from < c->next; i++) {
        if (!vm_in_time(vm, turns))
            return false;
        uint32_t in_range = c->next - range[i].from;
        removed += in_range < range[i].n ? in_range : range[i].n;
    }
    vm->fuel -= i;
    c->next -= removed;
    return true;
}

/* To the present epoch. False when the execution has to end. */
static bool catch_up(VM *vm, TableCursor *c)
{
    uint32_t turns = 0;
    for (;;) {
        const NodeCell *epoch = value_ptr(c->epoch);
        Value gaps = epoch->v[EPOCH_GAPS];
        if (epoch->v[EPOCH_NEXT] == VALUE_UNDEFINED)
            return true;
        if (!vm_in_time(vm, &turns))
            return false;
        if (gaps == VALUE_NULL)
            c->next = 0;
        else if (!move_back(vm, c, value_ptr(gaps), &turns))
            return false;
        vm->fuel--;
        c->epoch = epoch->v[EPOCH_NEXT];
    }
}

TableEntry *table_next(VM *vm, Table *t, TableCursor *c)
{
    if (c->epoch != value_from_cell(t->epoch) && !catch_up(vm, c))
        return NULL;
    if (c->next < t->first)
        c->next = t->first;
    TableEntry *entries = table_entries(t);
    uint32_t turns = 0;
    while (c->next < t->used && vm_in_time(vm, &turns)) {
        TableEntry *e = &entries[c->next++];
        if (e->key != VALUE_ABSENT)
            return e;
        vm->fuel--;
    }
    return NULL;
}
