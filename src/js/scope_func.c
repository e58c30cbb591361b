/* SPDX-License-Identifier: MIT */
/* Functions and classes in scope analysis. */
#include "js/scope_internal.h"

/* ---- functions ---- */

void cm__scope_hoist(Scoper *s, JsScope *scope)
{
    for (JsDecl *d = scope ? scope->first : NULL; d; d = d->next) {
        Var *v = js_var(d);
        if (!d->value || !v)
            continue;
        s->self_node = &d->value->node;
        s->self_var = v;
        (void)cm__scope_function(s, d->value, NULL);
        cm__scope_init(s, v);
    }
}

static void walk_params(Scoper *s, JsFunction *f)
{
    if (f->has_simple_params) {
        for (JsNode *n = f->params.first; n; n = n->next)
            cm__scope_pattern(s, JS_AS(JsParam, n)->target, BIND_INIT);
        return;
    }
    for (JsNode *n = f->params.first; n; n = n->next) {
        JsParam *p = JS_AS(JsParam, n);
        cm__scope_expr(s, p->init);
        cm__scope_pattern(s, p->target, BIND_INIT);
    }
}

static void walk_body(Scoper *s, JsFunction *f)
{
    cm__scope_enter(s, f->scope);
    walk_params(s, f);
    cm__scope_enter(s, f->body_scope);
    cm__scope_hoist(s, f->body_scope);
    if (f->is_expression_body)
        cm__scope_expr(s, f->expression);
    else
        cm__scope_statements(s, &f->body);
    cm__scope_leave(s, f->body_scope);
    cm__scope_leave(s, f->scope);
}

/* What has to survive a nested function. */
typedef struct Outside {
    Func *fn;
    uint32_t loop, n_assigned;
} Outside;

static Outside go_inside(Scoper *s, Func *fn)
{
    Outside outside = { s->fn, s->loop, s->n_assigned };
    s->fn = fn;
    s->loop = 0;
    return outside;
}

static void go_outside(Scoper *s, const Outside *outside)
{
    s->fn = outside->fn;
    s->loop = outside->loop;
    s->n_assigned = outside->n_assigned;
}

/* Inside a constructor the name of the class means the running closure. */
static JsDecl *push_class_name(Scoper *s, JsClass *cls)
{
    if (!cls || !cls->self)
        return NULL;
    Var *self = cm__scope_var(s, cls->self->name, JS_DECL_SELF);
    self->is_init = true;
    self->place = VAR_CALLEE;
    s->fn->self = self;
    return cm__scope_push(s, cls->self->name, self);
}

Func *cm__scope_function(Scoper *s, JsFunction *f, JsClass *cls)
{
    Func *fn = cm__scope_func(s, f, cls);
    Var *own = s->self_node == &f->node ? s->self_var : NULL;
    s->self_node = NULL;
    if (own)
        own->self_open = fn;
    Outside outside = go_inside(s, fn);
    cm__scope_enter(s, f->self_scope);
    JsDecl *name = push_class_name(s, cls);
    walk_body(s, f);
    if (name)
        cm__scope_pop(s, name);
    cm__scope_leave(s, f->self_scope);
    go_outside(s, &outside);
    if (own)
        own->self_open = NULL;
    return fn;
}

/* ---- classes ---- */

static Var *hidden(Scoper *s, ClassInfo *info)
{
    Var *v = cm__scope_var(s, NULL, JS_DECL_CONST);
    info->hidden[info->n_hidden++] = v;
    return v;
}

static void private_kind(Scoper *s, ClassInfo *info, JsElement *el, Var *v)
{
    ElementInfo *ei = &info->elements[el->node.mark];
    switch ((JsElementKind)el->kind) {
    case JS_ELEMENT_FIELD:
    case JS_ELEMENT_STATIC_BLOCK:
        v->private_kind = PRIVATE_FIELD;
        break;
    case JS_ELEMENT_METHOD:
        v->private_kind = PRIVATE_METHOD;
        v->is_static = el->is_static;
        if (!el->is_static)
            ei->closure = hidden(s, info);
        break;
    case JS_ELEMENT_GET:
        v->private_kind = PRIVATE_ACCESSOR;
        v->is_static = el->is_static;
        ei->closure = v->getter = hidden(s, info);
        break;
    case JS_ELEMENT_SET:
        v->private_kind = PRIVATE_ACCESSOR;
        v->is_static = el->is_static;
        ei->closure = v->setter = hidden(s, info);
        break;
    }
}

/* One variable for each private name; a getter and a setter share theirs. The
 * JsDecls made here are linked by `next` for the way out. */
static JsDecl *declare_privates(Scoper *s, JsClass *c, ClassInfo *info)
{
    JsDecl *pushed = NULL;
    for (JsNode *n = c->elements.first; n; n = n->next) {
        JsElement *el = JS_AS(JsElement, n);
        if (el->key.kind != JS_KEY_PRIVATE)
            continue;
        JsName *name = el->key.as.name;
        Var *v = (Var *)name->binding;
        if (!v || v->slot != c->node.start || v->kind != JS_DECL_CONST ||
            v->fn != s->fn || v->private_kind != PRIVATE_ACCESSOR) {
            v = hidden(s, info);
            v->name = name;
            v->is_init = true;
            v->slot = c->node.start; /* until code generation: whose */
            JsDecl *d = cm__scope_push(s, name, v);
            d->next = pushed;
            pushed = d;
        }
        info->elements[n->mark].private_name = v;
        private_kind(s, info, el, v);
    }
    return pushed;
}

static void number_elements(Scoper *s, JsClass *c, ClassInfo *info)
{
    uint32_t n = 0;
    for (JsNode *e = c->elements.first; e; e = e->next) {
        e->mark = n++;
        if (JS_AS(JsElement, e)->key.kind == JS_KEY_COMPUTED)
            info->has_computed_key = true;
    }
    size_t size = (n ? n : 1) * sizeof(ElementInfo);
    info->elements = (ElementInfo *)cm__scope_alloc(s, size);
    info->hidden = (Var **)cm__scope_alloc(s, (n * 2 + 1) * sizeof(Var *));
}

static void walk_element(Scoper *s, ClassInfo *info, JsElement *el)
{
    ElementInfo *ei = &info->elements[el->node.mark];
    if (el->key.kind == JS_KEY_COMPUTED)
        cm__scope_expr(s, el->key.as.expr);
    if (el->kind == JS_ELEMENT_FIELD) {
        if (el->key.kind == JS_KEY_COMPUTED) {
            ei->key = hidden(s, info);
            ei->key->is_init = true;
        }
        return;
    }
    if (el->kind == JS_ELEMENT_STATIC_BLOCK)
        return;
    (void)cm__scope_function(s, JS_AS(JsFunction, el->value), NULL);
    if (ei->closure)
        ei->closure->is_init = true;
}

static void walk_initializer(Scoper *s, ClassInfo *info, JsElement *el)
{
    ElementInfo *ei = &info->elements[el->node.mark];
    if (ei->key)
        cm__scope_use(s, ei->key);
    if (ei->private_name)
        cm__scope_use(s, ei->private_name);
    if (ei->closure)
        cm__scope_use(s, ei->closure);
    if (el->kind == JS_ELEMENT_FIELD)
        cm__scope_expr(s, el->value);
    else if (el->kind == JS_ELEMENT_STATIC_BLOCK)
        (void)cm__scope_function(s, JS_AS(JsFunction, el->value), NULL);
}

static bool is_initializer(const JsElement *el, bool is_static)
{
    if (el->is_static != is_static && el->kind != JS_ELEMENT_STATIC_BLOCK)
        return false;
    if (el->kind == JS_ELEMENT_STATIC_BLOCK)
        return is_static;
    if (el->kind == JS_ELEMENT_FIELD)
        return true;
    return !is_static && el->key.kind == JS_KEY_PRIVATE;
}

/* The function that runs the initialisers of the instance (or the class). The
 * parser makes one only when there are fields. */
static Func *walk_initializers(Scoper *s, JsClass *c, ClassInfo *info,
                               bool is_static)
{
    JsFunction *f = is_static ? c->static_fields : c->fields;
    bool any = false;
    for (JsNode *n = c->elements.first; n && !any; n = n->next)
        any = is_initializer(JS_AS(JsElement, n), is_static);
    if (!any)
        return NULL;
    if (!f) {
        f = (JsFunction *)cm__scope_alloc(s, sizeof *f);
        f->node.kind = JS_NODE_FUNCTION;
        f->node.start = f->node.end = c->node.start;
        f->func_kind = JS_FUNC_FIELDS;
        f->has_simple_params = true;
        f->home_class = c;
        f->uses_super_property = true;
        if (is_static)
            c->static_fields = f;
        else
            c->fields = f;
    }
    Func *fn = cm__scope_func(s, f, NULL);
    Outside outside = go_inside(s, fn);
    cm__scope_enter(s, f->scope);
    cm__scope_enter(s, f->body_scope);
    for (JsNode *n = c->elements.first; n; n = n->next)
        if (is_initializer(JS_AS(JsElement, n), is_static))
            walk_initializer(s, info, JS_AS(JsElement, n));
    cm__scope_leave(s, f->body_scope);
    cm__scope_leave(s, f->scope);
    go_outside(s, &outside);
    return fn;
}

void cm__scope_class(Scoper *s, JsClass *c)
{
    ClassInfo *info = (ClassInfo *)cm__scope_alloc(s, sizeof *info);
    c->extra = info;
    number_elements(s, c, info);
    if (s->failed)
        return;
    Var *self = NULL;
    cm__scope_enter(s, c->scope);
    if (c->self)
        self = js_var(c->self);
    cm__scope_expr(s, c->heritage);
    JsDecl *pushed = declare_privates(s, c, info);
    if (c->constructor)
        info->constructor = cm__scope_function(s, c->constructor, c);
    /* without computed keys nothing can look before the class is there */
    if (self && !info->has_computed_key)
        self->is_init = true;
    for (JsNode *n = c->elements.first; n; n = n->next)
        walk_element(s, info, JS_AS(JsElement, n));
    if (self)
        self->is_init = true;
    info->fields = walk_initializers(s, c, info, false);
    info->static_fields = walk_initializers(s, c, info, true);
    for (JsDecl *d = pushed; d && !s->failed; d = d->next)
        cm__scope_pop(s, d); /* a spare one would be its own next */
    cm__scope_leave(s, c->scope);
    s->fn->n_live += info->n_hidden;
    if (s->fn->n_live > s->fn->n_max_vars)
        s->fn->n_max_vars = s->fn->n_live;
    s->fn->n_live -= info->n_hidden;
}
