/* SPDX-License-Identifier: MIT */
/* Statements, blocks, goto. */
#include <assert.h>
#include <stdio.h>

#include "engine/vm.h"
#include "lua/emit_internal.h"

/* ---- blocks ---- */

void cm__lua_open_block(FuncState *fs, Block *b, bool is_loop)
{
    *b = (Block){ .up = fs->block,
                  .is_loop = is_loop,
                  .n_active = fs->actives.n,
                  .free = fs->free };
    fs->block = b;
}

static void unknown_label(FuncState *fs, const Goto *g)
{
    char text[128];
    (void)snprintf(text, sizeof text, "No visible label '%.*s' for goto",
                   (int)(g->name->len < 60 ? g->name->len : 60),
                   (const char *)g->name->as.u8);
    size_t n = 0;
    while (text[n])
        n++;
    const char *what = cm__arena_text(fs->e->arena, text, n);
    if (what)
        cm__lua_emit_fail(fs, g->start, what);
    else if (fs->e->status == CM_OK)
        fs->e->status = CM_E_NOMEM;
}

/* Gotos without a label so far look in the block around; there the variables of
 * this block are gone. */
static void hand_up_gotos(FuncState *fs, Block *b)
{
    while (b->gotos) {
        Goto *g = b->gotos;
        b->gotos = g->next;
        if (!b->up) {
            unknown_label(fs, g);
            return;
        }
        if (g->n_active > b->n_active)
            g->n_active = b->n_active;
        g->next = b->up->gotos;
        b->up->gotos = g;
    }
}

void cm__lua_close_block(FuncState *fs, Block *b)
{
    hand_up_gotos(fs, b);
    fs->block = b->up;
    fs->actives.n = b->n_active;
    fs->free = b->free;
    fs->n_fixed = b->free;
    cm__lua_patch_here(fs, b->breaks);
}

static void scoped(FuncState *fs, LuaBlock body)
{
    Block b;
    cm__lua_open_block(fs, &b, false);
    cm__lua_statements(fs, body);
    cm__lua_close_block(fs, &b);
}

/* ---- goto ---- */

static void jumps_into_scope(FuncState *fs, const Goto *g)
{
    LuaVar *const *actives = fs->actives.items;
    const Str *name = actives[g->n_active]->name;
    char text[160];
    int n = snprintf(
        text, sizeof text, "This goto jumps into the scope of local '%.*s'",
        (int)(name->len < 60 ? name->len : 60), (const char *)name->as.u8);
    const char *what =
        n > 0 ? cm__arena_text(fs->e->arena, text, (size_t)n) : NULL;
    if (what)
        cm__lua_emit_fail(fs, g->start, what);
    else if (fs->e->status == CM_OK)
        fs->e->status = CM_E_NOMEM;
}

/* Labels and waiting gotos are looked at one after the other, which takes long
 * when there are tens of thousands. Who gives the memory may end the work by
 * refusing some (runtime/execution.c), so it is asked for a little now and
 * then. */
static void note_work(FuncState *fs, uint32_t n)
{
    enum {
        WORK_UNASKED = 100000
    };
    Emitter *e = fs->e;
    e->work += n;
    if (e->work < WORK_UNASKED)
        return;
    e->work = 0;
    void *p = cm__alloc(e->arena->alloc, 1);
    if (!p && e->status == CM_OK)
        e->status = CM_E_NOMEM;
    cm__free(e->arena->alloc, p, 1);
}

/* The visible label of that name, or NULL. */
static const Label *find_label(FuncState *fs, const Str *name)
{
    uint32_t n = 0;
    if (fs->e->status != CM_OK)
        return NULL;
    for (const Block *b = fs->block; b; b = b->up)
        for (const Label *l = b->labels; l; l = l->next, n++)
            if (l->name == name) {
                note_work(fs, n);
                return l;
            }
    note_work(fs, n);
    return NULL;
}

static void label(FuncState *fs, const LuaStmt *s)
{
    if (find_label(fs, s->label)) {
        cm__lua_emit_fail(fs, s->start, "This label is defined twice");
        return;
    }
    Label *l =
        fs->e->status == CM_OK ? cm__arena_zero(fs->e->arena, sizeof *l) : NULL;
    if (!l) {
        if (fs->e->status == CM_OK)
            fs->e->status = CM_E_NOMEM;
        return;
    }
    Block *b = fs->block;
    assert(b != NULL); /* a label stands in a block */
    *l =
        (Label){ b->labels, s->label, lua_here(fs),
                 s->ends_block && !b->is_repeat ? b->n_active : fs->actives.n };
    b->labels = l;
    uint32_t n = 0;
    for (Goto **link = &b->gotos; *link; n++) {
        Goto *g = *link;
        if (g->name != l->name) {
            link = &g->next;
            continue;
        }
        *link = g->next;
        if (g->n_active < l->n_active) {
            jumps_into_scope(fs, g);
            return;
        }
        cm__lua_patch_here(fs, g->jump);
    }
    note_work(fs, n);
    /* What follows must not be taken for the instruction before the label. */
    cm__lua_at(fs, s->start, s->start);
}

static void goto_(FuncState *fs, const LuaStmt *s)
{
    cm__lua_at(fs, s->start, s->start);
    const Label *l = find_label(fs, s->label);
    if (l) {
        cm__lua_loop(fs, INS_ABC(LUA_LOOP, 0, 0, 0), l->pc);
        return;
    }
    Goto *g = cm__arena_zero(fs->e->arena, sizeof *g);
    if (!g) {
        if (fs->e->status == CM_OK)
            fs->e->status = CM_E_NOMEM;
        return;
    }
    assert(fs->block != NULL); /* a goto stands in a block */
    *g = (Goto){ fs->block->gotos, s->label, 0, fs->actives.n, s->start };
    cm__lua_jump(fs, INS_ABC(LUA_JMP, 0, 0, 0), &g->jump);
    fs->block->gotos = g;
}

static void break_(FuncState *fs, const LuaStmt *s)
{
    Block *b = fs->block;
    while (b && !b->is_loop)
        b = b->up;
    if (!b)
        cm__lua_emit_fail(fs, s->start, "'break' outside of a loop");
    else
        cm__lua_jump(fs, INS_ABC(LUA_JMP, 0, 0, 0), &b->breaks);
}

/* ---- loops ---- */

static void while_(FuncState *fs, const LuaStmt *s)
{
    Block b;
    JumpList exit = 0;
    cm__lua_open_block(fs, &b, true);
    uint32_t top = lua_here(fs);
    cm__lua_cond(fs, s->left, false, &exit);
    scoped(fs, s->block);
    cm__lua_at(fs, s->start, s->start);
    cm__lua_loop(fs, INS_ABC(LUA_LOOP, 0, 0, 0), top);
    cm__lua_patch_here(fs, exit);
    cm__lua_close_block(fs, &b);
}

static void repeat(FuncState *fs, const LuaStmt *s)
{
    Block loop, body;
    JumpList exit = 0;
    cm__lua_open_block(fs, &loop, true);
    cm__lua_open_block(fs, &body, false);
    body.is_repeat = true;
    uint32_t top = lua_here(fs);
    cm__lua_statements(fs, s->block);
    cm__lua_cond(fs, s->left, true, &exit);
    cm__lua_at(fs, s->start, s->start);
    cm__lua_loop(fs, INS_ABC(LUA_LOOP, 0, 0, 0), top);
    cm__lua_patch_here(fs, exit);
    cm__lua_close_block(fs, &body);
    cm__lua_close_block(fs, &loop);
}

static void box_all(FuncState *fs, const LuaVar *v)
{
    for (; v; v = v->next)
        cm__lua_box(fs, v);
}

static void for_(FuncState *fs, const LuaStmt *s)
{
    Block loop, body;
    JumpList exit = 0;
    const LuaExpr *step = s->right->next->next;
    cm__lua_open_block(fs, &loop, true);
    uint32_t base = cm__lua_reserve(fs, 4);
    fs->n_fixed = base;
    cm__lua_to(fs, s->right, base);
    cm__lua_to(fs, s->right->next, base + 1);
    if (step)
        cm__lua_to(fs, step, base + 2);
    else
        cm__lua_op(fs, INS_ABX(LUA_LOADI, base + 2, 1));
    fs->n_fixed = base + 4;
    cm__lua_at(fs, s->start, s->start);
    cm__lua_jump(fs, INS_ABC(LUA_FORPREP, base, 0, 0), &exit);
    uint32_t top = lua_here(fs);
    cm__lua_open_block(fs, &body, false);
    cm__lua_activate(fs, s->vars, base + 3);
    box_all(fs, s->vars);
    cm__lua_statements(fs, s->block);
    cm__lua_close_block(fs, &body);
    cm__lua_at(fs, s->start, s->start);
    cm__lua_loop(fs, INS_ABC(LUA_FORLOOP, base, 0, 0), top);
    cm__lua_patch_here(fs, exit);
    cm__lua_close_block(fs, &loop);
}

static void for_in(FuncState *fs, const LuaStmt *s)
{
    Block loop, body;
    JumpList enter = 0;
    bool open;
    uint32_t n = 0;
    for (const LuaVar *v = s->vars; v; v = v->next)
        n++;
    cm__lua_open_block(fs, &loop, true);
    uint32_t base = fs->free;
    fs->n_fixed = base;
    cm__lua_list(fs, s->right, 3, &open);
    /* The position, then the variables; a call needs three registers there. */
    cm__lua_reserve(fs, 1 + (n < 3 ? 3 : n));
    cm__lua_op(fs, INS_ABC(LUA_LOADNIL, base + 3, 0, 0));
    cm__lua_jump(fs, INS_ABC(LUA_JMP, 0, 0, 0), &enter);
    uint32_t top = lua_here(fs);
    fs->free = base + 4 + n;
    fs->n_fixed = fs->free;
    cm__lua_open_block(fs, &body, false);
    cm__lua_activate(fs, s->vars, base + 4);
    box_all(fs, s->vars);
    cm__lua_statements(fs, s->block);
    cm__lua_close_block(fs, &body);
    cm__lua_patch_here(fs, enter);
    cm__lua_at(fs, s->right->start, s->right->end);
    cm__lua_op(fs, INS_ABC(LUA_TFORCALL, base, 0, n));
    cm__lua_loop(fs, INS_ABC(LUA_TFORLOOP, base, 0, 0), top);
    cm__lua_close_block(fs, &loop);
}

/* ---- if ---- */

static void if_(FuncState *fs, const LuaStmt *s)
{
    JumpList end = 0;
    for (const LuaClause *c = s->clauses; c; c = c->next) {
        JumpList next = 0;
        if (c->condition)
            cm__lua_cond(fs, c->condition, false, &next);
        scoped(fs, c->block);
        if (c->next)
            cm__lua_jump(fs, INS_ABC(LUA_JMP, 0, 0, 0), &end);
        cm__lua_patch_here(fs, next);
    }
    cm__lua_patch_here(fs, end);
}

/* ---- local, assignment, return ---- */

static uint32_t count(const LuaExpr *list)
{
    uint32_t n = 0;
    for (; list; list = list->next)
        n++;
    return n;
}

static void local(FuncState *fs, const LuaStmt *s)
{
    uint32_t n = 0, base = fs->free;
    bool open;
    for (const LuaVar *v = s->vars; v; v = v->next)
        n++;
    cm__lua_list(fs, s->right, n, &open);
    cm__lua_activate(fs, s->vars, base);
    box_all(fs, s->vars);
}

static void local_function(FuncState *fs, const LuaStmt *s)
{
    LuaVar *v = s->vars;
    uint32_t reg = cm__lua_reserve(fs, 1);
    if (!lua_is_boxed_var(v)) {
        cm__lua_to(fs, s->right, reg);
        cm__lua_activate(fs, v, reg);
        return;
    }
    cm__lua_op(fs, INS_ABC(LUA_LOADNIL, reg, 0, 0));
    cm__lua_activate(fs, v, reg);
    cm__lua_box(fs, v);
    uint32_t t = cm__lua_any(fs, s->right);
    cm__lua_op(fs, INS_ABC(LUA_SETBOX, reg, t, 0));
    fs->free = reg + 1;
}

static bool is_plain_local(const FuncState *fs, const LuaExpr *e)
{
    return e->kind == LE_LOCAL && e->as.var->func == fs->f &&
           !lua_is_boxed_var(e->as.var);
}

static void assign_one(FuncState *fs, const LuaExpr *to, const LuaExpr *e)
{
    if (is_plain_local(fs, to)) {
        cm__lua_to(fs, e, to->as.var->reg);
        return;
    }
    Place place;
    cm__lua_place(fs, to, false, &place);
    cm__lua_store(fs, &place, cm__lua_any(fs, e));
}

static void assign(FuncState *fs, const LuaStmt *s)
{
    uint32_t saved = fs->free, n = count(s->left);
    bool open;
    if (n == 1 && count(s->right) == 1) {
        assign_one(fs, s->left, s->right);
        fs->free = saved;
        return;
    }
    Place *places = cm__arena_zero(fs->e->arena, n * sizeof *places);
    if (!places) {
        if (fs->e->status == CM_OK)
            fs->e->status = CM_E_NOMEM;
        return;
    }
    uint32_t i = 0;
    for (const LuaExpr *e = s->left; e; e = e->next)
        cm__lua_place(fs, e, n > 1, &places[i++]);
    uint32_t base = fs->free;
    cm__lua_list(fs, s->right, n, &open);
    while (i-- > 0)
        cm__lua_store(fs, &places[i], base + i);
    fs->free = saved;
}

static void return_(FuncState *fs, const LuaStmt *s)
{
    const LuaExpr *e = s->right;
    uint32_t saved = fs->free;
    bool open;
    cm__lua_at(fs, s->start, s->start);
    if (!e) {
        cm__lua_op(fs, INS_ABC(LUA_RETURN0, 0, 0, 0));
        return;
    }
    if (!e->next && !lua_is_multi(e)) {
        uint32_t r = cm__lua_any(fs, e);
        cm__lua_at(fs, s->start, s->start);
        cm__lua_op(fs, INS_ABC(LUA_RETURN1, r, 0, 0));
    } else if (!e->next && e->kind != LE_VARARG && fs->parent) {
        cm__lua_tail_call(fs, e);
    } else {
        uint32_t n = cm__lua_list(fs, e, WANT_ALL, &open);
        cm__lua_at(fs, s->start, s->start);
        cm__lua_op(fs, INS_ABC(open ? LUA_RETURNM : LUA_RETURN, saved, n, 0));
    }
    fs->free = saved;
}

/* ---- all ---- */

static void statement(FuncState *fs, const LuaStmt *s)
{
    cm__lua_at(fs, s->start, s->start);
    switch ((LuaStmtKind)s->kind) {
    case LS_LOCAL:
        local(fs, s);
        break;
    case LS_LOCAL_FUNCTION:
        local_function(fs, s);
        break;
    case LS_ASSIGN:
        assign(fs, s);
        break;
    case LS_CALL:
        cm__lua_call(fs, s->left, 0);
        break;
    case LS_DO:
        scoped(fs, s->block);
        break;
    case LS_WHILE:
        while_(fs, s);
        break;
    case LS_REPEAT:
        repeat(fs, s);
        break;
    case LS_IF:
        if_(fs, s);
        break;
    case LS_FOR:
        for_(fs, s);
        break;
    case LS_FOR_IN:
        for_in(fs, s);
        break;
    case LS_RETURN:
        return_(fs, s);
        break;
    case LS_BREAK:
        break_(fs, s);
        break;
    case LS_GOTO:
        goto_(fs, s);
        break;
    case LS_LABEL:
        label(fs, s);
        break;
    }
}

void cm__lua_statements(FuncState *fs, LuaBlock b)
{
    for (const LuaStmt *s = b.first; s && fs->e->status == CM_OK; s = s->next)
        statement(fs, s);
}
