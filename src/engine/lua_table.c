/* SPDX-License-Identifier: MIT */
/* Entries in a row with chains of entry numbers behind them: the layout that keeps
 * insertion order follows Tyler Close's deterministic hash tables, the array part
 * Ierusalimschy, de Figueiredo, Celes, "The Implementation of Lua 5.0", 2005. */
#include "engine/lua_table.h"

#include <string.h>

#include "base/hash.h"
#include "engine/error.h"
#include "engine/gc.h"
#include "engine/lua_ops.h"
#include "engine/meter.h"

#define NO_ENTRY       UINT32_MAX
#define LUA_DROP_LEAST 64 /* elements; fewer are moved */

/* ---- chains ----
 *
 * As many heads as entries there is room for, a power of two then. The scheme of
 * cm__hash_shift needs chains: with open addressing, beside costing another miss
 * of the cache where slots lead to entries, its runs may grow long. */

static inline bool has_chains(const LuaTable *t)
{
    return t->shift != 0;
}
static inline uint32_t *nexts(const LuaTable *t)
{
    return (uint32_t *)(void *)(t->entries + t->cap);
}
static inline uint32_t *heads(const LuaTable *t)
{
    return nexts(t) + t->cap;
}

/* Bytes of a hash part. */
static size_t hash_bytes(uint32_t cap)
{
    size_t n = cap * sizeof(LuaEntry);
    return cap > LUA_SMALL_HASH ? n + (size_t)cap * 2 * sizeof(uint32_t) : n;
}

static inline uint32_t *str_head(const LuaTable *t, const Str *name)
{
    return heads(t) + (name->hash & (t->cap - 1));
}
static inline uint32_t *number_head(const LuaTable *t, uint64_t bits)
{
    return heads(t) + cm__hash_shift(bits, t->shift);
}
static uint32_t *key_head(const LuaTable *t, Value key)
{
    if (value_is_string(key))
        return str_head(t, value_str(key));
    if (lua_is_boxed_int(key))
        return number_head(t, (uint64_t)lua_int64(key));
    return number_head(t, key);
}

static void link_entry(LuaTable *t, uint32_t e)
{
    uint32_t *head = key_head(t, t->entries[e].key);
    nexts(t)[e] = *head;
    *head = e;
}

/* Takes a name away. The entry leaves its chain, or a key that comes and goes
 * would make every search there as long as it came often. */
static void forget_key(LuaTable *t, uint32_t e)
{
    if (has_chains(t)) {
        uint32_t *at = key_head(t, t->entries[e].key);
        while (*at != e && *at != NO_ENTRY)
            at = &nexts(t)[*at];
        if (*at == e)
            *at = nexts(t)[e];
    }
    t->entries[e].key = VALUE_ABSENT;
}

/* ---- making ---- */

static uint32_t round_cap(uint32_t n)
{
    uint32_t cap = 16;
    if (n <= LUA_SMALL_HASH)
        return n;
    while (cap < n)
        cap *= 2;
    return cap;
}

/* A hash part for `cap` entries at that place. */
static void set_hash(LuaTable *t, LuaEntry *entries, uint32_t cap)
{
    t->entries = entries;
    t->cap = cap;
    t->shift = cap > LUA_SMALL_HASH ? 1 + (uint32_t)cm_clz64(cap) : 0;
}

static void clear_hash(LuaTable *t)
{
    for (uint32_t i = 0; i < t->cap; i++)
        t->entries[i].key = VALUE_ABSENT;
    if (has_chains(t))
        memset(heads(t), 0xFF, t->cap * sizeof(uint32_t));
}

static void init_table(LuaTable *t)
{
    t->hd.aux = CLASS_LUA_TABLE;
    t->array_n = t->array_cap = 0;
    t->array = NULL;
    t->entries = NULL;
    t->used = t->live = t->cap = t->shift = 0;
    t->array_cell = t->hash_cell = NULL;
}

LuaTable *lua_table_new(VM *vm, uint32_t n_array, uint32_t n_hash)
{
    Heap *h = &vm->heap;
    uint32_t cap = round_cap(n_hash);
    size_t bytes =
        sizeof(LuaTable) + (size_t)n_array * sizeof(Value) + hash_bytes(cap);
    if (bytes <= HEAP_SMALL_MAX) {
        LuaTable *t = heap_alloc(h, bytes, CELL_LUA_TABLE);
        if (!t)
            return NULL;
        init_table(t);
        set_hash(t, (LuaEntry *)(void *)(t + 1), cap);
        t->array = (Value *)(void *)((char *)(t + 1) + hash_bytes(cap));
        t->array_cap = n_array;
        clear_hash(t);
        return t;
    }
    RawCell *entries = NULL, *array = NULL;
    if (cap && !(entries = heap_raw_new(h, hash_bytes(cap))))
        return NULL;
    if (n_array && !(array = heap_raw_new(h, n_array * sizeof(Value))))
        return NULL;
    LuaTable *t = heap_alloc(h, sizeof *t, CELL_LUA_TABLE);
    if (!t)
        return NULL;
    init_table(t);
    if (entries) {
        t->hash_cell = &entries->hd;
        set_hash(t, (LuaEntry *)(void *)entries->bytes, cap);
        clear_hash(t);
    }
    if (array) {
        t->array_cell = &array->hd;
        t->array = (Value *)(void *)array->bytes;
        t->array_cap = n_array;
    }
    return t;
}

void lua_table_mark(struct Gc *gc, LuaTable *t)
{
    gc_mark_cell(gc, t->array_cell);
    gc_mark_cell(gc, t->hash_cell);
    gc_mark_values(gc, t->array, t->array_n);
    for (uint32_t i = 0; i < t->used && gc_goes_on(gc, 1); i++) {
        gc_mark_value(gc, t->entries[i].key);
        gc_mark_value(gc, t->entries[i].value);
    }
}

/* ---- finding; dead entries are found too ---- */

static inline uint32_t find_chained(const LuaTable *t, Value key, uint32_t e)
{
    while (e != NO_ENTRY && t->entries[e].key != key)
        e = nexts(t)[e];
    return e;
}

static inline uint32_t find_in_row(const LuaTable *t, Value key)
{
    for (uint32_t i = 0; i < t->used; i++)
        if (t->entries[i].key == key)
            return i;
    return NO_ENTRY;
}

/* Neither a string nor a boxed integer. */
static inline uint32_t find_bits(const LuaTable *t, Value key)
{
    return has_chains(t) ? find_chained(t, key, *number_head(t, key))
                         : find_in_row(t, key);
}

static bool is_big(Value key, int64_t n)
{
    return lua_is_boxed_int(key) && lua_int64(key) == n;
}

/* An integer that needs a box: equal keys are different cells. */
static uint32_t find_big(const LuaTable *t, int64_t n)
{
    if (!has_chains(t)) {
        for (uint32_t i = 0; i < t->used; i++)
            if (is_big(t->entries[i].key, n))
                return i;
        return NO_ENTRY;
    }
    uint32_t e = *number_head(t, (uint64_t)n);
    while (e != NO_ENTRY && !is_big(t->entries[e].key, n))
        e = nexts(t)[e];
    return e;
}

static inline uint32_t find_int(const LuaTable *t, int64_t n)
{
    if (CM_UNLIKELY(n != (int32_t)n))
        return find_big(t, n);
    return find_bits(t, value_int((int32_t)n));
}

uint32_t lua_table_find_str(const LuaTable *t, const Str *name)
{
    Value key = value_from_str(name);
    return CM_UNLIKELY(has_chains(t)) ? find_chained(t, key, *str_head(t, name))
                                      : find_in_row(t, key);
}

static inline Value value_at(const LuaTable *t, uint32_t e)
{
    return e == NO_ENTRY ? VALUE_UNDEFINED : t->entries[e].value;
}

Value lua_table_get_int(const LuaTable *t, int64_t k)
{
    if (CM_LIKELY((uint64_t)k - 1 < t->array_n))
        return t->array[k - 1];
    return value_at(t, find_int(t, k));
}

Value lua_table_get_str(const LuaTable *t, const Str *name)
{
    return value_at(t, lua_table_find_str(t, name));
}

/* The entry of any key but an element; NO_ENTRY also when *ret_ok is false. */
static uint32_t find_any(VM *vm, const LuaTable *t, Value key, bool *ret_ok)
{
    int64_t n;
    *ret_ok = true;
    if (value_is_string(key)) {
        const Str *s = str_find_interned(vm, value_str(key));
        if (s)
            return lua_table_find_str(t, s);
        *ret_ok = !vm->heap.refused;
        return NO_ENTRY;
    }
    if (lua_to_integer(key, &n))
        return find_int(t, n);
    return find_bits(t, key);
}

Value lua_table_get(VM *vm, LuaTable *t, Value key)
{
    int64_t n;
    bool ok;
    if (lua_to_integer(key, &n))
        return lua_table_get_int(t, n);
    uint32_t e = find_any(vm, t, key, &ok);
    return ok ? value_at(t, e) : VALUE_THROWN;
}

/* ---- growing ---- */

static bool check_bound(VM *vm, const LuaTable *t)
{
    if (CM_LIKELY((uint64_t)t->array_n + t->live < LUA_TABLE_MAX))
        return true;
    vm_terminate_bound(vm, "A table holds at most 10,000,000 entries");
    return false;
}

/* Moves what lives to the front; `to` has room for it. False when the execution
 * has to end. The table is safe to mark and to free then, and nobody looks for
 * what it lost. */
static bool move_entries(VM *vm, LuaTable *t, LuaEntry *to, uint32_t cap)
{
    uint32_t n = 0, turns = 0;
    for (uint32_t i = 0; i < t->used; i++) {
        if (!vm_in_time(vm, &turns))
            return false;
        if (t->entries[i].value != VALUE_UNDEFINED &&
            t->entries[i].key != VALUE_ABSENT)
            to[n++] = t->entries[i];
    }
    set_hash(t, to, cap);
    t->used = t->live = n;
    for (uint32_t i = n; i < cap; i++)
        to[i].key = VALUE_ABSENT;
    if (!has_chains(t))
        return true;
    memset(heads(t), 0xFF, cap * sizeof(uint32_t));
    for (uint32_t i = 0; i < n; i++) {
        if (!vm_in_time(vm, &turns))
            return false;
        link_entry(t, i);
    }
    return true;
}

static CM_NOINLINE bool make_room(VM *vm, LuaTable *t)
{
    if (!check_bound(vm, t))
        return false;
    int64_t cost = t->used / 4;
    if (t->live < t->used - t->used / 4) {
        vm->fuel -= cost;
        return move_entries(vm, t, t->entries, t->cap);
    }
    uint32_t cap = t->cap < 4 ? 4 : t->cap < 8 ? 8 : round_cap(t->cap + 1);
    RawCell *raw = heap_raw_new(&vm->heap, hash_bytes(cap));
    if (!raw)
        return false;
    vm->fuel -= cost;
    LuaEntry *to = (LuaEntry *)(void *)raw->bytes;
    bool done = move_entries(vm, t, to, cap);
    if (t->entries != to) { /* it stopped before it had moved them all */
        heap_release(&vm->heap, &raw->hd);
        return false;
    }
    Cell *old = t->hash_cell;
    t->hash_cell = &raw->hd;
    heap_release(&vm->heap, old);
    return done;
}

static uint32_t array_gap(const LuaTable *t)
{
    if (!t->array_cell)
        return 0;
    const RawCell *raw = (const RawCell *)(const void *)t->array_cell;
    return (uint32_t)(t->array - (const Value *)(const void *)raw->bytes);
}

/* Moves the elements to the front of their cell. */
static void close_gap(LuaTable *t)
{
    uint32_t gap = array_gap(t);
    if (gap == 0)
        return;
    memmove(t->array - gap, t->array, t->array_n * sizeof(Value));
    t->array -= gap;
    t->array_cap += gap;
}

bool lua_table_drop_first(LuaTable *t)
{
    if (!t->array_cell || t->array_n < LUA_DROP_LEAST)
        return false;
    t->array++;
    t->array_n--;
    t->array_cap--;
    return true;
}

static CM_NOINLINE bool grow_array(VM *vm, LuaTable *t, uint32_t least)
{
    if (!check_bound(vm, t))
        return false;
    /* A queue that keeps its length slides down as often as its elements pay
     * for. */
    bool is_roomy = array_gap(t) > t->array_cap / 2;
    close_gap(t);
    if (is_roomy && least <= t->array_cap)
        return true;
    uint32_t cap = t->array_cap < 4 ? 4 : t->array_cap * 2;
    if (cap > LUA_TABLE_MAX)
        cap = LUA_TABLE_MAX; /* full, it meets the check above */
    if (cap < least)
        cap = least;
    RawCell *raw;
    size_t bytes = (size_t)cap * sizeof(Value);
    if (t->array_cell) {
        raw = heap_resize(&vm->heap, t->array_cell,
                          offsetof(RawCell, bytes) + bytes);
    } else {
        raw = heap_raw_new(&vm->heap, bytes);
        if (raw && t->array_n)
            memcpy(raw->bytes, t->array, t->array_n * sizeof(Value));
    }
    if (!raw)
        return false;
    raw->size = bytes;
    vm->fuel -= (int64_t)(t->array_n / 8);
    t->array_cell = &raw->hd;
    t->array = (Value *)(void *)raw->bytes;
    t->array_cap = cap;
    return true;
}

bool lua_table_reserve(VM *vm, LuaTable *t, uint32_t n_array)
{
    return n_array <= t->array_cap || grow_array(vm, t, n_array);
}

/* ---- changing ---- */

static bool add_entry(VM *vm, LuaTable *t, Value key, Value v)
{
    if (CM_UNLIKELY(t->used == t->cap) ? !make_room(vm, t)
                                       : !check_bound(vm, t))
        return false;
    uint32_t e = t->used++;
    t->entries[e] = (LuaEntry){ key, v };
    t->live++;
    if (has_chains(t))
        link_entry(t, e);
    return true;
}

/* Sets entry e (of `key`, maybe NO_ENTRY) to v. */
static bool put_entry(VM *vm, LuaTable *t, uint32_t e, Value key, Value v)
{
    if (e == NO_ENTRY)
        return v == VALUE_UNDEFINED || add_entry(vm, t, key, v);
    LuaEntry *at = &t->entries[e];
    if (at->value != VALUE_UNDEFINED) {
        at->value = v;
        t->live -= v == VALUE_UNDEFINED;
        return true;
    }
    if (v == VALUE_UNDEFINED)
        return true;
    if (e == t->used - 1) {
        at->value = v;
        t->live++;
        return true;
    }
    /* A new entry at the end; the old one becomes nameless. */
    uint32_t used = t->used;
    Value old = at->key;
    if (!add_entry(vm, t, key, v))
        return false;
    if (used < t->used && e < used && t->entries[e].key == old &&
        t->entries[e].value == VALUE_UNDEFINED)
        forget_key(t, e);
    return true;
}

static CM_COLD bool throw_read_only_table(VM *vm)
{
    throw_error(vm, ERR_ERROR, "attempt to change a read-only table");
    return false;
}

/* An element's key is not the name of a dead entry as well, at which `next`
 * would go on when the element is cleared. */
static void forget_dead(LuaTable *t, uint32_t k)
{
    uint32_t e = find_int(t, k);
    if (e != NO_ENTRY && t->entries[e].value == VALUE_UNDEFINED)
        forget_key(t, e);
}

/* Key array_n + 1 may now be among the entries: take it and what follows. */
static bool migrate(VM *vm, LuaTable *t)
{
    uint32_t turns = 0;
    while (t->live && vm_in_time(vm, &turns)) {
        uint32_t e = find_int(t, (int64_t)t->array_n + 1);
        if (e == NO_ENTRY || t->entries[e].value == VALUE_UNDEFINED)
            break;
        if (t->array_n == t->array_cap && !grow_array(vm, t, 0))
            return false;
        t->array[t->array_n++] = t->entries[e].value;
        forget_key(t, e);
        t->entries[e].value = VALUE_UNDEFINED;
        t->live--;
        vm->fuel--;
    }
    return true;
}

/* Room is made before anything changes, so that a refusal leaves the table whole:
 * migration alone may stop short, and then the element just added goes again. */
static bool append(VM *vm, LuaTable *t, Value v)
{
    if (CM_UNLIKELY(t->array_n == t->array_cap) && !grow_array(vm, t, 0))
        return false;
    if (CM_UNLIKELY(t->live) && !check_bound(vm, t))
        return false;
    t->array[t->array_n++] = v;
    if (CM_UNLIKELY(t->used != t->live))
        forget_dead(t, t->array_n);
    if (CM_LIKELY(t->live == 0))
        return true;
    uint32_t n = t->array_n;
    if (migrate(vm, t))
        return true;
    if (t->array_n == n)
        t->array_n--; /* nothing moved: as before */
    return false;
}

static void trim(VM *vm, LuaTable *t)
{
    uint32_t n = t->array_n, turns = 0;
    do
        n--;
    while (n > 0 && t->array[n - 1] == VALUE_UNDEFINED &&
           vm_in_time(vm, &turns));
    vm->fuel -= (int64_t)((t->array_n - n) / 8);
    t->array_n = n;
}

bool lua_table_set_int(VM *vm, LuaTable *t, int64_t k, Value v)
{
    if (CM_UNLIKELY(t->hd.flags & LUA_TABLE_READ_ONLY))
        return throw_read_only_table(vm);
    uint64_t at = (uint64_t)k - 1;
    if (CM_LIKELY(at < t->array_n)) {
        if (v == VALUE_UNDEFINED && at == t->array_n - 1)
            trim(vm, t);
        else
            t->array[at] = v;
        return true;
    }
    if (at == t->array_n)
        return v == VALUE_UNDEFINED || append(vm, t, v);
    uint32_t e = find_int(t, k);
    if (CM_LIKELY(e != NO_ENTRY && v != VALUE_UNDEFINED &&
                  t->entries[e].value != VALUE_UNDEFINED)) {
        t->entries[e].value = v;
        return true;
    }
    if (e == NO_ENTRY && v == VALUE_UNDEFINED)
        return true;
    Value key = e == NO_ENTRY ? lua_integer(vm, k) : t->entries[e].key;
    return key != VALUE_THROWN && put_entry(vm, t, e, key, v);
}

bool lua_table_push(VM *vm, LuaTable *t, Value v)
{
    return lua_table_set_int(vm, t, (int64_t)t->array_n + 1, v);
}

bool lua_table_set_str(VM *vm, LuaTable *t, Str *name, Value v)
{
    if (CM_UNLIKELY(t->hd.flags & LUA_TABLE_READ_ONLY))
        return throw_read_only_table(vm);
    return put_entry(vm, t, lua_table_find_str(t, name), value_from_str(name),
                     v);
}

static CM_COLD bool throw_bad_key(VM *vm, const char *what)
{
    throw_error(vm, ERR_ERROR, "table index is %s", what);
    return false;
}

bool lua_table_set(VM *vm, LuaTable *t, Value key, Value v)
{
    int64_t n;
    if (value_is_string(key)) {
        Str *name = str_intern(vm, value_str(key));
        return name && lua_table_set_str(vm, t, name, v);
    }
    if (lua_to_integer(key, &n))
        return lua_table_set_int(vm, t, n, v);
    if (key == VALUE_UNDEFINED)
        return throw_bad_key(vm, "nil");
    if (value_is_double(key) && value_to_double(key) != value_to_double(key))
        return throw_bad_key(vm, "NaN");
    if (t->hd.flags & LUA_TABLE_READ_ONLY)
        return throw_read_only_table(vm);
    return put_entry(vm, t, find_bits(t, key), key, v);
}

void lua_table_fill(LuaTable *t, uint32_t start, const Value *from, uint32_t n)
{
    for (uint32_t i = t->array_n; i < start; i++)
        t->array[i] = VALUE_UNDEFINED;
    memcpy(t->array + start, from, n * sizeof(Value));
    n += start;
    while (n > 0 && t->array[n - 1] == VALUE_UNDEFINED)
        n--;
    t->array_n = n;
}

/* ---- traversal ---- */

static inline bool is_dead(const LuaEntry *e)
{
    return e->value == VALUE_UNDEFINED || e->key == VALUE_ABSENT;
}

/* Past nils and dead entries to what lua_table_step takes at once. False when
 * the execution has to end. */
static bool skip_gaps(VM *vm, const LuaTable *t, uint32_t *position)
{
    uint32_t at = *position, turns = 0;
    if (!(at & LUA_STEP_ENTRIES)) {
        for (; at < t->array_n && t->array[at] == VALUE_UNDEFINED; at++) {
            if (!vm_in_time(vm, &turns))
                return false;
            vm->fuel--;
        }
        *position = at;
        if (at < t->array_n)
            return true;
        at = LUA_STEP_ENTRIES;
    }
    for (at &= ~LUA_STEP_ENTRIES; at < t->used && is_dead(&t->entries[at]);
         at++) {
        if (!vm_in_time(vm, &turns))
            return false;
        vm->fuel--;
    }
    *position = at | LUA_STEP_ENTRIES;
    return true;
}

static CM_NOINLINE bool step_over_gaps(VM *vm, const LuaTable *t,
                                       uint32_t *position, Value *ret_key,
                                       Value *ret_value)
{
    return skip_gaps(vm, t, position) &&
           lua_table_step(vm, t, position, ret_key, ret_value);
}

bool lua_table_step(VM *vm, const LuaTable *t, uint32_t *position,
                    Value *ret_key, Value *ret_value)
{
    uint32_t at = *position;
    if (!(at & LUA_STEP_ENTRIES)) {
        if (at < t->array_n) {
            if (CM_UNLIKELY(t->array[at] == VALUE_UNDEFINED))
                return step_over_gaps(vm, t, position, ret_key, ret_value);
            *position = at + 1;
            *ret_key = value_int((int32_t)at + 1);
            *ret_value = t->array[at];
            return true;
        }
        at = LUA_STEP_ENTRIES;
    }
    at &= ~LUA_STEP_ENTRIES;
    if (at < t->used) {
        const LuaEntry *e = &t->entries[at];
        if (CM_UNLIKELY(is_dead(e)))
            return step_over_gaps(vm, t, position, ret_key, ret_value);
        *position = (at + 1) | LUA_STEP_ENTRIES;
        *ret_key = e->key;
        *ret_value = e->value;
        return true;
    }
    *position = at | LUA_STEP_ENTRIES;
    return false;
}

bool lua_table_find_position(VM *vm, const LuaTable *t, Value key,
                             uint32_t *ret_position)
{
    int64_t n;
    bool ok;
    bool is_int = lua_to_integer(key, &n);
    if (is_int && (uint64_t)n - 1 < t->array_n) {
        *ret_position = (uint32_t)n;
        return true;
    }
    uint32_t e = is_int ? find_int(t, n) : find_any(vm, t, key, &ok);
    if (e != NO_ENTRY) {
        *ret_position = (e + 1) | LUA_STEP_ENTRIES;
        return true;
    }
    /* An element at the end that was cleared meanwhile. */
    if (is_int && (uint64_t)n - 1 < t->array_cap + array_gap(t)) {
        *ret_position = (uint32_t)n;
        return true;
    }
    return false;
}

Tri lua_table_next(VM *vm, LuaTable *t, Value key, Value *ret_key,
                   Value *ret_value)
{
    uint32_t position = 0;
    if (key != VALUE_UNDEFINED &&
        !lua_table_find_position(vm, t, key, &position)) {
        if (!vm->heap.refused)
            throw_error(vm, ERR_ERROR, "invalid key to 'next'");
        return TRI_THROWN;
    }
    if (lua_table_step(vm, t, &position, ret_key, ret_value))
        return TRI_TRUE;
    return vm->termination == TERM_NONE ? TRI_FALSE : TRI_THROWN;
}
