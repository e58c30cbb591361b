/* SPDX-License-Identifier: MIT */
/* Loops. The test stands at the bottom, so that a turn takes one jump. */
#include "js/emit_internal.h"

static void emit_body(Emit *e, JsNode *body)
{
    cm__emit_statement(e, body);
    e->top = e->n_fixed;
}

/* Closures of the next turn see new variables (ECMA-262 14.7.4.4). */
static void copy_boxes(Emit *e, JsScope *scope)
{
    for (JsDecl *d = scope ? scope->first : NULL; d; d = d->next) {
        Var *v = js_var(d);
        if (!v || !v->is_boxed || v->kind != JS_DECL_LET)
            continue;
        if (v->place == VAR_REGISTER) {
            emit_abc(e, OP_COPYBOX, v->slot, 0, 0);
        } else if (v->place == VAR_SPILL) {
            uint32_t top = e->top;
            uint32_t box = cm__reg_new(e);
            emit_abc(e, OP_GETSPILL, box, e->spill_reg, 0);
            cm__emit_word(e, v->slot);
            emit_abc(e, OP_COPYBOX, box, 0, 0);
            emit_abc(e, OP_SETSPILL, box, e->spill_reg, 0);
            cm__emit_word(e, v->slot);
            e->top = top;
        }
    }
}

static bool is_true(const JsNode *test)
{
    return !test || test->kind == JS_NODE_TRUE;
}

void cm__emit_for(Emit *e, JsFor *n)
{
    ScopeMark mark = cm__scope_open(e, n->scope);
    Using *used = using_open(e, n->scope);
    if (n->init && n->init->kind == JS_NODE_VAR)
        cm__emit_statement(e, n->init);
    else if (n->init)
        cm__expr_void(e, n->init);
    copy_boxes(e, n->scope);
    Control *c = cm__control_open(e, &n->node);
    if (!c)
        return;
    Jumps test = { 0 };
    if (!is_true(n->test))
        cm__emit_jump(e, &test, OP_JMP);
    uint32_t start = emit_pc(e);
    e->last_target = start;
    emit_body(e, n->body);
    cm__emit_patch(e, &c->continues);
    copy_boxes(e, n->scope);
    if (n->update)
        cm__expr_void(e, n->update);
    cm__emit_patch(e, &test);
    if (is_true(n->test))
        cm__emit_back(e, OP_LOOP, start);
    else
        cm__emit_cond_back(e, n->test, start);
    cm__emit_patch(e, &c->breaks);
    cm__using_close(e, used);
    cm__scope_close(e, mark);
}

void cm__emit_while(Emit *e, JsWhile *n)
{
    Control *c = cm__control_open(e, &n->node);
    if (!c)
        return;
    bool forever = is_true(n->test);
    if (!forever)
        cm__emit_jump(e, &c->continues, OP_JMP);
    uint32_t start = emit_pc(e);
    e->last_target = start;
    if (forever)
        c->loop_start = start;
    emit_body(e, n->body);
    cm__emit_patch(e, &c->continues);
    cm__emit_cond_back(e, n->test, start);
    cm__emit_patch(e, &c->breaks);
}

void cm__emit_do_while(Emit *e, JsWhile *n)
{
    Control *c = cm__control_open(e, &n->node);
    if (!c)
        return;
    uint32_t start = emit_pc(e);
    e->last_target = start;
    emit_body(e, n->body);
    cm__emit_patch(e, &c->continues);
    cm__emit_cond_back(e, n->test, start);
    cm__emit_patch(e, &c->breaks);
}

/* ---- for-in, for-of ---- */

typedef struct Head {
    JsNode *target;
    BindHow how;
    bool is_direct;  /* the variable is the register of the value */
    uint8_t dispose; /* JsDispose */
} Head;

static Head open_head(JsForIn *n, uint32_t value)
{
    Head h = { .target = n->left, .how = HOW_ASSIGN };
    if (n->left->kind != JS_NODE_VAR)
        return h;
    JsVar *v = JS_AS(JsVar, n->left);
    h.target = JS_AS(JsDeclarator, v->declarators.first)->target;
    if (v->decl_kind == JS_DECL_VAR)
        return h;
    h.how = HOW_INIT;
    h.dispose = v->dispose;
    Var *var = h.target->kind == JS_NODE_IDENT
                   ? js_var(JS_AS(JsIdent, h.target)->decl)
                   : NULL;
    if (var && var->place == VAR_NOWHERE && !var->is_boxed) {
        var->place = VAR_REGISTER;
        var->slot = value;
        h.is_direct = true;
    }
    return h;
}

/* Variables that something may look at too early, or that closures share, are
 * new in every turn. */
static void renew_variables(Emit *e, JsScope *scope)
{
    for (JsDecl *d = scope ? scope->first : NULL; d; d = d->next) {
        Var *v = js_var(d);
        if (v && v->place != VAR_NOWHERE && (v->needs_mark || v->is_boxed))
            cm__var_prepare(e, v);
    }
}

static void open_iteration(Emit *e, const JsForIn *n, uint32_t iter)
{
    bool is_await = (n->node.flags & JS_FLAG_AWAIT) != 0;
    uint32_t src = cm__expr_any(e, n->right);
    emit_at(e, n->right);
    emit_abc(e,
             n->node.kind == JS_NODE_FOR_IN ? OP_FORINOPEN
             : is_await                     ? OP_AITEROPEN
                                            : OP_ITEROPEN,
             iter, src, 0);
}

static void next_value(Emit *e, const JsForIn *n, uint32_t iter, Jumps *done)
{
    emit_at(e, n->right);
    if (n->node.kind == JS_NODE_FOR_IN) {
        cm__emit_jump(e, done, INS_ABC(OP_FORINNEXT, iter, 0, 0));
    } else if (n->node.flags & JS_FLAG_AWAIT) {
        emit_abc(e, OP_AITERNEXT, iter, 0, 0);
        emit_abc(e, OP_AWAIT, iter + 3, iter + 3, 0);
        cm__emit_jump(e, done, INS_ABC(OP_AITERVALUE, iter, 0, 0));
    } else {
        cm__emit_jump(e, done, INS_ABC(OP_ITERNEXT, iter, 0, 0));
    }
}

void cm__emit_for_in(Emit *e, JsForIn *n)
{
    ScopeMark mark = cm__scope_open(e, n->scope);
    uint32_t iter = cm__reg_run(e, 4);
    (void)emit_fix(e);
    open_iteration(e, n, iter);
    e->top = e->n_fixed;
    Using *used = NULL;
    if (CM_UNLIKELY(n->scope && n->scope->disposes))
        used = cm__using_new(e, n->scope);
    Control *c = cm__control_open(e, &n->node);
    Unwind *u = (Unwind *)cm__emit_alloc(e, sizeof *u);
    if (!c || !u)
        return;
    bool closes = n->node.kind == JS_NODE_FOR_OF;
    Jumps done = { 0 };
    uint32_t start = emit_pc(e);
    e->last_target = start;
    c->loop_start = start;
    next_value(e, n, iter, &done);
    renew_variables(e, n->scope);
    if (closes)
        cm__unwind_open(e, u,
                        n->node.flags & JS_FLAG_AWAIT ? UNWIND_ASYNC_ITERATOR
                                                      : UNWIND_ITERATOR,
                        iter);
    c->continue_unwind = e->unwind;
    Head h = open_head(n, iter + 3);
    if (CM_UNLIKELY(used)) {
        cm__using_begin(e, used);
        cm__using_add(e, h.target, iter + 3, h.dispose);
    }
    if (!h.is_direct)
        cm__emit_bind(e, h.target, iter + 3, h.how);
    emit_body(e, n->body);
    cm__using_close(e, used);
    if (closes)
        cm__unwind_end(e, u);
    cm__emit_back(e, OP_LOOP, start);
    if (closes)
        cm__emit_iterator_handler(e, u, iter + 3);
    cm__emit_patch(e, &done);
    cm__emit_patch(e, &c->breaks);
    cm__scope_close(e, mark);
}
