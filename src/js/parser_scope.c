/* SPDX-License-Identifier: MIT */
/* Scopes, declarations, labels and private names, with the early errors about
 * them (ECMA-262 14.2.1, 14.12.1, 14.15.1, 15.2.1, 15.7.1, 16.1.1).
 *
 * Each name carries a stack of its open lexical declarations and one of its
 * open var-like declarations, so every question below is answered by looking at
 * the top of a stack:
 *
 *   let x in scope S  conflicts when the top lexical x is in S, or when a
 *                     `var x` of this function stands inside S. S is still
 *                     open, so that is: its latest position is past S.start.
 *   var x             conflicts when the top lexical x belongs to this
 *                     function. Simple catch parameters do not count (B.3.4);
 *                     `skip` jumps over a run of them.
 *
 * Nothing is searched, so all of this is linear in the source. */
#include "js/parser_internal.h"

/* ---- scopes ---- */

static void add_child(JsScope *parent, JsScope *scope)
{
    scope->parent = parent;
    scope->next = NULL;
    if (parent->last_child == NULL)
        parent->first_child = scope;
    else
        parent->last_child->next = scope;
    parent->last_child = scope;
}

JsScope *cm__js_scope_open(JsParser *p, JsScopeKind kind, uint32_t start)
{
    JsScope *scope = js_alloc(p, JsScope);
    scope->kind = (uint8_t)kind;
    scope->start = start;
    scope->function = p->st.func;
    if (p->st.scope != NULL)
        add_child(p->st.scope, scope);
    p->st.scope = scope;
    return scope;
}

/* Which of the two stacks of the name a declaration is on. */
static bool is_variable(const JsDecl *d)
{
    return d->kind == JS_DECL_VAR ||
           (d->kind == JS_DECL_FUNCTION && d->scope->kind == JS_SCOPE_BODY);
}

static void pop(JsDecl *d)
{
    if (is_variable(d))
        d->name->variable = d->shadowed;
    else
        d->name->lexical = d->shadowed;
}

void cm__js_scope_close(JsParser *p)
{
    JsScope *scope = p->st.scope;
    for (JsDecl *d = scope->first; d != NULL; d = d->next)
        pop(d);
    p->st.scope = scope->parent;
}

/* Everything below `top` up to the next functions belongs to `func`. */
static void retarget(JsScope *top, JsFunction *func)
{
    JsScope *s = top->first_child;
    while (s != NULL && s != top) {
        bool is_function = s->kind == JS_SCOPE_FUNCTION;
        if (is_function)
            s->function->parent = func;
        else
            s->function = func;
        if (!is_function && s->first_child != NULL) {
            s = s->first_child;
            continue;
        }
        while (s != top && s->next == NULL)
            s = s->parent;
        if (s != top)
            s = s->next;
    }
}

void cm__js_scope_adopt(JsParser *p, JsScope *mark)
{
    JsScope *scope = p->st.scope;
    JsScope *parent = scope->parent;
    JsScope *child = mark == NULL ? parent->first_child : mark->next;
    if (mark == NULL)
        parent->first_child = NULL;
    else
        mark->next = NULL;
    parent->last_child = mark;
    while (child != scope && child != NULL) {
        JsScope *next = child->next;
        add_child(scope, child);
        child = next;
    }
    add_child(parent, scope);
    retarget(scope, scope->function);
}

/* ---- declarations ---- */

static JsDecl *push(JsParser *p, JsScope *scope, JsName *name, JsDeclKind kind,
                    uint32_t at)
{
    JsDecl *d = js_alloc(p, JsDecl);
    d->name = name;
    d->scope = scope;
    d->kind = (uint8_t)kind;
    d->start = d->last = at;
    if (scope->last == NULL)
        scope->first = d;
    else
        scope->last->next = d;
    scope->last = d;
    scope->n_decls++;
    return d;
}

static JsDecl *push_variable(JsParser *p, JsScope *scope, JsName *name,
                             JsDeclKind kind, uint32_t at)
{
    JsDecl *d = push(p, scope, name, kind, at);
    d->shadowed = name->variable;
    name->variable = d;
    return d;
}

static JsDecl *push_lexical(JsParser *p, JsScope *scope, JsName *name,
                            JsDeclKind kind, uint32_t at)
{
    JsDecl *d = push(p, scope, name, kind, at);
    d->shadowed = name->lexical;
    JsDecl *below = name->lexical;
    d->skip = below != NULL && below->is_simple_catch ? below->skip : below;
    name->lexical = d;
    return d;
}

static _Noreturn void conflict(JsParser *p, const JsName *name, uint32_t at)
{
    char text[64];
    size_t n = 0;
    if (!name->text.wide) {
        const uint8_t *units = name->text.units;
        while (n < name->text.len && n < sizeof text && units[n] < 0x80) {
            text[n] = (char)units[n];
            n++;
        }
    }
    if (n == 0)
        cm__js_fail(&p->lx, at, "the name has already been declared");
    cm__js_fail_fmt(&p->lx, at, "'%.*s' has already been declared", (int)n,
                    text);
}

/* var x, or a function at the top level of a body. */
static JsDecl *declare_variable(JsParser *p, JsName *name, JsDeclKind kind,
                                uint32_t at)
{
    JsScope *body = p->st.func->body_scope;
    JsDecl *lexical = name->lexical;
    JsDecl *param = NULL;
    if (lexical != NULL && lexical->is_simple_catch)
        lexical = lexical->skip;
    if (lexical != NULL && lexical->scope->function == p->st.func) {
        if (lexical->kind == JS_DECL_PARAM)
            param = lexical;
        else if (lexical->kind != JS_DECL_SELF)
            conflict(p, name, at);
    }
    JsDecl *d = name->variable;
    if (d != NULL && d->scope == body) {
        d->last = at;
        if (kind == JS_DECL_FUNCTION)
            d->kind = (uint8_t)kind;
        return d;
    }
    d = push_variable(p, body, name, kind, at);
    d->param = param;
    return d;
}

static bool is_body_of(const JsScope *scope, const JsScope *outer)
{
    return scope->parent == outer &&
           ((scope->kind == JS_SCOPE_BODY &&
             outer->kind == JS_SCOPE_FUNCTION) ||
            (scope->is_catch_body && outer->kind == JS_SCOPE_CATCH));
}

static JsDecl *declare_lexical(JsParser *p, JsName *name, JsDeclKind kind,
                               uint32_t at)
{
    JsScope *scope = p->st.scope;
    JsDecl *d = name->lexical;
    if (d != NULL && d->scope == scope) {
        if (kind == JS_DECL_ENUM && d->kind == JS_DECL_ENUM)
            return d;
        if (kind == JS_DECL_ENUM_MEMBER)
            return d;
        conflict(p, name, at);
    }
    if (d != NULL && is_body_of(scope, d->scope))
        conflict(p, name, at);
    JsDecl *v = name->variable;
    if (v != NULL && kind != JS_DECL_PARAM && kind != JS_DECL_SELF &&
        kind != JS_DECL_ENUM_MEMBER && v->scope->function == p->st.func &&
        v->last >= scope->start)
        conflict(p, name, at);
    d = push_lexical(p, scope, name, kind, at);
    d->is_lexical = kind == JS_DECL_LET || kind == JS_DECL_CONST ||
                    kind == JS_DECL_CLASS || kind == JS_DECL_ENUM ||
                    kind == JS_DECL_CATCH;
    scope->has_lexical |= d->is_lexical;
    return d;
}

JsDecl *cm__js_declare(JsParser *p, JsName *name, JsDeclKind kind, uint32_t at)
{
    if (kind == JS_DECL_VAR ||
        (kind == JS_DECL_FUNCTION && p->st.scope->kind == JS_SCOPE_BODY))
        return declare_variable(p, name, kind, at);
    return declare_lexical(p, name, kind, at);
}

void cm__js_undeclare(JsParser *p, JsDecl *decl, JsDecl *before)
{
    JsScope *scope = p->st.scope;
    if (scope->last != decl || decl == before)
        return;
    pop(decl);
    scope->last = before;
    if (before == NULL)
        scope->first = NULL;
    else
        before->next = NULL;
    scope->n_decls--;
}

static void declare_ident(JsParser *p, JsNode *node, JsDeclKind kind)
{
    JsIdent *ident = JS_AS(JsIdent, node);
    ident->decl = cm__js_declare(p, ident->name, kind, node->start);
}

void cm__js_declare_pattern(JsParser *p, JsNode *node, JsDeclKind kind)
{
    switch ((JsNodeKind)node->kind) {
    case JS_NODE_IDENT:
        declare_ident(p, node, kind);
        break;
    case JS_NODE_DEFAULT:
        cm__js_declare_pattern(p, JS_AS(JsAssign, node)->target, kind);
        break;
    case JS_NODE_REST:
        cm__js_declare_pattern(p, JS_AS(JsUnary, node)->operand, kind);
        break;
    case JS_NODE_ARRAY_PATTERN:
        for (JsNode *e = JS_AS(JsArray, node)->elements.first; e != NULL;
             e = e->next)
            cm__js_declare_pattern(p, e, kind);
        break;
    case JS_NODE_OBJECT_PATTERN:
        for (JsNode *e = JS_AS(JsObject, node)->properties.first; e != NULL;
             e = e->next)
            cm__js_declare_pattern(p, JS_AS(JsProperty, e)->value, kind);
        break;
    default:
        break; /* hole */
    }
}

/* ---- labels ---- */

JsLabel *cm__js_label_open(JsParser *p, JsName *name, uint32_t at)
{
    JsLabel *same = name->label;
    if (same != NULL && same->function == p->st.func)
        cm__js_fail(&p->lx, at, "a label of that name is already open");
    JsLabel *label = js_alloc(p, JsLabel);
    label->name = name;
    label->function = p->st.func;
    label->shadows = same;
    label->outer = p->st.labels;
    name->label = label;
    p->st.labels = label;
    return label;
}

void cm__js_label_close(JsParser *p)
{
    JsLabel *label = p->st.labels;
    label->name->label = label->shadows;
    p->st.labels = label->outer;
}

/* ---- private names ---- */

static JsPrivates *privates_of(JsParser *p, JsName *name)
{
    if (name->privates == NULL) {
        JsPrivates *privates = js_alloc(p, JsPrivates);
        privates->next = p->privates;
        p->privates = privates;
        name->privates = privates;
    }
    return name->privates;
}

void cm__js_private_use(JsParser *p, JsName *name, uint32_t at)
{
    if (p->st.frame == NULL)
        cm__js_fail(&p->lx, at, "private name outside of a class");
    JsPrivates *privates = privates_of(p, name);
    JsPrivateRef *ref = js_alloc(p, JsPrivateRef);
    ref->start = at;
    ref->older = privates->pending;
    privates->pending = ref;
}

void cm__js_private_declare(JsParser *p, JsName *name, JsElementKind kind,
                            bool is_static, uint32_t at)
{
    JsPrivates *privates = privates_of(p, name);
    JsPrivateDecl *decl = privates->decl;
    unsigned part = 1u << kind;
    unsigned pair = 1u << JS_ELEMENT_GET | 1u << JS_ELEMENT_SET;
    if (decl != NULL && decl->frame == p->st.frame) {
        bool fits = (part & pair) != 0 && (decl->parts & ~pair) == 0 &&
                    (decl->parts & part) == 0 && decl->is_static == is_static;
        if (!fits)
            conflict(p, name, at);
        decl->parts |= (uint8_t)part;
        return;
    }
    decl = js_alloc(p, JsPrivateDecl);
    decl->of = privates;
    decl->frame = p->st.frame;
    decl->parts = (uint8_t)part;
    decl->is_static = is_static;
    decl->shadowed = privates->decl;
    decl->next = p->st.frame->declared;
    p->st.frame->declared = decl;
    privates->decl = decl;
}

JsClassFrame *cm__js_frame_open(JsParser *p, JsClass *klass)
{
    JsClassFrame *frame = js_alloc(p, JsClassFrame);
    frame->klass = klass;
    frame->outer = p->st.frame;
    frame->body_start = js_at(p);
    p->st.frame = frame;
    return frame;
}

void cm__js_frame_close(JsParser *p)
{
    JsClassFrame *frame = p->st.frame;
    for (JsPrivateDecl *d = frame->declared; d != NULL; d = d->next) {
        JsPrivates *privates = d->of;
        while (privates->pending != NULL &&
               privates->pending->start >= frame->body_start)
            privates->pending = privates->pending->older;
        privates->decl = d->shadowed;
    }
    p->st.frame = frame->outer;
}

void cm__js_privates_check(JsParser *p)
{
    uint32_t first = JS_NO_OFFSET;
    for (JsPrivates *v = p->privates; v != NULL; v = v->next) {
        for (JsPrivateRef *ref = v->pending; ref != NULL; ref = ref->older) {
            if (ref->start < first)
                first = ref->start;
        }
    }
    if (first != JS_NO_OFFSET)
        cm__js_fail(&p->lx, first, "private name that no class declares");
}
