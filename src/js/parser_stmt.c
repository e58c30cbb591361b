/* SPDX-License-Identifier: MIT */
/* Statements (ECMA-262 14); loops are in parser_loop.c.
 *
 * Nesting is counted where braces open (block, switch, body) and where a
 * statement is the body of another one without braces. */
#include "js/parser_internal.h"

#include <string.h>

/* ---- blocks ---- */

static bool is_use_strict(const JsParser *p, const JsNode *string)
{
    return string->end - string->start == 12 &&
           memcmp(p->lx.text + string->start + 1, "use strict", 10) == 0;
}

/* A string literal alone at the start of a body. */
static bool directive(JsParser *p, JsNode *node, JsFunction *func)
{
    if (node->kind != JS_NODE_EXPRESSION)
        return false;
    const JsNode *expr = JS_AS_CONST(JsExpression, node)->expr;
    if (expr->kind != JS_NODE_STRING || (expr->flags & JS_FLAG_PAREN) != 0)
        return false;
    if (!func->has_simple_params && is_use_strict(p, expr))
        cm__js_fail(&p->lx, node->start,
                    "\"use strict\" in a function whose parameters are "
                    "not simple");
    return true;
}

void cm__js_statement_list(JsParser *p, JsList *list, JsFunction *directives)
{
    while (js_kind(p) != JS_T_RBRACE && js_kind(p) != JS_T_EOF) {
        JsNode *node = cm__js_statement_item(p);
        js_append(list, node);
        if (directives != NULL && !directive(p, node, directives))
            directives = NULL;
    }
}

JsBlock *cm__js_block(JsParser *p, bool is_catch_body)
{
    JsBlock *block = js_node(p, JsBlock, JS_NODE_BLOCK, js_at(p));
    if (js_kind(p) != JS_T_LBRACE)
        cm__js_expect(p, JS_T_LBRACE);
    block->scope = cm__js_scope_open(p, JS_SCOPE_BLOCK, js_at(p));
    block->scope->is_catch_body = is_catch_body;
    js_enter(p);
    js_next(p);
    cm__js_statement_list(p, &block->body, NULL);
    js_leave(p);
    cm__js_scope_close(p);
    cm__js_expect(p, JS_T_RBRACE);
    return js_done(p, &block->node);
}

/* ---- variables ---- */

static bool is_for_in_of(const JsParser *p)
{
    return js_kind(p) == JS_T_IN || js_is_word(p, JS_W_OF);
}

static CM_NOINLINE void declarator(JsParser *p, JsVar *var, bool is_for_head)
{
    JsDeclarator *d = js_node(p, JsDeclarator, JS_NODE_DECLARATOR, js_at(p));
    d->target = cm__js_binding_target(p);
    cm__js_declare_pattern(p, d->target, (JsDeclKind)var->decl_kind);
    if (js_kind(p) == JS_T_NOT && !p->lx.tok.nl_before)
        js_next(p);
    cm__js_type_annotation(p);
    bool in_head =
        is_for_head && is_for_in_of(p) && var->declarators.count == 0;
    if (var->dispose != JS_DISPOSE_NONE && d->target->kind != JS_NODE_IDENT)
        cm__js_fail(&p->lx, d->target->start, "using declares single names");
    if (js_accept(p, JS_T_ASSIGN))
        d->init = cm__js_assign(p);
    else if (!in_head && d->target->kind != JS_NODE_IDENT)
        cm__js_fail(&p->lx, js_at(p),
                    "a pattern needs a value: '=' is missing");
    else if (!in_head && var->decl_kind == JS_DECL_CONST)
        cm__js_fail(&p->lx, js_at(p),
                    var->dispose != JS_DISPOSE_NONE
                        ? "using needs a value: '=' is missing"
                        : "const needs a value: '=' is missing");
    js_append(&var->declarators, js_done(p, &d->node));
}

/* The declaring word is taken. */
JsNode *cm__js_variables(JsParser *p, JsDeclKind kind, JsDispose dispose,
                         uint32_t start, bool is_for_head)
{
    JsVar *var = js_node(p, JsVar, JS_NODE_VAR, start);
    var->decl_kind = (uint8_t)kind;
    var->dispose = (uint8_t)dispose;
    do {
        declarator(p, var, is_for_head);
    } while (js_accept(p, JS_T_COMMA));
    return js_done(p, &var->node);
}

static CM_NOINLINE JsNode *variable_statement(JsParser *p, JsDeclKind kind)
{
    uint32_t start = js_at(p);
    js_next(p);
    if (kind == JS_DECL_CONST && js_kind(p) == JS_T_ENUM)
        return cm__js_enum(p, start);
    JsNode *node = cm__js_variables(p, kind, JS_DISPOSE_NONE, start, false);
    cm__js_semicolon(p);
    return js_done(p, node);
}

/* ---- using (ECMA-262 14.3.1 of 2026) ---- */

/* From `using` on: a name follows on its line. In the head of a for,
 * `using of` is the variable `using` unless a value follows. */
static bool declares_resource(JsParser *p, bool is_for_head)
{
    js_next(p);
    if (js_kind(p) != JS_T_IDENT || p->lx.tok.nl_before)
        return false;
    if (!is_for_head || !js_is_word(p, JS_W_OF))
        return true;
    js_next(p);
    return js_kind(p) == JS_T_ASSIGN || js_kind(p) == JS_T_COLON;
}

static JsDispose using_kind(JsParser *p, bool is_for_head)
{
    if (js_is_word(p, JS_W_USING))
        return declares_resource(p, is_for_head) ? JS_DISPOSE_SYNC
                                                 : JS_DISPOSE_NONE;
    if (!p->st.func->is_async)
        return JS_DISPOSE_NONE;
    js_next(p);
    if (!js_is_word(p, JS_W_USING) || p->lx.tok.nl_before)
        return JS_DISPOSE_NONE;
    return declares_resource(p, false) ? JS_DISPOSE_ASYNC : JS_DISPOSE_NONE;
}

JsDispose cm__js_using(JsParser *p, bool is_for_head)
{
    uint32_t start = js_at(p);
    JsScope *scope = p->st.scope;
    JsLexMark mark = cm__js_mark(&p->lx);
    JsDispose dispose = using_kind(p, is_for_head);
    cm__js_rewind(&p->lx, &mark);
    if (dispose == JS_DISPOSE_NONE)
        return dispose;
    if (scope->kind == JS_SCOPE_SWITCH)
        cm__js_fail(&p->lx, start,
                    "using directly in a case needs braces around it");
    if (scope->disposes < dispose)
        scope->disposes = (uint8_t)dispose;
    if (dispose == JS_DISPOSE_ASYNC) {
        p->st.has_await = true;
        p->st.await_at = start;
        js_next(p);
    }
    js_next(p);
    return dispose;
}

/* NULL: no declaration. */
static CM_NOINLINE JsNode *using_statement(JsParser *p)
{
    uint32_t start = js_at(p);
    JsDispose dispose = cm__js_using(p, false);
    if (dispose == JS_DISPOSE_NONE)
        return NULL;
    JsNode *node = cm__js_variables(p, JS_DECL_CONST, dispose, start, false);
    cm__js_semicolon(p);
    return js_done(p, node);
}

/* ---- conditions ---- */

JsNode *cm__js_condition(JsParser *p)
{
    cm__js_expect(p, JS_T_LPAREN);
    js_enter(p);
    JsNode *expr = cm__js_expression(p);
    js_leave(p);
    cm__js_expect(p, JS_T_RPAREN);
    return expr;
}

static CM_NOINLINE JsNode *if_statement(JsParser *p)
{
    JsIf *node = js_node(p, JsIf, JS_NODE_IF, js_at(p));
    JsArm **tail = &node->arms;
    do {
        js_next(p);
        JsArm *arm = js_alloc(p, JsArm);
        arm->test = cm__js_condition(p);
        arm->body = cm__js_statement(p);
        *tail = arm;
        tail = &arm->next;
        if (!js_accept(p, JS_T_ELSE))
            return js_done(p, &node->node);
    } while (js_kind(p) == JS_T_IF);
    node->otherwise = cm__js_statement(p);
    return js_done(p, &node->node);
}

static CM_NOINLINE void switch_case(JsParser *p, JsSwitch *node,
                                    bool *has_default)
{
    JsCase *clause = js_node(p, JsCase, JS_NODE_CASE, js_at(p));
    if (js_kind(p) == JS_T_DEFAULT) {
        if (*has_default)
            cm__js_fail(&p->lx, js_at(p), "a switch has one default only");
        *has_default = true;
        js_next(p);
    } else {
        cm__js_expect(p, JS_T_CASE);
        p->st.ctx = JS_CTX_COLON;
        clause->test = cm__js_expression(p);
        p->st.ctx = 0;
    }
    cm__js_expect(p, JS_T_COLON);
    while (js_kind(p) != JS_T_CASE && js_kind(p) != JS_T_DEFAULT &&
           js_kind(p) != JS_T_RBRACE && js_kind(p) != JS_T_EOF)
        js_append(&clause->body, cm__js_statement_item(p));
    js_append(&node->cases, js_done(p, &clause->node));
}

static CM_NOINLINE JsNode *switch_statement(JsParser *p)
{
    JsSwitch *node = js_node(p, JsSwitch, JS_NODE_SWITCH, js_at(p));
    JsNode *outer = p->st.break_target;
    bool has_default = false;
    js_next(p);
    node->subject = cm__js_condition(p);
    node->scope = cm__js_scope_open(p, JS_SCOPE_SWITCH, js_at(p));
    p->st.break_target = &node->node;
    js_enter(p);
    cm__js_expect(p, JS_T_LBRACE);
    while (js_kind(p) != JS_T_RBRACE)
        switch_case(p, node, &has_default);
    js_leave(p);
    p->st.break_target = outer;
    cm__js_scope_close(p);
    js_next(p);
    return js_done(p, &node->node);
}

/* ---- jumps ---- */

static JsNode *labelled_target(JsParser *p, bool is_continue)
{
    JsLabel *label = p->lx.tok.name->label;
    if (label == NULL || label->function != p->st.func)
        cm__js_fail_fmt(
            &p->lx, js_at(p), "undefined label '%.*s'",
            p->lx.tok.name->text.wide ? 0 : (int)p->lx.tok.name->text.len,
            (const char *)p->lx.tok.name->text.units);
    if (!is_continue)
        return label->statement;
    if (label->loop == NULL)
        cm__js_fail(&p->lx, js_at(p), "continue needs the label of a loop");
    return label->loop;
}

static CM_NOINLINE JsNode *jump(JsParser *p, bool is_continue)
{
    JsJump *node = js_node(
        p, JsJump, is_continue ? JS_NODE_CONTINUE : JS_NODE_BREAK, js_at(p));
    js_next(p);
    if (js_kind(p) == JS_T_IDENT && !p->lx.tok.nl_before) {
        node->label = p->lx.tok.name;
        node->target = labelled_target(p, is_continue);
        js_next(p);
    } else {
        node->target = is_continue ? p->st.continue_target : p->st.break_target;
    }
    if (node->target == NULL)
        cm__js_fail(&p->lx, node->node.start,
                    is_continue ? "continue outside of a loop"
                                : "break outside of a loop or switch");
    cm__js_semicolon(p);
    return js_done(p, &node->node);
}

static CM_NOINLINE JsNode *return_statement(JsParser *p)
{
    JsExpression *node = js_node(p, JsExpression, JS_NODE_RETURN, js_at(p));
    if (p->st.func->func_kind == JS_FUNC_STATIC_BLOCK)
        cm__js_fail(&p->lx, js_at(p), "return in a static block");
    js_next(p);
    if (!cm__js_at_semicolon(p))
        node->expr = cm__js_expression(p);
    cm__js_semicolon(p);
    return js_done(p, &node->node);
}

static CM_NOINLINE JsNode *throw_statement(JsParser *p)
{
    JsExpression *node = js_node(p, JsExpression, JS_NODE_THROW, js_at(p));
    js_next(p);
    if (p->lx.tok.nl_before)
        cm__js_fail(&p->lx, js_at(p), "a line break after throw");
    node->expr = cm__js_expression(p);
    cm__js_semicolon(p);
    return js_done(p, &node->node);
}

/* ---- try ---- */

static CM_NOINLINE void catch_clause(JsParser *p, JsTry *node)
{
    js_next(p);
    node->catch_scope = cm__js_scope_open(p, JS_SCOPE_CATCH, js_at(p));
    if (js_accept(p, JS_T_LPAREN)) {
        node->param = cm__js_binding_target(p);
        cm__js_declare_pattern(p, node->param, JS_DECL_CATCH);
        if (node->param->kind == JS_NODE_IDENT)
            JS_AS(JsIdent, node->param)->decl->is_simple_catch = true;
        cm__js_type_annotation(p);
        cm__js_expect(p, JS_T_RPAREN);
    }
    node->handler = cm__js_block(p, true);
    cm__js_scope_close(p);
}

static CM_NOINLINE JsNode *try_statement(JsParser *p)
{
    JsTry *node = js_node(p, JsTry, JS_NODE_TRY, js_at(p));
    js_next(p);
    node->block = cm__js_block(p, false);
    if (js_kind(p) == JS_T_CATCH)
        catch_clause(p, node);
    if (js_accept(p, JS_T_FINALLY))
        node->finalizer = cm__js_block(p, false);
    if (node->handler == NULL && node->finalizer == NULL)
        cm__js_fail(&p->lx, js_at(p), "try without catch or finally");
    return js_done(p, &node->node);
}

/* ---- expressions and labels ---- */

static void check_label_body(JsParser *p)
{
    bool declares = js_kind(p) == JS_T_FUNCTION || js_kind(p) == JS_T_CLASS ||
                    js_kind(p) == JS_T_CONST || js_is_word(p, JS_W_LET);
    if (declares)
        cm__js_fail(&p->lx, js_at(p), "a declaration cannot have a label");
}

static CM_NOINLINE JsNode *labelled(JsParser *p)
{
    JsLabeled *node = js_node(p, JsLabeled, JS_NODE_LABELED, js_at(p));
    JsLabel *siblings = p->st.pending;
    JsName *name = p->lx.tok.name;
    if (name->word == JS_W_AWAIT &&
        (p->st.func->is_async ||
         p->st.func->func_kind == JS_FUNC_STATIC_BLOCK)) {
        p->await_named = true;
        cm__js_fail(&p->lx, js_at(p), "'await' is a reserved word");
    }
    if (name->word > JS_W_FIRST && name->word <= JS_W_YIELD)
        cm__js_unexpected(p);
    JsLabel *label = cm__js_label_open(p, name, js_at(p));
    node->label = name;
    label->statement = &node->node;
    label->sibling = siblings;
    js_next(p);
    js_next(p);
    check_label_body(p);
    p->st.pending = label;
    node->body = cm__js_statement(p);
    p->st.pending = NULL;
    cm__js_label_close(p);
    return js_done(p, &node->node);
}

static CM_NOINLINE JsNode *expression_statement(JsParser *p)
{
    JsExpression *node = js_node(p, JsExpression, JS_NODE_EXPRESSION, js_at(p));
    node->expr = cm__js_expression(p);
    cm__js_semicolon(p);
    return js_done(p, &node->node);
}

static CM_NOINLINE JsNode *simple(JsParser *p, JsNodeKind kind)
{
    JsNode *node = cm__js_node(p, kind, sizeof *node, js_at(p));
    js_next(p);
    if (kind == JS_NODE_DEBUGGER)
        cm__js_semicolon(p);
    return js_done(p, node);
}

static _Noreturn void with_statement(JsParser *p)
{
    cm__js_fail_unsupported(&p->lx, js_at(p), "with is not supported",
                            "Name the object in front of each member.");
}

/* ---- dispatch ---- */

static CM_NOINLINE JsNode *await_statement(JsParser *p)
{
    const JsToken *next = cm__js_peek(p);
    if (next->kind == JS_T_COLON)
        return labelled(p);
    JsNode *node = NULL;
    if (next->kind == JS_T_IDENT && next->name->word == JS_W_USING)
        node = using_statement(p);
    return node != NULL ? node : expression_statement(p);
}

/* Statements that begin with an identifier. */
static CM_NOINLINE JsNode *word_statement(JsParser *p)
{
    if (p->lx.tok.name->word > JS_W_FIRST && !p->lx.tok.escaped) {
        if (js_is_word(p, JS_W_LET))
            return variable_statement(p, JS_DECL_LET);
        if (js_is_word(p, JS_W_ASYNC)) {
            const JsToken *next = cm__js_peek(p);
            if (next->kind == JS_T_FUNCTION && !next->nl_before) {
                uint32_t start = js_at(p);
                js_next(p);
                return cm__js_function_decl(p, start, true, false);
            }
        }
        if (js_is_word(p, JS_W_AWAIT))
            return await_statement(p);
        JsNode *node = js_is_word(p, JS_W_USING) ? using_statement(p)
                                                 : cm__js_type_statement(p);
        if (node != NULL)
            return node;
    }
    if (cm__js_peek(p)->kind == JS_T_COLON)
        return labelled(p);
    return expression_statement(p);
}

static CM_NOINLINE JsNode *import_statement(JsParser *p)
{
    JsTokenKind next = (JsTokenKind)cm__js_peek(p)->kind;
    if (next == JS_T_LPAREN || next == JS_T_DOT)
        return expression_statement(p);
    return cm__js_import(p);
}

/* One row for each way to begin a statement. */
static JsNode *dispatch(JsParser *p)
{
    switch (js_kind(p)) {
    case JS_T_IDENT:
        return word_statement(p);
    case JS_T_LBRACE:
        return &cm__js_block(p, false)->node;
    case JS_T_SEMI:
        return simple(p, JS_NODE_EMPTY);
    case JS_T_VAR:
        return variable_statement(p, JS_DECL_VAR);
    case JS_T_CONST:
        return variable_statement(p, JS_DECL_CONST);
    case JS_T_FUNCTION:
        return cm__js_function_decl(p, js_at(p), false, false);
    case JS_T_CLASS:
        return cm__js_class(p, JS_NODE_CLASS_DECL, false);
    case JS_T_ENUM:
        return cm__js_enum(p, js_at(p));
    case JS_T_IF:
        return if_statement(p);
    case JS_T_FOR:
        return cm__js_for(p);
    case JS_T_WHILE:
        return cm__js_while(p);
    case JS_T_DO:
        return cm__js_do_while(p);
    case JS_T_CONTINUE:
        return jump(p, true);
    case JS_T_BREAK:
        return jump(p, false);
    case JS_T_RETURN:
        return return_statement(p);
    case JS_T_THROW:
        return throw_statement(p);
    case JS_T_TRY:
        return try_statement(p);
    case JS_T_SWITCH:
        return switch_statement(p);
    case JS_T_DEBUGGER:
        return simple(p, JS_NODE_DEBUGGER);
    case JS_T_WITH:
        with_statement(p);
    case JS_T_IMPORT:
        return import_statement(p);
    case JS_T_EXPORT:
        return cm__js_export(p);
    default:
        return expression_statement(p);
    }
}

static bool is_loop_start(JsTokenKind kind)
{
    return kind == JS_T_FOR || kind == JS_T_WHILE || kind == JS_T_DO;
}

JsNode *cm__js_statement_item(JsParser *p)
{
    p->st.pending = NULL;
    return dispatch(p);
}

static _Noreturn void fail_declaration(JsParser *p, uint32_t at)
{
    cm__js_fail(&p->lx, at, "a declaration is not allowed here");
}

/* Body of if, loop or label: declarations are not statements. */
JsNode *cm__js_statement(JsParser *p)
{
    if (js_kind(p) == JS_T_LBRACE) {
        p->st.pending = NULL;
        return &cm__js_block(p, false)->node;
    }
    bool declares = js_kind(p) == JS_T_FUNCTION || js_kind(p) == JS_T_CLASS ||
                    js_kind(p) == JS_T_CONST || js_kind(p) == JS_T_ENUM ||
                    js_is_word(p, JS_W_LET) || js_is_word(p, JS_W_INTERFACE);
    if (js_is_word(p, JS_W_ASYNC)) {
        const JsToken *next = cm__js_peek(p);
        declares = next->kind == JS_T_FUNCTION && !next->nl_before;
    }
    if (declares)
        fail_declaration(p, js_at(p));
    if (js_kind(p) == JS_T_EXPORT)
        cm__js_unexpected(p);
    bool keeps_labels = js_kind(p) == JS_T_IDENT
                            ? cm__js_peek(p)->kind == JS_T_COLON
                            : is_loop_start(js_kind(p));
    if (!keeps_labels)
        p->st.pending = NULL;
    js_enter(p);
    JsNode *node = dispatch(p);
    js_leave(p);
    if (node->kind == JS_NODE_VAR && JS_AS(JsVar, node)->dispose)
        fail_declaration(p, node->start);
    return node;
}
