/* SPDX-License-Identifier: MIT */
#include "lua/emit.h"

#include <string.h>

#include "base/hash.h"
#include "engine/vm.h"
#include "lua/emit_internal.h"

/* ---- growing ---- */

static void no_memory(FuncState *fs)
{
    if (fs->e->status == CM_OK)
        fs->e->status = CM_E_NOMEM;
}

void *cm__lua_push(FuncState *fs, Vec *v, size_t size)
{
    if (v->n == v->cap) {
        uint32_t cap = v->cap ? v->cap * 2 : 8;
        void *grown = cm__arena_alloc(fs->e->arena, cap * size);
        if (!grown) {
            no_memory(fs);
            return NULL;
        }
        if (v->n)
            memcpy(grown, v->items, v->n * size);
        v->items = grown;
        v->cap = cap;
    }
    return (char *)v->items + size * v->n++;
}

void cm__lua_emit_fail(FuncState *fs, uint32_t at, const char *what)
{
    if (fs->e->status != CM_OK)
        return;
    fs->e->status = CM_E_SYNTAX;
    fs->e->fault = (LuaFault){ .offset = at, .what = what };
}

/* ---- instructions ---- */

uint32_t cm__lua_op(FuncState *fs, uint32_t word)
{
    uint32_t *at = cm__lua_push(fs, &fs->code, sizeof *at);
    if (at)
        *at = word;
    return fs->code.n ? fs->code.n - 1 : 0;
}

uint32_t cm__lua_op2(FuncState *fs, uint32_t word, uint32_t ext)
{
    uint32_t pc = cm__lua_op(fs, word);
    cm__lua_op(fs, ext);
    return pc;
}

void cm__lua_at(FuncState *fs, uint32_t start, uint32_t end)
{
    CodePos *last = fs->positions.items;
    if (fs->positions.n) {
        last += fs->positions.n - 1;
        if (last->pc == lua_here(fs)) {
            last->start = start;
            last->end = end;
            return;
        }
        if (last->start == start && last->end == end)
            return;
    }
    CodePos *pos = cm__lua_push(fs, &fs->positions, sizeof *pos);
    if (pos)
        *pos = (CodePos){ lua_here(fs), start, end };
}

void cm__lua_name_text(FuncState *fs, uint8_t operand, uint8_t kind,
                       const Str *name)
{
    CodeName *n = cm__lua_push(fs, &fs->names, sizeof *n);
    if (n)
        *n = (CodeName){ lua_here(fs), operand, kind, name };
}

void cm__lua_name_operand(FuncState *fs, uint8_t operand, const LuaExpr *e)
{
    const LuaExpr *key;
    switch ((LuaExprKind)e->kind) {
    case LE_LOCAL:
        cm__lua_name_text(fs, operand,
                          e->as.var->func == fs->f ? NAME_LOCAL : NAME_UPVALUE,
                          e->as.var->name);
        break;
    case LE_GLOBAL:
        cm__lua_name_text(fs, operand, NAME_GLOBAL, e->as.name);
        break;
    case LE_INDEX:
        key = e->as.pair.b;
        if (key->kind == LE_CONSTANT && value_is_string(key->as.constant))
            cm__lua_name_text(fs, operand, NAME_FIELD,
                              value_str(key->as.constant));
        break;
    case LE_CONSTANT:
        if (value_is_string(e->as.constant))
            cm__lua_name_text(fs, operand, NAME_CONSTANT,
                              value_str(e->as.constant));
        break;
    case LE_METHOD:
    default:
        break;
    }
}

/* ---- constants ---- */

static void index_const(FuncState *fs, Value v, uint32_t number)
{
    uint32_t mask = fs->const_cap - 1, i = cm__hash_u64(v) & mask;
    while (fs->const_index[i])
        i = (i + 1) & mask;
    fs->const_index[i] = number + 1;
}

static bool grow_index(FuncState *fs)
{
    uint32_t cap = fs->const_cap ? fs->const_cap * 2 : 32;
    uint32_t *index = cm__arena_zero(fs->e->arena, cap * sizeof *index);
    if (!index) {
        no_memory(fs);
        return false;
    }
    fs->const_index = index;
    fs->const_cap = cap;
    const Value *consts = fs->consts.items;
    for (uint32_t i = 0; i < fs->consts.n; i++)
        index_const(fs, consts[i], i);
    return true;
}

uint32_t cm__lua_const(FuncState *fs, Value v)
{
    if (fs->consts.n * 2 >= fs->const_cap && !grow_index(fs))
        return 0;
    const Value *consts = fs->consts.items;
    uint32_t mask = fs->const_cap - 1;
    for (uint32_t i = cm__hash_u64(v) & mask; fs->const_index[i];
         i = (i + 1) & mask)
        if (consts[fs->const_index[i] - 1] == v)
            return fs->const_index[i] - 1;
    Value *at = cm__lua_push(fs, &fs->consts, sizeof *at);
    if (!at)
        return 0;
    *at = v;
    index_const(fs, v, fs->consts.n - 1);
    return fs->consts.n - 1;
}

bool cm__lua_key(FuncState *fs, Value name, uint32_t *ret_ext)
{
    uint32_t k = cm__lua_const(fs, name);
    if (k > UINT16_MAX || fs->n_ics > UINT16_MAX)
        return false;
    *ret_ext = k | fs->n_ics++ << 16;
    return true;
}

/* ---- registers and variables ---- */

uint32_t cm__lua_reserve(FuncState *fs, uint32_t n)
{
    uint32_t first = fs->free;
    if (n > MAX_REGISTERS || first + n > MAX_REGISTERS) {
        cm__lua_emit_fail(fs, fs->f->start,
                          "A function or expression needs too many registers");
        return 0;
    }
    fs->free = first + n;
    if (fs->free > fs->n_regs)
        fs->n_regs = fs->free;
    return first;
}

uint32_t cm__lua_upvalue(FuncState *fs, LuaVar *v)
{
    UpvalueRef *refs = fs->upvalues.items;
    for (uint32_t i = 0; i < fs->upvalues.n; i++)
        if (refs[i].var == v)
            return i;
    if (fs->upvalues.n == 255) {
        cm__lua_emit_fail(fs, fs->f->start,
                          "Too many upvalues: a function uses at most 255 "
                          "variables of the functions around it");
        return 0;
    }
    UpvalueDesc d = { 0 };
    if (v->func == fs->parent->f) {
        d.from = UPVALUE_REGISTER;
        d.index = (uint16_t)v->reg;
    } else {
        d.index = (uint16_t)cm__lua_upvalue(fs->parent, v);
    }
    UpvalueRef *at = cm__lua_push(fs, &fs->upvalues, sizeof *at);
    if (!at)
        return 0;
    *at = (UpvalueRef){ v, d };
    return fs->upvalues.n - 1;
}

void cm__lua_activate(FuncState *fs, LuaVar *v, uint32_t reg)
{
    for (; v; v = v->next) {
        v->reg = reg++;
        LuaVar **at = cm__lua_push(fs, &fs->actives, sizeof(LuaVar *));
        if (at)
            *at = v;
    }
    if (reg > fs->n_fixed)
        fs->n_fixed = reg;
}

void cm__lua_box(FuncState *fs, const LuaVar *v)
{
    if (lua_is_boxed_var(v))
        cm__lua_op(fs, INS_ABC(LUA_NEWBOX, v->reg, v->reg, 0));
}

/* ---- jumps ---- */

void cm__lua_jump(FuncState *fs, uint32_t word, JumpList *list)
{
    uint32_t pc = cm__lua_op2(fs, word, *list);
    *list = pc + 1;
}

void cm__lua_patch(FuncState *fs, JumpList list, uint32_t target)
{
    if (fs->e->status != CM_OK)
        return;
    while (list) {
        uint32_t *ext = &CODE(fs)[list]; /* pc + 1 is the second word */
        uint32_t next = *ext;
        *ext = target - (list + 1);
        list = next;
    }
}

void cm__lua_patch_here(FuncState *fs, JumpList list)
{
    cm__lua_patch(fs, list, lua_here(fs));
}

void cm__lua_loop(FuncState *fs, uint32_t word, uint32_t target)
{
    uint32_t pc = cm__lua_op(fs, word);
    cm__lua_op(fs, target - (pc + 2));
}

/* ---- functions ---- */

static void *keep(Emitter *e, const void *items, uint32_t n, size_t size)
{
    if (n == 0)
        return NULL;
    void *copy = cm__arena_alloc(&e->program->arena, n * size);
    if (!copy)
        e->status = CM_E_NOMEM;
    else
        memcpy(copy, items, n * size);
    return copy;
}

static void keep_upvalues(FuncState *fs, FuncProto *p)
{
    uint32_t n = fs->upvalues.n;
    const UpvalueRef *refs = fs->upvalues.items;
    if (n == 0)
        return;
    UpvalueDesc *d = cm__arena_alloc(&fs->e->program->arena, n * sizeof *d);
    if (!d) {
        no_memory(fs);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        d[i] = refs[i].desc;
    p->upvalues = d;
    p->n_upvalues = n;
}

static FuncProto *finish(FuncState *fs)
{
    Emitter *e = fs->e;
    FuncProto *p = cm__arena_zero(&e->program->arena, sizeof *p);
    if (!p) {
        no_memory(fs);
        return NULL;
    }
    p->code = keep(e, fs->code.items, fs->code.n, sizeof(uint32_t));
    p->n_code = fs->code.n;
    p->consts = keep(e, fs->consts.items, fs->consts.n, sizeof(Value));
    p->n_consts = fs->consts.n;
    p->protos = keep(e, fs->protos.items, fs->protos.n, sizeof(FuncProto *));
    p->n_protos = fs->protos.n;
    p->positions =
        keep(e, fs->positions.items, fs->positions.n, sizeof(CodePos));
    p->n_positions = fs->positions.n;
    p->names = keep(e, fs->names.items, fs->names.n, sizeof(CodeName));
    p->n_names = fs->names.n;
    keep_upvalues(fs, p);
    p->n_ics = fs->n_ics;
    p->n_regs = fs->n_regs;
    p->n_params = fs->f->n_params;
    p->flags = (fs->f->is_vararg ? FUNC_VARARG : 0) |
               (fs->f->parent ? 0 : FUNC_PROGRAM);
    p->id = e->n_protos++;
    p->source_start = fs->f->start;
    p->source_end = fs->f->end;
    p->program = e->program;
    return e->status == CM_OK ? p : NULL;
}

FuncProto *cm__lua_function_code(FuncState *parent, Emitter *e, LuaFunc *f)
{
    FuncState fs = { .parent = parent, .e = e, .f = f };
    Block b;
    cm__lua_open_block(&fs, &b, false);
    cm__lua_reserve(&fs, f->n_params);
    cm__lua_activate(&fs, f->params, 0);
    for (const LuaVar *v = f->params; v; v = v->next)
        cm__lua_box(&fs, v);
    cm__lua_statements(&fs, f->body);
    cm__lua_at(&fs, f->end ? f->end - 1 : 0, f->end);
    cm__lua_op(&fs, INS_ABC(LUA_RETURN0, 0, 0, 0));
    cm__lua_close_block(&fs, &b);
    return e->status == CM_OK ? finish(&fs) : NULL;
}

cm_status cm__lua_emit(Arena *arena, struct Program *program, LuaFunc *main,
                       LuaFault *ret_fault)
{
    Emitter e = { .arena = arena, .program = program, .status = CM_OK };
    program->main = cm__lua_function_code(NULL, &e, main);
    program->n_protos = e.n_protos;
    *ret_fault = e.fault;
    return e.status;
}
