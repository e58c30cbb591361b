/* SPDX-License-Identifier: MIT */
/* Values as text for people; spec/lua.md 2.1: tables in the form of compact
 * JSON, everything else as tostring. A table that JSON has no form for (mixed
 * keys, holes, keys of other types) prints as tostring too. Unlike json.encode
 * this never raises: what is inside and is no data prints as tostring.
 *
 * Recursion is bounded by MAX_DEPTH; the chain of tables around tells
 * cycles. */
#include "lua/lua_lib.h"

#include "base/numtext.h"
#include "json/scan.h"

#include <string.h>

#define MAX_DEPTH  32
#define SHOW_PIECE (METER_BYTES / 4)

typedef struct Printer {
    VM *vm;
    StrBuilder *out;
    const LuaTable *chain[MAX_DEPTH]; /* the tables around */
    uint32_t depth;                   /* their number */
} Printer;

static bool show_inside(Printer *p, Value v);

static bool add(Printer *p, const char *text)
{
    strb_ascii(p->out, text, strlen(text));
    return !p->out->failed;
}

static bool show_plainly(VM *vm, StrBuilder *b, Value v)
{
    Str *s = lua_tostring(vm, v);
    if (!s || !vm_charge_bytes(vm, s->len))
        return false;
    strb_str(b, s);
    return !b->failed;
}

static void show_piece(Printer *p, const char *bytes, size_t len)
{
    bool is_ascii;
    for (const char *end = bytes + len;; bytes++) {
        char escape[6];
        size_t n =
            cm__json_plain_length(bytes, (size_t)(end - bytes), &is_ascii);
        strb_ascii(p->out, bytes, n);
        bytes += n;
        if (bytes == end || p->out->failed)
            return;
        strb_ascii(p->out, escape, lua_json_escape((uint8_t)*bytes, escape));
    }
}

/* In pieces, the deadline in sight. */
static bool show_quoted(Printer *p, Str *s)
{
    const char *bytes;
    size_t len;
    if (!vm_charge_bytes(p->vm, s->len) || !lua_bytes(p->vm, s, &bytes, &len))
        return false;
    strb_unit(p->out, '"');
    for (; len > SHOW_PIECE; bytes += SHOW_PIECE, len -= SHOW_PIECE) {
        show_piece(p, bytes, SHOW_PIECE);
        if (p->out->failed || !meter_look_up(p->vm))
            return false;
    }
    show_piece(p, bytes, len);
    strb_unit(p->out, '"');
    return !p->out->failed;
}

static bool show_number(Printer *p, Value v)
{
    char text[CM_NUM_TEXT_MAX];
    double d = lua_double(v);
    if (lua_is_float(v) && d - d != 0)
        return show_plainly(p->vm, p->out, v);
    size_t n = lua_is_float(v) ? cm__num_print(d, text)
                               : cm__num_print_int(lua_int64(v), text);
    strb_ascii(p->out, text, n);
    return !p->out->failed;
}

/* ---- tables ---- */

typedef enum Form {
    FORM_OBJECT,
    FORM_ARRAY,
    FORM_NONE
} Form;

/* Gaps and keys that are no strings, over the whole table; spec/lua.md 3.1. */
static bool form_of(Printer *p, const LuaTable *t, Form *ret)
{
    bool is_array = t->array_n > 0;
    *ret = is_array || (t->hd.flags & LUA_TABLE_IS_ARRAY && t->live == 0)
               ? FORM_ARRAY
               : FORM_OBJECT;
    if (is_array && t->live)
        *ret = FORM_NONE;
    if (!vm_charge_bytes(p->vm, (uint64_t)t->array_n * sizeof(Value) +
                                    (uint64_t)t->used * sizeof(LuaEntry)))
        return false;
    for (uint32_t i = 0; i < t->array_n; i++)
        if (lua_is_nil(t->array[i]))
            *ret = FORM_NONE;
    for (uint32_t i = 0; i < t->used; i++) {
        const LuaEntry *e = &t->entries[i];
        if (e->key != VALUE_ABSENT && !lua_is_nil(e->value) &&
            !value_is_string(e->key))
            *ret = FORM_NONE;
    }
    return true;
}

static bool show_members(Printer *p, const LuaTable *t, Form form)
{
    uint32_t position = 0, n = 0;
    Value key, v;
    strb_unit(p->out, form == FORM_ARRAY ? '[' : '{');
    while (lua_table_step(p->vm, t, &position, &key, &v)) {
        if (!vm_charge(p->vm, 1))
            return false;
        if (n++)
            strb_unit(p->out, ',');
        if (form == FORM_OBJECT) {
            if (!show_quoted(p, value_str(key)))
                return false;
            strb_unit(p->out, ':');
        }
        if (!show_inside(p, v))
            return false;
    }
    strb_unit(p->out, form == FORM_ARRAY ? ']' : '}');
    return !p->out->failed && p->vm->termination == TERM_NONE;
}

static bool show_table(Printer *p, Value v)
{
    const LuaTable *t = value_lua_table(v);
    Form form;
    for (uint32_t i = 0; i < p->depth; i++)
        if (p->chain[i] == t)
            return add(p, "[Circular]");
    if (p->depth == MAX_DEPTH)
        return add(p, "...");
    if (!form_of(p, t, &form))
        return false;
    if (form == FORM_NONE)
        return show_plainly(p->vm, p->out, v);
    p->chain[p->depth++] = t;
    bool ok = show_members(p, t, form);
    p->depth--;
    return ok;
}

/* A value inside a table. */
static bool show_inside(Printer *p, Value v)
{
    if (value_is_string(v))
        return show_quoted(p, value_str(v));
    if (lua_is_number(v))
        return show_number(p, v);
    if (value_is_lua_table(v))
        return show_table(p, v);
    return show_plainly(p->vm, p->out, v);
}

bool lua_show(VM *vm, StrBuilder *b, Value v)
{
    Printer p = { .vm = vm, .out = b };
    return value_is_lua_table(v) ? show_table(&p, v) : show_plainly(vm, b, v);
}
