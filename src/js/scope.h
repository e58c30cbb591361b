/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_SCOPE_H
#define CM_JS_SCOPE_H
/* scope: what every name means and where its value can live.
 *
 * One walk over the tree, in the order in which the program would run (bodies
 * of hoisted functions at the entry of their scope), resolves every reference
 * and answers three questions about each variable:
 *   - is it captured by a closure, and is copying its value enough? It is when
 *     the variable is initialised before every closure that captures it is made
 *     and not assigned afterwards; otherwise it lives in a box;
 *   - can a use come before the initialisation (dead zone)? Only then the
 *     variable is marked at scope entry and checked, and only at those uses;
 *   - is it the running function itself? Then it costs no variable at all.
 * On the way constant expressions are folded in place.
 *
 * After the walk JsIdent.decl leads to the Var (decl->extra), NULL means that
 * the program does not declare the name. Private names in links are replaced by
 * a JsIdent (JsLink.as.expr).
 *
 * Ownership: everything lives in the arena of the tree.
 * Threads:   none. Cost: linear in the source. */
#include "js/ast.h"

typedef struct Var Var;
typedef struct Func Func;

#define JS_AS_CONST(Type, node) ((const Type *)(const void *)(node))

/* Flags of JsNode that this pass sets. */
#define JS_FLAG_CHECK   JS_FLAG_LATER1 /* JsIdent: may be in its dead zone */
#define JS_FLAG_ASSIGNS JS_FLAG_LATER2 /* assigns a variable somewhere inside */

typedef enum VarPlace {
    VAR_NOWHERE, /* not allocated yet */
    VAR_REGISTER,
    VAR_SPILL, /* element of the function's spill row */
    VAR_CALLEE /* the running closure */
} VarPlace;

typedef enum PrivateKind {
    PRIVATE_NONE,
    PRIVATE_FIELD,
    PRIVATE_METHOD,
    PRIVATE_ACCESSOR
} PrivateKind;

/* A use of a variable inside the function that it was initialised with. */
typedef struct SelfUse {
    JsIdent *ident;
    Func *fn; /* where the use stands */
    struct SelfUse *next;
} SelfUse;

/* One variable. Several JsDecls may share one (a `var` that repeats a
 * parameter). */
struct Var {
    JsName *name;    /* NULL: hidden, made by the compiler */
    JsDecl *decl;    /* one of its declarations, possibly made here */
    Func *fn;        /* function whose frame holds it */
    uint8_t kind;    /* JsDeclKind */
    bool has_zone;   /* has a dead zone */
    bool is_init;    /* during the walk: initialised at this point */
    bool needs_mark; /* some use is checked: marked TDZ at scope entry */
    bool is_used;
    bool is_captured;
    bool is_boxed;
    bool is_assigned; /* after its initialisation */
    bool is_assigned_in_loop;
    uint32_t loop_depth;
    Func *self_open;      /* walk: function being its value */
    SelfUse *self_uses;   /* walk */
    JsDecl *enum_decl;    /* JS_DECL_ENUM_MEMBER: the enum */
    Var *copy_of;         /* parameter whose value a body's `var` starts with */
    uint8_t private_kind; /* PrivateKind */
    bool is_static;       /* private method or accessor of the class itself */
    bool is_branded;      /* code generation: the accessor's brand is set */
    Var *getter, *setter; /* of a private accessor: hidden variables */
    const struct ToolPath *path; /* preflight: what a const stands for */
    /* code generation */
    uint8_t place; /* VarPlace */
    uint32_t slot; /* register, or element of the spill row */
};

typedef struct UpRef {
    Var *var;
    struct UpRef *next;
} UpRef;

/* One function to compile. */
struct Func {
    JsFunction *node; /* NULL: the default constructor of cls */
    JsClass *cls;     /* class whose constructor this is, else NULL */
    Func *parent;
    Func *home; /* innermost function around with its own `this` */
    UpRef *ups, *last_up;
    uint32_t n_ups;
    Var *self;     /* a name for the running closure, or NULL */
    Var *args;     /* `arguments`, or NULL */
    Var *this_var; /* box of `this` in a derived constructor, or NULL */
    uint32_t n_live, n_max_vars; /* variables alive at once */
    /* code generation */
    struct FuncProto *proto;
    Func *next;
};

/* What the analysis adds to an element of a class; by its node.mark. */
typedef struct ElementInfo {
    Var *key; /* computed field key */
    Var *private_name;
    Var *closure; /* private instance method, getter or setter */
} ElementInfo;

typedef struct ClassInfo {
    ElementInfo *elements;
    Var **hidden; /* variables that live as long as the class definition */
    uint32_t n_hidden;
    bool has_computed_key;
    Func *constructor, *fields, *static_fields; /* or NULL */
} ClassInfo;

typedef struct ScopeEntry {
    Func *fn;
    Var *var;
    uint32_t index;
} ScopeEntry;

typedef struct ScopeResult {
    Func *main;
    ScopeEntry *entries; /* open addressing: upvalue number of (fn, var) */
    uint32_t n_entries, n_slots;
} ScopeResult;

static inline Var *js_var(const JsDecl *d)
{
    return d ? (Var *)d->extra : NULL;
}

/* Analyses a parsed program. False when the arena gave out. */
bool cm__js_scope(Arena *arena, JsProgram *program,
                  ScopeResult *ret_result) CM_MUST_USE;

/* The number of the upvalue of fn that holds var, or UINT32_MAX. */
uint32_t cm__js_upvalue(const ScopeResult *r, const Func *fn, const Var *var);

#endif
