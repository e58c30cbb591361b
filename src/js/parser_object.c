/* SPDX-License-Identifier: MIT */
/* Array and object literals, which may still become patterns, and property
 * keys (ECMA-262 13.2.4, 13.2.5). */
#include "js/parser_internal.h"

static void pending(JsParser *p, uint32_t at, const char *what)
{
    if (p->st.cover_at == JS_NO_OFFSET) {
        p->st.cover_at = at;
        p->st.cover_what = what;
    }
}

/* ---- arrays ---- */

static JsNode *element(JsParser *p)
{
    uint32_t start = js_at(p);
    if (js_kind(p) == JS_T_COMMA) {
        JsNode *hole = cm__js_node(p, JS_NODE_HOLE, sizeof *hole, start);
        hole->end = start;
        return hole;
    }
    if (!js_accept(p, JS_T_ELLIPSIS))
        return cm__js_assign_cover(p);
    JsUnary *spread = js_node(p, JsUnary, JS_NODE_SPREAD, start);
    spread->operand = cm__js_assign_cover(p);
    js_done(p, &spread->node);
    /* A comma behind a rest element is wrong: remembered by `op`. */
    if (js_kind(p) == JS_T_COMMA)
        spread->node.op = 1;
    return &spread->node;
}

JsNode *cm__js_array(JsParser *p)
{
    JsArray *array = js_node(p, JsArray, JS_NODE_ARRAY, js_at(p));
    uint8_t ctx = p->st.ctx;
    p->st.ctx = 0;
    js_enter(p);
    js_next(p);
    while (js_kind(p) != JS_T_RBRACKET) {
        js_append(&array->elements, element(p));
        if (js_kind(p) != JS_T_RBRACKET)
            cm__js_expect_comma(p, JS_T_RBRACKET);
    }
    js_leave(p);
    js_next(p);
    p->st.ctx = ctx;
    return js_done(p, &array->node);
}

/* ---- keys ---- */

static CM_NOINLINE JsNode *computed_key(JsParser *p)
{
    uint8_t ctx = p->st.ctx;
    p->st.ctx = 0;
    js_enter(p);
    js_next(p);
    JsNode *expr = cm__js_assign(p);
    js_leave(p);
    cm__js_expect(p, JS_T_RBRACKET);
    p->st.ctx = ctx;
    return expr;
}

void cm__js_key(JsParser *p, JsKey *ret_key)
{
    ret_key->kind = JS_KEY_NAME;
    ret_key->start = js_at(p);
    switch (js_kind(p)) {
    case JS_T_STRING:
        ret_key->as.name = p->lx.tok.name;
        js_next(p);
        break;
    case JS_T_NUMBER:
        ret_key->kind = JS_KEY_NUMBER;
        ret_key->as.number = p->lx.tok.number;
        js_next(p);
        break;
    case JS_T_BIGINT:
        ret_key->kind = JS_KEY_COMPUTED;
        ret_key->as.expr = cm__js_primary(p);
        break;
    case JS_T_LBRACKET:
        ret_key->kind = JS_KEY_COMPUTED;
        ret_key->as.expr = computed_key(p);
        break;
    case JS_T_PRIVATE:
        ret_key->kind = JS_KEY_PRIVATE;
        ret_key->as.name = p->lx.tok.name;
        js_next(p);
        break;
    default:
        if (!js_is_name(p))
            cm__js_unexpected(p);
        ret_key->as.name = p->lx.tok.name;
        js_next(p);
        break;
    }
    ret_key->end = p->lx.prev_end;
}

/* ---- objects ---- */

/* After `get`, `set` or `async`: whether that word was a modifier. */
static bool key_follows(const JsParser *p)
{
    switch (js_kind(p)) {
    case JS_T_STRING:
    case JS_T_NUMBER:
    case JS_T_BIGINT:
    case JS_T_LBRACKET:
        return true;
    default:
        return js_is_name(p);
    }
}

/* The key was an identifier and is all there is, but for a default. */
static CM_NOINLINE void shorthand(JsParser *p, JsProperty *prop)
{
    JsName *name = prop->key.as.name;
    uint32_t start = prop->key.start;
    prop->kind = JS_PROP_SHORTHAND;
    if (name->word == JS_W_AWAIT) {
        if (p->st.func->is_async ||
            p->st.func->func_kind == JS_FUNC_STATIC_BLOCK)
            cm__js_fail(&p->lx, start, "'await' is a reserved word");
        p->st.await_at = start;
    }
    prop->value = cm__js_ident_at(p, name, start, prop->key.end);
    if (js_kind(p) != JS_T_ASSIGN)
        return;
    JsAssign *def = js_node(p, JsAssign, JS_NODE_DEFAULT, start);
    pending(p, js_at(p), "unexpected token '='");
    js_next(p);
    def->target = prop->value;
    def->value = cm__js_assign(p);
    prop->value = js_done(p, &def->node);
}

static CM_NOINLINE void method(JsParser *p, JsProperty *prop, JsPropKind kind,
                               bool async, bool generator)
{
    JsFunctionKind func_kind = kind == JS_PROP_GET   ? JS_FUNC_GETTER
                               : kind == JS_PROP_SET ? JS_FUNC_SETTER
                                                     : JS_FUNC_METHOD;
    prop->kind = (uint8_t)kind;
    if (prop->key.kind == JS_KEY_PRIVATE)
        cm__js_fail(&p->lx, prop->key.start, "private name outside of a class");
    prop->value = &cm__js_method(p, func_kind, prop->node.start, &prop->key,
                                 async, generator, false)
                       ->node;
}

static bool is_proto(const JsKey *key)
{
    return key->kind == JS_KEY_NAME && key->as.name->word == JS_W_PROTO;
}

/* key: value. JsObject.node.op notes that __proto__ was there before. */
static void key_value(JsParser *p, JsObject *object, JsProperty *prop)
{
    js_next(p);
    prop->kind = JS_PROP_VALUE;
    if (is_proto(&prop->key)) {
        if (object->node.op != 0)
            pending(p, prop->key.start, "__proto__ is set twice");
        object->node.op = 1;
        prop->kind = JS_PROP_PROTO;
    }
    prop->value = cm__js_assign_cover(p);
}

/* What follows the key. is_ident: that was an identifier; word: which one, when
 * it was a contextual word without escapes. */
static void property_rest(JsParser *p, JsObject *object, JsProperty *prop,
                          bool is_ident, JsWord word)
{
    JsTokenKind kind = js_kind(p);
    if (kind == JS_T_COLON && prop->key.kind != JS_KEY_PRIVATE) {
        key_value(p, object, prop);
        return;
    }
    if (kind == JS_T_LPAREN || kind == JS_T_LT) {
        method(p, prop, JS_PROP_METHOD, false, false);
        return;
    }
    if ((word == JS_W_GET || word == JS_W_SET) && key_follows(p)) {
        cm__js_key(p, &prop->key);
        method(p, prop, word == JS_W_GET ? JS_PROP_GET : JS_PROP_SET, false,
               false);
        return;
    }
    if (word == JS_W_ASYNC && !p->lx.tok.nl_before &&
        (kind == JS_T_STAR || key_follows(p))) {
        bool generator = js_accept(p, JS_T_STAR);
        cm__js_key(p, &prop->key);
        method(p, prop, JS_PROP_METHOD, true, generator);
        return;
    }
    if (!is_ident)
        cm__js_unexpected(p);
    shorthand(p, prop);
}

static JsNode *property(JsParser *p, JsObject *object)
{
    JsProperty *prop = js_node(p, JsProperty, JS_NODE_PROPERTY, js_at(p));
    if (js_accept(p, JS_T_ELLIPSIS)) {
        prop->kind = JS_PROP_SPREAD;
        prop->value = cm__js_assign_cover(p);
        prop->node.op = js_kind(p) == JS_T_COMMA;
    } else if (js_accept(p, JS_T_STAR)) {
        cm__js_key(p, &prop->key);
        method(p, prop, JS_PROP_METHOD, false, true);
    } else {
        bool is_ident = js_kind(p) == JS_T_IDENT;
        JsWord word = is_ident && !p->lx.tok.escaped
                          ? (JsWord)p->lx.tok.name->word
                          : JS_W_FIRST;
        cm__js_key(p, &prop->key);
        property_rest(p, object, prop, is_ident, word);
    }
    return js_done(p, &prop->node);
}

JsNode *cm__js_object(JsParser *p)
{
    JsObject *object = js_node(p, JsObject, JS_NODE_OBJECT, js_at(p));
    uint8_t ctx = p->st.ctx;
    p->st.ctx = 0;
    js_enter(p);
    js_next(p);
    while (js_kind(p) != JS_T_RBRACE) {
        js_append(&object->properties, property(p, object));
        if (js_kind(p) != JS_T_RBRACE)
            cm__js_expect_comma(p, JS_T_RBRACE);
    }
    js_leave(p);
    js_next(p);
    p->st.ctx = ctx;
    object->node.op = 0;
    return js_done(p, &object->node);
}
