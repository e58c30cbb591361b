/* SPDX-License-Identifier: MIT */
#include "lua/preflight.h"

#include <string.h>

#include "base/buf.h"

#define LUA_PATH_MAX 64 /* segments; longer paths are left to run time */

/* A path below `tools`; NULL parent: `tools` itself. */
typedef struct ToolPath {
    const struct ToolPath *parent;
    const Str *segment;
} ToolPath;

/* What a local variable stands for. */
typedef struct Alias {
    struct Alias *next;
    const LuaVar *var;
    const ToolPath *path;
} Alias;

typedef struct Found {
    LuaToolCall call;
    struct Found *next;
} Found;

typedef struct Scan {
    Arena *arena;
    Alias *aliases;
    Found *first, *last;
    size_t n;
    ToolPath root;
    bool failed, tools_assigned;
} Scan;

static bool str_is(const Str *s, const char *text)
{
    size_t n = strlen(text);
    return s->len == n && memcmp(s->as.u8, text, n) == 0;
}

/* Strings of the program are interned, thus flat and 8-bit. */
static void add_path(Buf *b, const ToolPath *path)
{
    const ToolPath *parts[LUA_PATH_MAX];
    size_t n = 0;
    for (const ToolPath *p = path; p->parent && n < LUA_PATH_MAX; p = p->parent)
        parts[n++] = p;
    while (n-- > 0) {
        cm__buf_add(b, parts[n]->segment->as.u8, parts[n]->segment->len);
        if (n)
            cm__buf_add_char(b, '.');
    }
}

static size_t path_length(const ToolPath *path)
{
    size_t n = 0;
    for (; path->parent; path = path->parent)
        n++;
    return n;
}

static void record(Scan *s, const ToolPath *path, uint32_t offset)
{
    if (!path->parent || path_length(path) > LUA_PATH_MAX ||
        (!path->parent->parent && str_is(path->segment, "search")))
        return;
    Buf b;
    cm__buf_init(&b, s->arena->alloc, CM_BUF_NO_LIMIT);
    add_path(&b, path);
    Found *f = cm__arena_zero(s->arena, sizeof *f);
    const char *text = b.status == CM_OK
                           ? cm__arena_text(s->arena, cm__buf_text(&b), b.len)
                           : NULL;
    if (!f || !text) {
        s->failed = true;
    } else {
        f->call = (LuaToolCall){ text, b.len, offset };
        if (s->last)
            s->last->next = f;
        else
            s->first = f;
        s->last = f;
        s->n++;
    }
    cm__buf_done(&b);
}

/* ---- expressions ---- */

static const ToolPath *scan_expr(Scan *s, const LuaExpr *e);

static void scan_list(Scan *s, const LuaExpr *e)
{
    for (; e && !s->failed; e = e->next)
        (void)scan_expr(s, e);
}

static const ToolPath *alias_of(const Scan *s, const LuaVar *v)
{
    for (const Alias *a = s->aliases; a; a = a->next)
        if (a->var == v)
            return a->path;
    return NULL;
}

static const ToolPath *scan_index(Scan *s, const LuaExpr *e)
{
    const ToolPath *path = scan_expr(s, e->as.pair.a);
    const LuaExpr *key = e->as.pair.b;
    if (!path || key->kind != LE_CONSTANT ||
        !value_is_string(key->as.constant)) {
        (void)scan_expr(s, key);
        return NULL;
    }
    ToolPath *p = cm__arena_zero(s->arena, sizeof *p);
    if (!p) {
        s->failed = true;
        return NULL;
    }
    *p = (ToolPath){ path, value_str(key->as.constant) };
    return p;
}

/* The path that e stands for, or NULL; records the calls in it. */
static const ToolPath *scan_expr(Scan *s, const LuaExpr *e)
{
    const ToolPath *path;
    if (s->failed)
        return NULL;
    switch ((LuaExprKind)e->kind) {
    case LE_LOCAL:
        return alias_of(s, e->as.var);
    case LE_GLOBAL:
        return str_is(e->as.name, "tools") && !s->tools_assigned ? &s->root
                                                                 : NULL;
    case LE_INDEX:
        return scan_index(s, e);
    case LE_CALL:
        path = scan_expr(s, e->as.call.fn);
        scan_list(s, e->as.call.args);
        if (path)
            record(s, path, e->start);
        return NULL;
    case LE_METHOD:
        (void)scan_expr(s, e->as.call.fn);
        scan_list(s, e->as.call.args);
        return NULL;
    case LE_UNARY:
    case LE_PAREN:
        path = scan_expr(s, e->as.pair.a);
        return e->kind == LE_PAREN ? path : NULL;
    case LE_BINARY:
        (void)scan_expr(s, e->as.pair.a);
        (void)scan_expr(s, e->as.pair.b);
        return NULL;
    case LE_AND:
    case LE_OR:
        (void)scan_expr(s, e->as.pair.a);
        return NULL;
    case LE_TABLE:
        for (const LuaItem *i = e->as.table.items; i; i = i->next) {
            if (i->key)
                (void)scan_expr(s, i->key);
            (void)scan_expr(s, i->value);
        }
        return NULL;
    case LE_CONSTANT:
    case LE_VARARG:
    case LE_FUNCTION:
        break;
    }
    return NULL;
}

/* ---- statements ---- */

static void scan_local(Scan *s, const LuaStmt *st)
{
    const LuaExpr *e = st->right;
    const LuaVar *v = st->vars;
    for (; e && !s->failed; e = e->next) {
        const ToolPath *path = scan_expr(s, e);
        if (v && path && !v->assigned) {
            Alias *a = cm__arena_zero(s->arena, sizeof *a);
            if (!a) {
                s->failed = true;
                return;
            }
            *a = (Alias){ s->aliases, v, path };
            s->aliases = a;
        }
        v = v ? v->next : NULL;
    }
}

static void scan_assign(Scan *s, const LuaStmt *st)
{
    for (const LuaExpr *e = st->left; e; e = e->next) {
        if (e->kind == LE_INDEX) {
            (void)scan_expr(s, e->as.pair.a);
            (void)scan_expr(s, e->as.pair.b);
        }
    }
    scan_list(s, st->right);
    for (const LuaExpr *e = st->left; e; e = e->next)
        if (e->kind == LE_GLOBAL && str_is(e->as.name, "tools"))
            s->tools_assigned = true;
}

/* False: what follows is not certain to run. Branches may hold a return or a
 * goto, loops may not end. */
static bool scan_statement(Scan *s, const LuaStmt *st)
{
    switch ((LuaStmtKind)st->kind) {
    case LS_LOCAL:
        scan_local(s, st);
        return true;
    case LS_LOCAL_FUNCTION:
        return true;
    case LS_ASSIGN:
        scan_assign(s, st);
        return true;
    case LS_CALL:
        (void)scan_expr(s, st->left);
        return true;
    case LS_DO:
        for (const LuaStmt *x = st->block.first; x && !s->failed; x = x->next)
            if (!scan_statement(s, x))
                return false;
        return true;
    case LS_IF:
        (void)scan_expr(s, st->clauses->condition);
        return false;
    case LS_WHILE:
        (void)scan_expr(s, st->left);
        return false;
    case LS_FOR:
    case LS_FOR_IN:
    case LS_RETURN:
        scan_list(s, st->right);
        return false;
    case LS_REPEAT:
    case LS_BREAK:
    case LS_GOTO:
    case LS_LABEL:
        return false;
    }
    return false;
}

bool cm__lua_preflight(Arena *arena, const LuaFunc *main, Program *program,
                       LuaToolCall **ret_calls, size_t *ret_n)
{
    (void)program;
    Scan s = { .arena = arena };
    for (const LuaStmt *st = main->body.first; st && !s.failed; st = st->next)
        if (!scan_statement(&s, st))
            break;
    LuaToolCall *calls =
        cm__arena_alloc(arena, (s.n + !s.n) * sizeof(LuaToolCall));
    if (s.failed || !calls)
        return false;
    size_t i = 0;
    for (const Found *f = s.first; f; f = f->next)
        calls[i++] = f->call;
    *ret_calls = calls;
    *ret_n = s.n;
    return true;
}
