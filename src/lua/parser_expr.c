/* SPDX-License-Identifier: MIT */
/* Expressions. Operators by precedence climbing (manual 3.4.8). */
#include "engine/lua_ops.h"
#include "lua/parser_internal.h"

/* ---- making ---- */

static LuaExpr *make(Parser *p, LuaExprKind kind, uint32_t start)
{
    LuaExpr *e = cm__lua_make(p, sizeof *e);
    if (e) {
        e->kind = (uint8_t)kind;
        e->start = start;
        e->end = p->last_end;
        e->height = 1;
    }
    return e;
}

static void set_height(Parser *p, LuaExpr *e, const LuaExpr *a,
                       const LuaExpr *b)
{
    uint16_t h = a ? a->height : 0;
    if (b && b->height > h)
        h = b->height;
    e->height = (uint16_t)(h + 1);
    if (e->height > LUA_MAX_HEIGHT)
        cm__lua_fail(p, e->start,
                     "Expression is too long: at most 1,000 operators, calls "
                     "and fields in one chain");
}

static LuaExpr *make_pair(Parser *p, LuaExprKind kind, uint32_t start,
                          LuaExpr *a, LuaExpr *b)
{
    LuaExpr *e = make(p, kind, start);
    if (!e)
        return NULL;
    e->as.pair.a = a;
    e->as.pair.b = b;
    set_height(p, e, a, b);
    return e;
}

static LuaExpr *make_constant(Parser *p, Value v)
{
    uint32_t start = p->t.start;
    cm__lua_advance(p);
    LuaExpr *e = make(p, LE_CONSTANT, start);
    if (e)
        e->as.constant = v;
    return e;
}

LuaExpr *cm__lua_string(Parser *p, Str *s, uint32_t start)
{
    LuaExpr *e = make(p, LE_CONSTANT, start);
    if (e)
        e->as.constant = value_from_str(s);
    return e;
}

LuaExpr *cm__lua_index(Parser *p, LuaExpr *a, LuaExpr *b)
{
    return a && b ? make_pair(p, LE_INDEX, a->start, a, b) : NULL;
}

/* ---- names ---- */

LuaExpr *cm__lua_name(Parser *p)
{
    uint32_t start = p->t.start;
    Str *name = cm__lua_expect_name(p);
    if (!name)
        return NULL;
    if (name == p->name_env) {
        cm__lua_fail_hint(p, start, "_ENV is not supported",
                          "Use _G for the global variables.");
        p->x.fault.is_unsupported = true;
        return NULL;
    }
    LuaVar *v = p->buckets[name->hash & (LUA_BUCKETS - 1)];
    while (v && v->name != name)
        v = v->shadowed;
    LuaExpr *e = make(p, v ? LE_LOCAL : LE_GLOBAL, start);
    if (!e)
        return NULL;
    if (v) {
        e->as.var = v;
        v->captured |= v->func != p->func;
    } else {
        e->as.name = name;
    }
    return e;
}

/* ---- tables and functions ---- */

static LuaItem *item(Parser *p, LuaExpr *table)
{
    LuaItem *i = cm__lua_make(p, sizeof *i);
    if (!i)
        return NULL;
    if (p->t.kind == '[') {
        cm__lua_advance(p);
        i->key = cm__lua_expr(p);
        cm__lua_expect(p, ']');
        cm__lua_expect(p, '=');
    } else if (p->t.kind == LT_NAME && cm__lua_look_ahead(p) == '=') {
        uint32_t start = p->t.start;
        Str *name = cm__lua_expect_name(p);
        i->key = cm__lua_string(p, name, start);
        cm__lua_advance(p);
    }
    i->value = cm__lua_expr(p);
    if (i->key)
        table->as.table.n_fields++;
    else
        table->as.table.n_elements++;
    return i;
}

static LuaExpr *table(Parser *p)
{
    uint32_t start = p->t.start, line = p->t.line;
    LuaExpr *e = make(p, LE_TABLE, start);
    if (!e || !cm__lua_enter(p))
        return NULL;
    cm__lua_advance(p);
    LuaItem **link = &e->as.table.items;
    while (p->t.kind != '}' && !lua_failed(p)) {
        LuaItem *i = item(p, e);
        if (!i)
            break;
        *link = i;
        link = &i->next;
        if (!cm__lua_accept(p, ',') && !cm__lua_accept(p, ';'))
            break;
    }
    if (p->t.kind == ':' && !lua_failed(p))
        cm__lua_fail_hint(p, p->t.start, "Unexpected ':' in a table",
                          "In Lua a table is `{ a = 1, [\"b c\"] = 2 }`.");
    cm__lua_expect_close(p, '}', '{', start, line);
    e->end = p->last_end;
    cm__lua_leave(p);
    return e;
}

static void parameters(Parser *p, LuaFunc *f, bool is_method)
{
    LuaVar **link = &f->params;
    if (is_method) {
        Str *self = program_intern8(p->x.program, (const uint8_t *)"self", 4);
        LuaVar *v = cm__lua_new_var(p, self);
        if (!self)
            p->x.status = CM_E_NOMEM;
        if (!v || !self)
            return;
        cm__lua_declare(p, v);
        *link = v;
        link = &v->next;
        f->n_params++;
    }
    cm__lua_expect(p, '(');
    while (p->t.kind != ')' && !lua_failed(p)) {
        if (cm__lua_accept(p, LT_DOTS)) {
            f->is_vararg = true;
            break;
        }
        Str *name = cm__lua_expect_name(p);
        LuaVar *v = cm__lua_new_var(p, name);
        if (!v)
            return;
        cm__lua_declare(p, v);
        *link = v;
        link = &v->next;
        f->n_params++;
        if (!cm__lua_accept(p, ','))
            break;
    }
    cm__lua_expect(p, ')');
}

LuaExpr *cm__lua_function(Parser *p, uint32_t start, uint32_t line,
                          bool is_method)
{
    LuaExpr *e = make(p, LE_FUNCTION, start);
    LuaFunc *f = cm__lua_make(p, sizeof *f);
    if (!e || !f || lua_failed(p))
        return NULL;
    f->parent = p->func;
    f->start = start;
    p->func = f;
    ScopeMark mark = cm__lua_open_scope(p);
    parameters(p, f, is_method);
    f->body = cm__lua_block(p);
    cm__lua_expect_close(p, LT_END, LT_FUNCTION, start, line);
    cm__lua_close_scope(p, mark);
    f->end = e->end = p->last_end;
    e->as.func = f;
    p->func = f->parent;
    return e;
}

/* ---- suffixes ---- */

static LuaExpr *arguments(Parser *p)
{
    if (p->t.kind == LT_STRING)
        return make_constant(p, p->t.value);
    if (p->t.kind == '{')
        return table(p);
    uint32_t start = p->t.start, line = p->t.line;
    cm__lua_expect(p, '(');
    LuaExpr *list = NULL;
    if (!cm__lua_enter(p))
        return NULL;
    if (p->t.kind != ')')
        list = cm__lua_expr_list(p);
    cm__lua_leave(p);
    cm__lua_expect_close(p, ')', '(', start, line);
    return list;
}

static LuaExpr *call(Parser *p, LuaExpr *fn, Str *method)
{
    LuaExpr *args = arguments(p);
    LuaExpr *e = make(p, method ? LE_METHOD : LE_CALL, fn->start);
    if (!e)
        return NULL;
    e->as.call.fn = fn;
    e->as.call.args = args;
    e->as.call.method = method;
    set_height(p, e, fn, NULL);
    for (const LuaExpr *a = args; a; a = a->next)
        if (a->height >= e->height)
            set_height(p, e, a, NULL);
    return e;
}

static LuaExpr *primary(Parser *p)
{
    if (p->t.kind == LT_NAME)
        return cm__lua_name(p);
    if (p->t.kind != '(') {
        cm__lua_unexpected(p);
        return NULL;
    }
    uint32_t start = p->t.start, line = p->t.line;
    if (!cm__lua_enter(p))
        return NULL;
    cm__lua_advance(p);
    LuaExpr *inner = cm__lua_expr(p);
    cm__lua_expect_close(p, ')', '(', start, line);
    cm__lua_leave(p);
    if (!inner)
        return NULL;
    return make_pair(p, LE_PAREN, start, inner, NULL);
}

LuaExpr *cm__lua_suffixed(Parser *p)
{
    LuaExpr *e = primary(p);
    while (e && !lua_failed(p)) {
        uint32_t start;
        Str *name;
        LuaExpr *key;
        switch (p->t.kind) {
        case '.':
            cm__lua_advance(p);
            start = p->t.start;
            name = cm__lua_expect_name(p);
            if (!name)
                return NULL;
            e = cm__lua_index(p, e, cm__lua_string(p, name, start));
            break;
        case '[':
            cm__lua_advance(p);
            if (!cm__lua_enter(p))
                return NULL;
            key = cm__lua_expr(p);
            cm__lua_leave(p);
            cm__lua_expect(p, ']');
            e = cm__lua_index(p, e, key);
            break;
        case ':':
            cm__lua_advance(p);
            name = cm__lua_expect_name(p);
            if (!name)
                return NULL;
            e = call(p, e, name);
            break;
        case '(':
        case '{':
        case LT_STRING:
            e = call(p, e, NULL);
            break;
        default:
            return e;
        }
    }
    return e;
}

/* ---- operators ---- */

typedef struct Operator {
    uint8_t op;
    uint8_t left, right; /* priorities; 0: no operator */
} Operator;

/* By token. */
static const Operator operators[] = {
    ['+'] = { LB_ADD, 10, 10 },
    ['-'] = { LB_SUB, 10, 10 },
    ['*'] = { LB_MUL, 11, 11 },
    ['%'] = { LB_MOD, 11, 11 },
    ['^'] = { LB_POW, 14, 13 },
    ['/'] = { LB_DIV, 11, 11 },
    [LT_IDIV] = { LB_IDIV, 11, 11 },
    ['&'] = { LB_BAND, 6, 6 },
    ['|'] = { LB_BOR, 4, 4 },
    ['~'] = { LB_BXOR, 5, 5 },
    [LT_SHL] = { LB_SHL, 7, 7 },
    [LT_SHR] = { LB_SHR, 7, 7 },
    [LT_CONCAT] = { LB_CONCAT, 9, 8 },
    [LT_EQ] = { LB_EQ, 3, 3 },
    [LT_NE] = { LB_NE, 3, 3 },
    ['<'] = { LB_LT, 3, 3 },
    [LT_LE] = { LB_LE, 3, 3 },
    ['>'] = { LB_GT, 3, 3 },
    [LT_GE] = { LB_GE, 3, 3 },
    [LT_AND] = { LB_AND, 2, 2 },
    [LT_OR] = { LB_OR, 1, 1 },
    [LT_LABEL] = { 0, 0, 0 }, /* the last token */
};

#define UNARY_PRIORITY 12

static int unary_of(int token)
{
    switch (token) {
    case LT_NOT:
        return LU_NOT;
    case '-':
        return LU_NEGATE;
    case '~':
        return LU_BNOT;
    case '#':
        return LU_LENGTH;
    default:
        return -1;
    }
}

static LuaExpr *simple(Parser *p)
{
    uint32_t start = p->t.start, line = p->t.line;
    LuaExpr *e;
    switch (p->t.kind) {
    case LT_NUMBER:
    case LT_STRING:
        return make_constant(p, p->t.value);
    case LT_NIL:
        return make_constant(p, VALUE_UNDEFINED);
    case LT_TRUE:
        return make_constant(p, VALUE_TRUE);
    case LT_FALSE:
        return make_constant(p, VALUE_FALSE);
    case LT_DOTS:
        if (!p->func->is_vararg) {
            cm__lua_fail(p, start, "'...' outside of a vararg function");
            return NULL;
        }
        cm__lua_advance(p);
        e = make(p, LE_VARARG, start);
        return e;
    case '{':
        return table(p);
    case LT_FUNCTION:
        cm__lua_advance(p);
        return cm__lua_function(p, start, line, false);
    default:
        return cm__lua_suffixed(p);
    }
}

/* -5 is a constant; an integer that has no negative stays an operation. */
static bool fold_negation(Parser *p, LuaExpr *a, uint32_t start)
{
    if (a->kind != LE_CONSTANT || !lua_is_number(a->as.constant))
        return false;
    Value v = a->as.constant;
    if (value_is_double(v)) {
        if (value_to_double(v) == 0)
            return false;
        a->as.constant = value_double(-value_to_double(v));
    } else {
        a->as.constant = cm__lua_constant(
            p->x.program, false, (int64_t)(0 - (uint64_t)lua_int64(v)), 0);
        if (a->as.constant == VALUE_THROWN) {
            p->x.status = CM_E_NOMEM;
            a->as.constant = v;
        }
    }
    a->start = start;
    return true;
}

static LuaExpr *sub_expr(Parser *p, uint8_t limit);

/* Operands behind an operator recurse. */
static LuaExpr *operand(Parser *p, uint8_t limit)
{
    if (!cm__lua_enter(p))
        return NULL;
    LuaExpr *e = sub_expr(p, limit);
    cm__lua_leave(p);
    return e;
}

static LuaExpr *unary(Parser *p, int op)
{
    uint32_t start = p->t.start;
    cm__lua_advance(p);
    LuaExpr *a = operand(p, UNARY_PRIORITY);
    if (!a)
        return NULL;
    if (op == LU_NEGATE && fold_negation(p, a, start))
        return a;
    LuaExpr *e = make_pair(p, LE_UNARY, start, a, NULL);
    if (e)
        e->op = (uint8_t)op;
    return e;
}

static LuaExpr *sub_expr(Parser *p, uint8_t limit)
{
    int prefix = unary_of(p->t.kind);
    LuaExpr *e = prefix >= 0 ? unary(p, prefix) : simple(p);
    const Operator *o = &operators[p->t.kind];
    while (e && o->left > limit && !lua_failed(p)) {
        cm__lua_advance(p);
        LuaExpr *b = operand(p, o->right);
        if (!b)
            break;
        LuaExprKind kind = o->op == LB_AND  ? LE_AND
                           : o->op == LB_OR ? LE_OR
                                            : LE_BINARY;
        e = make_pair(p, kind, e->start, e, b);
        if (e)
            e->op = o->op;
        o = &operators[p->t.kind];
    }
    return lua_failed(p) ? NULL : e;
}

LuaExpr *cm__lua_expr(Parser *p)
{
    return sub_expr(p, 0);
}

LuaExpr *cm__lua_expr_list(Parser *p)
{
    LuaExpr *first = cm__lua_expr(p), *last = first;
    while (last && cm__lua_accept(p, ',')) {
        last->next = cm__lua_expr(p);
        last = last->next;
    }
    return first;
}
