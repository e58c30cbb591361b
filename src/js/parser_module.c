/* SPDX-License-Identifier: MIT */
/* import and export (ECMA-262 16.2, spec 2.4, 2.5 and 2.7). */
#include "js/parser_internal.h"

static bool at_top_level(const JsParser *p)
{
    return p->st.func->func_kind == JS_FUNC_PROGRAM &&
           p->st.scope->kind == JS_SCOPE_BODY && p->st.depth == 0;
}

static JsNode *erased(JsParser *p, uint32_t start)
{
    cm__js_semicolon(p);
    JsNode *node = cm__js_node(p, JS_NODE_ERASED, sizeof *node, start);
    return js_done(p, node);
}

/* ---- import ---- */

static JsDecl *bind(JsParser *p, JsName *name, uint32_t at, bool is_type)
{
    if (is_type)
        return NULL;
    cm__js_check_binding_name(p, name, at);
    return cm__js_declare(p, name, JS_DECL_IMPORT, at);
}

static JsName *local_name(JsParser *p, uint32_t *ret_at)
{
    if (js_kind(p) != JS_T_IDENT)
        cm__js_unexpected(p);
    JsName *name = p->lx.tok.name;
    *ret_at = js_at(p);
    js_next(p);
    return name;
}

static void add_name(JsParser *p, JsImport *import, JsName *imported,
                     JsName *local, uint32_t at)
{
    JsImportName *node = js_node(p, JsImportName, JS_NODE_IMPORT_NAME, at);
    node->imported = imported;
    node->decl = bind(p, local, at, false);
    js_append(&import->names, js_done(p, &node->node));
}

/* `type` in front of a name in braces: import { type A, type as B }. */
static bool is_type_modifier(JsParser *p)
{
    if (!js_is_word(p, JS_W_TYPE))
        return false;
    JsLexMark mark = cm__js_mark(&p->lx);
    js_next(p);
    bool found = js_kind(p) == JS_T_STRING || js_is_name(p);
    if (js_is_word(p, JS_W_AS)) {
        /* `type as x` renames `type`; `type as as x` and `type as` are types */
        js_next(p);
        found = js_kind(p) == JS_T_COMMA || js_kind(p) == JS_T_RBRACE ||
                js_is_word(p, JS_W_AS);
    }
    cm__js_rewind(&p->lx, &mark);
    return found;
}

static void import_name(JsParser *p, JsImport *import, bool is_type)
{
    JsToken first = p->lx.tok;
    if (js_kind(p) != JS_T_STRING && !js_is_name(p))
        cm__js_unexpected(p);
    js_next(p);
    uint32_t at = first.start;
    JsName *local = first.name;
    if (js_is_word(p, JS_W_AS)) {
        js_next(p);
        local = local_name(p, &at);
    } else if (first.kind != JS_T_IDENT) {
        cm__js_unexpected(p);
    }
    if (!is_type)
        add_name(p, import, first.name, local, at);
}

/* True when a name had the modifier `type`. */
static bool import_names(JsParser *p, JsImport *import, bool is_type)
{
    bool has_type = false;
    js_next(p);
    while (js_kind(p) != JS_T_RBRACE) {
        bool modified = is_type_modifier(p);
        if (modified)
            js_next(p);
        has_type |= modified;
        import_name(p, import, is_type || modified);
        if (js_kind(p) != JS_T_RBRACE)
            cm__js_expect_comma(p, JS_T_RBRACE);
    }
    js_next(p);
    return has_type;
}

static void import_namespace(JsParser *p, JsImport *import, bool is_type)
{
    js_next(p);
    if (!js_is_word(p, JS_W_AS))
        cm__js_unexpected(p);
    js_next(p);
    uint32_t at;
    JsName *name = local_name(p, &at);
    import->namespace = bind(p, name, at, is_type);
}

static _Noreturn void import_equals(JsParser *p, uint32_t start)
{
    cm__js_fail_unsupported(&p->lx, start,
                            "import x = require() is not supported",
                            "Write import x from \"name\".");
}

/* True when nothing is imported but types. `import {}` has none: it imports the
 * module for its own sake. */
static bool import_clause(JsParser *p, JsImport *import, bool is_type)
{
    bool has_type = is_type;
    if (js_kind(p) == JS_T_IDENT) {
        uint32_t at;
        JsName *name = local_name(p, &at);
        if (js_kind(p) == JS_T_ASSIGN)
            import_equals(p, import->node.start);
        if (!is_type)
            add_name(p, import, cm__js_intern_ascii(&p->lx, "default"), name,
                     at);
        if (!js_accept(p, JS_T_COMMA))
            return is_type;
        if (js_kind(p) != JS_T_STAR && js_kind(p) != JS_T_LBRACE)
            cm__js_unexpected(p);
    }
    if (js_kind(p) == JS_T_STAR)
        import_namespace(p, import, is_type);
    else if (js_kind(p) == JS_T_LBRACE)
        has_type |= import_names(p, import, is_type);
    else
        cm__js_unexpected(p);
    return has_type && import->names.count == 0 && import->namespace == NULL;
}

static void attributes(JsParser *p, uint32_t start)
{
    bool is_assert = js_kind(p) == JS_T_IDENT && !p->lx.tok.nl_before &&
                     cm__js_peek(p)->kind == JS_T_LBRACE;
    if (js_kind(p) == JS_T_WITH || is_assert)
        cm__js_fail_unsupported(&p->lx, start,
                                "import with attributes is not supported",
                                "Import by the name alone.");
}

/* import type X ..., but not a default import called type. */
static bool is_import_type(JsParser *p)
{
    if (!js_is_word(p, JS_W_TYPE))
        return false;
    JsLexMark mark = cm__js_mark(&p->lx);
    js_next(p);
    bool found = js_kind(p) == JS_T_LBRACE || js_kind(p) == JS_T_STAR;
    if (js_kind(p) == JS_T_IDENT) {
        bool from = js_is_word(p, JS_W_FROM);
        js_next(p);
        found = !from || js_is_word(p, JS_W_FROM);
    }
    cm__js_rewind(&p->lx, &mark);
    return found;
}

static void from_clause(JsParser *p, JsImport *import)
{
    if (js_kind(p) != JS_T_STRING)
        cm__js_unexpected(p);
    import->specifier = p->lx.tok.name;
    import->specifier_start = js_at(p);
    js_next(p);
    attributes(p, import->node.start);
}

JsNode *cm__js_import(JsParser *p)
{
    JsImport *import = js_node(p, JsImport, JS_NODE_IMPORT, js_at(p));
    if (!at_top_level(p))
        cm__js_fail(&p->lx, js_at(p),
                    "import declarations are for the top level only");
    js_next(p);
    bool is_type = is_import_type(p);
    if (is_type)
        js_next(p);
    if (js_kind(p) != JS_T_STRING) {
        is_type = import_clause(p, import, is_type);
        if (!js_is_word(p, JS_W_FROM))
            cm__js_unexpected(p);
        js_next(p);
    }
    from_clause(p, import);
    if (is_type)
        return erased(p, import->node.start);
    *p->import_tail = import;
    p->import_tail = &import->next_import;
    cm__js_semicolon(p);
    return js_done(p, &import->node);
}

/* ---- export ---- */

static _Noreturn void unsupported_export(JsParser *p, uint32_t start,
                                         const char *what)
{
    cm__js_fail_unsupported(&p->lx, start, what,
                            "Use export default, or return the value.");
}

static bool is_async_function(JsParser *p)
{
    if (!js_is_word(p, JS_W_ASYNC))
        return false;
    const JsToken *next = cm__js_peek(p);
    return next->kind == JS_T_FUNCTION && !next->nl_before;
}

static JsNode *default_value(JsParser *p)
{
    uint32_t start = js_at(p);
    if (js_kind(p) == JS_T_FUNCTION)
        return cm__js_function_decl(p, start, false, true);
    if (is_async_function(p)) {
        js_next(p);
        return cm__js_function_decl(p, start, true, true);
    }
    if (js_is_word(p, JS_W_ABSTRACT) && cm__js_peek(p)->kind == JS_T_CLASS)
        js_next(p);
    if (js_kind(p) == JS_T_CLASS)
        return cm__js_class(p, JS_NODE_CLASS_DECL, true);
    if (js_is_word(p, JS_W_INTERFACE))
        return cm__js_interface(p);
    JsNode *value = cm__js_assign(p);
    cm__js_semicolon(p);
    return value;
}

static JsNode *export_default(JsParser *p, uint32_t start)
{
    JsExportDefault *node =
        js_node(p, JsExportDefault, JS_NODE_EXPORT_DEFAULT, start);
    js_next(p);
    node->value = default_value(p);
    if (node->value->kind == JS_NODE_ERASED)
        return node->value;
    if (p->program->export_default != NULL)
        cm__js_fail(&p->lx, start, "a program has one export default only");
    p->program->export_default = node;
    return js_done(p, &node->node);
}

/* export type { A }, export type * from "x": the words are taken. */
static JsNode *export_types(JsParser *p, uint32_t start)
{
    if (js_accept(p, JS_T_STAR)) {
        if (js_is_word(p, JS_W_AS)) {
            js_next(p);
            js_next(p);
        }
    } else {
        js_next(p);
        while (js_is_name(p) || js_kind(p) == JS_T_STRING ||
               js_kind(p) == JS_T_COMMA)
            js_next(p);
        cm__js_expect(p, JS_T_RBRACE);
    }
    if (js_is_word(p, JS_W_FROM)) {
        js_next(p);
        if (js_kind(p) != JS_T_STRING)
            cm__js_unexpected(p);
        js_next(p);
    }
    return erased(p, start);
}

/* export {}: nothing but the mark of a module for TypeScript. */
static bool is_empty_export(JsParser *p)
{
    return js_kind(p) == JS_T_LBRACE && cm__js_peek(p)->kind == JS_T_RBRACE;
}

static bool skip_type_name(JsParser *p)
{
    if (!is_type_modifier(p))
        return false;
    js_next(p);
    js_next(p);
    if (!js_is_word(p, JS_W_AS))
        return true;
    js_next(p);
    bool found = js_kind(p) == JS_T_STRING || js_is_name(p);
    if (found)
        js_next(p);
    return found;
}

/* Whether each name in the braces, one at least, has the modifier `type`:
 * export { type A, type B as C }. */
static bool exports_types_alone(JsParser *p)
{
    if (js_kind(p) != JS_T_LBRACE)
        return false;
    JsLexMark mark = cm__js_mark(&p->lx);
    js_next(p);
    bool found = skip_type_name(p);
    while (found && js_accept(p, JS_T_COMMA) && js_kind(p) != JS_T_RBRACE)
        found = skip_type_name(p);
    found = found && js_kind(p) == JS_T_RBRACE;
    cm__js_rewind(&p->lx, &mark);
    return found;
}

static JsNode *empty_export(JsParser *p, uint32_t start)
{
    js_next(p);
    js_next(p);
    if (js_is_word(p, JS_W_FROM))
        unsupported_export(p, start, "export ... from is not supported");
    return erased(p, start);
}

JsNode *cm__js_export(JsParser *p)
{
    uint32_t start = js_at(p);
    if (!at_top_level(p))
        cm__js_fail(&p->lx, start, "export is for the top level only");
    js_next(p);
    if (is_empty_export(p))
        return empty_export(p, start);
    if (exports_types_alone(p))
        return export_types(p, start);
    if (js_kind(p) == JS_T_DEFAULT)
        return export_default(p, start);
    if (js_kind(p) == JS_T_ASSIGN)
        unsupported_export(p, start, "export = is not supported");
    if (js_is_word(p, JS_W_TYPE)) {
        JsTokenKind next = (JsTokenKind)cm__js_peek(p)->kind;
        if (next == JS_T_LBRACE || next == JS_T_STAR) {
            js_next(p);
            return export_types(p, start);
        }
    }
    JsNode *node = NULL;
    if (js_kind(p) == JS_T_IDENT && !js_is_word(p, JS_W_ABSTRACT))
        node = cm__js_type_statement(p);
    if (node != NULL && node->kind == JS_NODE_ERASED)
        return node;
    unsupported_export(p, start,
                       "export other than export default is not supported");
}
