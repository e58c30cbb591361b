/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_LUA_TABLE_H
#define CM_ENGINE_LUA_TABLE_H
/* lua_table: tables of Lua programs; spec/lua.md 1.2.
 *
 *     array    elements 1..array_n; gaps hold nil, the last one never does, and
 *              key array_n + 1 is nowhere in the table: array_n is the border
 *     entries  every other key in insertion order; an entry with value nil is
 *              dead and keeps its key until the next squeeze, so that `next`
 *              finds its way; a key set again after that is a new entry, and
 *              a key that became an element leaves its entry nameless
 *
 * Up to LUA_SMALL_HASH entries are searched one by one, more through an index
 * of chains behind them. Keys are in normal form: integral floats are integers,
 * strings are interned, so equal keys are equal bits (boxed integers aside).
 * The number of an entry is a good guess for the same key in another table made
 * the same way: that is what inline caches of LUA_GETFIELD hold.
 *
 * A new table of known size is one cell with both parts in it; each moves out
 * when it grows. `#` is array_n at any time, O(1).
 *
 * Ownership: heap cells. Limits: LUA_TABLE_MAX entries, not catchable. */
#include "engine/vm.h"

#define LUA_TABLE_MAX  10000000
/* With 4 the program `objects` takes 17 % more instructions, with 15 the same. */
#define LUA_SMALL_HASH 8

typedef struct LuaEntry {
    Value key;   /* VALUE_ABSENT: free or superseded */
    Value value; /* VALUE_UNDEFINED: dead */
} LuaEntry;

enum {
    /* JSON shape: an empty table is an array (lua.md 3.1). */
    LUA_TABLE_IS_ARRAY = CELL_USER1,
    /* Library tables: writing raises. */
    LUA_TABLE_READ_ONLY = CELL_USER2
};

typedef struct LuaTable {
    Cell hd; /* kind CELL_LUA_TABLE, aux CLASS_LUA_TABLE */
    uint32_t array_n, array_cap;
    Value *array;      /* element k at array[k - 1] */
    LuaEntry *entries; /* entries[cap], chains behind when cap is not small */
    uint32_t used;     /* entries taken, dead ones included */
    uint32_t live;
    uint32_t cap;     /* a power of two or small */
    uint32_t shift;   /* of hashes of 64 bits to heads; 0: no chains */
    Cell *array_cell; /* where the parts live; NULL: in this cell */
    Cell *hash_cell;
} LuaTable;

static inline bool value_is_lua_table(Value v)
{
    return value_is_class(v, CLASS_LUA_TABLE);
}
static inline LuaTable *value_lua_table(Value v)
{
    return (LuaTable *)value_ptr(v);
}
static inline Value value_from_lua_table(const LuaTable *t)
{
    return value_from_obj(t);
}

/* Room for that many elements and entries without growing; 0, 0 is fine. NULL
 * when refused. */
LuaTable *lua_table_new(VM *vm, uint32_t n_array, uint32_t n_hash);
/* Makes room for n elements in the array part. */
bool lua_table_reserve(VM *vm, LuaTable *t, uint32_t n_array);
/* Takes the first element out of the array part, so that each one behind it has
 * the number before its own, without moving them: the part begins further on in
 * its cell, and the gap is used again when it grows. False: the part is short
 * or in the table's own cell, nothing was done. */
bool lua_table_drop_first(LuaTable *t);

/* ---- raw access ---- */

/* nil when absent. VALUE_THROWN only when memory was refused. Any key. */
Value lua_table_get(VM *vm, LuaTable *t, Value key);
/* Never fail. The name is interned (str_intern, str_intern_ascii,
 * constants). */
Value lua_table_get_int(const LuaTable *t, int64_t k);
Value lua_table_get_str(const LuaTable *t, const Str *name);

/* Assignment; nil removes. False after an error (key nil or NaN, read-only
 * table), a refusal or the bound of entries; then nothing has changed. */
bool lua_table_set(VM *vm, LuaTable *t, Value key, Value v);
bool lua_table_set_int(VM *vm, LuaTable *t, int64_t k, Value v);
bool lua_table_set_str(VM *vm, LuaTable *t, Str *name, Value v);
/* Appends at array_n + 1. */
bool lua_table_push(VM *vm, LuaTable *t, Value v);
/* Elements start + 1 .. start + n at once, nil ones too, of a table that has no
 * entries and nothing behind them; the array part has room. */
void lua_table_fill(LuaTable *t, uint32_t start, const Value *from, uint32_t n);
/* For library code that works inside the array part (sort, remove): elements
 * 1..array_n may be read and, with values other than nil, written at array[]
 * directly while nothing else touches the table and it is not read-only. */

/* `#t`. */
static inline int64_t lua_table_length(const LuaTable *t)
{
    return t->array_n;
}
static inline bool lua_table_is_empty(const LuaTable *t)
{
    return t->array_n == 0 && t->live == 0;
}

/* ---- traversal: elements, then entries in insertion order ---- */

/* The pair after `key` (nil: the first). TRI_FALSE at the end. TRI_THROWN after
 * "invalid key to 'next'", a refusal, or when the execution has to end. */
Tri lua_table_next(VM *vm, LuaTable *t, Value key, Value *ret_key,
                   Value *ret_value);
/* The same with a position of the caller's, 0 at the start; the cheap way. False
 * at the end, or when the execution has to end. */
bool lua_table_step(VM *vm, const LuaTable *t, uint32_t *position,
                    Value *ret_key, Value *ret_value);
/* Position that follows a key just given out, or false when it is no key of
 * t. */
bool lua_table_find_position(VM *vm, const LuaTable *t, Value key,
                             uint32_t *ret_position);

#define LUA_STEP_ENTRIES UINT32_C(0x80000000) /* position is an entry number */

/* Number of the entry of an interned name, or UINT32_MAX. */
uint32_t lua_table_find_str(const LuaTable *t, const Str *name);

void lua_table_mark(struct Gc *gc, LuaTable *t);

#endif
