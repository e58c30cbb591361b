/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_SCOPE_INTERNAL_H
#define CM_JS_SCOPE_INTERNAL_H
/* scope_internal: what the files of scope analysis share. */
#include "js/scope.h"

typedef struct Scoper {
    Arena *arena;
    ScopeResult *result;
    Func *fn;
    uint32_t loop;       /* loops around, within fn */
    uint32_t n_assigned; /* assignments to variables so far */
    JsNode *self_node;   /* function that becomes the value of self_var */
    Var *self_var;
    bool failed;
    uint64_t spare[64]; /* what allocation returns after a failure */
} Scoper;

void *cm__scope_alloc(Scoper *s, size_t size);
Func *cm__scope_func(Scoper *s, JsFunction *node, JsClass *cls);
Var *cm__scope_var(Scoper *s, JsName *name, JsDeclKind kind);

/* Makes the declarations of a scope visible, and hides them again. A NULL scope
 * is an empty one. */
void cm__scope_enter(Scoper *s, JsScope *scope);
void cm__scope_leave(Scoper *s, JsScope *scope);
/* A variable under a name that no JsScope declares. */
JsDecl *cm__scope_push(Scoper *s, JsName *name, Var *var);
void cm__scope_pop(Scoper *s, JsDecl *d);

void cm__scope_read(Scoper *s, JsIdent *ident);
void cm__scope_assign(Scoper *s, JsIdent *ident);
void cm__scope_init(Scoper *s, Var *v);
void cm__scope_use(Scoper *s, Var *v); /* of a hidden variable */
void cm__scope_this(Scoper *s);

void cm__scope_expr(Scoper *s, JsNode *n);
void cm__scope_statement(Scoper *s, JsNode *n);
void cm__scope_statements(Scoper *s, const JsList *list);
void cm__scope_hoist(Scoper *s, JsScope *scope);
Func *cm__scope_function(Scoper *s, JsFunction *f, JsClass *cls);
void cm__scope_class(Scoper *s, JsClass *c);

typedef enum BindMode {
    BIND_INIT,  /* initialises what a scope declared */
    BIND_ASSIGN /* assigns to what the names mean here */
} BindMode;
void cm__scope_pattern(Scoper *s, JsNode *n, BindMode mode);

/* Folds a node whose parts are folded. */
void cm__scope_fold_unary(JsUnary *n);
void cm__scope_fold_chain(Scoper *s, JsChain *c);

#endif
