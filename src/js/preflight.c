/* SPDX-License-Identifier: MIT */
#include "js/preflight.h"

#include "base/buf.h"

#include <string.h>

/* A path below `tools`; NULL parent and segment: `tools` itself. */
typedef struct ToolPath {
    const struct ToolPath *parent;
    const JsName *segment;
} ToolPath;

typedef struct Found {
    JsToolCall call;
    struct Found *next;
} Found;

typedef struct Scan {
    Arena *arena;
    Found *first, *last;
    size_t n;
    ToolPath root;
    bool failed;
} Scan;

static void scan_expr(Scan *s, const JsNode *n);

/* ---- paths ---- */

static const ToolPath *extend(Scan *s, const ToolPath *parent,
                              const JsName *segment)
{
    ToolPath *p = (ToolPath *)cm__arena_zero(s->arena, sizeof *p);
    if (!p) {
        s->failed = true;
        return NULL;
    }
    p->parent = parent;
    p->segment = segment;
    return p;
}

/* What a name stands for, NULL when not a path. */
static const ToolPath *ident_path(Scan *s, const JsNode *n)
{
    if (n->kind != JS_NODE_IDENT)
        return NULL;
    const JsIdent *ident = JS_AS_CONST(JsIdent, n);
    const Var *v = js_var(ident->decl);
    if (v)
        return v->path;
    return js_name_is(ident->name, "tools") ? &s->root : NULL;
}

static const JsName *link_segment(const JsLink *l)
{
    if (l->kind == JS_LINK_MEMBER)
        return l->as.name;
    if (l->kind == JS_LINK_INDEX && l->as.expr->kind == JS_NODE_STRING)
        return JS_AS_CONST(JsString, l->as.expr)->value;
    return NULL;
}

static void add_text(Buf *b, const JsText *t)
{
    for (uint32_t i = 0; i < t->len; i++) {
        uint32_t unit = t->wide ? ((const uint16_t *)t->units)[i]
                                : ((const uint8_t *)t->units)[i];
        if (t->wide && unit >= 0xD800 && unit < 0xDC00 && i + 1 < t->len) {
            uint32_t low = ((const uint16_t *)t->units)[i + 1];
            if (low >= 0xDC00 && low < 0xE000) {
                unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                i++;
            }
        }
        bool lone = unit >= 0xD800 && unit < 0xE000;
        cm__buf_add_code_point(b, lone ? 0xFFFD : unit);
    }
}

/* Segments from the root on; paths are short, but a hostile one is not. */
static void add_path(Scan *s, Buf *b, const ToolPath *path)
{
    size_t n = 0;
    for (const ToolPath *p = path; p->parent; p = p->parent)
        n++;
    const JsName **names =
        (const JsName **)cm__arena_alloc(s->arena, (n + !n) * sizeof(JsName *));
    if (!names) {
        s->failed = true;
        return;
    }
    size_t at = n;
    for (const ToolPath *p = path; p->parent; p = p->parent)
        names[--at] = p->segment;
    for (at = 0; at < n; at++) {
        if (at)
            cm__buf_add_char(b, '.');
        add_text(b, &names[at]->text);
    }
}

static void record(Scan *s, const ToolPath *path, uint32_t offset)
{
    if (!path->parent ||
        (!path->parent->parent && js_name_is(path->segment, "search")))
        return;
    Buf b;
    cm__buf_init(&b, s->arena->alloc, CM_BUF_NO_LIMIT);
    add_path(s, &b, path);
    Found *f = (Found *)cm__arena_zero(s->arena, sizeof *f);
    const char *text = b.status == CM_OK
                           ? cm__arena_text(s->arena, cm__buf_text(&b), b.len)
                           : NULL;
    if (!f || !text) {
        s->failed = true;
    } else {
        f->call = (JsToolCall){ text, b.len, offset };
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

static void scan_list(Scan *s, const JsList *list)
{
    for (const JsNode *n = list->first; n && !s->failed; n = n->next)
        scan_expr(s, n);
}

/* The path that the access stands for, or NULL; records the calls in it. */
static const ToolPath *scan_access(Scan *s, const JsAccess *a)
{
    const ToolPath *path = ident_path(s, a->head);
    if (!path)
        scan_expr(s, a->head);
    for (const JsLink *l = a->links; l && !s->failed; l = l->next) {
        if (l->is_optional)
            return NULL; /* the rest may not run */
        const JsName *segment = link_segment(l);
        if (l->kind == JS_LINK_CALL) {
            scan_list(s, &l->as.args);
            if (path)
                record(s, path, a->node.start);
            path = NULL;
        } else if (path && segment) {
            path = extend(s, path, segment);
        } else {
            if (l->kind == JS_LINK_INDEX || l->kind == JS_LINK_TAGGED)
                scan_expr(s, l->as.expr);
            path = NULL;
        }
    }
    return path;
}

static const ToolPath *value_path(Scan *s, const JsNode *n)
{
    if (n->kind == JS_NODE_ACCESS)
        return scan_access(s, JS_AS_CONST(JsAccess, n));
    const ToolPath *path = ident_path(s, n);
    if (!path)
        scan_expr(s, n);
    return path;
}

static void scan_chain(Scan *s, const JsChain *c)
{
    scan_expr(s, c->first);
    uint8_t op = c->links->op;
    if (op == JS_OP_AND || op == JS_OP_OR || op == JS_OP_NULLISH)
        return;
    for (const JsChainLink *l = c->links; l; l = l->next)
        scan_expr(s, l->operand);
}

static void scan_object(Scan *s, const JsObject *o)
{
    for (const JsNode *n = o->properties.first; n; n = n->next) {
        const JsProperty *p = JS_AS_CONST(JsProperty, n);
        if (p->key.kind == JS_KEY_COMPUTED)
            scan_expr(s, p->key.as.expr);
        scan_expr(s, p->value);
    }
}

static void scan_assign(Scan *s, const JsAssign *a)
{
    if (a->target->kind == JS_NODE_ACCESS)
        scan_expr(s, a->target);
    if (a->node.op != JS_OP_AND && a->node.op != JS_OP_OR &&
        a->node.op != JS_OP_NULLISH)
        scan_expr(s, a->value);
}

static void scan_expr(Scan *s, const JsNode *n)
{
    if (!n || s->failed)
        return;
    switch (n->kind) {
    case JS_NODE_ACCESS:
        (void)scan_access(s, JS_AS_CONST(JsAccess, n));
        break;
    case JS_NODE_UNARY:
    case JS_NODE_AWAIT:
    case JS_NODE_SPREAD:
        scan_expr(s, JS_AS_CONST(JsUnary, n)->operand);
        break;
    case JS_NODE_CHAIN:
        scan_chain(s, JS_AS_CONST(JsChain, n));
        break;
    case JS_NODE_POWER:
        scan_expr(s, JS_AS_CONST(JsPower, n)->left);
        scan_expr(s, JS_AS_CONST(JsPower, n)->right);
        break;
    case JS_NODE_CONDITIONAL:
        scan_expr(s, JS_AS_CONST(JsConditional, n)->arms->test);
        break;
    case JS_NODE_ASSIGN:
        scan_assign(s, JS_AS_CONST(JsAssign, n));
        break;
    case JS_NODE_SEQUENCE:
        scan_list(s, &JS_AS_CONST(JsSequence, n)->exprs);
        break;
    case JS_NODE_ARRAY:
        scan_list(s, &JS_AS_CONST(JsArray, n)->elements);
        break;
    case JS_NODE_TEMPLATE:
        scan_list(s, &JS_AS_CONST(JsTemplate, n)->exprs);
        break;
    case JS_NODE_OBJECT:
        scan_object(s, JS_AS_CONST(JsObject, n));
        break;
    case JS_NODE_NEW:
        scan_expr(s, JS_AS_CONST(JsNew, n)->callee);
        scan_list(s, &JS_AS_CONST(JsNew, n)->args);
        break;
    default:
        break; /* leaves; functions and classes do not run here */
    }
}

/* ---- statements ---- */

static void bind_path(Scan *s, const JsNode *target, const ToolPath *path)
{
    if (target->kind == JS_NODE_IDENT) {
        Var *v = js_var(JS_AS_CONST(JsIdent, target)->decl);
        if (v)
            v->path = path;
        return;
    }
    if (target->kind != JS_NODE_OBJECT_PATTERN)
        return;
    const JsObject *o = JS_AS_CONST(JsObject, target);
    for (const JsNode *n = o->properties.first; n && !s->failed; n = n->next) {
        const JsProperty *p = JS_AS_CONST(JsProperty, n);
        if (p->key.kind != JS_KEY_NAME || p->kind == JS_PROP_SPREAD)
            continue;
        const ToolPath *inner = extend(s, path, p->key.as.name);
        if (inner)
            bind_path(s, p->value, inner);
    }
}

static void scan_var(Scan *s, const JsVar *v)
{
    for (const JsNode *n = v->declarators.first; n; n = n->next) {
        const JsDeclarator *d = JS_AS_CONST(JsDeclarator, n);
        if (!d->init)
            continue;
        const ToolPath *path = value_path(s, d->init);
        if (path && v->decl_kind == JS_DECL_CONST && !v->dispose)
            bind_path(s, d->target, path);
    }
}

static bool leaves(const JsNode *n);

static bool any_leaves(const JsList *list)
{
    for (const JsNode *n = list->first; n; n = n->next)
        if (leaves(n))
            return true;
    return false;
}

/* Whether the statement can end the program or a statement around it, or not
 * end at all; a break that ends just a loop counts as well. */
static bool leaves(const JsNode *n)
{
    if (!n)
        return false;
    switch (n->kind) {
    case JS_NODE_RETURN:
    case JS_NODE_THROW:
    case JS_NODE_BREAK:
    case JS_NODE_CONTINUE:
    case JS_NODE_DO_WHILE:
    case JS_NODE_TRY:
    case JS_NODE_SWITCH:
    case JS_NODE_LABELED:
        return true; /* may, or may not: nothing after is certain */
    case JS_NODE_BLOCK:
        return any_leaves(&JS_AS_CONST(JsBlock, n)->body);
    case JS_NODE_IF:
        for (const JsArm *a = JS_AS_CONST(JsIf, n)->arms; a; a = a->next)
            if (leaves(a->body))
                return true;
        return leaves(JS_AS_CONST(JsIf, n)->otherwise);
    case JS_NODE_FOR:
        return !JS_AS_CONST(JsFor, n)->test ||
               leaves(JS_AS_CONST(JsFor, n)->body);
    case JS_NODE_FOR_IN:
    case JS_NODE_FOR_OF:
        return leaves(JS_AS_CONST(JsForIn, n)->body);
    case JS_NODE_WHILE:
        return leaves(JS_AS_CONST(JsWhile, n)->body);
    default:
        return false;
    }
}

/* False: what follows is not certain to run. */
static bool scan_statement(Scan *s, const JsNode *n)
{
    switch (n->kind) {
    case JS_NODE_EXPRESSION:
        scan_expr(s, JS_AS_CONST(JsExpression, n)->expr);
        return true;
    case JS_NODE_RETURN:
    case JS_NODE_THROW:
        scan_expr(s, JS_AS_CONST(JsExpression, n)->expr);
        return false;
    case JS_NODE_VAR:
        scan_var(s, JS_AS_CONST(JsVar, n));
        return true;
    case JS_NODE_BLOCK:
        for (const JsNode *x = JS_AS_CONST(JsBlock, n)->body.first; x;
             x = x->next)
            if (s->failed || !scan_statement(s, x))
                return false;
        return true;
    case JS_NODE_IF:
        scan_expr(s, JS_AS_CONST(JsIf, n)->arms->test);
        break;
    case JS_NODE_FOR: {
        const JsFor *f = JS_AS_CONST(JsFor, n);
        if (f->init && f->init->kind == JS_NODE_VAR)
            scan_var(s, JS_AS_CONST(JsVar, f->init));
        else
            scan_expr(s, f->init);
        break;
    }
    case JS_NODE_FOR_IN:
    case JS_NODE_FOR_OF:
        scan_expr(s, JS_AS_CONST(JsForIn, n)->right);
        break;
    case JS_NODE_WHILE:
        scan_expr(s, JS_AS_CONST(JsWhile, n)->test);
        break;
    case JS_NODE_SWITCH:
        scan_expr(s, JS_AS_CONST(JsSwitch, n)->subject);
        break;
    case JS_NODE_EXPORT_DEFAULT:
        scan_expr(s, JS_AS_CONST(JsExportDefault, n)->value);
        break;
    default:
        break;
    }
    return !leaves(n);
}

bool cm__js_preflight(Arena *arena, const JsProgram *program,
                      JsToolCall **ret_calls, size_t *ret_n)
{
    Scan s = { .arena = arena };
    for (const JsNode *n = program->main->body.first; n && !s.failed;
         n = n->next)
        if (!scan_statement(&s, n))
            break;
    JsToolCall *calls =
        (JsToolCall *)cm__arena_alloc(arena, (s.n + !s.n) * sizeof(JsToolCall));
    if (s.failed || !calls)
        return false;
    size_t i = 0;
    for (const Found *f = s.first; f; f = f->next)
        calls[i++] = f->call;
    *ret_calls = calls;
    *ret_n = s.n;
    return true;
}
