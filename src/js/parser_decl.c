/* SPDX-License-Identifier: MIT */
/* Declarations that only TypeScript has (spec 2.4): type, interface, declare,
 * abstract class, namespace, enum. Words like `type` are plain names unless a
 * name follows on the same line. */
#include "js/parser_internal.h"

static JsNode *erased(JsParser *p, uint32_t start)
{
    JsNode *node = cm__js_node(p, JS_NODE_ERASED, sizeof *node, start);
    return js_done(p, node);
}

/* ---- type, interface ---- */

static JsNode *type_alias(JsParser *p)
{
    uint32_t start = js_at(p);
    js_next(p);
    cm__js_expect(p, JS_T_IDENT);
    cm__js_type_params(p);
    cm__js_expect(p, JS_T_ASSIGN);
    cm__js_type(p);
    cm__js_semicolon(p);
    return erased(p, start);
}

JsNode *cm__js_interface(JsParser *p)
{
    uint32_t start = js_at(p);
    js_next(p);
    cm__js_expect(p, JS_T_IDENT);
    cm__js_type_params(p);
    if (js_kind(p) == JS_T_EXTENDS) {
        do {
            js_next(p);
            cm__js_type_reference(p);
        } while (js_kind(p) == JS_T_COMMA);
    }
    if (js_kind(p) != JS_T_LBRACE)
        cm__js_expect(p, JS_T_LBRACE);
    cm__js_object_type(p);
    return erased(p, start);
}

/* ---- declare ---- */

/* From `{` to behind its `}`, by brackets alone: what is in there declares and
 * does nothing. */
static void skip_braces(JsParser *p)
{
    uint32_t depth = 0;
    do {
        switch (js_kind(p)) {
        case JS_T_LBRACE:
            depth++;
            break;
        case JS_T_RBRACE:
            depth--;
            break;
        case JS_T_EOF:
            cm__js_expect(p, JS_T_RBRACE);
            break;
        default:
            if (depth == 0)
                cm__js_expect(p, JS_T_LBRACE);
            break;
        }
        if (js_kind(p) == JS_T_TEMPLATE) {
            JsQuasi quasi;
            if (cm__js_lex_quasi(&p->lx, js_at(p) + 1, false, &quasi))
                cm__js_unexpected(p);
        } else {
            js_next(p);
        }
    } while (depth > 0);
}

static void declare_variables(JsParser *p)
{
    js_next(p);
    do {
        cm__js_expect(p, JS_T_IDENT);
        cm__js_type_annotation(p);
        if (js_accept(p, JS_T_ASSIGN))
            cm__js_assign(p);
    } while (js_accept(p, JS_T_COMMA));
    cm__js_semicolon(p);
}

static void declare_function(JsParser *p)
{
    js_next(p);
    js_accept(p, JS_T_STAR);
    cm__js_expect(p, JS_T_IDENT);
    cm__js_signature(p);
    cm__js_semicolon(p);
}

static void declare_class(JsParser *p)
{
    js_next(p);
    cm__js_expect(p, JS_T_IDENT);
    cm__js_type_params(p);
    while (js_kind(p) == JS_T_EXTENDS || js_is_word(p, JS_W_IMPLEMENTS)) {
        do {
            js_next(p);
            cm__js_type_reference(p);
        } while (js_kind(p) == JS_T_COMMA);
    }
    skip_braces(p);
}

/* namespace A.B { }, module "x" { }, module "x"; global { } */
static void declare_namespace(JsParser *p)
{
    js_next(p);
    while (js_kind(p) == JS_T_IDENT || js_kind(p) == JS_T_STRING ||
           js_kind(p) == JS_T_DOT)
        js_next(p);
    if (js_kind(p) == JS_T_LBRACE)
        skip_braces(p);
    else
        cm__js_semicolon(p);
}

static void declare_enum(JsParser *p)
{
    js_next(p);
    cm__js_expect(p, JS_T_IDENT);
    skip_braces(p);
}

/* What stands behind `declare`. */
static void declared(JsParser *p)
{
    switch (js_kind(p)) {
    case JS_T_FUNCTION:
        declare_function(p);
        return;
    case JS_T_CLASS:
        declare_class(p);
        return;
    case JS_T_VAR:
        declare_variables(p);
        return;
    case JS_T_CONST:
        if (cm__js_peek(p)->kind != JS_T_ENUM) {
            declare_variables(p);
            return;
        }
        js_next(p);
        declare_enum(p);
        return;
    case JS_T_ENUM:
        declare_enum(p);
        return;
    default:
        break;
    }
    if (js_is_word(p, JS_W_LET)) {
        declare_variables(p);
    } else if (js_is_word(p, JS_W_ASYNC)) {
        js_next(p);
        declare_function(p);
    } else if (js_is_word(p, JS_W_ABSTRACT)) {
        js_next(p);
        if (js_kind(p) != JS_T_CLASS)
            cm__js_unexpected(p);
        declare_class(p);
    } else if (js_is_word(p, JS_W_TYPE)) {
        type_alias(p);
    } else if (js_is_word(p, JS_W_INTERFACE)) {
        cm__js_interface(p);
    } else {
        declare_namespace(p);
    }
}

static bool declares(const JsToken *t)
{
    switch ((JsTokenKind)t->kind) {
    case JS_T_FUNCTION:
    case JS_T_CLASS:
    case JS_T_CONST:
    case JS_T_VAR:
    case JS_T_ENUM:
        return true;
    case JS_T_IDENT:
        break;
    default:
        return false;
    }
    switch (t->name->word) {
    case JS_W_LET:
    case JS_W_ASYNC:
    case JS_W_ABSTRACT:
    case JS_W_TYPE:
    case JS_W_INTERFACE:
    case JS_W_NAMESPACE:
    case JS_W_MODULE:
    case JS_W_GLOBAL:
        return true;
    default:
        return false;
    }
}

/* ---- namespaces ---- */

static _Noreturn void value_namespace(JsParser *p, uint32_t start)
{
    cm__js_fail_unsupported(&p->lx, start,
                            "a namespace that contains values is not supported",
                            "Use an object or top-level declarations.");
}

/* Everything in a namespace must be erased; `outermost` is what is reported. */
static void namespace_body(JsParser *p, uint32_t outermost)
{
    js_next(p);
    do {
        cm__js_expect(p, JS_T_IDENT);
    } while (js_accept(p, JS_T_DOT));
    js_enter(p);
    cm__js_expect(p, JS_T_LBRACE);
    while (js_kind(p) != JS_T_RBRACE) {
        if (js_kind(p) == JS_T_EOF)
            cm__js_expect(p, JS_T_RBRACE);
        if (js_accept(p, JS_T_SEMI))
            continue;
        js_accept(p, JS_T_EXPORT);
        JsNode *node = NULL;
        if (js_is_word(p, JS_W_NAMESPACE) || js_is_word(p, JS_W_MODULE)) {
            namespace_body(p, outermost);
            continue;
        }
        if (js_kind(p) == JS_T_IDENT && !js_is_word(p, JS_W_ABSTRACT))
            node = cm__js_type_statement(p);
        if (node == NULL || node->kind != JS_NODE_ERASED)
            value_namespace(p, outermost);
    }
    js_leave(p);
    js_next(p);
}

static JsNode *namespace_statement(JsParser *p)
{
    uint32_t start = js_at(p);
    namespace_body(p, start);
    return erased(p, start);
}

/* ---- dispatch ---- */

JsNode *cm__js_type_statement(JsParser *p)
{
    uint8_t word = p->lx.tok.name->word;
    if (word < JS_W_TYPE && word != JS_W_INTERFACE)
        return NULL;
    const JsToken *next = cm__js_peek(p);
    if (next->nl_before)
        return NULL;
    uint32_t start = js_at(p);
    bool named = next->kind == JS_T_IDENT;
    switch (word) {
    case JS_W_TYPE:
        return named ? type_alias(p) : NULL;
    case JS_W_INTERFACE:
        return named ? cm__js_interface(p) : NULL;
    case JS_W_NAMESPACE:
    case JS_W_MODULE:
        return named ? namespace_statement(p) : NULL;
    case JS_W_ABSTRACT:
        if (next->kind != JS_T_CLASS)
            return NULL;
        js_next(p);
        return cm__js_class(p, JS_NODE_CLASS_DECL, false);
    case JS_W_DECLARE:
        if (!declares(next))
            return NULL;
        js_next(p);
        declared(p);
        return erased(p, start);
    default:
        return NULL;
    }
}

/* ---- enum ---- */

static JsNode *enum_member(JsParser *p)
{
    JsEnumMember *member =
        js_node(p, JsEnumMember, JS_NODE_ENUM_MEMBER, js_at(p));
    JsKey key;
    if (js_kind(p) == JS_T_LBRACKET) {
        js_next(p);
        if (js_kind(p) != JS_T_STRING)
            cm__js_unexpected(p);
        cm__js_key(p, &key);
        cm__js_expect(p, JS_T_RBRACKET);
    } else {
        cm__js_key(p, &key);
    }
    if (key.kind != JS_KEY_NAME)
        cm__js_fail(&p->lx, key.start, "an enum member needs a name");
    member->name = key.as.name;
    cm__js_declare(p, member->name, JS_DECL_ENUM_MEMBER, key.start);
    if (js_accept(p, JS_T_ASSIGN))
        member->init = cm__js_assign(p);
    return js_done(p, &member->node);
}

/* The token is `enum`; `start` is that of `const enum`. */
JsNode *cm__js_enum(JsParser *p, uint32_t start)
{
    JsEnum *node = js_node(p, JsEnum, JS_NODE_ENUM, start);
    js_next(p);
    JsIdent *name = cm__js_binding_ident(p);
    JsDecl *before = p->st.scope->last;
    node->name = name->name;
    node->decl = cm__js_declare(p, name->name, JS_DECL_ENUM, name->node.start);
    node->is_first = p->st.scope->last != before;
    node->scope = cm__js_scope_open(p, JS_SCOPE_ENUM, js_at(p));
    uint8_t ctx = p->st.ctx;
    p->st.ctx = 0;
    js_enter(p);
    cm__js_expect(p, JS_T_LBRACE);
    while (js_kind(p) != JS_T_RBRACE) {
        js_append(&node->members, enum_member(p));
        if (js_kind(p) != JS_T_RBRACE)
            cm__js_expect_comma(p, JS_T_RBRACE);
    }
    js_leave(p);
    cm__js_scope_close(p);
    p->st.ctx = ctx;
    js_next(p);
    return js_done(p, &node->node);
}
