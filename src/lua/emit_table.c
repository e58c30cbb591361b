/* SPDX-License-Identifier: MIT */
/* Tables: constructors, fields read and written. */
#include "engine/vm.h"
#include "lua/emit_internal.h"

#define LIST_PIECE 50 /* elements put in at once */

/* Key of an index expression that needs no register. */
typedef enum KeyForm {
    KEY_NAME,
    KEY_SMALL,
    KEY_REGISTER
} KeyForm;

static KeyForm key_form(const LuaExpr *key)
{
    if (key->kind != LE_CONSTANT)
        return KEY_REGISTER;
    Value v = key->as.constant;
    if (value_is_string(v))
        return KEY_NAME;
    if (value_is_int(v) && value_to_int(v) >= 0 && value_to_int(v) <= 255)
        return KEY_SMALL;
    return KEY_REGISTER;
}

/* ---- reading ---- */

void cm__lua_get(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    const LuaExpr *key = e->as.pair.b;
    uint32_t saved = fs->free, ext;
    uint32_t t = cm__lua_operand(fs, e->as.pair.a, reg);
    KeyForm form = key_form(key);
    if (form == KEY_NAME && cm__lua_key(fs, key->as.constant, &ext)) {
        fs->free = saved;
        cm__lua_at(fs, e->start, e->end);
        cm__lua_name_operand(fs, 0, e->as.pair.a);
        cm__lua_op2(fs, INS_ABC(LUA_GETFIELD, reg, t, 0), ext);
        return;
    }
    uint32_t k = form == KEY_SMALL ? (uint32_t)value_to_int(key->as.constant)
                                   : cm__lua_any(fs, key);
    fs->free = saved;
    cm__lua_at(fs, e->start, e->end);
    cm__lua_name_operand(fs, 0, e->as.pair.a);
    cm__lua_op(
        fs, INS_ABC(form == KEY_SMALL ? LUA_GETINT : LUA_GETTABLE, reg, t, k));
}

/* ---- writing ---- */

static uint32_t copied(FuncState *fs, const LuaExpr *e, bool copy)
{
    uint32_t r = cm__lua_any(fs, e);
    if (!copy || r >= fs->n_fixed)
        return r;
    uint32_t t = cm__lua_reserve(fs, 1);
    cm__lua_op(fs, INS_ABC(LUA_MOVE, t, r, 0));
    return t;
}

void cm__lua_place(FuncState *fs, const LuaExpr *e, bool copy, Place *ret)
{
    ret->e = e;
    ret->table = ret->key = UINT32_MAX;
    if (e->kind != LE_INDEX)
        return;
    ret->table = copied(fs, e->as.pair.a, copy);
    const LuaExpr *key = e->as.pair.b;
    if (key_form(key) == KEY_REGISTER ||
        (key_form(key) == KEY_NAME &&
         cm__lua_const(fs, key->as.constant) > UINT16_MAX))
        ret->key = copied(fs, key, copy);
}

static void store_variable(FuncState *fs, LuaVar *v, uint32_t reg)
{
    if (v->func != fs->f)
        cm__lua_op(fs, INS_ABX(LUA_SETUPBOX, reg, cm__lua_upvalue(fs, v)));
    else if (lua_is_boxed_var(v))
        cm__lua_op(fs, INS_ABC(LUA_SETBOX, v->reg, reg, 0));
    else if (v->reg != reg)
        cm__lua_op(fs, INS_ABC(LUA_MOVE, v->reg, reg, 0));
}

static void store_index(FuncState *fs, const Place *to, uint32_t reg)
{
    const LuaExpr *key = to->e->as.pair.b;
    uint32_t ext;
    cm__lua_at(fs, to->e->start, to->e->end);
    cm__lua_name_operand(fs, 0, to->e->as.pair.a);
    if (to->key != UINT32_MAX)
        cm__lua_op(fs, INS_ABC(LUA_SETTABLE, to->table, to->key, reg));
    else if (key_form(key) == KEY_SMALL)
        cm__lua_op(fs, INS_ABC(LUA_SETINT, to->table,
                               value_to_int(key->as.constant), reg));
    else if (cm__lua_key(fs, key->as.constant, &ext))
        cm__lua_op2(fs, INS_ABC(LUA_SETFIELD, to->table, reg, 0), ext);
    else
        cm__lua_emit_fail(fs, to->e->start, "Too many names in one function");
}

void cm__lua_store(FuncState *fs, const Place *to, uint32_t reg)
{
    uint32_t ext;
    switch ((LuaExprKind)to->e->kind) {
    case LE_LOCAL:
        store_variable(fs, to->e->as.var, reg);
        break;
    case LE_GLOBAL:
        cm__lua_at(fs, to->e->start, to->e->end);
        if (cm__lua_key(fs, value_from_str(to->e->as.name), &ext))
            cm__lua_op2(fs, INS_ABC(LUA_SETGLOBAL, reg, 0, 0), ext);
        else
            cm__lua_emit_fail(fs, to->e->start,
                              "Too many names in one function");
        break;
    default:
        store_index(fs, to, reg);
        break;
    }
}

/* ---- constructors ---- */

static void field(FuncState *fs, const LuaItem *i, uint32_t reg)
{
    /* As an assignment to reg[key]. */
    LuaExpr table = { .kind = LE_TABLE,
                      .start = i->value->start,
                      .end = i->value->end };
    LuaExpr target = { .kind = LE_INDEX,
                       .start = i->key->start,
                       .end = i->value->end };
    target.as.pair.a = &table;
    target.as.pair.b = i->key;
    uint32_t saved = fs->free;
    Place place = { .e = &target, .table = reg, .key = UINT32_MAX };
    if (key_form(i->key) == KEY_REGISTER ||
        (key_form(i->key) == KEY_NAME &&
         cm__lua_const(fs, i->key->as.constant) > UINT16_MAX))
        place.key = cm__lua_any(fs, i->key);
    cm__lua_store(fs, &place, cm__lua_any(fs, i->value));
    fs->free = saved;
}

static uint32_t at_most(uint32_t n, uint32_t max)
{
    return n < max ? n : max;
}

/* The table is built in a register that no element can see. */
void cm__lua_table(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    uint32_t done = 0, pending = 0;
    uint32_t n_elements = e->as.table.n_elements;
    cm__lua_at(fs, e->start, e->start);
    cm__lua_op2(fs, INS_ABC(LUA_NEWTABLE, reg, 0, 0),
                at_most(n_elements, UINT16_MAX) |
                    at_most(e->as.table.n_fields, UINT16_MAX) << 16);
    uint32_t saved = fs->free, base = saved;
    for (const LuaItem *i = e->as.table.items; i; i = i->next) {
        if (fs->e->status != CM_OK)
            return;
        if (i->key) {
            field(fs, i, reg);
            continue;
        }
        if (!i->next && lua_is_multi(i->value)) {
            bool open;
            cm__lua_list(fs, i->value, WANT_ALL, &open);
            cm__lua_at(fs, e->start, e->start);
            cm__lua_op2(fs, INS_ABC(LUA_SETLISTM, reg, base, pending), done);
            fs->free = saved;
            return;
        }
        uint32_t r = cm__lua_reserve(fs, 1);
        cm__lua_to(fs, i->value, r);
        fs->free = r + 1;
        if (++pending == LIST_PIECE) {
            cm__lua_at(fs, e->start, e->start);
            cm__lua_op2(fs, INS_ABC(LUA_SETLIST, reg, base, pending), done);
            done += pending;
            pending = 0;
            fs->free = saved;
        }
    }
    if (pending) {
        cm__lua_at(fs, e->start, e->start);
        cm__lua_op2(fs, INS_ABC(LUA_SETLIST, reg, base, pending), done);
    }
    fs->free = saved;
}
