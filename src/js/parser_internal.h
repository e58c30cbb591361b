/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_PARSER_INTERNAL_H
#define CM_JS_PARSER_INTERNAL_H
/* parser_internal: the state that the parser's files share.
 *
 *     parser.c          entry, failures, trying and going back
 *     parser_scope.c    scopes, declarations, labels, private names
 *     parser_expr.c     operators, from assignment down to unary
 *     parser_primary.c  literals, member chains, calls, templates
 *     parser_arrow.c    parentheses: expression or arrow parameters
 *     parser_pattern.c  patterns, binding and assignment
 *     parser_func.c     functions and parameters
 *     parser_class.c    classes
 *     parser_stmt.c     statements
 *     parser_loop.c     loops
 *     parser_module.c   import and export
 *     parser_type.c     types, skipped
 *     parser_decl.c     TypeScript declarations, erased or compiled
 *
 * Recursion is bounded by js_enter; functions on the recursive paths keep small
 * frames: what is big or rare among their callees is CM_NOINLINE.
 *
 * JsState is what functions and speculation save and put back as a whole. */
#include "js/lexer.h"
#include "js/parser.h"

#define JS_NO_OFFSET UINT32_MAX

/* JsState.ctx: what the brackets around reset. */
#define JS_CTX_NO_IN 0x01u /* head of a for: `in` is no operator */
/* A `:` may follow for its own reasons (middle of ?:, case label). */
#define JS_CTX_COLON 0x02u

/* JsState.uses */
#define JS_USES_THIS           0x01u
#define JS_USES_ARGUMENTS      0x02u
#define JS_USES_SUPER_PROPERTY 0x04u
#define JS_USES_SUPER_CALL     0x08u
#define JS_USES_NEW_TARGET     0x10u

typedef struct JsLabel {
    JsName *name;
    JsNode *statement;       /* the JsLabeled */
    JsNode *loop;            /* what `continue` means, or NULL */
    JsFunction *function;    /* labels are not seen through functions */
    struct JsLabel *outer;   /* all open labels */
    struct JsLabel *shadows; /* outer one of the same name */
    struct JsLabel *sibling; /* labels of the same statement */
} JsLabel;

typedef struct JsPrivateRef {
    uint32_t start;
    struct JsPrivateRef *older;
} JsPrivateRef;

/* A declared #name of one class. */
typedef struct JsPrivateDecl {
    struct JsPrivates *of;
    struct JsClassFrame *frame;
    struct JsPrivateDecl *shadowed, *next;
    uint8_t parts; /* JsElementKind bits seen, see parser_scope.c */
    bool is_static;
} JsPrivateDecl;

/* What is known of one #name. Uses wait here, latest first, until a class that
 * declares the name ends; that class takes those that lie inside its body. */
typedef struct JsPrivates {
    JsPrivateRef *pending;
    JsPrivateDecl *decl; /* of the innermost class */
    struct JsPrivates *next;
} JsPrivates;

typedef struct JsClassFrame {
    JsClass *klass;
    JsPrivateDecl *declared;
    uint32_t body_start;
    JsName *overload; /* signature without body: its implementation is next */
    uint32_t overload_at;
    struct JsClassFrame *outer;
} JsClassFrame;

typedef struct JsState {
    JsFunction *func;      /* innermost function */
    JsFunction *this_func; /* innermost one that is no arrow */
    JsScope *scope;
    JsClassFrame *frame;
    JsLabel *labels;  /* open labels */
    JsLabel *pending; /* labels directly before the statement to come */
    JsNode *break_target, *continue_target;
    uint32_t depth;
    uint32_t arrow_at; /* an arrow function may start at this offset only */
    uint32_t item_at;  /* a parameter may start here: `name?` is possible */
    /* Syntax that is right only if the literal becomes a pattern. */
    uint32_t cover_at;
    const char *cover_what;
    uint32_t await_at, yield_at; /* latest use in this function */
    uint8_t ctx, uses;
    bool in_params;
    bool has_await;
    bool no_conditional_type;
    bool no_power;        /* operand of a unary operator: `**` is not its own */
    uint32_t infer_end;   /* end of the latest `infer U` */
    struct JsState *free; /* saved states: free list */
} JsState;

/* An open type argument list in a speculation. */
typedef struct JsTypeList {
    uint32_t start;
    struct JsTypeList *outer;
} JsTypeList;

typedef struct JsTypeMemo {
    uint32_t start, end; /* end 0: no type arguments there */
} JsTypeMemo;

typedef struct JsParser {
    JsLexer lx; /* first, so that a parser is a lexer */
    JsState st;
    JsToken peeked;
    JsChain *chain;         /* result of closing chains */
    struct JsCover *covers; /* free list */
    JsProgram *program;
    JsImport **import_tail;
    JsPrivates *privates;
    JsState *free_states;
    JsTypeList *type_lists; /* open while trying */
    JsTypeMemo *memo;       /* hash table of tried lists */
    uint32_t memo_len, memo_cap;
    uint32_t meta_at;      /* the first import.meta, or JS_NO_OFFSET */
    bool is_script;        /* the second reading: `await` is a name outside of
                              async functions, at program level too */
    bool await_named;      /* the failure is a name or label `await` */
    unsigned arrow_tries;  /* nested tries of arrow bodies */
    uint32_t tried;        /* bytes read by the latest failed try */
    uint32_t arrow_budget; /* bytes that failed tries of bodies may read */
} JsParser;

/* ---- tokens ---- */

#define js_kind(p)        ((JsTokenKind)(p)->lx.tok.kind)
#define js_at(p)          ((p)->lx.tok.start)
#define js_next(p)        cm__js_next(&(p)->lx)
#define js_alloc(p, Type) ((Type *)cm__js_alloc(&(p)->lx, sizeof(Type)))

static inline bool js_is_word(const JsParser *p, JsWord word)
{
    return p->lx.tok.kind == JS_T_IDENT && p->lx.tok.name->word == word &&
           !p->lx.tok.escaped;
}

static inline bool js_accept(JsParser *p, JsTokenKind kind)
{
    if (js_kind(p) != kind)
        return false;
    js_next(p);
    return true;
}

/* Whether the token is an identifier name: identifier or any keyword. */
static inline bool js_is_name(const JsParser *p)
{
    return p->lx.tok.kind == JS_T_IDENT || p->lx.tok.kind >= JS_T_BREAK ||
           p->lx.tok.kind == JS_T_ESCAPED_KEYWORD;
}

static inline bool js_is_assign_op(JsTokenKind kind)
{
    return kind >= JS_T_ASSIGN && kind <= JS_T_USHR_ASSIGN;
}

/* parser.c */
_Noreturn void cm__js_unexpected(JsParser *p);
void cm__js_expect(JsParser *p, JsTokenKind kind);
/* A comma, in a list that ends with `closer`. */
void cm__js_expect_comma(JsParser *p, JsTokenKind closer);
/* The token after this one; borrowed until the next call. */
const JsToken *cm__js_peek(JsParser *p);
/* End of statement: `;`, or where one may be inserted. */
void cm__js_semicolon(JsParser *p);
bool cm__js_at_semicolon(const JsParser *p);
_Noreturn void cm__js_fail_nesting(JsParser *p);

static inline void js_enter(JsParser *p)
{
    if (CM_UNLIKELY(++p->st.depth > CM_JS_MAX_NESTING))
        cm__js_fail_nesting(p);
}

static inline void js_leave(JsParser *p)
{
    p->st.depth--;
}

/* Runs attempt(p, arg) with failures caught. On failure, or when it returns
 * false, everything is as it was before. Memory running out is not caught. */
bool cm__js_try(JsParser *p, bool (*attempt)(JsParser *p, void *arg),
                void *arg);

/* A copy of the state, to be put back. */
JsState *cm__js_state_save(JsParser *p);
void cm__js_state_restore(JsParser *p, JsState *saved);

/* parser_regexp.c: the compiled code of a literal, in the arena. */
const struct RegexpCode *cm__js_regexp_code(JsLexer *lx, const JsRegexp *n);

/* ---- nodes ---- */

/* A node of the given struct size that starts at `start`. */
void *cm__js_node(JsParser *p, JsNodeKind kind, size_t size, uint32_t start);
#define js_node(p, Type, kind, start) \
    ((Type *)cm__js_node(p, kind, sizeof(Type), start))

/* Sets the end to that of the last token taken. */
static inline void *js_done(JsParser *p, JsNode *node)
{
    node->end = p->lx.prev_end;
    return node;
}

static inline void js_append(JsList *list, JsNode *node)
{
    if (list->last == NULL)
        list->first = node;
    else
        list->last->next = node;
    list->last = node;
    list->count++;
}

static inline bool js_is_bare_arrow(const JsNode *node)
{
    return node->kind == JS_NODE_FUNCTION &&
           (node->flags & JS_FLAG_PAREN) == 0 &&
           JS_AS_CONST(JsFunction, node)->func_kind == JS_FUNC_ARROW;
}

/* ---- parser_scope.c ---- */

JsScope *cm__js_scope_open(JsParser *p, JsScopeKind kind, uint32_t start);
void cm__js_scope_close(JsParser *p);
/* Makes the children of the current scope's parent that come after `mark`
 * (NULL: all) children of the current scope. */
void cm__js_scope_adopt(JsParser *p, JsScope *mark);
/* Declares a name at `at` and checks conflicts. */
JsDecl *cm__js_declare(JsParser *p, JsName *name, JsDeclKind kind, uint32_t at);
/* Takes back a declaration that was the latest of the current scope. */
void cm__js_undeclare(JsParser *p, JsDecl *decl, JsDecl *before);
/* Declares every name of a binding pattern. */
void cm__js_declare_pattern(JsParser *p, JsNode *node, JsDeclKind kind);

JsLabel *cm__js_label_open(JsParser *p, JsName *name, uint32_t at);
void cm__js_label_close(JsParser *p);

void cm__js_private_use(JsParser *p, JsName *name, uint32_t at);
void cm__js_private_declare(JsParser *p, JsName *name, JsElementKind kind,
                            bool is_static, uint32_t at);
JsClassFrame *cm__js_frame_open(JsParser *p, JsClass *klass);
void cm__js_frame_close(JsParser *p);
/* At the end: every use has found its class. */
void cm__js_privates_check(JsParser *p);

/* ---- expressions ---- */

/* parser_expr.c */
JsNode *cm__js_expression(JsParser *p);
JsNode *cm__js_assign(JsParser *p);
/* The same, but syntax that waits for becoming a pattern is left pending in
 * st.cover_at. */
JsNode *cm__js_assign_cover(JsParser *p);
/* Goes on after the left side of an assignment or the test of ?:. */
void cm__js_cover_check(JsParser *p);
JsNode *cm__js_unary(JsParser *p);

/* parser_primary.c */
JsNode *cm__js_access(JsParser *p);
JsNode *cm__js_primary(JsParser *p);
void cm__js_arguments(JsParser *p, JsList *ret_args);
void cm__js_key(JsParser *p, JsKey *ret_key);
/* The name under the current token, or one taken before, as a reference. */
JsNode *cm__js_ident_ref(JsParser *p);
JsNode *cm__js_ident_at(JsParser *p, JsName *name, uint32_t start,
                        uint32_t end);
JsNode *cm__js_template(JsParser *p, bool is_tagged);

/* parser_object.c */
JsNode *cm__js_array(JsParser *p);
JsNode *cm__js_object(JsParser *p);

/* parser_arrow.c */
JsNode *cm__js_paren(JsParser *p);
/* `async` was taken (its node given): function, arrow, call or name. */
JsNode *cm__js_async(JsParser *p);
/* name => body; the token is the arrow. */
JsNode *cm__js_arrow_of_name(JsParser *p, JsIdent *name, bool is_async);

/* parser_pattern.c */
/* Identifier that may be bound here. */
JsIdent *cm__js_binding_ident(JsParser *p);
/* Identifier, array or object pattern. Declares nothing. */
JsNode *cm__js_binding_target(JsParser *p);
/* An expression that turned out to be the target of `=`, for-of or for-in. */
void cm__js_to_target(JsParser *p, JsNode *node, bool allow_pattern);
/* An expression that turned out to be an arrow parameter. */
void cm__js_to_binding(JsParser *p, JsNode *node);
void cm__js_check_binding_name(JsParser *p, const JsName *name, uint32_t at);

/* ---- functions and classes ---- */

/* parser_func.c */
JsFunction *cm__js_function_new(JsParser *p, JsFunctionKind kind,
                                uint32_t start);
/* Between these two, the function is the current one. */
JsState *cm__js_function_open(JsParser *p, JsFunction *func);
void cm__js_function_close(JsParser *p, JsFunction *func, JsState *saved);
/* `(` ... `)` and return type, then the body. With may_omit, false and no body
 * when there is no `{` (overload, abstract). */
bool cm__js_params_and_body(JsParser *p, JsFunction *func, bool may_omit);
/* `{` statements `}` into func->body. */
void cm__js_function_body(JsParser *p, JsFunction *func);
JsNode *cm__js_function_expr(JsParser *p, uint32_t start, bool is_async);
JsNode *cm__js_function_decl(JsParser *p, uint32_t start, bool is_async,
                             bool is_export_default);
/* Method of an object literal or class; the token is `(` or `<`. */
JsFunction *cm__js_method(JsParser *p, JsFunctionKind kind, uint32_t start,
                          const JsKey *key, bool is_async, bool is_generator,
                          bool may_omit);
void cm__js_add_param(JsParser *p, JsFunction *func, JsParam *param);

/* parser_class.c */
JsNode *cm__js_class(JsParser *p, JsNodeKind kind, bool is_export_default);

/* ---- statements ---- */

/* parser_stmt.c */
JsNode *cm__js_statement_item(JsParser *p); /* declarations too */
JsNode *cm__js_statement(JsParser *p);      /* no declarations; nests */
JsBlock *cm__js_block(JsParser *p, bool is_catch_body);
JsNode *cm__js_variables(JsParser *p, JsDeclKind kind, JsDispose dispose,
                         uint32_t start, bool is_for_head);
/* Whether the word `using` or `await` under the token begins a declaration;
 * if so, up to its last word it is taken. */
JsDispose cm__js_using(JsParser *p, bool is_for_head);
/* Statements up to `}` or the end of input. */
void cm__js_statement_list(JsParser *p, JsList *list, JsFunction *directives);
/* `(` expression `)` of if, switch, while and do. */
JsNode *cm__js_condition(JsParser *p);

/* parser_loop.c */
JsNode *cm__js_while(JsParser *p);
JsNode *cm__js_do_while(JsParser *p);
JsNode *cm__js_for(JsParser *p);

/* parser_module.c */
JsNode *cm__js_import(JsParser *p);
JsNode *cm__js_export(JsParser *p);

/* ---- TypeScript ---- */

/* parser_type.c: all of these skip. */
void cm__js_type(JsParser *p);
void cm__js_return_type(JsParser *p);     /* also `x is T`, `asserts x` */
void cm__js_type_annotation(JsParser *p); /* `: T` if there is one */
void cm__js_type_params(JsParser *p);     /* `<` ... `>` if there */
void cm__js_type_args(JsParser *p);       /* the token is `<` */
void cm__js_object_type(JsParser *p);     /* the token is `{` */
void cm__js_type_reference(JsParser *p);  /* A.B<C> */
void cm__js_signature(JsParser *p);       /* <T>(params): R */
/* The token is `<` behind an expression: skips type arguments if they are
 * some (TypeScript's rule) and says whether. */
bool cm__js_try_type_args(JsParser *p);
/* `<` at the start of an expression: `<T>` of an assertion or of a generic
 * arrow; returns true when only an arrow may follow. */
bool cm__js_angle_types(JsParser *p);

/* parser_decl.c */
/* A statement that only TypeScript has, or NULL. */
JsNode *cm__js_type_statement(JsParser *p);
JsNode *cm__js_enum(JsParser *p, uint32_t start);
JsNode *cm__js_interface(JsParser *p);

#endif
