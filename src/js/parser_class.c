/* SPDX-License-Identifier: MIT */
/* Classes (ECMA-262 15.7), with the modifiers, signatures and members that
 * TypeScript adds. Field initializers are parsed inside a synthetic function
 * each for instance and static fields, so that `this`, `arguments` and scopes
 * need no special cases. */
#include "js/parser_internal.h"

/* What was read before the key of an element. */
typedef struct Modifiers {
    bool is_static, is_abstract, is_declare;
    bool is_async, is_generator, is_get, is_set;
    bool is_optional; /* the question mark behind the key */
    uint32_t start;   /* of the method itself, behind static and the like */
} Modifiers;

/* ---- modifiers ---- */

/* Whether a word before this token was a modifier, not the key itself. */
static bool is_key_start(const JsToken *t)
{
    switch ((JsTokenKind)t->kind) {
    case JS_T_STRING:
    case JS_T_NUMBER:
    case JS_T_BIGINT:
    case JS_T_LBRACKET:
    case JS_T_PRIVATE:
    case JS_T_IDENT:
    case JS_T_ESCAPED_KEYWORD:
        return true;
    default:
        return t->kind >= JS_T_BREAK;
    }
}

static bool take_access(JsParser *p, Modifiers *m)
{
    switch (p->lx.tok.name->word) {
    case JS_W_PUBLIC:
    case JS_W_PRIVATE:
    case JS_W_PROTECTED:
    case JS_W_READONLY:
    case JS_W_OVERRIDE:
        return true;
    case JS_W_ABSTRACT:
        m->is_abstract = true;
        return true;
    case JS_W_DECLARE:
        m->is_declare = true;
        return true;
    case JS_W_ACCESSOR:
        cm__js_fail_unsupported(&p->lx, js_at(p),
                                "accessor fields are not supported",
                                "Write a private field with a getter and a "
                                "setter.");
    default:
        return false;
    }
}

/* One modifier word if the current token is one; may set *m. */
static CM_NOINLINE bool take_modifier(JsParser *p, Modifiers *m)
{
    if (js_kind(p) != JS_T_IDENT || p->lx.tok.escaped ||
        p->lx.tok.name->word <= JS_W_FIRST)
        return false;
    const JsToken *next = cm__js_peek(p);
    JsWord word = (JsWord)p->lx.tok.name->word;
    bool key = is_key_start(next);
    if (word == JS_W_STATIC && !m->is_static &&
        (key || next->kind == JS_T_STAR)) {
        m->is_static = true;
    } else if ((word == JS_W_GET || word == JS_W_SET) && key) {
        m->is_get = word == JS_W_GET;
        m->is_set = word == JS_W_SET;
    } else if (word == JS_W_ASYNC && !next->nl_before &&
               (key || next->kind == JS_T_STAR)) {
        m->is_async = true;
    } else if ((!key && next->kind != JS_T_STAR) || next->nl_before ||
               !take_access(p, m)) {
        return false;
    }
    js_next(p);
    return true;
}

static Modifiers modifiers(JsParser *p)
{
    Modifiers m = { 0 };
    do {
        m.start = js_at(p);
    } while (!m.is_async && !m.is_get && !m.is_set && take_modifier(p, &m) &&
             !m.is_async && !m.is_get && !m.is_set);
    if (!m.is_get && !m.is_set)
        m.is_generator = js_accept(p, JS_T_STAR);
    return m;
}

/* ---- checks ---- */

static bool is_key_word(const JsKey *key, JsWord word)
{
    return key->kind == JS_KEY_NAME && key->as.name->word == word;
}

static void check_private_key(JsParser *p, const JsKey *key)
{
    const JsText *text = &key->as.name->text;
    const char *ctor = "#constructor";
    if (text->len == 12 && !text->wide) {
        const char *units = text->units;
        uint32_t i = 0;
        while (i < 12 && units[i] == ctor[i])
            i++;
        if (i == 12)
            cm__js_fail(&p->lx, key->start,
                        "a member cannot be called #constructor");
    }
}

/* A signature of a method, without body. That of a method which need not be
 * there is whole; an overload waits for its implementation. */
static void signature_only(JsParser *p, const JsKey *key, bool is_whole)
{
    cm__js_semicolon(p);
    if (is_whole)
        return;
    JsClassFrame *frame = p->st.frame;
    frame->overload = key->kind == JS_KEY_NAME || key->kind == JS_KEY_PRIVATE
                          ? key->as.name
                          : NULL;
    frame->overload_at = js_at(p);
}

/* A signature was read: the next element must be its implementation. */
static void check_overload(JsParser *p, const JsKey *key)
{
    JsClassFrame *frame = p->st.frame;
    JsName *name = frame->overload;
    if (name == NULL)
        return;
    frame->overload = NULL;
    if (key == NULL ||
        (key->kind != JS_KEY_NAME && key->kind != JS_KEY_PRIVATE) ||
        key->as.name != name)
        cm__js_fail(&p->lx, frame->overload_at, "a method body is missing");
}

/* ---- elements ---- */

static JsElement *element_new(JsParser *p, JsElementKind kind, uint32_t start,
                              const JsKey *key, bool is_static)
{
    JsElement *element = js_node(p, JsElement, JS_NODE_ELEMENT, start);
    element->kind = (uint8_t)kind;
    element->is_static = is_static;
    if (key != NULL)
        element->key = *key;
    return element;
}

static CM_NOINLINE void constructor(JsParser *p, JsClass *klass,
                                    const JsKey *key, const Modifiers *m)
{
    if (m->is_get || m->is_set || m->is_async || m->is_generator)
        cm__js_fail(&p->lx, key->start,
                    "a constructor is a plain method, without get, set, async "
                    "or *");
    if (klass->constructor != NULL)
        cm__js_fail(&p->lx, key->start, "a class has one constructor only");
    klass->constructor = cm__js_method(p, JS_FUNC_CONSTRUCTOR, m->start, key,
                                       false, false, true);
    if (klass->constructor == NULL)
        signature_only(p, key, m->is_abstract);
    else
        klass->constructor->name = klass->name;
}

static CM_NOINLINE JsNode *method(JsParser *p, const JsKey *key,
                                  const Modifiers *m, uint32_t start)
{
    JsElementKind kind = m->is_get   ? JS_ELEMENT_GET
                         : m->is_set ? JS_ELEMENT_SET
                                     : JS_ELEMENT_METHOD;
    JsFunctionKind func_kind = m->is_get   ? JS_FUNC_GETTER
                               : m->is_set ? JS_FUNC_SETTER
                                           : JS_FUNC_METHOD;
    if (m->is_static && is_key_word(key, JS_W_PROTOTYPE))
        cm__js_fail(&p->lx, key->start,
                    "a static member cannot be called prototype");
    JsElement *element = element_new(p, kind, start, key, m->is_static);
    JsFunction *func = cm__js_method(p, func_kind, m->start, key, m->is_async,
                                     m->is_generator, true);
    if (func == NULL) {
        signature_only(p, key,
                       m->is_abstract || m->is_declare || m->is_optional);
        return NULL;
    }
    if (key->kind == JS_KEY_PRIVATE)
        cm__js_private_declare(p, key->as.name, kind, m->is_static, key->start);
    element->value = &func->node;
    return js_done(p, &element->node);
}

/* The synthetic function around field initializers. */
static JsFunction *fields_function(JsParser *p, JsClass *klass, bool is_static)
{
    JsFunction **slot = is_static ? &klass->static_fields : &klass->fields;
    if (*slot == NULL) {
        JsFunction *func = cm__js_function_new(p, JS_FUNC_FIELDS, js_at(p));
        func->home_class = klass;
        JsFunction *outer = p->st.func;
        p->st.func = func;
        func->scope = cm__js_scope_open(p, JS_SCOPE_FUNCTION, js_at(p));
        func->body_scope = cm__js_scope_open(p, JS_SCOPE_BODY, js_at(p));
        func->body_start = js_at(p);
        cm__js_scope_close(p);
        cm__js_scope_close(p);
        p->st.func = outer;
        *slot = func;
    }
    return *slot;
}

static CM_NOINLINE JsNode *initializer(JsParser *p, JsClass *klass,
                                       bool is_static)
{
    JsFunction *func = fields_function(p, klass, is_static);
    JsState *saved = cm__js_function_open(p, func);
    p->st.scope = func->body_scope;
    js_next(p);
    JsNode *value = cm__js_assign(p);
    cm__js_function_close(p, func, saved);
    js_done(p, &func->node);
    return value;
}

static CM_NOINLINE JsNode *field(JsParser *p, JsClass *klass, const JsKey *key,
                                 const Modifiers *m, uint32_t start)
{
    if (is_key_word(key, JS_W_CONSTRUCTOR) ||
        (m->is_static && is_key_word(key, JS_W_PROTOTYPE)))
        cm__js_fail(&p->lx, key->start, "a field cannot have this name");
    JsElement *element =
        element_new(p, JS_ELEMENT_FIELD, start, key, m->is_static);
    if (js_kind(p) == JS_T_NOT)
        js_next(p);
    cm__js_type_annotation(p);
    bool erased = m->is_declare || m->is_abstract;
    if (js_kind(p) == JS_T_ASSIGN) {
        if (erased)
            cm__js_unexpected(p);
        element->value = initializer(p, klass, m->is_static);
    } else if (!erased) {
        fields_function(p, klass, m->is_static);
    }
    cm__js_semicolon(p);
    if (erased)
        return NULL;
    if (key->kind == JS_KEY_PRIVATE)
        cm__js_private_declare(p, key->as.name, JS_ELEMENT_FIELD, m->is_static,
                               key->start);
    return js_done(p, &element->node);
}

static CM_NOINLINE JsNode *static_block(JsParser *p, JsClass *klass,
                                        uint32_t start)
{
    JsElement *element =
        element_new(p, JS_ELEMENT_STATIC_BLOCK, start, NULL, true);
    JsFunction *func = cm__js_function_new(p, JS_FUNC_STATIC_BLOCK, start);
    func->home_class = klass;
    JsState *saved = cm__js_function_open(p, func);
    func->scope = cm__js_scope_open(p, JS_SCOPE_FUNCTION, js_at(p));
    cm__js_function_body(p, func);
    cm__js_scope_close(p);
    cm__js_function_close(p, func, saved);
    js_done(p, &func->node);
    element->value = &func->node;
    return js_done(p, &element->node);
}

/* [key: T]: U of TypeScript. The token is `[`. */
static CM_NOINLINE bool is_index_signature(JsParser *p)
{
    JsLexMark mark = cm__js_mark(&p->lx);
    js_next(p);
    bool is_name = js_kind(p) == JS_T_IDENT;
    if (is_name)
        js_next(p);
    bool found = is_name && js_kind(p) == JS_T_COLON;
    cm__js_rewind(&p->lx, &mark);
    return found;
}

static void index_signature(JsParser *p)
{
    js_next(p);
    js_next(p);
    cm__js_type_annotation(p);
    cm__js_expect(p, JS_T_RBRACKET);
    cm__js_type_annotation(p);
    cm__js_semicolon(p);
}

/* The element that starts here, or NULL when TypeScript's alone. */
static JsNode *element(JsParser *p, JsClass *klass)
{
    uint32_t start = js_at(p);
    if (js_kind(p) == JS_T_AT)
        cm__js_primary(p);
    if (js_is_word(p, JS_W_STATIC) && cm__js_peek(p)->kind == JS_T_LBRACE) {
        check_overload(p, NULL);
        js_next(p);
        return static_block(p, klass, start);
    }
    Modifiers m = modifiers(p);
    if (js_kind(p) == JS_T_LBRACKET && is_index_signature(p)) {
        index_signature(p);
        return NULL;
    }
    JsKey key;
    cm__js_key(p, &key);
    check_overload(p, &key);
    if (key.kind == JS_KEY_PRIVATE)
        check_private_key(p, &key);
    bool is_ctor = !m.is_static && is_key_word(&key, JS_W_CONSTRUCTOR);
    m.is_optional =
        !is_ctor && !m.is_get && !m.is_set && js_accept(p, JS_T_QUESTION);
    if (js_kind(p) == JS_T_QUESTION)
        cm__js_unexpected(p);
    if (js_kind(p) == JS_T_LPAREN || js_kind(p) == JS_T_LT) {
        if (is_ctor) {
            constructor(p, klass, &key, &m);
            return NULL;
        }
        return method(p, &key, &m, start);
    }
    if (m.is_get || m.is_set || m.is_async || m.is_generator)
        cm__js_unexpected(p);
    return field(p, klass, &key, &m, start);
}

/* ---- the class ---- */

static CM_NOINLINE void heritage(JsParser *p, JsClass *klass)
{
    if (js_accept(p, JS_T_EXTENDS)) {
        uint8_t ctx = p->st.ctx;
        p->st.ctx = 0;
        js_enter(p);
        p->st.arrow_at = JS_NO_OFFSET;
        klass->heritage = cm__js_access(p);
        js_leave(p);
        p->st.ctx = ctx;
        if (js_kind(p) == JS_T_LT)
            cm__js_type_args(p);
    }
    if (js_is_word(p, JS_W_IMPLEMENTS)) {
        do {
            js_next(p);
            cm__js_type_reference(p);
        } while (js_kind(p) == JS_T_COMMA);
    }
}

static void body(JsParser *p, JsClass *klass)
{
    if (js_kind(p) != JS_T_LBRACE)
        cm__js_expect(p, JS_T_LBRACE);
    uint8_t ctx = p->st.ctx;
    p->st.ctx = 0;
    cm__js_frame_open(p, klass);
    js_enter(p);
    js_next(p);
    while (js_kind(p) != JS_T_RBRACE) {
        if (js_accept(p, JS_T_SEMI))
            continue;
        JsNode *node = element(p, klass);
        if (node != NULL)
            js_append(&klass->elements, node);
    }
    check_overload(p, NULL);
    js_leave(p);
    cm__js_frame_close(p);
    js_next(p);
    p->st.ctx = ctx;
}

JsNode *cm__js_class(JsParser *p, JsNodeKind kind, bool is_export_default)
{
    JsClass *klass = js_node(p, JsClass, kind, js_at(p));
    klass->name_start = js_at(p);
    js_next(p);
    bool has_name = js_kind(p) == JS_T_IDENT && !js_is_word(p, JS_W_IMPLEMENTS);
    JsIdent *name = NULL;
    if (has_name || (kind == JS_NODE_CLASS_DECL && !is_export_default)) {
        name = cm__js_binding_ident(p);
        klass->name = name->name;
        klass->name_start = name->node.start;
        if (kind == JS_NODE_CLASS_DECL)
            klass->decl =
                cm__js_declare(p, name->name, JS_DECL_CLASS, name->node.start);
    }
    klass->scope = cm__js_scope_open(p, JS_SCOPE_CLASS, klass->node.start);
    if (name != NULL) {
        klass->self =
            cm__js_declare(p, name->name, JS_DECL_SELF, name->node.start);
        klass->self->is_lexical = true;
    }
    cm__js_type_params(p);
    heritage(p, klass);
    body(p, klass);
    cm__js_scope_close(p);
    return js_done(p, &klass->node);
}
