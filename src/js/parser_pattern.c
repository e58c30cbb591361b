/* SPDX-License-Identifier: MIT */
/* Patterns: parsed as such in declarations, or made in place from the literal
 * that they were taken for (ECMA-262 13.15.5, 14.3.3). Array and object
 * literals and their patterns share structs, so becoming a pattern is a change
 * of kind. A pattern that is already one is not walked again for an assignment,
 * which keeps `[a = [b = [c] = d] = e] = f` linear. */
#include "js/parser_internal.h"

void cm__js_check_binding_name(JsParser *p, const JsName *name, uint32_t at)
{
    unsigned word = name->word;
    if (word == 0)
        return;
    bool reserved = word < JS_W_FIRST ||
                    (word > JS_W_FIRST && word <= JS_W_YIELD) ||
                    word == JS_W_EVAL || word == JS_W_ARGUMENTS;
    if (word == JS_W_AWAIT)
        reserved = p->st.func->is_async ||
                   p->st.func->func_kind == JS_FUNC_STATIC_BLOCK;
    p->await_named = reserved && word == JS_W_AWAIT;
    if (reserved)
        cm__js_fail_fmt(&p->lx, at, "'%.*s' cannot be used as a name here",
                        (int)name->text.len, (const char *)name->text.units);
}

JsIdent *cm__js_binding_ident(JsParser *p)
{
    if (js_kind(p) != JS_T_IDENT)
        cm__js_unexpected(p);
    cm__js_check_binding_name(p, p->lx.tok.name, js_at(p));
    JsIdent *ident = js_node(p, JsIdent, JS_NODE_IDENT, js_at(p));
    ident->name = p->lx.tok.name;
    js_next(p);
    return js_done(p, &ident->node);
}

/* ---- binding patterns ---- */

static JsNode *with_default(JsParser *p, JsNode *target)
{
    if (js_kind(p) != JS_T_ASSIGN)
        return target;
    JsAssign *def = js_node(p, JsAssign, JS_NODE_DEFAULT, target->start);
    js_next(p);
    def->target = target;
    def->value = cm__js_assign(p);
    return js_done(p, &def->node);
}

static JsNode *array_element(JsParser *p)
{
    uint32_t start = js_at(p);
    if (js_kind(p) == JS_T_COMMA) {
        JsNode *hole = cm__js_node(p, JS_NODE_HOLE, sizeof *hole, start);
        hole->end = start;
        return hole;
    }
    if (js_accept(p, JS_T_ELLIPSIS)) {
        JsUnary *rest = js_node(p, JsUnary, JS_NODE_REST, start);
        rest->operand = cm__js_binding_target(p);
        if (js_kind(p) != JS_T_RBRACKET)
            cm__js_unexpected(p);
        return js_done(p, &rest->node);
    }
    return with_default(p, cm__js_binding_target(p));
}

static JsNode *array_pattern(JsParser *p)
{
    JsArray *array = js_node(p, JsArray, JS_NODE_ARRAY_PATTERN, js_at(p));
    js_enter(p);
    js_next(p);
    while (js_kind(p) != JS_T_RBRACKET) {
        js_append(&array->elements, array_element(p));
        if (js_kind(p) != JS_T_RBRACKET)
            cm__js_expect_comma(p, JS_T_RBRACKET);
    }
    js_leave(p);
    js_next(p);
    return js_done(p, &array->node);
}

static JsNode *pattern_property(JsParser *p)
{
    JsProperty *prop = js_node(p, JsProperty, JS_NODE_PROPERTY, js_at(p));
    if (js_accept(p, JS_T_ELLIPSIS)) {
        prop->kind = JS_PROP_SPREAD;
        prop->value = &cm__js_binding_ident(p)->node;
        if (js_kind(p) != JS_T_RBRACE)
            cm__js_unexpected(p);
        return js_done(p, &prop->node);
    }
    bool is_ident = js_kind(p) == JS_T_IDENT;
    cm__js_key(p, &prop->key);
    if (prop->key.kind == JS_KEY_PRIVATE)
        cm__js_fail(&p->lx, prop->key.start, "private name in a pattern");
    if (js_accept(p, JS_T_COLON)) {
        prop->kind = JS_PROP_VALUE;
        prop->value = with_default(p, cm__js_binding_target(p));
        return js_done(p, &prop->node);
    }
    if (!is_ident)
        cm__js_unexpected(p);
    cm__js_check_binding_name(p, prop->key.as.name, prop->key.start);
    JsIdent *ident = js_node(p, JsIdent, JS_NODE_IDENT, prop->key.start);
    ident->name = prop->key.as.name;
    prop->kind = JS_PROP_SHORTHAND;
    prop->value = with_default(p, js_done(p, &ident->node));
    return js_done(p, &prop->node);
}

static JsNode *object_pattern(JsParser *p)
{
    JsObject *object = js_node(p, JsObject, JS_NODE_OBJECT_PATTERN, js_at(p));
    js_enter(p);
    js_next(p);
    while (js_kind(p) != JS_T_RBRACE) {
        js_append(&object->properties, pattern_property(p));
        if (js_kind(p) != JS_T_RBRACE)
            cm__js_expect_comma(p, JS_T_RBRACE);
    }
    js_leave(p);
    js_next(p);
    return js_done(p, &object->node);
}

JsNode *cm__js_binding_target(JsParser *p)
{
    if (js_kind(p) == JS_T_LBRACKET || js_kind(p) == JS_T_LBRACE) {
        uint8_t ctx = p->st.ctx;
        p->st.ctx = 0;
        JsNode *node =
            js_kind(p) == JS_T_LBRACKET ? array_pattern(p) : object_pattern(p);
        p->st.ctx = ctx;
        return node;
    }
    return &cm__js_binding_ident(p)->node;
}

/* ---- expressions that become patterns ---- */

static _Noreturn void bad_target(JsParser *p, const JsNode *node, bool binding)
{
    cm__js_fail(&p->lx, node->start,
                binding ? "invalid parameter of an arrow function"
                        : "invalid assignment target");
}

static void convert(JsParser *p, JsNode *node, bool binding);

/* target or target = value; the latter becomes DEFAULT. */
static void convert_element(JsParser *p, JsNode *node, bool binding)
{
    if (node->kind == JS_NODE_ASSIGN && node->op == JS_OP_ASSIGN &&
        (node->flags & JS_FLAG_PAREN) == 0) {
        node->kind = JS_NODE_DEFAULT;
        node->op = 0;
    }
    if (node->kind == JS_NODE_DEFAULT)
        convert(p, JS_AS(JsAssign, node)->target, binding);
    else
        convert(p, node, binding);
}

static void convert_array(JsParser *p, JsNode *node, bool binding)
{
    JsArray *array = JS_AS(JsArray, node);
    node->kind = JS_NODE_ARRAY_PATTERN;
    for (JsNode *e = array->elements.first; e != NULL; e = e->next) {
        if (e->kind == JS_NODE_HOLE)
            continue;
        if (e->kind == JS_NODE_SPREAD || e->kind == JS_NODE_REST) {
            if (e->next != NULL || e->op != 0)
                cm__js_fail(&p->lx, e->start, "a rest element must be last");
            e->kind = JS_NODE_REST;
            convert(p, JS_AS(JsUnary, e)->operand, binding);
        } else {
            convert_element(p, e, binding);
        }
    }
}

static void convert_property(JsParser *p, JsProperty *prop, bool binding)
{
    JsNode *value = prop->value;
    switch ((JsPropKind)prop->kind) {
    case JS_PROP_SPREAD:
        if (prop->node.next != NULL || prop->node.op != 0)
            cm__js_fail(&p->lx, prop->node.start,
                        "a rest element must be last");
        if (value->kind == JS_NODE_ARRAY || value->kind == JS_NODE_OBJECT ||
            value->kind == JS_NODE_ARRAY_PATTERN ||
            value->kind == JS_NODE_OBJECT_PATTERN)
            bad_target(p, value, binding);
        convert(p, value, binding);
        break;
    case JS_PROP_PROTO:
        prop->kind = JS_PROP_VALUE;
        convert_element(p, value, binding);
        break;
    case JS_PROP_VALUE:
    case JS_PROP_SHORTHAND:
        convert_element(p, value, binding);
        break;
    default:
        bad_target(p, &prop->node, binding);
    }
}

static void convert_object(JsParser *p, JsNode *node, bool binding)
{
    JsObject *object = JS_AS(JsObject, node);
    node->kind = JS_NODE_OBJECT_PATTERN;
    for (JsNode *e = object->properties.first; e != NULL; e = e->next)
        convert_property(p, JS_AS(JsProperty, e), binding);
}

static bool is_assignable_access(const JsNode *node)
{
    const JsAccess *access = JS_AS_CONST(JsAccess, node);
    uint8_t kind = access->last->kind;
    return !access->has_optional &&
           (kind == JS_LINK_MEMBER || kind == JS_LINK_INDEX ||
            kind == JS_LINK_PRIVATE);
}

static void convert_name(JsParser *p, JsNode *node, bool binding)
{
    const JsName *name = JS_AS(JsIdent, node)->name;
    if (binding)
        cm__js_check_binding_name(p, name, node->start);
    else if (name->word == JS_W_EVAL || name->word == JS_W_ARGUMENTS)
        cm__js_fail_fmt(&p->lx, node->start, "'%.*s' cannot be assigned to",
                        (int)name->text.len, (const char *)name->text.units);
}

static void convert(JsParser *p, JsNode *node, bool binding)
{
    bool paren = (node->flags & JS_FLAG_PAREN) != 0;
    switch ((JsNodeKind)node->kind) {
    case JS_NODE_IDENT:
        if (binding && paren)
            break;
        convert_name(p, node, binding);
        return;
    case JS_NODE_ACCESS:
        if (binding || !is_assignable_access(node))
            break;
        return;
    case JS_NODE_ARRAY:
    case JS_NODE_ARRAY_PATTERN:
        if (paren)
            break;
        if (binding || node->kind == JS_NODE_ARRAY)
            convert_array(p, node, binding);
        return;
    case JS_NODE_OBJECT:
    case JS_NODE_OBJECT_PATTERN:
        if (paren)
            break;
        if (binding || node->kind == JS_NODE_OBJECT)
            convert_object(p, node, binding);
        return;
    default:
        break;
    }
    bad_target(p, node, binding);
}

void cm__js_to_target(JsParser *p, JsNode *node, bool allow_pattern)
{
    if (!allow_pattern && node->kind != JS_NODE_IDENT &&
        node->kind != JS_NODE_ACCESS)
        bad_target(p, node, false);
    convert(p, node, false);
}

void cm__js_to_binding(JsParser *p, JsNode *node)
{
    convert_element(p, node, true);
}
