/* SPDX-License-Identifier: MIT */
/* Parentheses: a parenthesised expression or the parameters of an arrow
 * function (ECMA-262 13.2.9, 15.3, 15.9), with TypeScript's annotations.
 *
 * Both are read once, as a list of items that may be expressions or parameters;
 * `=>` behind the parenthesis decides, and the items become patterns in place.
 * Scopes that functions and classes among the items have opened move under the
 * scope of the arrow.
 *
 * `(a): T => b` in the middle of a conditional is the one place that needs to
 * try: TypeScript takes it as an arrow function only if a `:` follows. All
 * failed tries together may read the source once more; after that the
 * JavaScript reading is taken unseen, which only a program made for it can
 * notice. */
#include "js/parser_internal.h"

#define MAX_ARROW_TRIES 3u

typedef struct JsCover {
    uint32_t start;      /* of the arrow function */
    uint32_t only_arrow; /* place of something only parameters have */
    JsScope *mark;       /* last child of the scope before the items */
    JsList items;
    uint8_t outer_uses;
    bool is_async;
    struct JsCover *free;
} Cover;

/* ---- covers ---- */

/* Covers live in the arena, not on the C stack, which parentheses make deep. */
static Cover *open_cover(JsParser *p, uint32_t start, bool is_async)
{
    Cover *c = p->covers;
    if (c != NULL)
        p->covers = c->free;
    else
        c = js_alloc(p, Cover);
    *c = (Cover){ .start = start,
                  .only_arrow = JS_NO_OFFSET,
                  .mark = p->st.scope->last_child,
                  .outer_uses = p->st.uses,
                  .is_async = is_async };
    p->st.uses = 0;
    return c;
}

static void close_cover(JsParser *p, Cover *c)
{
    c->free = p->covers;
    p->covers = c;
}

/* ---- items ---- */

static void only_arrow(Cover *c, uint32_t at)
{
    if (c->only_arrow == JS_NO_OFFSET)
        c->only_arrow = at;
}

/* Rest parameter; in an argument list (async) it may be a spread. */
static CM_NOINLINE JsNode *rest_item(JsParser *p, Cover *c)
{
    JsUnary *rest = js_node(p, JsUnary, JS_NODE_SPREAD, js_at(p));
    js_next(p);
    if (!c->is_async)
        only_arrow(c, rest->node.start);
    rest->operand = cm__js_assign_cover(p);
    if (js_kind(p) == JS_T_COLON) {
        only_arrow(c, js_at(p));
        cm__js_type_annotation(p);
    }
    js_done(p, &rest->node);
    if (js_kind(p) == JS_T_COMMA)
        rest->node.op = 1;
    return &rest->node;
}

static JsNode *item(JsParser *p, Cover *c)
{
    if (js_kind(p) == JS_T_ELLIPSIS)
        return rest_item(p, c);
    if (js_kind(p) == JS_T_AT)
        return cm__js_primary(p); /* reports decorators */
    p->st.item_at = js_at(p);
    JsNode *node = cm__js_assign_cover(p);
    p->st.item_at = JS_NO_OFFSET;
    if (js_kind(p) == JS_T_QUESTION) {
        only_arrow(c, js_at(p));
        js_next(p);
    }
    if (js_kind(p) == JS_T_COLON) {
        only_arrow(c, js_at(p));
        cm__js_type_annotation(p);
    }
    if (js_kind(p) == JS_T_ASSIGN) {
        JsAssign *def = js_node(p, JsAssign, JS_NODE_DEFAULT, node->start);
        only_arrow(c, js_at(p));
        js_next(p);
        def->target = node;
        def->value = cm__js_assign(p);
        node = js_done(p, &def->node);
    }
    return node;
}

/* From `(` to the token behind `)`. */
static void items(JsParser *p, Cover *c)
{
    uint8_t ctx = p->st.ctx;
    uint32_t comma = JS_NO_OFFSET;
    p->st.ctx = 0;
    js_enter(p);
    js_next(p);
    while (js_kind(p) != JS_T_RPAREN) {
        js_append(&c->items, item(p, c));
        comma = JS_NO_OFFSET;
        if (js_kind(p) != JS_T_RPAREN) {
            comma = js_at(p);
            cm__js_expect_comma(p, JS_T_RPAREN);
        }
    }
    if (comma != JS_NO_OFFSET && !c->is_async)
        only_arrow(c, js_at(p));
    js_leave(p);
    js_next(p);
    p->st.ctx = ctx;
}

/* ---- arrow functions ---- */

static CM_NOINLINE void arrow_body(JsParser *p, JsFunction *func)
{
    func->body_start = js_at(p);
    if (js_kind(p) == JS_T_LBRACE) {
        cm__js_function_body(p, func);
        return;
    }
    func->is_expression_body = true;
    func->body_scope = cm__js_scope_open(p, JS_SCOPE_BODY, js_at(p));
    js_enter(p);
    func->expression = cm__js_assign(p);
    js_leave(p);
    cm__js_scope_close(p);
}

static void check_cover(JsParser *p, const Cover *c)
{
    if (p->st.await_at != JS_NO_OFFSET && p->st.await_at >= c->start &&
        (c->is_async || p->st.func->is_async))
        cm__js_fail(&p->lx, p->st.await_at,
                    "await in the parameters of an arrow function");
    if (p->st.yield_at != JS_NO_OFFSET && p->st.yield_at >= c->start)
        cm__js_fail(&p->lx, p->st.yield_at,
                    "yield in the parameters of an arrow function");
}

static CM_NOINLINE void add_params(JsParser *p, JsFunction *func,
                                   const Cover *c)
{
    JsNode *next;
    for (JsNode *node = c->items.first; node != NULL; node = next) {
        next = node->next;
        node->next = NULL;
        JsParam *param = js_node(p, JsParam, JS_NODE_PARAM, node->start);
        param->node.end = node->end;
        if (node->kind == JS_NODE_THIS)
            continue; /* TypeScript's `this: T` */
        if (node->kind == JS_NODE_SPREAD) {
            if (next != NULL || node->op != 0)
                cm__js_fail(&p->lx, node->start,
                            "a rest parameter must be last");
            param->is_rest = true;
            node = JS_AS(JsUnary, node)->operand;
            if (node->kind == JS_NODE_ASSIGN)
                cm__js_fail(&p->lx, node->start,
                            "a rest parameter has no default");
        }
        cm__js_to_binding(p, node);
        param->target = node;
        if (node->kind == JS_NODE_DEFAULT) {
            param->target = JS_AS(JsAssign, node)->target;
            param->init = JS_AS(JsAssign, node)->value;
        }
        cm__js_add_param(p, func, param);
    }
}

/* The token is `=>`. */
static JsNode *arrow(JsParser *p, Cover *c)
{
    check_cover(p, c);
    p->st.cover_at = JS_NO_OFFSET;
    JsFunction *func = cm__js_function_new(p, JS_FUNC_ARROW, c->start);
    func->is_async = c->is_async;
    uint8_t ctx = p->st.ctx;
    uint8_t param_uses = p->st.uses;
    p->st.uses = c->outer_uses;
    JsState *saved = cm__js_function_open(p, func);
    p->st.uses = param_uses;
    func->scope = cm__js_scope_open(p, JS_SCOPE_FUNCTION, c->start);
    cm__js_scope_adopt(p, c->mark);
    p->st.in_params = false;
    add_params(p, func, c);
    js_next(p);
    p->st.ctx = ctx;
    arrow_body(p, func);
    cm__js_scope_close(p);
    cm__js_function_close(p, func, saved);
    p->st.arrow_at = JS_NO_OFFSET;
    return js_done(p, &func->node);
}

JsNode *cm__js_arrow_of_name(JsParser *p, JsIdent *name, bool is_async)
{
    Cover *c = open_cover(p, name->node.start, is_async);
    uint32_t await_at = p->st.await_at;
    if (is_async && name->name->word == JS_W_AWAIT)
        cm__js_fail(&p->lx, name->node.start, "'await' is a reserved word");
    p->st.await_at = JS_NO_OFFSET;
    js_append(&c->items, &name->node);
    JsNode *node = arrow(p, c);
    p->st.await_at = await_at;
    close_cover(p, c);
    return node;
}

/* ---- return types ---- */

/* `: T =>` outside of a conditional. */
static bool typed_arrow(JsParser *p, void *arg)
{
    (void)arg;
    js_next(p);
    cm__js_return_type(p);
    return js_kind(p) == JS_T_ARROW && !p->lx.tok.nl_before;
}

typedef struct ArrowTry {
    Cover *cover;
    JsNode *result;
} ArrowTry;

/* `: T => body :` in the middle of a conditional. */
static bool typed_arrow_and_colon(JsParser *p, void *arg)
{
    ArrowTry *attempt = arg;
    if (!typed_arrow(p, NULL))
        return false;
    Cover copy = *attempt->cover;
    attempt->result = arrow(p, &copy);
    return js_kind(p) == JS_T_COLON;
}

/* Parameters that were changed into patterns by a failed try would not be
 * expressions any more; only plain names and the empty list are tried. A name
 * stays what it is. */
static bool can_try(const Cover *c)
{
    if (c->only_arrow != JS_NO_OFFSET)
        return true;
    for (const JsNode *n = c->items.first; n != NULL; n = n->next) {
        if (n->kind != JS_NODE_IDENT || (n->flags & JS_FLAG_PAREN) != 0)
            return false;
    }
    return true;
}

/* The token is `:`; returns the arrow function or NULL. */
static CM_NOINLINE JsNode *arrow_with_type(JsParser *p, Cover *c)
{
    bool certain = (p->st.ctx & JS_CTX_COLON) == 0 ||
                   c->only_arrow != JS_NO_OFFSET || c->items.count == 0;
    if (certain) {
        typed_arrow(p, NULL);
        if (js_kind(p) != JS_T_ARROW || p->lx.tok.nl_before)
            cm__js_unexpected(p);
        return arrow(p, c);
    }
    if (!can_try(c) || p->arrow_tries >= MAX_ARROW_TRIES ||
        p->arrow_budget == 0)
        return NULL;
    ArrowTry attempt = { c, NULL };
    JsScope *mark = p->st.scope->last_child;
    /* Declaring the names needs the items unlinked; keep the links. */
    JsNode *links[8];
    size_t n = 0;
    for (JsNode *node = c->items.first; node != NULL; node = node->next) {
        if (n == CM_ARRAY_LEN(links))
            return NULL;
        links[n++] = node;
    }
    p->arrow_tries++;
    bool ok = cm__js_try(p, typed_arrow_and_colon, &attempt);
    p->arrow_tries--;
    if (ok)
        return attempt.result;
    p->arrow_budget -= p->tried < p->arrow_budget ? p->tried : p->arrow_budget;
    for (size_t i = 0; i < n; i++) {
        links[i]->next = i + 1 < n ? links[i + 1] : NULL;
        JS_AS(JsIdent, links[i])->decl = NULL;
    }
    if (mark != NULL)
        mark->next = NULL;
    else
        p->st.scope->first_child = NULL;
    p->st.scope->last_child = mark;
    return NULL;
}

static JsNode *maybe_arrow(JsParser *p, Cover *c, bool can_arrow)
{
    if (!can_arrow || p->lx.tok.nl_before)
        return NULL;
    if (js_kind(p) == JS_T_ARROW)
        return arrow(p, c);
    if (js_kind(p) == JS_T_COLON)
        return arrow_with_type(p, c);
    return NULL;
}

/* ---- parentheses ---- */

static JsNode *parenthesised(JsParser *p, Cover *c)
{
    if (c->only_arrow != JS_NO_OFFSET)
        cm__js_fail(&p->lx, c->only_arrow,
                    "only the parameters of an arrow function may have this");
    cm__js_cover_check(p);
    JsNode *node = c->items.first;
    if (node == NULL)
        cm__js_unexpected(p);
    if (node->next != NULL) {
        JsSequence *seq = js_node(p, JsSequence, JS_NODE_SEQUENCE, node->start);
        seq->exprs = c->items;
        seq->node.end = c->items.last->end;
        node = &seq->node;
    }
    node->flags |= JS_FLAG_PAREN;
    return node;
}

JsNode *cm__js_paren(JsParser *p)
{
    bool can_arrow = p->st.arrow_at == js_at(p);
    uint32_t cover_at = p->st.cover_at;
    Cover *c = open_cover(p, js_at(p), false);
    p->st.cover_at = JS_NO_OFFSET;
    items(p, c);
    JsNode *node = maybe_arrow(p, c, can_arrow);
    if (node == NULL) {
        if (c->items.first == NULL && js_kind(p) != JS_T_ARROW)
            cm__js_fail(&p->lx, p->lx.prev_end - 1, "unexpected token ')'");
        node = parenthesised(p, c);
        p->st.uses |= c->outer_uses;
    }
    close_cover(p, c);
    p->st.cover_at = cover_at;
    return node;
}

/* ---- async ---- */

static bool generic_async(JsParser *p, void *arg)
{
    (void)arg;
    cm__js_type_params(p);
    return js_kind(p) == JS_T_LPAREN;
}

/* async ( ... ): arrow parameters or the arguments of a call. */
static CM_NOINLINE JsNode *async_paren(JsParser *p, JsIdent *name,
                                       bool can_arrow)
{
    uint32_t cover_at = p->st.cover_at;
    Cover *c = open_cover(p, name->node.start, true);
    JsAccess *access = js_node(p, JsAccess, JS_NODE_ACCESS, name->node.start);
    JsLink *link = js_alloc(p, JsLink);
    link->kind = JS_LINK_CALL;
    link->start = js_at(p);
    p->st.cover_at = JS_NO_OFFSET;
    items(p, c);
    JsNode *node = maybe_arrow(p, c, can_arrow);
    if (node == NULL) {
        if (c->only_arrow != JS_NO_OFFSET)
            cm__js_fail(
                &p->lx, c->only_arrow,
                "only the parameters of an arrow function may have this");
        cm__js_cover_check(p);
        link->as.args = c->items;
        link->end = p->lx.prev_end;
        access->head = &name->node;
        access->links = access->last = link;
        p->st.uses |= c->outer_uses;
        node = js_done(p, &access->node);
    }
    close_cover(p, c);
    p->st.cover_at = cover_at;
    return node;
}

JsNode *cm__js_async(JsParser *p)
{
    uint32_t start = js_at(p);
    bool can_arrow = p->st.arrow_at == start;
    JsIdent *name = JS_AS(JsIdent, cm__js_ident_ref(p));
    if (!p->lx.tok.nl_before) {
        if (js_kind(p) == JS_T_FUNCTION)
            return cm__js_function_expr(p, start, true);
        if (can_arrow && js_kind(p) == JS_T_IDENT &&
            cm__js_peek(p)->kind == JS_T_ARROW) {
            JsToken param = p->lx.tok;
            if (param.name->word == JS_W_AWAIT)
                cm__js_fail(&p->lx, param.start, "'await' is a reserved word");
            cm__js_check_binding_name(p, param.name, param.start);
            JsIdent *ident = js_node(p, JsIdent, JS_NODE_IDENT, param.start);
            ident->name = param.name;
            js_next(p);
            js_done(p, &ident->node);
            if (p->lx.tok.nl_before)
                cm__js_unexpected(p);
            JsNode *node = cm__js_arrow_of_name(p, ident, true);
            node->start = start;
            return node;
        }
        if (can_arrow && js_kind(p) == JS_T_LT &&
            cm__js_try(p, generic_async, NULL))
            return async_paren(p, name, true);
        if (js_kind(p) == JS_T_LPAREN)
            return async_paren(p, name, can_arrow);
    }
    if (can_arrow && js_kind(p) == JS_T_ARROW && !p->lx.tok.nl_before)
        return cm__js_arrow_of_name(p, name, false);
    return &name->node;
}
