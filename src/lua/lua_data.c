/* SPDX-License-Identifier: MIT */
/* Values to JSON text; lua.md 3.1. A stack of the tables being written, at most
 * 32, so that a hostile value costs no C stack; a shared table is written each
 * time it is met, and counted. */
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/numtext.h"
#include "base/utf8.h"
#include "lua/lua_lib.h"
#include "json/scan.h"

#define MAX_DEPTH  32
#define MAX_VALUES 1000000
#define FIRST_ROOM 120 /* bytes: most arguments of tools */
#define LONG_PIECE (METER_BYTES / 4)

typedef struct Level {
    LuaTable *table;
    bool is_array;
    bool wrote;        /* a comma is due */
    uint32_t position; /* of lua_table_step */
    Value key;         /* of the member being written */
} Level;

typedef struct Writer {
    VM *vm;
    Buf *out, *why;
    const char *root;
    size_t charged; /* of out, to the heap */
    uint32_t n_values, depth;
    Level levels[MAX_DEPTH];
} Writer;

/* ---- where we are ---- */

static bool is_identifier(const Str *s)
{
    for (uint32_t i = 0; i < s->len; i++) {
        uint8_t c = s->as.u8[i];
        bool letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(i > 0 && c >= '0' && c <= '9'))
            return false;
    }
    return s->len > 0;
}

static void add_key(Writer *w, Value key)
{
    char text[LUA_NUMBER_TEXT];
    if (!value_is_string(key)) {
        cm__buf_add_char(w->why, '[');
        if (lua_is_number(key))
            cm__buf_add(w->why, text, lua_print_number(key, text));
        else
            cm__buf_add_str(w->why, lua_type_name(key));
        cm__buf_add_char(w->why, ']');
        return;
    }
    Str *s = value_str(key);
    bool bare = s->hd.kind == CELL_STR8 && is_identifier(s);
    cm__buf_add_str(w->why, bare ? "." : "[\"");
    (void)str_to_utf8(w->vm, s, w->why);
    if (!bare)
        cm__buf_add_str(w->why, "\"]");
}

static LuaCopy refuse(Writer *w, const Value *key, const char *what)
{
    cm__buf_add_str(w->why, w->root);
    for (uint32_t i = 0; i < w->depth; i++)
        if (i + 1 < w->depth || !key)
            add_key(w, w->levels[i].key);
    if (key)
        add_key(w, *key);
    cm__buf_add_char(w->why, ' ');
    cm__buf_add_str(w->why, what);
    if (w->why->status == CM_OK)
        return LUA_COPY_REFUSED;
    w->vm->heap.refused = true;
    return LUA_COPY_FAILED;
}

static CM_NOINLINE bool account_slow(Writer *w)
{
    if (w->out->status != CM_OK) {
        w->vm->heap.refused = true;
        return false;
    }
    if (!heap_charge(&w->vm->heap, w->out->cap - w->charged))
        return false;
    w->charged = w->out->cap;
    return true;
}

/* Charges what the output grew by. */
static inline bool account(Writer *w)
{
    return CM_LIKELY(w->out->status == CM_OK && w->out->cap <= w->charged) ||
           account_slow(w);
}

/* ---- leaves ---- */

size_t lua_json_escape(uint8_t c, char out[6])
{
    static const char letters[] = { 'b', 't', 'n', 0, 'f', 'r' };
    static const char hex[] = "0123456789abcdef";
    char letter = (char)c;
    if (c >= 8 && c <= 13)
        letter = letters[c - 8];
    else if (c != '"' && c != '\\')
        letter = 0;
    out[0] = '\\';
    if (letter) {
        out[1] = letter;
        return 2;
    }
    out[1] = 'u';
    out[2] = out[3] = '0';
    out[4] = hex[c >> 4];
    out[5] = hex[c & 15];
    return 6;
}

static void put_escaped(Buf *out, const char *bytes, size_t len)
{
    bool is_ascii;
    for (const char *end = bytes + len;; bytes++) {
        size_t n =
            cm__json_plain_length(bytes, (size_t)(end - bytes), &is_ascii);
        cm__buf_add(out, bytes, n);
        bytes += n;
        char *to = bytes < end ? cm__buf_reserve(out, 6) : NULL;
        if (!to)
            return;
        cm__buf_advance(out, lua_json_escape((uint8_t)*bytes, to));
    }
}

/* Whether a long string is UTF-8: in pieces, each up to a character. */
static Tri is_long_text(VM *vm, const char *bytes, size_t len)
{
    for (size_t n; len > 0; bytes += n, len -= n) {
        n = cm__utf8_floor(bytes, len, METER_BYTES);
        if (n == 0 || !cm__utf8_is_valid(bytes, n))
            return TRI_FALSE;
        if (!meter_look_up(vm))
            return TRI_THROWN;
    }
    return TRI_TRUE;
}

/* In pieces, the deadline and the memory limit in sight. */
static bool put_long_text(Writer *w, const char *bytes, size_t len)
{
    for (size_t n; len > 0; bytes += n, len -= n) {
        n = len < LONG_PIECE ? len : LONG_PIECE;
        put_escaped(w->out, bytes, n);
        if (!account(w) || !meter_look_up(w->vm))
            return false;
    }
    return true;
}

static LuaCopy refuse_text(Writer *w, const Value *key)
{
    return refuse(w, key,
                  key ? "is a key that is not UTF-8 text"
                      : "is not UTF-8 text: encode bytes as text");
}

static LuaCopy put_long_string(Writer *w, const char *bytes, size_t len,
                               const Value *key)
{
    Tri is_text = is_long_text(w->vm, bytes, len);
    if (is_text == TRI_FALSE)
        return refuse_text(w, key);
    cm__buf_add_char(w->out, '"');
    if (is_text == TRI_THROWN || !put_long_text(w, bytes, len))
        return LUA_COPY_FAILED;
    cm__buf_add_char(w->out, '"');
    return account(w) ? LUA_COPY_DONE : LUA_COPY_FAILED;
}

static LuaCopy put_string(Writer *w, Str *s, const Value *key)
{
    const char *bytes = (const char *)s->as.u8;
    size_t len = s->len;
    bool is_ascii;
    if (s->hd.kind != CELL_STR8 && !lua_bytes(w->vm, s, &bytes, &len))
        return LUA_COPY_FAILED;
    if (!vm_charge_bytes(w->vm, len))
        return LUA_COPY_FAILED;
    if (CM_UNLIKELY(len > METER_BYTES))
        return put_long_string(w, bytes, len, key);
    bool is_plain = cm__json_plain_length(bytes, len, &is_ascii) == len;
    if (!(is_plain && is_ascii) && !cm__utf8_is_valid(bytes, len))
        return refuse_text(w, key);
    char *to = is_plain ? cm__buf_reserve(w->out, len + 2) : NULL;
    if (to) {
        *to++ = '"';
        memcpy(to, bytes, len);
        to[len] = '"';
        cm__buf_advance(w->out, len + 2);
    } else {
        cm__buf_add_char(w->out, '"');
        put_escaped(w->out, bytes, len);
        cm__buf_add_char(w->out, '"');
    }
    return account(w) ? LUA_COPY_DONE : LUA_COPY_FAILED;
}

static LuaCopy put_number(Writer *w, Value v)
{
    char text[CM_NUM_TEXT_MAX];
    if (lua_is_integer(v)) {
        cm__buf_add(w->out, text, cm__num_print_int(lua_int64(v), text));
        return LUA_COPY_DONE;
    }
    double d = value_to_double(v);
    if (d != d)
        return refuse(w, NULL, "is nan, which JSON cannot say");
    if (isinf(d))
        return refuse(w, NULL, "is inf, which JSON cannot say");
    cm__buf_add(w->out, text, cm__num_print(d, text));
    return LUA_COPY_DONE;
}

/* ---- tables ---- */

static LuaCopy check_array(Writer *w, const LuaTable *t)
{
    for (uint32_t i = 0; i < t->array_n; i++) {
        if (t->array[i] != VALUE_UNDEFINED)
            continue;
        Value key = value_int((int32_t)i + 1);
        w->depth++;
        LuaCopy r =
            refuse(w, &key, "is a hole in an array: put json.null there");
        w->depth--;
        return r;
    }
    return LUA_COPY_DONE;
}

/* What is wrong with a table that is neither array nor object. */
static LuaCopy refuse_keys(Writer *w, const LuaTable *t)
{
    bool names = false, whole = t->array_n > 0, other = false;
    int64_t n;
    for (uint32_t i = 0; i < t->used; i++) {
        const LuaEntry *e = &t->entries[i];
        if (e->value == VALUE_UNDEFINED || e->key == VALUE_ABSENT)
            continue;
        if (value_is_string(e->key))
            names = true;
        else if (lua_to_integer(e->key, &n) && n > 0)
            whole = true;
        else
            other = true;
    }
    if (other)
        return refuse(w, NULL,
                      "has a key that is neither a string nor a position from "
                      "1 on");
    if (names && whole)
        return refuse(w, NULL,
                      "mixes elements and named fields: split it into two "
                      "tables");
    return refuse(w, NULL, "is an array with a hole: put json.null there");
}

static bool has_names_only(const LuaTable *t)
{
    if (t->array_n)
        return false;
    for (uint32_t i = 0; i < t->used; i++)
        if (t->entries[i].value != VALUE_UNDEFINED &&
            t->entries[i].key != VALUE_ABSENT &&
            !value_is_string(t->entries[i].key))
            return false;
    return true;
}

static LuaCopy enter(Writer *w, LuaTable *t)
{
    for (uint32_t i = 0; i < w->depth; i++)
        if (w->levels[i].table == t)
            return refuse(w, NULL,
                          "refers to a table that contains it (a cycle)");
    if (w->depth == MAX_DEPTH)
        return refuse(w, NULL, "is nested more than 32 levels deep");
    bool is_array = lua_table_is_empty(t)
                        ? (t->hd.flags & LUA_TABLE_IS_ARRAY) != 0
                        : t->live == 0;
    if (!vm_charge(w->vm, t->used / 4 + 1))
        return LUA_COPY_FAILED;
    if (!is_array && !has_names_only(t))
        return refuse_keys(w, t);
    LuaCopy r = is_array ? check_array(w, t) : LUA_COPY_DONE;
    if (r != LUA_COPY_DONE)
        return r;
    w->levels[w->depth++] =
        (Level){ .table = t, .is_array = is_array, .key = VALUE_UNDEFINED };
    cm__buf_add_char(w->out, is_array ? '[' : '{');
    return LUA_COPY_DONE;
}

static LuaCopy put_value(Writer *w, Value v)
{
    if (++w->n_values > MAX_VALUES) {
        vm_terminate_bound(w->vm, "Data that leaves the program holds at most "
                                  "1,000,000 values");
        return LUA_COPY_FAILED;
    }
    if (!vm_charge(w->vm, 1) || !account(w))
        return LUA_COPY_FAILED;
    if (value_is_string(v))
        return put_string(w, value_str(v), NULL);
    if (lua_is_number(v))
        return put_number(w, v);
    if (value_is_lua_table(v))
        return enter(w, value_lua_table(v));
    if (v == VALUE_UNDEFINED || v == VALUE_NULL)
        cm__buf_add_str(w->out, "null");
    else if (value_is_bool(v))
        cm__buf_add_str(w->out, v == VALUE_TRUE ? "true" : "false");
    else if (value_is_class(v, CLASS_REFERENCE))
        return refuse(w, NULL,
                      "is a tool reference, which is no data: call "
                      "the tool and use its result");
    else
        return refuse(w, NULL, "is a function, which is no data");
    return LUA_COPY_DONE;
}

/* The next member of the innermost table, or its end. */
static LuaCopy advance(Writer *w)
{
    Level *l = &w->levels[w->depth - 1];
    Value key, v;
    if (!lua_table_step(w->vm, l->table, &l->position, &key, &v)) {
        if (w->vm->termination != TERM_NONE)
            return LUA_COPY_FAILED;
        cm__buf_add_char(w->out, l->is_array ? ']' : '}');
        w->depth--;
        return LUA_COPY_DONE;
    }
    if (l->wrote)
        cm__buf_add_char(w->out, ',');
    l->wrote = true;
    l->key = key;
    if (!l->is_array) {
        LuaCopy r = put_string(w, value_str(key), &key);
        if (r != LUA_COPY_DONE)
            return r;
        cm__buf_add_char(w->out, ':');
    }
    return put_value(w, v);
}

LuaCopy lua_data_write(VM *vm, Value v, const char *root, struct Buf *out,
                       struct Buf *why)
{
    Writer w;
    size_t before = out->cap;
    bool is_counted = out->alloc != vm->heap.alloc; /* it counts itself */
    w.vm = vm;
    w.out = out;
    w.why = why;
    w.root = root;
    w.charged = is_counted ? SIZE_MAX : before;
    w.n_values = w.depth = 0;
    (void)cm__buf_reserve(out, FIRST_ROOM);
    LuaCopy r = put_value(&w, v);
    while (r == LUA_COPY_DONE && w.depth > 0)
        r = advance(&w);
    if (r == LUA_COPY_DONE && !account(&w))
        r = LUA_COPY_FAILED;
    /* The text is the caller's; who keeps it charges it. */
    if (!is_counted)
        heap_uncharge(&vm->heap, w.charged - before);
    return r;
}
