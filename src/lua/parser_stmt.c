/* SPDX-License-Identifier: MIT */
/* Statements and blocks. */
#include <string.h>

#include "engine/lua_ops.h"
#include "lua/parser_internal.h"

static LuaStmt *make(Parser *p, LuaStmtKind kind)
{
    LuaStmt *s = cm__lua_make(p, sizeof *s);
    if (s) {
        s->kind = (uint8_t)kind;
        s->start = p->t.start;
    }
    return s;
}

static LuaBlock scoped_block(Parser *p)
{
    ScopeMark mark = cm__lua_open_scope(p);
    LuaBlock b = cm__lua_block(p);
    cm__lua_close_scope(p, mark);
    return b;
}

/* ---- local ---- */

static void attribute(Parser *p, LuaVar *v)
{
    uint32_t start = p->t.start;
    if (!cm__lua_accept(p, '<'))
        return;
    const Str *name = cm__lua_expect_name(p);
    if (name == p->name_const) {
        v->is_const = true;
    } else if (name == p->name_close) {
        cm__lua_fail_hint(p, start, "Variables with <close> are not supported",
                          "Release things explicitly; there are none that "
                          "must be.");
        p->x.fault.is_unsupported = true;
    } else if (name) {
        cm__lua_fail(p, start, "Unknown attribute");
    }
    cm__lua_expect(p, '>');
}

static LuaStmt *local(Parser *p)
{
    LuaStmt *s = make(p, LS_LOCAL);
    uint32_t start = p->t.start, line = p->t.line;
    cm__lua_advance(p);
    if (!s)
        return NULL;
    if (cm__lua_accept(p, LT_FUNCTION)) {
        s->kind = LS_LOCAL_FUNCTION;
        s->vars = cm__lua_new_var(p, cm__lua_expect_name(p));
        cm__lua_declare(p, s->vars);
        s->right = cm__lua_function(p, start, line, false);
        /* It is set after its own closure captured it. */
        if (s->vars && s->vars->captured)
            s->vars->assigned = true;
        return s;
    }
    LuaVar **link = &s->vars;
    do {
        LuaVar *v = cm__lua_new_var(p, cm__lua_expect_name(p));
        if (!v || lua_failed(p))
            return NULL;
        attribute(p, v);
        *link = v;
        link = &v->next;
    } while (cm__lua_accept(p, ','));
    if (cm__lua_accept(p, '='))
        s->right = cm__lua_expr_list(p);
    for (LuaVar *v = s->vars; v; v = v->next)
        cm__lua_declare(p, v);
    return s;
}

/* ---- assignment and calls ---- */

static void check_target(Parser *p, LuaExpr *e)
{
    if (e->kind == LE_LOCAL) {
        if (e->as.var->is_const) {
            const Str *name = e->as.var->name;
            cm__lua_fail(p, e->start,
                         cm__lua_format(p, "Assignment to the constant '%.*s'",
                                        (int)(name->len < 60 ? name->len : 60),
                                        (const char *)name->as.u8));
        }
        e->as.var->assigned = true;
    } else if (e->kind != LE_GLOBAL && e->kind != LE_INDEX) {
        cm__lua_fail(p, e->start, "This cannot be assigned to");
    }
}

/* A statement that begins like an expression and is none that can stand
 * alone. */
static void bare_expression(Parser *p, uint32_t start)
{
    const char *from = p->x.source + start;
    size_t n = 0;
    while (start + n < p->x.end && from[n] != '\n' && from[n] != '\r' && n < 60)
        n++;
    const char *hint = cm__lua_format(
        p, "To give a value back write `return %.*s`.", (int)n, from);
    cm__lua_fail(p, start, "An expression is not a statement");
    if (p->x.status == CM_E_SYNTAX && p->x.fault.offset == start)
        p->x.fault.fallback = hint;
}

static LuaStmt *expression(Parser *p)
{
    uint32_t start = p->t.start;
    LuaStmt *s = make(p, LS_CALL);
    LuaExpr *e = cm__lua_suffixed(p);
    if (!s || !e || lua_failed(p))
        return NULL;
    if (p->t.kind != '=' && p->t.kind != ',') {
        if (e->kind != LE_CALL && e->kind != LE_METHOD)
            bare_expression(p, start);
        s->left = e;
        return s;
    }
    s->kind = LS_ASSIGN;
    s->left = e;
    check_target(p, e);
    while (cm__lua_accept(p, ',')) {
        e->next = cm__lua_suffixed(p);
        e = e->next;
        if (!e || lua_failed(p))
            return NULL;
        check_target(p, e);
    }
    cm__lua_expect(p, '=');
    s->right = cm__lua_expr_list(p);
    return s;
}

static LuaStmt *function(Parser *p)
{
    LuaStmt *s = make(p, LS_ASSIGN);
    uint32_t start = p->t.start, line = p->t.line;
    bool is_method = false;
    cm__lua_advance(p);
    LuaExpr *name = s ? cm__lua_name(p) : NULL;
    while (name && (p->t.kind == '.' || p->t.kind == ':')) {
        is_method = p->t.kind == ':';
        cm__lua_advance(p);
        uint32_t at = p->t.start;
        Str *key = cm__lua_expect_name(p);
        if (!key)
            return NULL;
        name = cm__lua_index(p, name, cm__lua_string(p, key, at));
        if (is_method)
            break;
    }
    if (!name)
        return NULL;
    check_target(p, name);
    s->left = name;
    s->right = cm__lua_function(p, start, line, is_method);
    return s;
}

/* ---- control ---- */

static LuaStmt *if_(Parser *p)
{
    LuaStmt *s = make(p, LS_IF);
    uint32_t start = p->t.start, line = p->t.line;
    LuaClause **link = s ? &s->clauses : NULL;
    bool more = s != NULL;
    while (more) {
        LuaClause *c = cm__lua_make(p, sizeof *c);
        if (!c)
            return NULL;
        bool is_else = p->t.kind == LT_ELSE;
        cm__lua_advance(p);
        if (!is_else) {
            c->condition = cm__lua_expr(p);
            cm__lua_expect(p, LT_THEN);
        }
        c->block = scoped_block(p);
        *link = c;
        link = &c->next;
        more = !is_else && !lua_failed(p) &&
               (p->t.kind == LT_ELSEIF || p->t.kind == LT_ELSE);
    }
    cm__lua_expect_close(p, LT_END, LT_IF, start, line);
    return s;
}

static LuaStmt *while_(Parser *p)
{
    LuaStmt *s = make(p, LS_WHILE);
    uint32_t start = p->t.start, line = p->t.line;
    cm__lua_advance(p);
    if (!s)
        return NULL;
    s->left = cm__lua_expr(p);
    cm__lua_expect(p, LT_DO);
    s->block = scoped_block(p);
    cm__lua_expect_close(p, LT_END, LT_WHILE, start, line);
    return s;
}

static LuaStmt *repeat(Parser *p)
{
    LuaStmt *s = make(p, LS_REPEAT);
    uint32_t start = p->t.start, line = p->t.line;
    cm__lua_advance(p);
    if (!s)
        return NULL;
    ScopeMark mark = cm__lua_open_scope(p);
    s->block = cm__lua_block(p);
    cm__lua_expect_close(p, LT_UNTIL, LT_REPEAT, start, line);
    s->left = cm__lua_expr(p); /* sees the block's variables */
    cm__lua_close_scope(p, mark);
    return s;
}

static LuaStmt *do_(Parser *p)
{
    LuaStmt *s = make(p, LS_DO);
    uint32_t start = p->t.start, line = p->t.line;
    cm__lua_advance(p);
    if (!s)
        return NULL;
    s->block = scoped_block(p);
    cm__lua_expect_close(p, LT_END, LT_DO, start, line);
    return s;
}

/* Hidden variables of loops count against the bound, as in Lua. */
static void hide(Parser *p, uint32_t n)
{
    p->func->n_active += n;
}

static LuaStmt *for_(Parser *p)
{
    LuaStmt *s = make(p, LS_FOR);
    uint32_t start = p->t.start, line = p->t.line;
    cm__lua_advance(p);
    if (!s)
        return NULL;
    LuaVar *v = cm__lua_new_var(p, cm__lua_expect_name(p));
    s->vars = v;
    if (!v || lua_failed(p))
        return NULL;
    uint32_t hidden = 3;
    if (cm__lua_accept(p, '=')) {
        s->right = cm__lua_expr(p);
        cm__lua_expect(p, ',');
        LuaExpr *limit = cm__lua_expr(p);
        if (!s->right || !limit)
            return NULL;
        s->right->next = limit;
        if (cm__lua_accept(p, ','))
            limit->next = cm__lua_expr(p);
    } else {
        s->kind = LS_FOR_IN;
        hidden = 4;
        while (cm__lua_accept(p, ',')) {
            v->next = cm__lua_new_var(p, cm__lua_expect_name(p));
            v = v->next;
            if (!v || lua_failed(p))
                return NULL;
        }
        cm__lua_expect(p, LT_IN);
        s->right = cm__lua_expr_list(p);
    }
    cm__lua_expect(p, LT_DO);
    ScopeMark mark = cm__lua_open_scope(p);
    hide(p, hidden);
    for (v = s->vars; v; v = v->next)
        cm__lua_declare(p, v);
    s->block = cm__lua_block(p);
    cm__lua_close_scope(p, mark);
    p->func->n_active -= hidden;
    cm__lua_expect_close(p, LT_END, LT_FOR, start, line);
    return s;
}

static LuaStmt *return_(Parser *p)
{
    LuaStmt *s = make(p, LS_RETURN);
    cm__lua_advance(p);
    if (!s)
        return NULL;
    switch (p->t.kind) {
    case LT_EOF:
    case LT_END:
    case LT_ELSE:
    case LT_ELSEIF:
    case LT_UNTIL:
    case ';':
        break;
    default:
        s->right = cm__lua_expr_list(p);
    }
    cm__lua_accept(p, ';');
    return s;
}

static LuaStmt *named(Parser *p, LuaStmtKind kind)
{
    LuaStmt *s = make(p, kind);
    cm__lua_advance(p);
    if (!s)
        return NULL;
    s->label = cm__lua_expect_name(p);
    if (kind == LS_LABEL)
        cm__lua_expect(p, LT_LABEL);
    return s;
}

static bool begins_expression(int kind)
{
    switch (kind) {
    case LT_NUMBER:
    case LT_STRING:
    case LT_NIL:
    case LT_TRUE:
    case LT_FALSE:
    case LT_NOT:
    case LT_DOTS:
    case '{':
    case '-':
    case '#':
    case '~':
        return true;
    default:
        return false;
    }
}

static LuaStmt *statement(Parser *p)
{
    LuaStmt *s;
    switch (p->t.kind) {
    case LT_LOCAL:
        return local(p);
    case LT_IF:
        return if_(p);
    case LT_WHILE:
        return while_(p);
    case LT_DO:
        return do_(p);
    case LT_FOR:
        return for_(p);
    case LT_REPEAT:
        return repeat(p);
    case LT_FUNCTION:
        return function(p);
    case LT_RETURN:
        return return_(p);
    case LT_BREAK:
        s = make(p, LS_BREAK);
        cm__lua_advance(p);
        return s;
    case LT_GOTO:
        return named(p, LS_GOTO);
    case LT_LABEL:
        return named(p, LS_LABEL);
    default:
        if (begins_expression(p->t.kind)) {
            bare_expression(p, p->t.start);
            return NULL;
        }
        return expression(p);
    }
}

static bool ends_block(int kind)
{
    return kind == LT_EOF || kind == LT_END || kind == LT_ELSE ||
           kind == LT_ELSEIF || kind == LT_UNTIL;
}

/* Labels that nothing but labels follows see no variables of the block. */
static void mark_last_labels(LuaBlock b)
{
    LuaStmt *from = NULL;
    for (LuaStmt *s = b.first; s; s = s->next) {
        if (s->kind != LS_LABEL)
            from = NULL;
        else if (!from)
            from = s;
    }
    for (; from; from = from->next)
        from->ends_block = true;
}

LuaBlock cm__lua_block(Parser *p)
{
    LuaBlock b = { NULL };
    LuaStmt **link = &b.first;
    if (!cm__lua_enter(p)) {
        cm__lua_leave(p);
        return b;
    }
    while (!ends_block(p->t.kind)) {
        if (cm__lua_accept(p, ';'))
            continue;
        LuaStmt *s = statement(p);
        if (!s || lua_failed(p))
            break;
        *link = s;
        link = &s->next;
        if (s->kind == LS_RETURN)
            break;
    }
    if (b.first && !ends_block(p->t.kind) && !lua_failed(p))
        cm__lua_fail(p, p->t.start,
                     "'return' must be the last statement of its block");
    mark_last_labels(b);
    cm__lua_leave(p);
    return b;
}
