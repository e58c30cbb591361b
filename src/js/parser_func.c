/* SPDX-License-Identifier: MIT */
/* Functions, methods and parameters (ECMA-262 15.1 to 15.6, 15.8). */
#include "js/parser_internal.h"

/* ---- the current function ---- */

JsFunction *cm__js_function_new(JsParser *p, JsFunctionKind kind,
                                uint32_t start)
{
    JsFunction *func = js_node(p, JsFunction, JS_NODE_FUNCTION, start);
    func->func_kind = (uint8_t)kind;
    func->parent = p->st.func;
    func->name_start = start;
    func->has_simple_params = true;
    p->program->n_functions++;
    return func;
}

JsState *cm__js_function_open(JsParser *p, JsFunction *func)
{
    JsState *saved = cm__js_state_save(p);
    p->st.func = func;
    if (func->func_kind != JS_FUNC_ARROW)
        p->st.this_func = func;
    p->st.pending = NULL;
    p->st.break_target = p->st.continue_target = NULL;
    p->st.ctx = 0;
    p->st.uses = 0;
    p->st.in_params = false;
    p->st.has_await = false;
    p->st.await_at = p->st.yield_at = JS_NO_OFFSET;
    p->st.cover_at = p->st.item_at = p->st.arrow_at = JS_NO_OFFSET;
    return saved;
}

void cm__js_function_close(JsParser *p, JsFunction *func, JsState *saved)
{
    uint8_t uses = p->st.uses;
    func->uses_this |= (uses & JS_USES_THIS) != 0;
    func->uses_arguments |= (uses & JS_USES_ARGUMENTS) != 0;
    func->uses_super_property |= (uses & JS_USES_SUPER_PROPERTY) != 0;
    func->uses_super_call |= (uses & JS_USES_SUPER_CALL) != 0;
    func->uses_new_target |= (uses & JS_USES_NEW_TARGET) != 0;
    func->has_direct_await |= p->st.has_await;
    cm__js_state_restore(p, saved);
    if (func->func_kind == JS_FUNC_ARROW)
        p->st.uses |= uses;
}

/* ---- parameters ---- */

void cm__js_add_param(JsParser *p, JsFunction *func, JsParam *param)
{
    cm__js_declare_pattern(p, param->target, JS_DECL_PARAM);
    bool is_simple = !param->is_rest && param->init == NULL;
    if (is_simple && func->length == func->n_params)
        func->length++;
    func->n_params++;
    if (!is_simple || param->target->kind != JS_NODE_IDENT)
        func->has_simple_params = false;
    js_append(&func->params, &param->node);
}

static bool is_access_modifier(const JsParser *p)
{
    return js_is_word(p, JS_W_PUBLIC) || js_is_word(p, JS_W_PRIVATE) ||
           js_is_word(p, JS_W_PROTECTED) || js_is_word(p, JS_W_READONLY) ||
           js_is_word(p, JS_W_OVERRIDE);
}

/* Accessibility modifiers, with which a constructor's parameter is a property.
 */
static CM_NOINLINE bool param_modifiers(JsParser *p, const JsFunction *func)
{
    bool found = false;
    while (is_access_modifier(p)) {
        const JsToken *next = cm__js_peek(p);
        if (next->kind != JS_T_IDENT && next->kind != JS_T_LBRACE &&
            next->kind != JS_T_LBRACKET)
            break;
        if (func->func_kind != JS_FUNC_CONSTRUCTOR)
            cm__js_fail(&p->lx, js_at(p),
                        "a parameter property outside of a constructor");
        found = true;
        js_next(p);
    }
    return found;
}

static CM_NOINLINE JsParam *parse_param(JsParser *p, JsFunction *func)
{
    if (js_kind(p) == JS_T_AT)
        cm__js_primary(p);
    JsParam *param = js_node(p, JsParam, JS_NODE_PARAM, js_at(p));
    param->is_property = param_modifiers(p, func);
    param->is_rest = js_accept(p, JS_T_ELLIPSIS);
    param->target = cm__js_binding_target(p);
    if (param->is_property && param->target->kind != JS_NODE_IDENT)
        cm__js_fail(&p->lx, param->target->start,
                    "a parameter property must be a name");
    if (!param->is_rest)
        js_accept(p, JS_T_QUESTION);
    cm__js_type_annotation(p);
    if (js_kind(p) == JS_T_ASSIGN) {
        if (param->is_rest)
            cm__js_unexpected(p);
        js_next(p);
        param->init = cm__js_assign(p);
    }
    if (param->is_rest && js_kind(p) == JS_T_COMMA)
        cm__js_fail(&p->lx, js_at(p), "a rest parameter must be last");
    return js_done(p, &param->node);
}

static bool is_this_param(const JsParser *p, const JsFunction *func)
{
    return js_kind(p) == JS_T_THIS && func->n_params == 0;
}

static CM_NOINLINE void params(JsParser *p, JsFunction *func)
{
    cm__js_type_params(p);
    if (js_kind(p) != JS_T_LPAREN)
        cm__js_unexpected(p);
    p->st.in_params = true;
    js_enter(p);
    js_next(p);
    while (js_kind(p) != JS_T_RPAREN) {
        if (is_this_param(p, func)) {
            js_next(p);
            cm__js_type_annotation(p);
        } else {
            cm__js_add_param(p, func, parse_param(p, func));
        }
        if (js_kind(p) != JS_T_RPAREN)
            cm__js_expect_comma(p, JS_T_RPAREN);
    }
    js_leave(p);
    js_next(p);
    p->st.in_params = false;
    if (js_accept(p, JS_T_COLON))
        cm__js_return_type(p);
}

static void check_accessor(JsParser *p, const JsFunction *func)
{
    const JsParam *first = JS_AS_CONST(JsParam, func->params.first);
    if (func->func_kind == JS_FUNC_GETTER && func->n_params != 0)
        cm__js_fail(&p->lx, first->node.start, "a getter has no parameters");
    if (func->func_kind != JS_FUNC_SETTER)
        return;
    if (func->n_params != 1 || first->is_rest)
        cm__js_fail(&p->lx, func->name_start,
                    "a setter has exactly one parameter");
}

/* ---- bodies ---- */

void cm__js_function_body(JsParser *p, JsFunction *func)
{
    func->body_start = js_at(p);
    func->body_scope = cm__js_scope_open(p, JS_SCOPE_BODY, js_at(p));
    uint8_t ctx = p->st.ctx;
    p->st.ctx = 0;
    js_enter(p);
    cm__js_expect(p, JS_T_LBRACE);
    cm__js_statement_list(p, &func->body, func);
    js_leave(p);
    cm__js_scope_close(p);
    cm__js_expect(p, JS_T_RBRACE);
    p->st.ctx = ctx;
}

bool cm__js_params_and_body(JsParser *p, JsFunction *func, bool may_omit)
{
    JsState *saved = cm__js_function_open(p, func);
    func->scope = cm__js_scope_open(p, JS_SCOPE_FUNCTION, js_at(p));
    params(p, func);
    check_accessor(p, func);
    bool has_body = js_kind(p) == JS_T_LBRACE || !may_omit;
    if (has_body && js_kind(p) != JS_T_LBRACE)
        cm__js_expect(p, JS_T_LBRACE);
    if (has_body)
        cm__js_function_body(p, func);
    cm__js_scope_close(p);
    cm__js_function_close(p, func, saved);
    js_done(p, &func->node);
    return has_body;
}

/* ---- function expressions and declarations ---- */

/* From `function` to the name. */
static void head(JsParser *p, JsFunction *func, bool is_async)
{
    func->is_async = is_async;
    js_next(p);
    func->is_generator = js_accept(p, JS_T_STAR);
}

JsNode *cm__js_function_expr(JsParser *p, uint32_t start, bool is_async)
{
    JsFunction *func = cm__js_function_new(p, JS_FUNC_NORMAL, start);
    head(p, func, is_async);
    if (js_kind(p) == JS_T_IDENT) {
        JsName *name = p->lx.tok.name;
        if (name->word == JS_W_AWAIT && is_async)
            cm__js_fail(&p->lx, js_at(p), "'await' is a reserved word");
        if (name->word != JS_W_AWAIT)
            cm__js_check_binding_name(p, name, js_at(p));
        func->name = name;
        func->name_start = js_at(p);
        func->self_scope = cm__js_scope_open(p, JS_SCOPE_SELF, js_at(p));
        cm__js_declare(p, name, JS_DECL_SELF, js_at(p));
        js_next(p);
    }
    cm__js_params_and_body(p, func, false);
    if (func->self_scope != NULL)
        cm__js_scope_close(p);
    return &func->node;
}

/* An overload signature must be followed by a function of the same name. */
static CM_NOINLINE void check_overload(JsParser *p, const JsFunction *func)
{
    if (js_kind(p) == JS_T_SEMI)
        js_next(p);
    else if (!p->lx.tok.nl_before)
        cm__js_expect(p, JS_T_LBRACE);
    JsLexMark mark = cm__js_mark(&p->lx);
    uint32_t at = js_at(p);
    if (js_kind(p) == JS_T_EXPORT)
        js_next(p);
    if (js_kind(p) == JS_T_DEFAULT)
        js_next(p);
    if (js_is_word(p, JS_W_ASYNC))
        js_next(p);
    bool ok = js_accept(p, JS_T_FUNCTION);
    js_accept(p, JS_T_STAR);
    ok = ok && (func->name == NULL ||
                (js_kind(p) == JS_T_IDENT && p->lx.tok.name == func->name));
    if (!ok)
        cm__js_fail(&p->lx, at, "a function body is missing");
    cm__js_rewind(&p->lx, &mark);
}

JsNode *cm__js_function_decl(JsParser *p, uint32_t start, bool is_async,
                             bool is_export_default)
{
    JsFunction *func = cm__js_function_new(p, JS_FUNC_NORMAL, start);
    func->node.kind = JS_NODE_FUNCTION_DECL;
    head(p, func, is_async);
    JsDecl *before = p->st.scope->last;
    JsDecl *decl = NULL;
    if (js_kind(p) == JS_T_IDENT || !is_export_default) {
        JsIdent *name = cm__js_binding_ident(p);
        func->name = name->name;
        func->name_start = name->node.start;
        decl =
            cm__js_declare(p, name->name, JS_DECL_FUNCTION, name->node.start);
    } else {
        func->name = cm__js_intern_ascii(&p->lx, "default");
    }
    if (!cm__js_params_and_body(p, func, true)) {
        if (decl != NULL)
            cm__js_undeclare(p, decl, before);
        check_overload(p, func);
        func->node.kind = JS_NODE_ERASED;
        return js_done(p, &func->node);
    }
    func->decl = decl;
    if (decl != NULL)
        decl->value = func;
    return &func->node;
}

/* ---- methods ---- */

JsFunction *cm__js_method(JsParser *p, JsFunctionKind kind, uint32_t start,
                          const JsKey *key, bool is_async, bool is_generator,
                          bool may_omit)
{
    JsFunction *func = cm__js_function_new(p, kind, start);
    func->is_async = is_async;
    func->is_generator = is_generator;
    func->name_start = key->start;
    if (key->kind == JS_KEY_NAME || key->kind == JS_KEY_PRIVATE)
        func->name = key->as.name;
    if (p->st.frame != NULL) {
        func->home_class = p->st.frame->klass;
        func->is_derived = func->home_class->heritage != NULL;
    }
    return cm__js_params_and_body(p, func, may_omit) ? func : NULL;
}
