/* SPDX-License-Identifier: MIT */
/* Literals, names, member chains, calls, new, templates (ECMA-262 13.2, 13.3).
 */
#include "js/parser_internal.h"

/* ---- names ---- */

static bool is_strict_reserved(const JsName *name)
{
    return name->word > JS_W_FIRST && name->word <= JS_W_YIELD;
}

static void note_arguments(JsParser *p, uint32_t at)
{
    uint8_t kind = p->st.this_func->func_kind;
    if (kind == JS_FUNC_FIELDS || kind == JS_FUNC_STATIC_BLOCK)
        cm__js_fail(&p->lx, at,
                    "'arguments' in a field initializer or static block");
    p->st.uses |= JS_USES_ARGUMENTS;
}

JsNode *cm__js_ident_at(JsParser *p, JsName *name, uint32_t start, uint32_t end)
{
    if (name->word != 0) {
        if (is_strict_reserved(name))
            cm__js_fail_fmt(&p->lx, start, "'%.*s' is a reserved word",
                            (int)name->text.len,
                            (const char *)name->text.units);
        if (name->word == JS_W_ARGUMENTS)
            note_arguments(p, start);
    }
    JsIdent *ident = js_node(p, JsIdent, JS_NODE_IDENT, start);
    ident->name = name;
    ident->node.end = end;
    return &ident->node;
}

JsNode *cm__js_ident_ref(JsParser *p)
{
    JsNode *node = cm__js_ident_at(p, p->lx.tok.name, js_at(p), p->lx.tok.end);
    js_next(p);
    return node;
}

static CM_NOINLINE JsNode *name_or_arrow(JsParser *p)
{
    bool can_arrow = p->st.arrow_at == js_at(p);
    if (js_is_word(p, JS_W_ASYNC))
        return cm__js_async(p);
    if (can_arrow) {
        /* A lone parameter may be called `await` or `arguments` for reasons
         * that only the arrow behind it tells. */
        JsName *name = p->lx.tok.name;
        if (name->word != 0 && cm__js_peek(p)->kind == JS_T_ARROW) {
            cm__js_check_binding_name(p, name, js_at(p));
        }
    }
    JsNode *node = cm__js_ident_ref(p);
    if (can_arrow && js_kind(p) == JS_T_ARROW && !p->lx.tok.nl_before)
        return cm__js_arrow_of_name(p, JS_AS(JsIdent, node), false);
    return node;
}

/* ---- literals ---- */

static JsNode *number(JsParser *p)
{
    JsNumber *node = js_node(p, JsNumber, JS_NODE_NUMBER, js_at(p));
    node->value = p->lx.tok.number;
    js_next(p);
    return js_done(p, &node->node);
}

static CM_NOINLINE JsNode *bigint(JsParser *p)
{
    uint32_t start = js_at(p), end = p->lx.tok.end - 1;
    JsBigint *node = js_node(p, JsBigint, JS_NODE_BIGINT, start);
    node->radix = 10;
    if (p->lx.text[start] == '0' && end - start > 2) {
        char c = (char)(p->lx.text[start + 1] | 0x20);
        node->radix = c == 'x' ? 16 : c == 'o' ? 8 : 2;
        start += 2;
    }
    char *digits = cm__js_alloc(&p->lx, end - start + 1);
    for (; start < end; start++) {
        if (p->lx.text[start] != '_')
            digits[node->len++] = p->lx.text[start];
    }
    node->digits = digits;
    js_next(p);
    return js_done(p, &node->node);
}

static JsNode *string(JsParser *p)
{
    JsString *node = js_node(p, JsString, JS_NODE_STRING, js_at(p));
    node->value = p->lx.tok.name;
    js_next(p);
    return js_done(p, &node->node);
}

static CM_NOINLINE JsNode *regexp(JsParser *p)
{
    JsRegexp *node = js_node(p, JsRegexp, JS_NODE_REGEXP, js_at(p));
    cm__js_lex_regexp(&p->lx, &node->pattern, &node->flags);
    node->code = cm__js_regexp_code(&p->lx, node);
    return js_done(p, &node->node);
}

static JsNode *plain(JsParser *p, JsNodeKind kind)
{
    JsNode *node = cm__js_node(p, kind, sizeof(JsNode), js_at(p));
    js_next(p);
    return js_done(p, node);
}

/* The token is the backtick. */
JsNode *cm__js_template(JsParser *p, bool is_tagged)
{
    JsTemplate *node = js_node(p, JsTemplate, JS_NODE_TEMPLATE, js_at(p));
    JsQuasi **tail = &node->quasis;
    uint8_t ctx = p->st.ctx;
    uint32_t at = js_at(p) + 1;
    p->st.ctx = 0;
    js_enter(p);
    for (;;) {
        JsQuasi *quasi = js_alloc(p, JsQuasi);
        *tail = quasi;
        tail = &quasi->next;
        if (!cm__js_lex_quasi(&p->lx, at, is_tagged, quasi))
            break;
        js_append(&node->exprs, cm__js_expression(p));
        if (js_kind(p) != JS_T_RBRACE)
            cm__js_unexpected(p);
        at = js_at(p) + 1;
    }
    js_leave(p);
    p->st.ctx = ctx;
    return js_done(p, &node->node);
}

/* ---- calls ---- */

void cm__js_arguments(JsParser *p, JsList *ret_args)
{
    uint8_t ctx = p->st.ctx;
    p->st.ctx = 0;
    js_enter(p);
    js_next(p);
    while (js_kind(p) != JS_T_RPAREN) {
        uint32_t start = js_at(p);
        bool is_spread = js_accept(p, JS_T_ELLIPSIS);
        JsNode *value = cm__js_assign(p);
        if (is_spread) {
            JsUnary *spread = js_node(p, JsUnary, JS_NODE_SPREAD, start);
            spread->operand = value;
            value = js_done(p, &spread->node);
        }
        js_append(ret_args, value);
        if (js_kind(p) != JS_T_RPAREN)
            cm__js_expect_comma(p, JS_T_RPAREN);
    }
    js_leave(p);
    js_next(p);
    p->st.ctx = ctx;
}

/* ---- member chains ---- */

/* The access that a link behind `node` belongs to: `(a.b).c` starts a new one,
 * `a.b.c` goes on. */
static JsAccess *access_of(JsParser *p, JsNode *node)
{
    if (node->kind == JS_NODE_ACCESS && (node->flags & JS_FLAG_PAREN) == 0)
        return JS_AS(JsAccess, node);
    JsAccess *access = js_node(p, JsAccess, JS_NODE_ACCESS, node->start);
    access->head = node;
    return access;
}

static JsLink *add_link(JsParser *p, JsAccess *access, JsLinkKind kind)
{
    JsLink *link = js_alloc(p, JsLink);
    link->kind = (uint8_t)kind;
    link->start = js_at(p);
    if (access->last == NULL)
        access->links = link;
    else
        access->last->next = link;
    access->last = link;
    return link;
}

static JsNode *end_link(JsParser *p, JsAccess *access, JsLink *link,
                        bool is_optional)
{
    link->end = p->lx.prev_end;
    link->is_optional = is_optional;
    access->node.end = link->end;
    access->has_optional |= is_optional;
    return &access->node;
}

static CM_NOINLINE JsNode *name_link(JsParser *p, JsNode *node,
                                     bool is_optional)
{
    JsAccess *access = access_of(p, node);
    JsLink *link;
    if (js_kind(p) == JS_T_PRIVATE) {
        if (node->kind == JS_NODE_SUPER)
            cm__js_unexpected(p);
        cm__js_private_use(p, p->lx.tok.name, js_at(p));
        link = add_link(p, access, JS_LINK_PRIVATE);
    } else {
        if (!js_is_name(p))
            cm__js_unexpected(p);
        link = add_link(p, access, JS_LINK_MEMBER);
    }
    link->as.name = p->lx.tok.name;
    js_next(p);
    return end_link(p, access, link, is_optional);
}

static CM_NOINLINE JsNode *index_link(JsParser *p, JsNode *node,
                                      bool is_optional)
{
    JsAccess *access = access_of(p, node);
    JsLink *link = add_link(p, access, JS_LINK_INDEX);
    uint8_t ctx = p->st.ctx;
    p->st.ctx = 0;
    js_enter(p);
    js_next(p);
    link->as.expr = cm__js_expression(p);
    js_leave(p);
    cm__js_expect(p, JS_T_RBRACKET);
    p->st.ctx = ctx;
    return end_link(p, access, link, is_optional);
}

static CM_NOINLINE JsNode *call_link(JsParser *p, JsNode *node,
                                     bool is_optional)
{
    JsAccess *access = access_of(p, node);
    JsLink *link = add_link(p, access, JS_LINK_CALL);
    cm__js_arguments(p, &link->as.args);
    return end_link(p, access, link, is_optional);
}

static CM_NOINLINE JsNode *tagged_link(JsParser *p, JsNode *node)
{
    if (node->kind == JS_NODE_ACCESS && (node->flags & JS_FLAG_PAREN) == 0 &&
        JS_AS(JsAccess, node)->has_optional)
        cm__js_fail(&p->lx, js_at(p), "tagged template in an optional chain");
    JsAccess *access = access_of(p, node);
    JsLink *link = add_link(p, access, JS_LINK_TAGGED);
    link->as.expr = cm__js_template(p, true);
    return end_link(p, access, link, false);
}

static CM_NOINLINE JsNode *optional_link(JsParser *p, JsNode *node)
{
    if (node->kind == JS_NODE_SUPER)
        cm__js_unexpected(p);
    js_next(p);
    if (js_kind(p) == JS_T_LT)
        cm__js_type_args(p);
    switch (js_kind(p)) {
    case JS_T_LPAREN:
        return call_link(p, node, true);
    case JS_T_LBRACKET:
        return index_link(p, node, true);
    case JS_T_TEMPLATE:
        cm__js_fail(&p->lx, js_at(p), "tagged template in an optional chain");
    default:
        return name_link(p, node, true);
    }
}

/* The links of a chain. In the callee of `new` there are no calls and no
 * optional links. One loop, so that chains do not nest. */
static JsNode *links(JsParser *p, JsNode *node, bool in_new)
{
    for (;;) {
        switch (js_kind(p)) {
        case JS_T_DOT:
            js_next(p);
            node = name_link(p, node, false);
            break;
        case JS_T_LBRACKET:
            node = index_link(p, node, false);
            break;
        case JS_T_LPAREN:
            if (in_new)
                return node;
            node = call_link(p, node, false);
            break;
        case JS_T_QUESTION_DOT:
            if (in_new)
                cm__js_fail(&p->lx, js_at(p), "optional chain after new");
            node = optional_link(p, node);
            break;
        case JS_T_TEMPLATE:
            node = tagged_link(p, node);
            break;
        case JS_T_NOT:
            if (p->lx.tok.nl_before)
                return node;
            node->flags |= JS_FLAG_ASSERTED;
            js_next(p);
            break;
        case JS_T_LT:
            if (!cm__js_try_type_args(p))
                return node;
            break;
        default:
            return node;
        }
    }
}

JsNode *cm__js_access(JsParser *p)
{
    JsNode *head = cm__js_primary(p);
    if (js_is_bare_arrow(head))
        return head;
    return links(p, head, false);
}

/* ---- new, super, import ---- */

static JsNode *new_target(JsParser *p, uint32_t start)
{
    js_next(p);
    if (!js_is_word(p, JS_W_TARGET))
        cm__js_unexpected(p);
    if (p->st.this_func->func_kind == JS_FUNC_PROGRAM)
        cm__js_fail(&p->lx, start, "new.target outside of a function");
    p->st.uses |= JS_USES_NEW_TARGET;
    JsNode *node = cm__js_node(p, JS_NODE_NEW_TARGET, sizeof *node, start);
    js_next(p);
    return js_done(p, node);
}

static CM_NOINLINE JsNode *new_expr(JsParser *p)
{
    uint32_t start = js_at(p);
    js_next(p);
    if (js_kind(p) == JS_T_DOT)
        return new_target(p, start);
    JsNew *node = js_node(p, JsNew, JS_NODE_NEW, start);
    js_enter(p);
    if (js_kind(p) == JS_T_IMPORT)
        cm__js_unexpected(p);
    node->callee = links(p, cm__js_primary(p), true);
    if (node->callee->kind == JS_NODE_SUPER || js_is_bare_arrow(node->callee))
        cm__js_unexpected(p);
    if (js_kind(p) == JS_T_LPAREN)
        cm__js_arguments(p, &node->args);
    js_leave(p);
    return js_done(p, &node->node);
}

static bool has_super_property(const JsParser *p)
{
    switch ((JsFunctionKind)p->st.this_func->func_kind) {
    case JS_FUNC_METHOD:
    case JS_FUNC_GETTER:
    case JS_FUNC_SETTER:
    case JS_FUNC_CONSTRUCTOR:
    case JS_FUNC_FIELDS:
    case JS_FUNC_STATIC_BLOCK:
        return true;
    default:
        return false;
    }
}

static CM_NOINLINE JsNode *super_expr(JsParser *p)
{
    JsNode *node = plain(p, JS_NODE_SUPER);
    if (js_kind(p) == JS_T_LPAREN) {
        const JsFunction *func = p->st.this_func;
        if (func->func_kind != JS_FUNC_CONSTRUCTOR || !func->is_derived)
            cm__js_fail(&p->lx, node->start,
                        "super() outside of a derived class's constructor");
        p->st.uses |= JS_USES_SUPER_CALL | JS_USES_THIS | JS_USES_NEW_TARGET;
    } else if (js_kind(p) == JS_T_DOT || js_kind(p) == JS_T_LBRACKET) {
        if (!has_super_property(p))
            cm__js_fail(&p->lx, node->start, "super outside of a method");
        p->st.uses |= JS_USES_SUPER_PROPERTY | JS_USES_THIS;
    } else {
        cm__js_unexpected(p);
    }
    return node;
}

/* Refused at the end of the program, since a mistake of syntax comes first:
 * import.meta = 1. The node stands for a value that is no target. */
static JsNode *import_meta(JsParser *p, uint32_t start)
{
    if (p->meta_at == JS_NO_OFFSET)
        p->meta_at = start;
    JsNode *node = plain(p, JS_NODE_NULL);
    node->start = start;
    return node;
}

static CM_NOINLINE JsNode *import_call(JsParser *p)
{
    JsImportCall *node =
        js_node(p, JsImportCall, JS_NODE_IMPORT_CALL, js_at(p));
    js_next(p);
    if (js_kind(p) == JS_T_DOT) {
        js_next(p);
        if (!js_is_word(p, JS_W_META))
            cm__js_unexpected(p);
        return import_meta(p, node->node.start);
    }
    uint8_t ctx = p->st.ctx;
    p->st.ctx = 0;
    js_enter(p);
    cm__js_expect(p, JS_T_LPAREN);
    node->specifier = cm__js_assign(p);
    if (js_accept(p, JS_T_COMMA) && js_kind(p) != JS_T_RPAREN)
        cm__js_fail_unsupported(&p->lx, node->node.start,
                                "import with attributes is not supported",
                                "Call import() with the name alone.");
    js_leave(p);
    cm__js_expect(p, JS_T_RPAREN);
    p->st.ctx = ctx;
    return js_done(p, &node->node);
}

/* ---- primary ---- */

static _Noreturn void decorator(JsParser *p)
{
    cm__js_fail_unsupported(&p->lx, js_at(p), "decorators are not supported",
                            "Call the function on the class or method "
                            "yourself, after the class.");
}

/* The switch over what an expression can start with. */
JsNode *cm__js_primary(JsParser *p)
{
    switch (js_kind(p)) {
    case JS_T_IDENT:
        return name_or_arrow(p);
    case JS_T_NUMBER:
        return number(p);
    case JS_T_STRING:
        return string(p);
    case JS_T_BIGINT:
        return bigint(p);
    case JS_T_TEMPLATE:
        return cm__js_template(p, false);
    case JS_T_SLASH:
    case JS_T_DIV_ASSIGN:
        return regexp(p);
    case JS_T_LPAREN:
        return cm__js_paren(p);
    case JS_T_LBRACKET:
        return cm__js_array(p);
    case JS_T_LBRACE:
        return cm__js_object(p);
    case JS_T_FUNCTION:
        return cm__js_function_expr(p, js_at(p), false);
    case JS_T_CLASS:
        return cm__js_class(p, JS_NODE_CLASS, false);
    case JS_T_NEW:
        return new_expr(p);
    case JS_T_SUPER:
        return super_expr(p);
    case JS_T_IMPORT:
        return import_call(p);
    case JS_T_THIS:
        p->st.uses |= JS_USES_THIS;
        return plain(p, JS_NODE_THIS);
    case JS_T_NULL:
        return plain(p, JS_NODE_NULL);
    case JS_T_TRUE:
        return plain(p, JS_NODE_TRUE);
    case JS_T_FALSE:
        return plain(p, JS_NODE_FALSE);
    case JS_T_AT:
        decorator(p);
    default:
        cm__js_unexpected(p);
    }
}
