/* SPDX-License-Identifier: MIT */
/* Loops (ECMA-262 14.7). */
#include "js/parser_internal.h"

typedef struct Targets {
    JsNode *break_target, *continue_target;
} Targets;

/* Makes the loop what break and continue mean, and tells the labels that stand
 * directly before it. */
static Targets loop_open(JsParser *p, JsNode *loop)
{
    Targets outer = { p->st.break_target, p->st.continue_target };
    p->st.break_target = p->st.continue_target = loop;
    for (JsLabel *label = p->st.pending; label != NULL; label = label->sibling)
        label->loop = loop;
    p->st.pending = NULL;
    return outer;
}

static void loop_close(JsParser *p, Targets outer)
{
    p->st.break_target = outer.break_target;
    p->st.continue_target = outer.continue_target;
}

JsNode *cm__js_while(JsParser *p)
{
    JsWhile *node = js_node(p, JsWhile, JS_NODE_WHILE, js_at(p));
    Targets outer = loop_open(p, &node->node);
    js_next(p);
    node->test = cm__js_condition(p);
    node->body = cm__js_statement(p);
    loop_close(p, outer);
    return js_done(p, &node->node);
}

JsNode *cm__js_do_while(JsParser *p)
{
    JsWhile *node = js_node(p, JsWhile, JS_NODE_DO_WHILE, js_at(p));
    Targets outer = loop_open(p, &node->node);
    js_next(p);
    node->body = cm__js_statement(p);
    loop_close(p, outer);
    cm__js_expect(p, JS_T_WHILE);
    node->test = cm__js_condition(p);
    js_accept(p, JS_T_SEMI); /* may always be inserted here (12.10.1) */
    return js_done(p, &node->node);
}

/* ---- for ---- */

/* What stands first in the head. */
typedef struct Head {
    uint32_t start;
    bool is_await;
    JsScope *scope;
    JsNode *left; /* JsVar, expression or NULL */
} Head;

static JsDeclKind head_declares(JsParser *p, JsDispose *ret_dispose, bool *ret)
{
    *ret = true;
    *ret_dispose = JS_DISPOSE_NONE;
    if (js_kind(p) == JS_T_VAR)
        return JS_DECL_VAR;
    if (js_kind(p) == JS_T_CONST)
        return JS_DECL_CONST;
    if (js_is_word(p, JS_W_LET))
        return JS_DECL_LET;
    if (js_is_word(p, JS_W_USING) || js_is_word(p, JS_W_AWAIT))
        *ret_dispose = cm__js_using(p, true);
    *ret = *ret_dispose != JS_DISPOSE_NONE;
    return JS_DECL_CONST;
}

static CM_NOINLINE void head_left(JsParser *p, Head *head)
{
    bool declares;
    JsDispose dispose;
    uint32_t start = js_at(p);
    JsDeclKind kind = head_declares(p, &dispose, &declares);
    p->st.ctx = JS_CTX_NO_IN;
    if (declares) {
        if (dispose == JS_DISPOSE_NONE)
            js_next(p);
        head->left = cm__js_variables(p, kind, dispose, start, true);
    } else if (js_kind(p) != JS_T_SEMI) {
        head->left = cm__js_assign_cover(p);
        if (js_kind(p) != JS_T_IN && !js_is_word(p, JS_W_OF))
            cm__js_cover_check(p);
        if (js_kind(p) == JS_T_COMMA) {
            JsSequence *seq = js_node(p, JsSequence, JS_NODE_SEQUENCE, start);
            js_append(&seq->exprs, head->left);
            while (js_accept(p, JS_T_COMMA))
                js_append(&seq->exprs, cm__js_assign(p));
            head->left = js_done(p, &seq->node);
        }
    }
    p->st.ctx = 0;
}

static void check_for_in_left(JsParser *p, const Head *head, bool is_of)
{
    JsNode *left = head->left;
    if (left == NULL)
        cm__js_unexpected(p);
    if (left->kind == JS_NODE_VAR) {
        JsVar *var = JS_AS(JsVar, left);
        const JsDeclarator *d =
            JS_AS_CONST(JsDeclarator, var->declarators.first);
        if (var->declarators.count != 1)
            cm__js_fail(&p->lx, var->declarators.first->next->start,
                        "for-in and for-of declare one variable");
        if (var->dispose != JS_DISPOSE_NONE && !is_of)
            cm__js_fail(&p->lx, left->start,
                        "for-in has nothing to dispose of");
        if (d->init != NULL)
            cm__js_fail(&p->lx, d->init->start,
                        "the variable of for-in and for-of has no initializer");
        return;
    }
    bool is_async_name = left->kind == JS_NODE_IDENT &&
                         JS_AS(JsIdent, left)->name->word == JS_W_ASYNC &&
                         (left->flags & JS_FLAG_PAREN) == 0 &&
                         left->end - left->start == 5;
    if (is_of && is_async_name && !head->is_await)
        cm__js_fail(&p->lx, left->start, "for-of cannot start with 'async'");
    p->st.cover_at = JS_NO_OFFSET;
    cm__js_to_target(p, left, true);
}

static CM_NOINLINE JsNode *for_in(JsParser *p, const Head *head)
{
    bool is_of = js_kind(p) != JS_T_IN;
    if (head->is_await && !is_of)
        cm__js_unexpected(p);
    JsForIn *node = js_node(p, JsForIn, is_of ? JS_NODE_FOR_OF : JS_NODE_FOR_IN,
                            head->start);
    check_for_in_left(p, head, is_of);
    if (head->is_await)
        node->node.flags |= JS_FLAG_AWAIT;
    node->left = head->left;
    node->scope = head->scope;
    js_next(p);
    node->right = is_of ? cm__js_assign(p) : cm__js_expression(p);
    js_leave(p);
    cm__js_expect(p, JS_T_RPAREN);
    Targets outer = loop_open(p, &node->node);
    node->body = cm__js_statement(p);
    loop_close(p, outer);
    return js_done(p, &node->node);
}

static CM_NOINLINE JsNode *for_plain(JsParser *p, const Head *head)
{
    JsFor *node = js_node(p, JsFor, JS_NODE_FOR, head->start);
    if (head->is_await)
        cm__js_fail(&p->lx, js_at(p), "for await needs 'of'");
    node->init = head->left;
    node->scope = head->scope;
    cm__js_expect(p, JS_T_SEMI);
    if (js_kind(p) != JS_T_SEMI)
        node->test = cm__js_expression(p);
    cm__js_expect(p, JS_T_SEMI);
    if (js_kind(p) != JS_T_RPAREN)
        node->update = cm__js_expression(p);
    js_leave(p);
    cm__js_expect(p, JS_T_RPAREN);
    Targets outer = loop_open(p, &node->node);
    node->body = cm__js_statement(p);
    loop_close(p, outer);
    return js_done(p, &node->node);
}

static void await_word(JsParser *p, Head *head)
{
    if (!js_is_word(p, JS_W_AWAIT))
        return;
    if (!p->st.func->is_async)
        cm__js_fail(&p->lx, js_at(p),
                    "for await is only valid in async functions and at the "
                    "top level");
    head->is_await = true;
    p->st.has_await = true;
    js_next(p);
}

JsNode *cm__js_for(JsParser *p)
{
    JsLabel *pending = p->st.pending;
    Head head = { .start = js_at(p) };
    js_next(p);
    await_word(p, &head);
    head.scope = cm__js_scope_open(p, JS_SCOPE_FOR, js_at(p));
    cm__js_expect(p, JS_T_LPAREN);
    js_enter(p);
    p->st.cover_at = JS_NO_OFFSET;
    head_left(p, &head);
    p->st.pending = pending;
    bool is_in = js_kind(p) == JS_T_IN || js_is_word(p, JS_W_OF);
    JsNode *node = is_in ? for_in(p, &head) : for_plain(p, &head);
    cm__js_scope_close(p);
    return node;
}
