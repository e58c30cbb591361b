/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_JS_AST_PRINT_H
#define CM_TESTS_JS_AST_PRINT_H
/* ast_print: a tree as text, for tests that compare trees. Lisp-like, without
 * positions, so that TypeScript and the JavaScript it stands for print alike.
 */
#include "base/buf.h"
#include "js/parser.h"

static void print_node(Buf *b, const JsNode *node);

static void print_text(Buf *b, const JsText *t)
{
    for (uint32_t i = 0; i < t->len; i++)
        cm__buf_add_code_point(b, t->wide ? ((const uint16_t *)t->units)[i]
                                          : ((const uint8_t *)t->units)[i]);
}

static void print_name(Buf *b, const JsName *name)
{
    if (name == NULL)
        cm__buf_add_str(b, "-");
    else
        print_text(b, &name->text);
}

static void print_list(Buf *b, const JsList *list)
{
    for (const JsNode *n = list->first; n != NULL; n = n->next) {
        if (n->kind == JS_NODE_ERASED)
            continue;
        cm__buf_add_char(b, ' ');
        print_node(b, n);
    }
}

static void print_two(Buf *b, const char *what, const JsNode *x,
                      const JsNode *y)
{
    cm__buf_add_fmt(b, "(%s ", what);
    print_node(b, x);
    cm__buf_add_char(b, ' ');
    print_node(b, y);
    cm__buf_add_char(b, ')');
}

static void print_key(Buf *b, const JsKey *key)
{
    switch ((JsKeyKind)key->kind) {
    case JS_KEY_NONE:
        break;
    case JS_KEY_NAME:
    case JS_KEY_PRIVATE:
        print_name(b, key->as.name);
        break;
    case JS_KEY_NUMBER:
        cm__buf_add_fmt(b, "%g", key->as.number);
        break;
    case JS_KEY_COMPUTED:
        cm__buf_add_char(b, '[');
        print_node(b, key->as.expr);
        cm__buf_add_char(b, ']');
        break;
    }
}

static void print_function(Buf *b, const JsFunction *f)
{
    static const char *const kinds[] = { "program", "fn",     "arrow",
                                         "method",  "getter", "setter",
                                         "ctor",    "fields", "static" };
    cm__buf_add_fmt(b, "(%s%s%s", f->is_async ? "async-" : "",
                    kinds[f->func_kind], f->is_generator ? "*" : "");
    cm__buf_add_char(b, ' ');
    print_name(b, f->name);
    cm__buf_add_str(b, " (");
    print_list(b, &f->params);
    cm__buf_add_str(b, ")");
    print_list(b, &f->body);
    if (f->expression != NULL) {
        cm__buf_add_str(b, " => ");
        print_node(b, f->expression);
    }
    cm__buf_add_char(b, ')');
}

static void print_class(Buf *b, const JsClass *c)
{
    cm__buf_add_str(b, "(class ");
    print_name(b, c->name);
    cm__buf_add_char(b, ' ');
    print_node(b, c->heritage);
    if (c->constructor != NULL) {
        cm__buf_add_char(b, ' ');
        print_function(b, c->constructor);
    }
    print_list(b, &c->elements);
    cm__buf_add_char(b, ')');
}

static void print_access(Buf *b, const JsAccess *a)
{
    cm__buf_add_str(b, "(get ");
    print_node(b, a->head);
    for (const JsLink *l = a->links; l != NULL; l = l->next) {
        cm__buf_add_str(b, l->is_optional ? " ?" : " ");
        switch ((JsLinkKind)l->kind) {
        case JS_LINK_MEMBER:
        case JS_LINK_PRIVATE:
            cm__buf_add_char(b, '.');
            print_name(b, l->as.name);
            break;
        case JS_LINK_INDEX:
        case JS_LINK_TAGGED:
            cm__buf_add_char(b, '[');
            print_node(b, l->as.expr);
            cm__buf_add_char(b, ']');
            break;
        case JS_LINK_CALL:
            cm__buf_add_str(b, "(call");
            print_list(b, &l->as.args);
            cm__buf_add_char(b, ')');
            break;
        }
    }
    cm__buf_add_char(b, ')');
}

static void print_arms(Buf *b, const char *what, const JsArm *arm,
                       const JsNode *otherwise)
{
    cm__buf_add_fmt(b, "(%s", what);
    for (; arm != NULL; arm = arm->next) {
        cm__buf_add_char(b, ' ');
        print_node(b, arm->test);
        cm__buf_add_char(b, ' ');
        print_node(b, arm->body);
    }
    cm__buf_add_char(b, ' ');
    print_node(b, otherwise);
    cm__buf_add_char(b, ')');
}

static void print_template(Buf *b, const JsTemplate *t)
{
    cm__buf_add_str(b, "(template");
    const JsNode *expr = t->exprs.first;
    for (const JsQuasi *q = t->quasis; q != NULL; q = q->next) {
        cm__buf_add_str(b, " `");
        print_text(b, &q->cooked);
        cm__buf_add_str(b, "`");
        if (expr != NULL) {
            cm__buf_add_char(b, ' ');
            print_node(b, expr);
            expr = expr->next;
        }
    }
    cm__buf_add_char(b, ')');
}

static void print_chain(Buf *b, const JsChain *c)
{
    cm__buf_add_str(b, "(chain ");
    print_node(b, c->first);
    for (const JsChainLink *l = c->links; l != NULL; l = l->next) {
        cm__buf_add_fmt(b, " %d ", l->op);
        print_node(b, l->operand);
    }
    cm__buf_add_char(b, ')');
}

static void print_unary(Buf *b, const JsNode *node)
{
    if (node->kind == JS_NODE_UNARY)
        cm__buf_add_fmt(b, "(unary%d ", node->op);
    else
        cm__buf_add_str(b, node->kind == JS_NODE_AWAIT    ? "(await "
                           : node->kind == JS_NODE_SPREAD ? "(spread "
                                                          : "(rest ");
    print_node(b, JS_AS_CONST(JsUnary, node)->operand);
    cm__buf_add_char(b, ')');
}

static void print_items(Buf *b, const char *what, const JsList *list)
{
    cm__buf_add_fmt(b, "(%s", what);
    print_list(b, list);
    cm__buf_add_char(b, ')');
}

static void print_part(Buf *b, const JsNode *node)
{
    switch ((JsNodeKind)node->kind) {
    case JS_NODE_PROPERTY: {
        const JsProperty *prop = JS_AS_CONST(JsProperty, node);
        cm__buf_add_fmt(b, "(prop%d ", prop->kind);
        print_key(b, &prop->key);
        cm__buf_add_char(b, ' ');
        print_node(b, prop->value);
        cm__buf_add_char(b, ')');
        break;
    }
    case JS_NODE_PARAM: {
        const JsParam *param = JS_AS_CONST(JsParam, node);
        print_two(b,
                  param->is_property ? "property"
                  : param->is_rest   ? "rest"
                                     : "param",
                  param->target, param->init);
        break;
    }
    case JS_NODE_ELEMENT: {
        const JsElement *e = JS_AS_CONST(JsElement, node);
        cm__buf_add_fmt(b, "(element%d%s ", e->kind, e->is_static ? "s" : "");
        print_key(b, &e->key);
        cm__buf_add_char(b, ' ');
        print_node(b, e->value);
        cm__buf_add_char(b, ')');
        break;
    }
    case JS_NODE_DECLARATOR: {
        const JsDeclarator *d = JS_AS_CONST(JsDeclarator, node);
        print_two(b, "=", d->target, d->init);
        break;
    }
    case JS_NODE_CASE: {
        const JsCase *c = JS_AS_CONST(JsCase, node);
        cm__buf_add_str(b, "(case ");
        print_node(b, c->test);
        print_list(b, &c->body);
        cm__buf_add_char(b, ')');
        break;
    }
    case JS_NODE_ENUM_MEMBER: {
        const JsEnumMember *m = JS_AS_CONST(JsEnumMember, node);
        cm__buf_add_str(b, "(member ");
        print_name(b, m->name);
        cm__buf_add_char(b, ' ');
        print_node(b, m->init);
        cm__buf_add_char(b, ')');
        break;
    }
    default:
        cm__buf_add_fmt(b, "<%d>", node->kind);
        break;
    }
}

static void print_loop(Buf *b, const JsNode *node)
{
    switch ((JsNodeKind)node->kind) {
    case JS_NODE_FOR: {
        const JsFor *f = JS_AS_CONST(JsFor, node);
        cm__buf_add_str(b, "(for ");
        print_node(b, f->init);
        cm__buf_add_char(b, ' ');
        print_node(b, f->test);
        cm__buf_add_char(b, ' ');
        print_two(b, "body", f->update, f->body);
        cm__buf_add_char(b, ')');
        break;
    }
    case JS_NODE_FOR_IN:
    case JS_NODE_FOR_OF: {
        const JsForIn *f = JS_AS_CONST(JsForIn, node);
        cm__buf_add_str(b, node->kind == JS_NODE_FOR_IN ? "(in " : "(of ");
        print_node(b, f->left);
        cm__buf_add_char(b, ' ');
        print_two(b, "body", f->right, f->body);
        cm__buf_add_char(b, ')');
        break;
    }
    default: {
        const JsWhile *w = JS_AS_CONST(JsWhile, node);
        print_two(b, node->kind == JS_NODE_WHILE ? "while" : "do", w->test,
                  w->body);
        break;
    }
    }
}

static void print_statement(Buf *b, const JsNode *node)
{
    switch ((JsNodeKind)node->kind) {
    case JS_NODE_EXPRESSION:
    case JS_NODE_RETURN:
    case JS_NODE_THROW:
        cm__buf_add_str(b, node->kind == JS_NODE_EXPRESSION ? "(do "
                           : node->kind == JS_NODE_RETURN   ? "(return "
                                                            : "(throw ");
        print_node(b, JS_AS_CONST(JsExpression, node)->expr);
        cm__buf_add_char(b, ')');
        break;
    case JS_NODE_VAR:
        cm__buf_add_fmt(b, "(var%d", JS_AS_CONST(JsVar, node)->decl_kind);
        if (JS_AS_CONST(JsVar, node)->dispose)
            cm__buf_add_fmt(b, "u%d", JS_AS_CONST(JsVar, node)->dispose);
        print_list(b, &JS_AS_CONST(JsVar, node)->declarators);
        cm__buf_add_char(b, ')');
        break;
    case JS_NODE_BLOCK:
        print_items(b, "block", &JS_AS_CONST(JsBlock, node)->body);
        break;
    case JS_NODE_IF:
        print_arms(b, "if", JS_AS_CONST(JsIf, node)->arms,
                   JS_AS_CONST(JsIf, node)->otherwise);
        break;
    case JS_NODE_FOR:
    case JS_NODE_FOR_IN:
    case JS_NODE_FOR_OF:
    case JS_NODE_WHILE:
    case JS_NODE_DO_WHILE:
        print_loop(b, node);
        break;
    case JS_NODE_TRY: {
        const JsTry *t = JS_AS_CONST(JsTry, node);
        cm__buf_add_str(b, "(try ");
        print_node(b, &t->block->node);
        cm__buf_add_char(b, ' ');
        print_node(b, t->param);
        if (t->handler != NULL)
            print_node(b, &t->handler->node);
        if (t->finalizer != NULL)
            print_two(b, "finally", &t->finalizer->node, NULL);
        cm__buf_add_char(b, ')');
        break;
    }
    case JS_NODE_SWITCH:
        cm__buf_add_str(b, "(switch ");
        print_node(b, JS_AS_CONST(JsSwitch, node)->subject);
        print_list(b, &JS_AS_CONST(JsSwitch, node)->cases);
        cm__buf_add_char(b, ')');
        break;
    case JS_NODE_LABELED:
        cm__buf_add_str(b, "(label ");
        print_name(b, JS_AS_CONST(JsLabeled, node)->label);
        cm__buf_add_char(b, ' ');
        print_node(b, JS_AS_CONST(JsLabeled, node)->body);
        cm__buf_add_char(b, ')');
        break;
    case JS_NODE_BREAK:
    case JS_NODE_CONTINUE:
        cm__buf_add_str(b,
                        node->kind == JS_NODE_BREAK ? "(break " : "(continue ");
        print_name(b, JS_AS_CONST(JsJump, node)->label);
        cm__buf_add_char(b, ')');
        break;
    case JS_NODE_ENUM:
        cm__buf_add_str(b, "(enum ");
        print_name(b, JS_AS_CONST(JsEnum, node)->name);
        print_list(b, &JS_AS_CONST(JsEnum, node)->members);
        cm__buf_add_char(b, ')');
        break;
    case JS_NODE_EXPORT_DEFAULT:
        print_two(b, "default", JS_AS_CONST(JsExportDefault, node)->value,
                  NULL);
        break;
    case JS_NODE_IMPORT:
        cm__buf_add_str(b, "(import ");
        print_name(b, JS_AS_CONST(JsImport, node)->specifier);
        for (const JsNode *n = JS_AS_CONST(JsImport, node)->names.first;
             n != NULL; n = n->next) {
            cm__buf_add_char(b, ' ');
            print_name(b, JS_AS_CONST(JsImportName, n)->imported);
            cm__buf_add_char(b, ':');
            print_name(b, JS_AS_CONST(JsImportName, n)->decl->name);
        }
        if (JS_AS_CONST(JsImport, node)->namespace != NULL)
            cm__buf_add_str(b, " *");
        cm__buf_add_char(b, ')');
        break;
    default:
        print_part(b, node);
        break;
    }
}

/* One case for each kind of expression. */
static void print_node(Buf *b, const JsNode *node)
{
    if (node == NULL) {
        cm__buf_add_str(b, "-");
        return;
    }
    switch ((JsNodeKind)node->kind) {
    case JS_NODE_IDENT:
    case JS_NODE_PRIVATE_IN:
        print_name(b, JS_AS_CONST(JsIdent, node)->name);
        break;
    case JS_NODE_NUMBER:
        cm__buf_add_fmt(b, "%.17g", JS_AS_CONST(JsNumber, node)->value);
        break;
    case JS_NODE_BIGINT:
        cm__buf_add_fmt(b, "%un", JS_AS_CONST(JsBigint, node)->radix);
        cm__buf_add_str(b, JS_AS_CONST(JsBigint, node)->digits);
        break;
    case JS_NODE_STRING:
        cm__buf_add_char(b, '"');
        print_name(b, JS_AS_CONST(JsString, node)->value);
        cm__buf_add_char(b, '"');
        break;
    case JS_NODE_REGEXP:
        cm__buf_add_char(b, '/');
        print_text(b, &JS_AS_CONST(JsRegexp, node)->pattern);
        cm__buf_add_char(b, '/');
        print_text(b, &JS_AS_CONST(JsRegexp, node)->flags);
        break;
    case JS_NODE_TEMPLATE:
        print_template(b, JS_AS_CONST(JsTemplate, node));
        break;
    case JS_NODE_ARRAY:
    case JS_NODE_ARRAY_PATTERN:
        print_items(b, node->kind == JS_NODE_ARRAY ? "array" : "array-pattern",
                    &JS_AS_CONST(JsArray, node)->elements);
        break;
    case JS_NODE_OBJECT:
    case JS_NODE_OBJECT_PATTERN:
        print_items(b,
                    node->kind == JS_NODE_OBJECT ? "object" : "object-pattern",
                    &JS_AS_CONST(JsObject, node)->properties);
        break;
    case JS_NODE_FUNCTION:
    case JS_NODE_FUNCTION_DECL:
        print_function(b, JS_AS_CONST(JsFunction, node));
        break;
    case JS_NODE_CLASS:
    case JS_NODE_CLASS_DECL:
        print_class(b, JS_AS_CONST(JsClass, node));
        break;
    case JS_NODE_UNARY:
    case JS_NODE_AWAIT:
    case JS_NODE_SPREAD:
    case JS_NODE_REST:
        print_unary(b, node);
        break;
    case JS_NODE_HOLE:
        cm__buf_add_str(b, "hole");
        break;
    case JS_NODE_EMPTY:
        cm__buf_add_str(b, "empty");
        break;
    case JS_NODE_UPDATE:
        print_two(b, node->op == JS_OP_ADD ? "++" : "--",
                  JS_AS_CONST(JsUpdate, node)->target, NULL);
        break;
    case JS_NODE_CHAIN:
        print_chain(b, JS_AS_CONST(JsChain, node));
        break;
    case JS_NODE_POWER:
        print_two(b, "**", JS_AS_CONST(JsPower, node)->left,
                  JS_AS_CONST(JsPower, node)->right);
        break;
    case JS_NODE_CONDITIONAL:
        print_arms(b, "?", JS_AS_CONST(JsConditional, node)->arms,
                   JS_AS_CONST(JsConditional, node)->otherwise);
        break;
    case JS_NODE_ASSIGN:
    case JS_NODE_DEFAULT:
        print_two(b, node->kind == JS_NODE_ASSIGN ? "set" : "default",
                  JS_AS_CONST(JsAssign, node)->target,
                  JS_AS_CONST(JsAssign, node)->value);
        break;
    case JS_NODE_SEQUENCE:
        print_items(b, "sequence", &JS_AS_CONST(JsSequence, node)->exprs);
        break;
    case JS_NODE_ACCESS:
        print_access(b, JS_AS_CONST(JsAccess, node));
        break;
    case JS_NODE_NEW:
        cm__buf_add_str(b, "(new ");
        print_node(b, JS_AS_CONST(JsNew, node)->callee);
        print_list(b, &JS_AS_CONST(JsNew, node)->args);
        cm__buf_add_char(b, ')');
        break;
    case JS_NODE_IMPORT_CALL:
        print_two(b, "import", JS_AS_CONST(JsImportCall, node)->specifier,
                  NULL);
        break;
    case JS_NODE_YIELD:
        print_two(b, "yield", JS_AS_CONST(JsYield, node)->operand, NULL);
        break;
    default:
        print_statement(b, node);
        break;
    }
}

/* The program's statements; the caller gives an initialised buffer. */
static void print_program(Buf *b, const JsProgram *program)
{
    print_list(b, &program->main->body);
}

#endif
