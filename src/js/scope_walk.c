/* SPDX-License-Identifier: MIT */
/* The walk over statements and expressions. Frames are kept small: every kind
 * of node has its own function, so that 1,000 nested levels fit a small
 * stack. */
#include "js/scope_internal.h"

static void walk_list(Scoper *s, const JsList *list)
{
    for (JsNode *n = list->first; n; n = n->next)
        cm__scope_expr(s, n);
}

/* ---- expressions ---- */

static CM_NOINLINE void walk_object(Scoper *s, JsObject *o)
{
    for (JsNode *n = o->properties.first; n; n = n->next) {
        JsProperty *p = JS_AS(JsProperty, n);
        if (p->key.kind == JS_KEY_COMPUTED)
            cm__scope_expr(s, p->key.as.expr);
        cm__scope_expr(s, p->value);
    }
}

static CM_NOINLINE void walk_chain(Scoper *s, JsChain *c)
{
    cm__scope_expr(s, c->first);
    for (JsChainLink *l = c->links; l; l = l->next)
        cm__scope_expr(s, l->operand);
    cm__scope_fold_chain(s, c);
}

static CM_NOINLINE void walk_arms(Scoper *s, JsArm *arms, JsNode *otherwise)
{
    for (JsArm *a = arms; a; a = a->next) {
        cm__scope_expr(s, a->test);
        cm__scope_expr(s, a->body);
    }
    cm__scope_expr(s, otherwise);
}

/* A private name in use; the answer replaces the name in the tree. */
static JsNode *private_use(Scoper *s, JsName *name, uint32_t start)
{
    JsIdent *ident = (JsIdent *)cm__scope_alloc(s, sizeof *ident);
    ident->node.kind = JS_NODE_IDENT;
    ident->node.start = start;
    ident->node.end = start;
    ident->name = name;
    Var *v = (Var *)name->binding;
    if (!v)
        return &ident->node;
    ident->decl = v->decl;
    cm__scope_use(s, v);
    if (v->getter)
        cm__scope_use(s, v->getter);
    if (v->setter)
        cm__scope_use(s, v->setter);
    return &ident->node;
}

static CM_NOINLINE void walk_access(Scoper *s, JsAccess *a)
{
    if (a->head->kind == JS_NODE_SUPER)
        cm__scope_this(s);
    else
        cm__scope_expr(s, a->head);
    for (JsLink *l = a->links; l; l = l->next) {
        switch ((JsLinkKind)l->kind) {
        case JS_LINK_MEMBER:
            break;
        case JS_LINK_PRIVATE:
            l->as.expr = private_use(s, l->as.name, l->start);
            break;
        case JS_LINK_INDEX:
        case JS_LINK_TAGGED:
            cm__scope_expr(s, l->as.expr);
            break;
        case JS_LINK_CALL:
            walk_list(s, &l->as.args);
            break;
        }
    }
}

static CM_NOINLINE void walk_update(Scoper *s, JsUpdate *u)
{
    if (u->target->kind == JS_NODE_IDENT)
        cm__scope_assign(s, JS_AS(JsIdent, u->target));
    else
        cm__scope_expr(s, u->target);
}

static CM_NOINLINE void walk_assign(Scoper *s, JsAssign *a)
{
    if (a->target->kind == JS_NODE_IDENT) {
        cm__scope_expr(s, a->value);
        cm__scope_assign(s, JS_AS(JsIdent, a->target));
        return;
    }
    if (a->target->kind == JS_NODE_ARRAY_PATTERN ||
        a->target->kind == JS_NODE_OBJECT_PATTERN) {
        cm__scope_expr(s, a->value);
        cm__scope_pattern(s, a->target, BIND_ASSIGN);
        return;
    }
    cm__scope_expr(s, a->target);
    cm__scope_expr(s, a->value);
}

static CM_NOINLINE void walk_private_in(Scoper *s, JsIdent *n)
{
    JsNode *use = private_use(s, n->name, n->node.start);
    n->decl = JS_AS(JsIdent, use)->decl;
}

static void walk_kind(Scoper *s, JsNode *n)
{
    switch (n->kind) {
    case JS_NODE_IDENT:
        cm__scope_read(s, JS_AS(JsIdent, n));
        break;
    case JS_NODE_THIS:
        cm__scope_this(s);
        break;
    case JS_NODE_PRIVATE_IN:
        walk_private_in(s, JS_AS(JsIdent, n));
        break;
    case JS_NODE_TEMPLATE:
        walk_list(s, &JS_AS(JsTemplate, n)->exprs);
        break;
    case JS_NODE_ARRAY:
        walk_list(s, &JS_AS(JsArray, n)->elements);
        break;
    case JS_NODE_SEQUENCE:
        walk_list(s, &JS_AS(JsSequence, n)->exprs);
        break;
    case JS_NODE_OBJECT:
        walk_object(s, JS_AS(JsObject, n));
        break;
    case JS_NODE_FUNCTION:
        (void)cm__scope_function(s, JS_AS(JsFunction, n), NULL);
        break;
    case JS_NODE_CLASS:
        cm__scope_class(s, JS_AS(JsClass, n));
        break;
    case JS_NODE_UNARY:
        cm__scope_expr(s, JS_AS(JsUnary, n)->operand);
        cm__scope_fold_unary(JS_AS(JsUnary, n));
        break;
    case JS_NODE_AWAIT:
    case JS_NODE_SPREAD:
        cm__scope_expr(s, JS_AS(JsUnary, n)->operand);
        break;
    case JS_NODE_UPDATE:
        walk_update(s, JS_AS(JsUpdate, n));
        break;
    case JS_NODE_CHAIN:
        walk_chain(s, JS_AS(JsChain, n));
        break;
    case JS_NODE_POWER:
        cm__scope_expr(s, JS_AS(JsPower, n)->left);
        cm__scope_expr(s, JS_AS(JsPower, n)->right);
        break;
    case JS_NODE_CONDITIONAL:
        walk_arms(s, JS_AS(JsConditional, n)->arms,
                  JS_AS(JsConditional, n)->otherwise);
        break;
    case JS_NODE_ASSIGN:
        walk_assign(s, JS_AS(JsAssign, n));
        break;
    case JS_NODE_ACCESS:
        walk_access(s, JS_AS(JsAccess, n));
        break;
    case JS_NODE_NEW:
        cm__scope_expr(s, JS_AS(JsNew, n)->callee);
        walk_list(s, &JS_AS(JsNew, n)->args);
        break;
    case JS_NODE_IMPORT_CALL:
        cm__scope_expr(s, JS_AS(JsImportCall, n)->specifier);
        break;
    case JS_NODE_YIELD:
        cm__scope_expr(s, JS_AS(JsYield, n)->operand);
        break;
    default:
        break; /* literals, holes, new.target */
    }
}

void cm__scope_expr(Scoper *s, JsNode *n)
{
    if (!n || s->failed)
        return;
    uint32_t before = s->n_assigned;
    walk_kind(s, n);
    if (s->n_assigned != before)
        n->flags |= JS_FLAG_ASSIGNS;
}

/* ---- patterns ---- */

static void bind_name(Scoper *s, JsIdent *ident, BindMode mode)
{
    if (mode == BIND_ASSIGN) {
        cm__scope_assign(s, ident);
        return;
    }
    Var *v = js_var(ident->decl);
    if (v)
        cm__scope_init(s, v);
}

static void bind_array(Scoper *s, JsArray *a, BindMode mode)
{
    for (JsNode *n = a->elements.first; n; n = n->next)
        cm__scope_pattern(s, n, mode);
}

static void bind_object(Scoper *s, JsObject *o, BindMode mode)
{
    for (JsNode *n = o->properties.first; n; n = n->next) {
        JsProperty *p = JS_AS(JsProperty, n);
        if (p->key.kind == JS_KEY_COMPUTED)
            cm__scope_expr(s, p->key.as.expr);
        cm__scope_pattern(s, p->value, mode);
    }
}

void cm__scope_pattern(Scoper *s, JsNode *n, BindMode mode)
{
    uint32_t before = s->n_assigned;
    switch (n->kind) {
    case JS_NODE_IDENT:
        bind_name(s, JS_AS(JsIdent, n), mode);
        break;
    case JS_NODE_DEFAULT:
        cm__scope_expr(s, JS_AS(JsAssign, n)->value);
        cm__scope_pattern(s, JS_AS(JsAssign, n)->target, mode);
        break;
    case JS_NODE_REST:
        cm__scope_pattern(s, JS_AS(JsUnary, n)->operand, mode);
        break;
    case JS_NODE_ARRAY_PATTERN:
        bind_array(s, JS_AS(JsArray, n), mode);
        break;
    case JS_NODE_OBJECT_PATTERN:
        bind_object(s, JS_AS(JsObject, n), mode);
        break;
    case JS_NODE_HOLE:
        break;
    default: /* member of an object */
        cm__scope_expr(s, n);
        break;
    }
    if (s->n_assigned != before)
        n->flags |= JS_FLAG_ASSIGNS;
}

/* ---- statements ---- */

static bool is_function_value(const JsNode *n)
{
    return n && n->kind == JS_NODE_FUNCTION;
}

static void walk_declarator(Scoper *s, JsDeclarator *d, uint8_t kind)
{
    BindMode mode = kind == JS_DECL_VAR ? BIND_ASSIGN : BIND_INIT;
    if (mode == BIND_INIT && d->target->kind == JS_NODE_IDENT &&
        is_function_value(d->init)) {
        s->self_node = d->init;
        s->self_var = js_var(JS_AS(JsIdent, d->target)->decl);
    }
    cm__scope_expr(s, d->init);
    if (d->init || mode == BIND_INIT)
        cm__scope_pattern(s, d->target, mode);
    else if (d->target->kind == JS_NODE_IDENT)
        d->target->flags |= JS_FLAG_USED; /* `var x`: nothing to do */
}

static void walk_var(Scoper *s, JsVar *v)
{
    for (JsNode *n = v->declarators.first; n; n = n->next)
        walk_declarator(s, JS_AS(JsDeclarator, n), v->decl_kind);
}

static CM_NOINLINE void walk_block(Scoper *s, JsBlock *b)
{
    cm__scope_enter(s, b->scope);
    cm__scope_hoist(s, b->scope);
    cm__scope_statements(s, &b->body);
    cm__scope_leave(s, b->scope);
}

static CM_NOINLINE void walk_if(Scoper *s, JsIf *n)
{
    for (JsArm *a = n->arms; a; a = a->next) {
        cm__scope_expr(s, a->test);
        cm__scope_statement(s, a->body);
    }
    cm__scope_statement(s, n->otherwise);
}

static CM_NOINLINE void walk_for(Scoper *s, JsFor *n)
{
    cm__scope_enter(s, n->scope);
    if (n->init && n->init->kind == JS_NODE_VAR)
        walk_var(s, JS_AS(JsVar, n->init));
    else
        cm__scope_expr(s, n->init);
    s->loop++;
    cm__scope_expr(s, n->test);
    cm__scope_statement(s, n->body);
    cm__scope_expr(s, n->update);
    s->loop--;
    cm__scope_leave(s, n->scope);
}

/* The variables of the head are new in every turn, so they belong inside. */
static CM_NOINLINE void walk_for_in(Scoper *s, JsForIn *n)
{
    s->loop++;
    cm__scope_enter(s, n->scope);
    cm__scope_expr(s, n->right);
    if (n->left->kind == JS_NODE_VAR) {
        JsVar *v = JS_AS(JsVar, n->left);
        JsDeclarator *d = JS_AS(JsDeclarator, v->declarators.first);
        cm__scope_pattern(s, d->target,
                          v->decl_kind == JS_DECL_VAR ? BIND_ASSIGN
                                                      : BIND_INIT);
    } else {
        cm__scope_pattern(s, n->left, BIND_ASSIGN);
    }
    cm__scope_statement(s, n->body);
    cm__scope_leave(s, n->scope);
    s->loop--;
}

static CM_NOINLINE void walk_while(Scoper *s, JsWhile *n)
{
    s->loop++;
    if (n->node.kind == JS_NODE_WHILE)
        cm__scope_expr(s, n->test);
    cm__scope_statement(s, n->body);
    if (n->node.kind == JS_NODE_DO_WHILE)
        cm__scope_expr(s, n->test);
    s->loop--;
}

static CM_NOINLINE void walk_try(Scoper *s, JsTry *n)
{
    walk_block(s, n->block);
    if (n->handler) {
        cm__scope_enter(s, n->catch_scope);
        if (n->param)
            cm__scope_pattern(s, n->param, BIND_INIT);
        walk_block(s, n->handler);
        cm__scope_leave(s, n->catch_scope);
    }
    if (n->finalizer)
        walk_block(s, n->finalizer);
}

/* Any case may be the first to run: what earlier cases declare is not
 * initialised for sure. Declarations stand in the order of the source, so that
 * each is visited once, behind its case. */
static CM_NOINLINE void walk_switch(Scoper *s, JsSwitch *n)
{
    cm__scope_expr(s, n->subject);
    cm__scope_enter(s, n->scope);
    cm__scope_hoist(s, n->scope);
    JsDecl *d = n->scope && n->scope->has_lexical ? n->scope->first : NULL;
    for (JsNode *c = n->cases.first; c; c = c->next) {
        for (; d && d->start < c->start; d = d->next) {
            if (js_var(d) && js_var(d)->has_zone)
                js_var(d)->is_init = false;
        }
        cm__scope_expr(s, JS_AS(JsCase, c)->test);
        cm__scope_statements(s, &JS_AS(JsCase, c)->body);
    }
    cm__scope_leave(s, n->scope);
}

static CM_NOINLINE void walk_class_decl(Scoper *s, JsClass *c)
{
    cm__scope_class(s, c);
    if (js_var(c->decl))
        cm__scope_init(s, js_var(c->decl));
}

static CM_NOINLINE void walk_enum(Scoper *s, JsEnum *n)
{
    if (js_var(n->decl))
        cm__scope_init(s, js_var(n->decl));
    if (js_var(n->decl))
        cm__scope_use(s, js_var(n->decl));
    cm__scope_enter(s, n->scope);
    for (JsDecl *d = n->scope ? n->scope->first : NULL; d; d = d->next)
        if (js_var(d))
            js_var(d)->enum_decl = n->decl;
    for (JsNode *m = n->members.first; m; m = m->next)
        cm__scope_expr(s, JS_AS(JsEnumMember, m)->init);
    cm__scope_leave(s, n->scope);
}

static CM_NOINLINE void walk_export(Scoper *s, JsExportDefault *n)
{
    JsNode *v = n->value;
    if (v->kind == JS_NODE_CLASS_DECL)
        walk_class_decl(s, JS_AS(JsClass, v));
    else if (v->kind == JS_NODE_FUNCTION_DECL) {
        JsFunction *f = JS_AS(JsFunction, v);
        if (!f->decl)
            (void)cm__scope_function(s, f, NULL);
        else if (js_var(f->decl))
            cm__scope_use(s, js_var(f->decl));
    } else
        cm__scope_expr(s, v);
}

void cm__scope_statement(Scoper *s, JsNode *n)
{
    if (!n || s->failed)
        return;
    switch (n->kind) {
    case JS_NODE_EXPRESSION:
    case JS_NODE_RETURN:
    case JS_NODE_THROW:
        cm__scope_expr(s, JS_AS(JsExpression, n)->expr);
        break;
    case JS_NODE_VAR:
        walk_var(s, JS_AS(JsVar, n));
        break;
    case JS_NODE_CLASS_DECL:
        walk_class_decl(s, JS_AS(JsClass, n));
        break;
    case JS_NODE_ENUM:
        walk_enum(s, JS_AS(JsEnum, n));
        break;
    case JS_NODE_BLOCK:
        walk_block(s, JS_AS(JsBlock, n));
        break;
    case JS_NODE_IF:
        walk_if(s, JS_AS(JsIf, n));
        break;
    case JS_NODE_FOR:
        walk_for(s, JS_AS(JsFor, n));
        break;
    case JS_NODE_FOR_IN:
    case JS_NODE_FOR_OF:
        walk_for_in(s, JS_AS(JsForIn, n));
        break;
    case JS_NODE_WHILE:
    case JS_NODE_DO_WHILE:
        walk_while(s, JS_AS(JsWhile, n));
        break;
    case JS_NODE_TRY:
        walk_try(s, JS_AS(JsTry, n));
        break;
    case JS_NODE_SWITCH:
        walk_switch(s, JS_AS(JsSwitch, n));
        break;
    case JS_NODE_LABELED:
        cm__scope_statement(s, JS_AS(JsLabeled, n)->body);
        break;
    case JS_NODE_EXPORT_DEFAULT:
        walk_export(s, JS_AS(JsExportDefault, n));
        break;
    default:
        break; /* empty, jumps, hoisted functions, imports */
    }
}

void cm__scope_statements(Scoper *s, const JsList *list)
{
    for (JsNode *n = list->first; n; n = n->next)
        cm__scope_statement(s, n);
}
