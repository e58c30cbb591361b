/* SPDX-License-Identifier: MIT */
/* Statements. */
#include "js/emit_internal.h"

void cm__emit_block(Emit *e, JsBlock *b)
{
    ScopeMark mark = cm__scope_open(e, b->scope);
    cm__scope_functions(e, b->scope);
    Using *u = using_open(e, b->scope);
    cm__emit_statements(e, &b->body);
    cm__using_close(e, u);
    cm__scope_close(e, mark);
}

static void emit_var_statement(Emit *e, JsVar *v)
{
    BindHow how = v->decl_kind == JS_DECL_VAR ? HOW_ASSIGN : HOW_INIT;
    if (v->dispose) {
        cm__emit_using(e, v);
        return;
    }
    for (JsNode *n = v->declarators.first; n && e->status == CM_OK;
         n = n->next) {
        JsDeclarator *d = JS_AS(JsDeclarator, n);
        cm__emit_declare(e, d->target, d->init, how);
    }
}

static CM_NOINLINE void emit_if(Emit *e, JsIf *n)
{
    Jumps end = { 0 };
    for (JsArm *a = n->arms; a; a = a->next) {
        Jumps no = { 0 };
        cm__emit_cond(e, a->test, false, &no);
        cm__emit_statement(e, a->body);
        if (a->next || n->otherwise)
            cm__emit_jump(e, &end, OP_JMP);
        cm__emit_patch(e, &no);
    }
    if (n->otherwise)
        cm__emit_statement(e, n->otherwise);
    cm__emit_patch(e, &end);
}

/* c ? a : b with nothing to do on the way out: each arm returns by itself. */
static CM_NOINLINE void return_arms(Emit *e, JsConditional *c, uint32_t start,
                                    uint32_t end)
{
    for (JsArm *a = c->arms; a; a = a->next) {
        Jumps no = { 0 };
        cm__emit_cond(e, a->test, false, &no);
        cm__emit_return_value(e, a->body, start, end);
        cm__emit_patch(e, &no);
    }
    cm__emit_return_value(e, c->otherwise, start, end);
}

void cm__emit_return_value(Emit *e, JsNode *n, uint32_t start, uint32_t end)
{
    uint32_t top = e->top;
    bool is_derived = e->fn->cls && e->fn->node && e->fn->node->is_derived;
    if (n->kind == JS_NODE_CONDITIONAL && !e->unwind && !is_derived &&
        !e->is_generator) {
        return_arms(e, JS_AS(JsConditional, n), start, end);
        return;
    }
    uint32_t reg = cm__expr_any(e, n);
    if (e->is_async && e->is_generator) {
        uint32_t value = cm__reg_new(e);
        cm__emit_await(e, n, value, reg);
        reg = value;
    }
    cm__emit_return(e, reg, start, end);
    e->top = top;
}

static CM_NOINLINE void emit_return(Emit *e, JsExpression *n)
{
    uint32_t start = n->node.start;
    bool is_derived = e->fn->cls && e->fn->node && e->fn->node->is_derived;
    if (!n->expr && !e->unwind && !is_derived) {
        cm__emit_pos(e, start, n->node.end);
        emit_abc(e, OP_RETUNDEF, 0, 0, 0);
        return;
    }
    if (n->expr) {
        cm__emit_return_value(e, n->expr, start, n->node.end);
        return;
    }
    uint32_t reg = cm__reg_new(e);
    emit_abc(e, OP_LOADUNDEF, reg, 0, 0);
    cm__emit_return(e, reg, start, n->node.end);
}

static CM_NOINLINE void emit_throw(Emit *e, JsExpression *n)
{
    uint32_t reg = cm__expr_any(e, n->expr);
    emit_at(e, &n->node);
    emit_abc(e, OP_THROW, reg, 0, 0);
}

static Control *control_of(const Emit *e, const JsNode *target)
{
    return target->mark < e->controls.n
               ? VEC_AT(Control *, e->controls, target->mark)
               : NULL;
}

static CM_NOINLINE void emit_labeled(Emit *e, JsLabeled *n)
{
    Control *c = cm__control_open(e, &n->node);
    cm__emit_statement(e, n->body);
    if (c)
        cm__emit_patch(e, &c->breaks);
}

static void emit_cases(Emit *e, JsSwitch *n, uint32_t subject, Jumps *jumps,
                       Control *c)
{
    Jumps *otherwise = &c->breaks;
    uint32_t i = 0;
    for (JsNode *x = n->cases.first; x && e->status == CM_OK; x = x->next) {
        JsNode *test = JS_AS(JsCase, x)->test;
        if (test)
            cm__emit_case(e, subject, test, &jumps[i]);
        else
            otherwise = &jumps[i];
        i++;
    }
    cm__emit_jump(e, otherwise, OP_JMP);
    i = 0;
    for (JsNode *x = n->cases.first; x && e->status == CM_OK; x = x->next) {
        cm__emit_patch(e, &jumps[i++]);
        cm__emit_statements(e, &JS_AS(JsCase, x)->body);
    }
}

static CM_NOINLINE void emit_switch(Emit *e, JsSwitch *n)
{
    uint32_t top = e->top;
    uint32_t fixed = e->n_fixed;
    uint32_t subject = cm__expr_next(e, n->subject);
    e->n_fixed = e->top;
    ScopeMark mark = cm__scope_open(e, n->scope);
    cm__scope_functions(e, n->scope);
    Control *c = cm__control_open(e, &n->node);
    Jumps *jumps =
        (Jumps *)cm__emit_alloc(e, (n->cases.count + 1) * sizeof(Jumps));
    if (!c || !jumps)
        return;
    emit_cases(e, n, subject, jumps, c);
    cm__emit_patch(e, &c->breaks);
    cm__scope_close(e, mark);
    e->n_fixed = fixed;
    e->top = top;
}

static CM_NOINLINE void emit_export(Emit *e, JsExportDefault *n)
{
    JsNode *v = n->value;
    uint32_t dst = e->export_reg;
    Str *name = cm__emit_ascii(e, "default");
    if (v->kind == JS_NODE_CLASS_DECL) {
        JsClass *c = JS_AS(JsClass, v);
        if (!c->decl) {
            cm__emit_class(e, c, dst, name);
            return;
        }
        cm__emit_class_decl(e, c);
        cm__var_load(e, js_var(c->decl), dst);
    } else if (v->kind == JS_NODE_FUNCTION_DECL) {
        JsFunction *f = JS_AS(JsFunction, v);
        if (f->decl && js_var(f->decl))
            cm__var_load(e, js_var(f->decl), dst);
        else
            cm__emit_closure(e, (Func *)f->extra, name, dst);
    } else {
        cm__expr_named(e, v, dst, name);
    }
}

void cm__emit_statement(Emit *e, JsNode *n)
{
    if (e->status != CM_OK)
        return;
    switch (n->kind) {
    case JS_NODE_EXPRESSION:
        cm__expr_void(e, JS_AS(JsExpression, n)->expr);
        break;
    case JS_NODE_VAR:
        emit_var_statement(e, JS_AS(JsVar, n));
        return; /* keeps its registers */
    case JS_NODE_CLASS_DECL:
        cm__emit_class_decl(e, JS_AS(JsClass, n));
        return;
    case JS_NODE_ENUM:
        cm__emit_enum(e, JS_AS(JsEnum, n));
        return;
    case JS_NODE_BLOCK:
        cm__emit_block(e, JS_AS(JsBlock, n));
        break;
    case JS_NODE_IF:
        emit_if(e, JS_AS(JsIf, n));
        break;
    case JS_NODE_FOR:
        cm__emit_for(e, JS_AS(JsFor, n));
        break;
    case JS_NODE_FOR_IN:
    case JS_NODE_FOR_OF:
        cm__emit_for_in(e, JS_AS(JsForIn, n));
        break;
    case JS_NODE_WHILE:
        cm__emit_while(e, JS_AS(JsWhile, n));
        break;
    case JS_NODE_DO_WHILE:
        cm__emit_do_while(e, JS_AS(JsWhile, n));
        break;
    case JS_NODE_RETURN:
        emit_return(e, JS_AS(JsExpression, n));
        break;
    case JS_NODE_THROW:
        emit_throw(e, JS_AS(JsExpression, n));
        break;
    case JS_NODE_BREAK:
    case JS_NODE_CONTINUE:
        cm__emit_goto(e, control_of(e, JS_AS(JsJump, n)->target),
                      n->kind == JS_NODE_CONTINUE);
        break;
    case JS_NODE_TRY:
        cm__emit_try(e, JS_AS(JsTry, n));
        break;
    case JS_NODE_SWITCH:
        emit_switch(e, JS_AS(JsSwitch, n));
        break;
    case JS_NODE_LABELED:
        emit_labeled(e, JS_AS(JsLabeled, n));
        break;
    case JS_NODE_EXPORT_DEFAULT:
        emit_export(e, JS_AS(JsExportDefault, n));
        break;
    default:
        break; /* empty, erased, hoisted functions, imports, debugger */
    }
    e->top = e->n_fixed;
}

void cm__emit_statements(Emit *e, const JsList *list)
{
    for (JsNode *n = list->first; n && e->status == CM_OK; n = n->next)
        cm__emit_statement(e, n);
}
