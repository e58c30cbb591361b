/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_EMIT_INTERNAL_H
#define CM_LUA_EMIT_INTERNAL_H
/* emit_internal: what the parts of the code generator share.
 *
 * Registers of a function: local variables in scope (below fs->n_fixed), then
 * temporaries up to fs->free, a stack. An expression goes to a register that
 * the caller chose, or to any, which may be the register of a variable. A
 * register of a variable is written by the last instruction of each path, since
 * later operands may read it. Failures stick in the Emitter; code written after
 * one is thrown away. */
#include "engine/lua_code.h"
#include "engine/lua_ops.h"
#include "lua/emit.h"

/* A growable array in the arena. */
typedef struct Vec {
    void *items;
    uint32_t n, cap;
} Vec;

typedef struct Emitter {
    Arena *arena;
    Program *program;
    cm_status status;
    LuaFault fault;
    uint32_t n_protos;
    uint32_t work; /* see note_work of emit_stmt.c */
} Emitter;

/* Forward jumps to one place, linked through their second words; 0: none. */
typedef uint32_t JumpList;

typedef struct Label {
    struct Label *next;
    const Str *name;
    uint32_t pc, n_active;
} Label;

typedef struct Goto {
    struct Goto *next;
    const Str *name;
    uint32_t jump;     /* its JumpList */
    uint32_t n_active; /* variables in scope */
    uint32_t start;
} Goto;

typedef struct Block {
    struct Block *up;
    bool is_loop, is_repeat;
    JumpList breaks;
    Label *labels;
    Goto *gotos; /* not resolved yet */
    uint32_t n_active, free;
} Block;

typedef struct UpvalueRef {
    LuaVar *var;
    UpvalueDesc desc;
} UpvalueRef;

typedef struct FuncState {
    struct FuncState *parent;
    Emitter *e;
    LuaFunc *f;
    Vec code, consts, positions, names, protos, upvalues, actives;
    uint32_t *const_index; /* open addressing by bits; entries from 1 */
    uint32_t const_cap;
    Block *block;
    uint32_t n_fixed, free, n_regs, n_ics;
} FuncState;

#define CODE(fs) ((uint32_t *)(fs)->code.items)

/* ---- emit.c ---- */

/* Room for one more item; NULL after a failure. */
void *cm__lua_push(FuncState *fs, Vec *v, size_t size);
void cm__lua_emit_fail(FuncState *fs, uint32_t at, const char *what);
uint32_t cm__lua_op(FuncState *fs, uint32_t word);
uint32_t cm__lua_op2(FuncState *fs, uint32_t word, uint32_t ext);
/* Remembers where the next instruction stands. */
void cm__lua_at(FuncState *fs, uint32_t start, uint32_t end);
/* What an operand of the next instruction is called. */
void cm__lua_name_operand(FuncState *fs, uint8_t operand, const LuaExpr *e);
void cm__lua_name_text(FuncState *fs, uint8_t operand, uint8_t kind,
                       const Str *name);
uint32_t cm__lua_const(FuncState *fs, Value v);
/* The key/ic word of a name; false when its numbers do not fit. */
bool cm__lua_key(FuncState *fs, Value name, uint32_t *ret_ext);
uint32_t cm__lua_reserve(FuncState *fs, uint32_t n);
/* Index of a variable of an outer function among the upvalues. */
uint32_t cm__lua_upvalue(FuncState *fs, LuaVar *v);
static inline bool lua_is_boxed_var(const LuaVar *v)
{
    return v->captured && v->assigned;
}
/* Brings variables into scope: they live from register `reg` on. */
void cm__lua_activate(FuncState *fs, LuaVar *v, uint32_t reg);
/* The variable's register becomes a box if it needs one. */
void cm__lua_box(FuncState *fs, const LuaVar *v);
FuncProto *cm__lua_function_code(FuncState *parent, Emitter *e, LuaFunc *f);

static inline uint32_t lua_here(const FuncState *fs)
{
    return fs->code.n;
}
/* A jump instruction joins the list. */
void cm__lua_jump(FuncState *fs, uint32_t word, JumpList *list);
void cm__lua_patch(FuncState *fs, JumpList list, uint32_t target);
void cm__lua_patch_here(FuncState *fs, JumpList list);
void cm__lua_loop(FuncState *fs, uint32_t word, uint32_t target);

/* ---- emit_expr.c ---- */

uint32_t cm__lua_any(FuncState *fs, const LuaExpr *e);
/* The same for the first operand of what goes to `target`: a temporary of that
 * name is used again. */
uint32_t cm__lua_operand(FuncState *fs, const LuaExpr *e, uint32_t target);
void cm__lua_to(FuncState *fs, const LuaExpr *e, uint32_t reg);
/* Registers from fs->free on: `want` values of the list, or WANT_ALL: all of
 * them, the last ones open; returns how many are in registers. */
uint32_t cm__lua_list(FuncState *fs, const LuaExpr *list, uint32_t want,
                      bool *ret_open);
/* The call in registers from fs->free on, which is left as it was. */
void cm__lua_call(FuncState *fs, const LuaExpr *e, uint8_t want);
/* The same as the last thing of its function. */
void cm__lua_tail_call(FuncState *fs, const LuaExpr *e);
/* Jumps when the truth of e is `when`. */
void cm__lua_cond(FuncState *fs, const LuaExpr *e, bool when, JumpList *list);
static inline bool lua_is_multi(const LuaExpr *e)
{
    return e->kind == LE_CALL || e->kind == LE_METHOD || e->kind == LE_VARARG;
}

/* ---- emit_table.c ---- */

void cm__lua_table(FuncState *fs, const LuaExpr *e, uint32_t reg);
/* R[reg] = R[a][key]; */
void cm__lua_get(FuncState *fs, const LuaExpr *e, uint32_t reg);
/* A place to be assigned: its parts are in registers. */
typedef struct Place {
    const LuaExpr *e;
    uint32_t table, key; /* LE_INDEX; key UINT32_MAX: a name or small integer */
} Place;
void cm__lua_place(FuncState *fs, const LuaExpr *e, bool copy, Place *ret);
void cm__lua_store(FuncState *fs, const Place *to, uint32_t reg);

/* ---- emit_stmt.c ---- */

void cm__lua_open_block(FuncState *fs, Block *b, bool is_loop);
void cm__lua_close_block(FuncState *fs, Block *b);
void cm__lua_statements(FuncState *fs, LuaBlock b);

#endif
