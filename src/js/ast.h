/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_AST_H
#define CM_JS_AST_H
/* ast: the syntax tree of a JavaScript program, TypeScript already erased.
 *
 * Every node starts with a JsNode; `kind` says which struct it is and
 * JS_AS(Type, node) casts. Positions are byte offsets into the source as
 * submitted; `start` of a parenthesised expression is that of what is inside
 * (JS_FLAG_PAREN tells that there were parentheses).
 *
 * Flat where programs are long, deep only where they nest: what a program can
 * repeat without brackets is a list, so that consumers may recurse over
 * children. Recursion is bounded by CM_JS_MAX_NESTING times a small constant.
 *     a + b - c       JsChain    first operand and links, one precedence level
 *     a.b[c]?.(d)`e`  JsAccess   head and links (member, index, call, tagged)
 *     if/else if      JsIf       arms
 *     a?b:c?d:e       JsConditional arms
 *     a, b, c         JsSequence
 * Assignment (a = b = c), `**`, unary operators, arrows in arrow bodies and
 * `?` in the middle of `?:` nest and count against the limit.
 *
 * Scopes: the parser builds the tree of scopes with everything that they
 * declare and has checked all conflicts. It resolves no references; the fields
 * marked "later" are zero when the parser returns and belong to scope analysis
 * and code generation.
 *
 * Ownership: everything lives in the arena given to the parser.
 * Threads:   none. */
#include "base/arena.h"

#include <string.h>

/* Deepest nesting of syntax (spec 2.3). */
#define CM_JS_MAX_NESTING 1000

typedef struct JsNode JsNode;
typedef struct JsName JsName;
typedef struct JsDecl JsDecl;
typedef struct JsScope JsScope;
typedef struct JsFunction JsFunction;
typedef struct JsClass JsClass;

/* ---- text and names ---- */

/* A JavaScript string value: 8-bit units when all are below 256, else 16-bit.
 * hash is cm__hash_bytes / cm__hash_units16 of the units. */
typedef struct JsText {
    const void *units; /* uint8_t or uint16_t, not terminated */
    uint32_t len;      /* units */
    uint32_t hash;
    bool wide;
} JsText;

/* An interned name: equal text, equal pointer (within one parse). Identifiers,
 * property names that are identifiers or strings, private names ("#x" with its
 * mark) and labels. */
struct JsName {
    JsText text;
    JsName *chain;    /* parser: next in the bucket */
    JsDecl *lexical;  /* parser: innermost open lexical declaration */
    JsDecl *variable; /* parser: innermost open var-like declaration */
    void *label;      /* parser: innermost open label */
    void *privates;   /* parser: private names */
    uint8_t word;     /* parser: token kind when a keyword, else 0 */
    uint32_t index;   /* later */
    void *atom;       /* later: the engine's string */
    void *binding;    /* later: for scope analysis */
};

static inline bool js_name_is(const JsName *n, const char *text)
{
    size_t len = strlen(text);
    return !n->text.wide && n->text.len == len &&
           memcmp(n->text.units, text, len) == 0;
}

/* ---- scopes ---- */

typedef enum JsDeclKind {
    JS_DECL_VAR,
    JS_DECL_FUNCTION, /* at the top of a body: var-like; in a block: lexical */
    JS_DECL_PARAM,
    JS_DECL_LET,
    JS_DECL_CONST,
    JS_DECL_CLASS, /* the outer, assignable binding of a class declaration */
    JS_DECL_CATCH,
    JS_DECL_IMPORT,      /* read-only */
    JS_DECL_ENUM,        /* lexical; later declarations of the name add to it */
    JS_DECL_ENUM_MEMBER, /* in a JS_SCOPE_ENUM: a bare name means Enum.name */
    JS_DECL_SELF         /* name of a function expression, or of a class seen
                          * from inside. Read-only: an assignment to it throws
                          * a TypeError (strict) */
} JsDeclKind;

/* What a declaration does with its values at the end of the scope. */
typedef enum JsDispose {
    JS_DISPOSE_NONE,
    JS_DISPOSE_SYNC, /* using */
    JS_DISPOSE_ASYNC /* await using */
} JsDispose;

/* One declared name in one scope; repeated `var x` give one JsDecl. */
struct JsDecl {
    JsName *name;
    JsScope *scope;  /* the scope that holds the binding */
    JsDecl *next;    /* next of the scope, in source order */
    uint8_t kind;    /* JsDeclKind */
    bool is_lexical; /* has a dead zone: let, const, class, enum, ... */
    bool is_simple_catch;
    uint32_t start;    /* first declaration */
    uint32_t last;     /* parser: latest var declaration */
    JsDecl *param;     /* JS_DECL_VAR/FUNCTION: the parameter of that name of
                        * the same function, else NULL */
    JsFunction *value; /* hoisted function: its last declaration in the scope */
    JsDecl *shadowed;  /* parser: stack of open declarations of the name */
    JsDecl *skip;      /* parser */
    /* later */
    bool is_captured, is_assigned;
    uint32_t slot;
    void *extra;
};

typedef enum JsScopeKind {
    JS_SCOPE_FUNCTION, /* parameters (also of the program: none) */
    JS_SCOPE_BODY,     /* child of FUNCTION: var, hoisted functions and the
                        * lexical declarations of the body's top level */
    JS_SCOPE_SELF,     /* parent of FUNCTION: name of a function expression */
    JS_SCOPE_CLASS,    /* name of the class seen from inside (if it has one);
                        * heritage, computed keys and all elements are inside */
    JS_SCOPE_BLOCK,
    JS_SCOPE_FOR,    /* let/const of a for head; the body is a child scope */
    JS_SCOPE_SWITCH, /* all case clauses */
    JS_SCOPE_CATCH,  /* the parameter; the block is a child scope */
    JS_SCOPE_ENUM    /* member names of an enum */
} JsScopeKind;

struct JsScope {
    JsScope *parent;      /* NULL for the program's FUNCTION scope */
    JsScope *first_child; /* children in source order */
    JsScope *last_child;
    JsScope *next;        /* sibling */
    JsFunction *function; /* innermost function around (its own for FUNCTION,
                             * BODY; the outer one for SELF and CLASS) */
    JsDecl *first, *last; /* declarations */
    uint32_t n_decls;
    uint32_t start;
    uint8_t kind; /* JsScopeKind */
    bool is_catch_body;
    bool has_lexical; /* any declaration with a dead zone */
    uint8_t disposes; /* JsDispose: the most that its `using` ask for */
    /* later */
    bool is_captured;
    uint32_t n_slots;
    void *extra;
};

/* ---- nodes ---- */

typedef enum JsNodeKind {
    JS_NODE_NONE,
    /* expressions                    struct */
    JS_NODE_IDENT,       /*          JsIdent   reference, or bound name */
    JS_NODE_THIS,        /*          JsNode */
    JS_NODE_NULL,        /*          JsNode */
    JS_NODE_TRUE,        /*          JsNode */
    JS_NODE_FALSE,       /*          JsNode */
    JS_NODE_NUMBER,      /*          JsNumber */
    JS_NODE_BIGINT,      /*          JsBigint */
    JS_NODE_STRING,      /*          JsString */
    JS_NODE_REGEXP,      /*          JsRegexp */
    JS_NODE_TEMPLATE,    /*          JsTemplate */
    JS_NODE_ARRAY,       /*          JsArray */
    JS_NODE_OBJECT,      /*          JsObject */
    JS_NODE_FUNCTION,    /*          JsFunction expression or arrow */
    JS_NODE_CLASS,       /*          JsClass   expression */
    JS_NODE_UNARY,       /*          JsUnary */
    JS_NODE_UPDATE,      /*          JsUpdate */
    JS_NODE_CHAIN,       /*          JsChain */
    JS_NODE_POWER,       /*          JsPower   a ** b */
    JS_NODE_CONDITIONAL, /*          JsConditional */
    JS_NODE_ASSIGN,      /*          JsAssign */
    JS_NODE_SEQUENCE,    /*          JsSequence */
    JS_NODE_ACCESS,      /*          JsAccess */
    JS_NODE_NEW,         /*          JsNew */
    JS_NODE_NEW_TARGET,  /*          JsNode */
    JS_NODE_SUPER,       /*          JsNode    only as head of a JsAccess */
    JS_NODE_IMPORT_CALL, /*          JsImportCall */
    JS_NODE_AWAIT,       /*          JsUnary   (op unused) */
    JS_NODE_YIELD,       /*          JsYield */
    JS_NODE_PRIVATE_IN,  /*          JsIdent   `#x` as the first operand of
                           *                    a JsChain whose first link is
                           *                    JS_OP_IN */
    JS_NODE_SPREAD,      /*          JsUnary   in arrays and arguments */
    JS_NODE_HOLE,        /*          JsNode    elision in array or pattern */
    /* binding and assignment patterns */
    JS_NODE_ARRAY_PATTERN,  /*        JsArray   elements: target, DEFAULT,
                             *                  REST or HOLE */
    JS_NODE_OBJECT_PATTERN, /*        JsObject  properties; value: target or
                             *                  DEFAULT; JS_PROP_SPREAD: rest */
    JS_NODE_DEFAULT,        /*        JsAssign  target = value (op unused) */
    JS_NODE_REST,           /*        JsUnary   ...target */
    /* parts */
    JS_NODE_PROPERTY,    /*        JsProperty of OBJECT, OBJECT_PATTERN */
    JS_NODE_PARAM,       /*        JsParam */
    JS_NODE_ELEMENT,     /*        JsElement of a class */
    JS_NODE_DECLARATOR,  /*        JsDeclarator of VAR */
    JS_NODE_CASE,        /*        JsCase of SWITCH */
    JS_NODE_ENUM_MEMBER, /*        JsEnumMember */
    JS_NODE_IMPORT_NAME, /*        JsImportName */
    /* statements */
    JS_NODE_EXPRESSION,    /*        JsExpression */
    JS_NODE_VAR,           /*        JsVar     var, let, const */
    JS_NODE_FUNCTION_DECL, /*        JsFunction; hoisted, nothing to run here */
    JS_NODE_CLASS_DECL,    /*        JsClass */
    JS_NODE_ENUM,          /*        JsEnum */
    JS_NODE_EMPTY,         /*        JsNode    `;` */
    JS_NODE_ERASED,        /*        JsNode    a TypeScript declaration: no
                             *                  code, but it is a statement
                             *                  (spec 2.8: last statement) */
    JS_NODE_BLOCK,         /*        JsBlock */
    JS_NODE_IF,            /*        JsIf */
    JS_NODE_FOR,           /*        JsFor */
    JS_NODE_FOR_IN,        /*        JsForIn */
    JS_NODE_FOR_OF,        /*        JsForIn   JS_FLAG_AWAIT: for await */
    JS_NODE_WHILE,         /*        JsWhile */
    JS_NODE_DO_WHILE,      /*        JsWhile */
    JS_NODE_RETURN,        /*        JsExpression, expr NULL when bare */
    JS_NODE_THROW,         /*        JsExpression */
    JS_NODE_BREAK,         /*        JsJump */
    JS_NODE_CONTINUE,      /*        JsJump */
    JS_NODE_TRY,           /*        JsTry */
    JS_NODE_SWITCH,        /*        JsSwitch */
    JS_NODE_LABELED,       /*        JsLabeled */
    JS_NODE_DEBUGGER,      /*        JsNode */
    JS_NODE_IMPORT,        /*        JsImport; resolved before the first
                             *                  statement, nothing to run */
    JS_NODE_EXPORT_DEFAULT /*        JsExportDefault */
} JsNodeKind;

/* JsNode.flags */
#define JS_FLAG_PAREN    0x0001u /* was in parentheses */
#define JS_FLAG_AWAIT    0x0002u /* for await */
#define JS_FLAG_ASSERTED 0x0004u /* had `as`, `satisfies`, `<T>`, `!` */
#define JS_FLAG_USED     0x0008u /* later */
#define JS_FLAG_LATER1   0x0100u /* later, free for code generation */
#define JS_FLAG_LATER2   0x0200u

struct JsNode {
    uint8_t kind; /* JsNodeKind */
    uint8_t op;   /* JsOp where the struct's comment says so */
    uint16_t flags;
    uint32_t start, end; /* source bytes [start, end) */
    uint32_t mark;       /* later: free for code generation */
    JsNode *next;        /* in the list that the node is in */
};

#define JS_AS(Type, node)       ((Type *)(void *)(node))
#define JS_AS_CONST(Type, node) ((const Type *)(const void *)(node))

typedef struct JsList {
    JsNode *first, *last;
    uint32_t count;
} JsList;

/* Operators. In JsChain links: || && ?? | ^ & == != === !== < <= > >= in
 * instanceof << >> >>> + - * / %. In JsAssign: ASSIGN for `=`, otherwise the
 * operator of the compound form (ADD for +=, OR for ||=, POW for **= ...). In
 * JsUnary: PLUS MINUS NOT BIT_NOT TYPEOF VOID DELETE. In JsUpdate: ADD, SUB. */
typedef enum JsOp {
    JS_OP_NONE,
    JS_OP_ASSIGN,
    JS_OP_NULLISH,
    JS_OP_OR,
    JS_OP_AND,
    JS_OP_BIT_OR,
    JS_OP_BIT_XOR,
    JS_OP_BIT_AND,
    JS_OP_EQ,
    JS_OP_NE,
    JS_OP_EQ_STRICT,
    JS_OP_NE_STRICT,
    JS_OP_LT,
    JS_OP_LE,
    JS_OP_GT,
    JS_OP_GE,
    JS_OP_IN,
    JS_OP_INSTANCEOF,
    JS_OP_SHL,
    JS_OP_SHR,
    JS_OP_USHR,
    JS_OP_ADD,
    JS_OP_SUB,
    JS_OP_MUL,
    JS_OP_DIV,
    JS_OP_MOD,
    JS_OP_POW,
    JS_OP_PLUS,
    JS_OP_MINUS,
    JS_OP_NOT,
    JS_OP_BIT_NOT,
    JS_OP_TYPEOF,
    JS_OP_VOID,
    JS_OP_DELETE
} JsOp;

typedef struct JsIdent {
    JsNode node;
    JsName *name;
    JsDecl *decl; /* bound names: set by the parser; references: later */
} JsIdent;

typedef struct JsNumber {
    JsNode node;
    double value;
} JsNumber;

/* Digits without prefix, separators and `n`; radix 2, 8, 10 or 16. */
typedef struct JsBigint {
    JsNode node;
    const char *digits;
    uint32_t len;
    uint32_t radix;
} JsBigint;

/* The value is a name, so that equal strings are one object. */
typedef struct JsString {
    JsNode node;
    JsName *value;
} JsString;

typedef struct JsRegexp {
    JsNode node;
    JsText pattern; /* as written */
    JsText flags;
    const struct RegexpCode *code; /* compiled, in the arena */
} JsRegexp;

/* Text between substitutions; one more than there are expressions. */
typedef struct JsQuasi {
    JsText cooked; /* units NULL: bad escape, tagged templates only */
    JsText raw;    /* filled for tagged templates only */
    struct JsQuasi *next;
} JsQuasi;

typedef struct JsTemplate {
    JsNode node;
    JsQuasi *quasis;
    JsList exprs;
} JsTemplate;

typedef struct JsArray {
    JsNode node;
    JsList elements; /* expressions, SPREAD, HOLE (no hole for the trailing
                      * comma); patterns see JS_NODE_ARRAY_PATTERN */
} JsArray;

typedef struct JsObject {
    JsNode node;
    JsList properties; /* JsProperty */
} JsObject;

typedef enum JsKeyKind {
    JS_KEY_NONE,     /* spread, rest, static block */
    JS_KEY_NAME,     /* identifier or string: name (may spell an index) */
    JS_KEY_NUMBER,   /* number */
    JS_KEY_COMPUTED, /* [expr]; also a BigInt literal */
    JS_KEY_PRIVATE   /* #name: name */
} JsKeyKind;

typedef struct JsKey {
    uint8_t kind;        /* JsKeyKind */
    uint32_t start, end; /* of the key, brackets included */
    union {
        JsName *name;
        double number;
        JsNode *expr;
    } as;
} JsKey;

typedef enum JsPropKind {
    JS_PROP_VALUE,     /* key: value */
    JS_PROP_SHORTHAND, /* name; value is the JsIdent (pattern: or DEFAULT) */
    JS_PROP_METHOD,    /* value is a JsFunction */
    JS_PROP_GET,
    JS_PROP_SET,
    JS_PROP_SPREAD, /* ...value; in a pattern: rest */
    JS_PROP_PROTO   /* __proto__: value, not computed: sets the prototype */
} JsPropKind;

/* Anonymous functions and classes as value take the key as name; the parser
 * does not set it. */
typedef struct JsProperty {
    JsNode node;
    uint8_t kind; /* JsPropKind */
    JsKey key;
    JsNode *value;
} JsProperty;

typedef struct JsUnary {
    JsNode node; /* op */
    JsNode *operand;
} JsUnary;

typedef struct JsUpdate {
    JsNode node;    /* op: JS_OP_ADD or JS_OP_SUB */
    JsNode *target; /* JsIdent, or JsAccess ending in member/index/private */
    bool is_prefix;
} JsUpdate;

typedef struct JsChainLink {
    uint8_t op;     /* JsOp */
    uint32_t start; /* of the operator */
    JsNode *operand;
    struct JsChainLink *next;
} JsChainLink;

/* first op operand op operand ..., left associative. All ops of one chain
 * have the same precedence: `a - b + c` is one chain, `a * b + c` has a chain
 * as first operand. || && ?? chains hold one op each and short-circuit. */
typedef struct JsChain {
    JsNode node;
    JsNode *first;
    JsChainLink *links, *last; /* at least one */
    uint8_t level;             /* parser: precedence */
} JsChain;

typedef struct JsPower {
    JsNode node;
    JsNode *left, *right;
} JsPower;

/* One test and what it selects; of JsIf and JsConditional. */
typedef struct JsArm {
    JsNode *test, *body;
    struct JsArm *next;
} JsArm;

typedef struct JsConditional {
    JsNode node;
    JsArm *arms;
    JsNode *otherwise;
} JsConditional;

/* target: JsIdent, JsAccess (last link member, index or private; no optional
 * link), or a pattern when op is ASSIGN. `&&=`, `||=`, `??=` short-circuit. */
typedef struct JsAssign {
    JsNode node; /* op */
    JsNode *target, *value;
} JsAssign;

typedef struct JsSequence {
    JsNode node;
    JsList exprs; /* at least two */
} JsSequence;

typedef enum JsLinkKind {
    JS_LINK_MEMBER,  /* .name      name */
    JS_LINK_PRIVATE, /* .#name     name */
    JS_LINK_INDEX,   /* [expr]     expr */
    JS_LINK_CALL,    /* (args)     args; SPREAD possible */
    JS_LINK_TAGGED   /* `...`      expr (JsTemplate) */
} JsLinkKind;

typedef struct JsLink {
    uint8_t kind;     /* JsLinkKind */
    bool is_optional; /* ?. before it: undefined/null ends the whole access
                       * with undefined */
    uint32_t start;   /* of the name, `[`, `(` or template */
    uint32_t end;     /* node.start..end is the source of the access so far */
    union {
        JsName *name;
        JsNode *expr;
        JsList args;
    } as;
    struct JsLink *next;
} JsLink;

/* head link link ...: a CALL or TAGGED directly after a member link is a
 * method call with that object as `this`. `(a?.b).c` is an access whose head
 * is a parenthesised access; `(a.b)()` also keeps `this`: the head is then a
 * parenthesised JsAccess and the first link a CALL. */
typedef struct JsAccess {
    JsNode node;
    JsNode *head;
    JsLink *links, *last; /* at least one */
    bool has_optional;
} JsAccess;

typedef struct JsNew {
    JsNode node;
    JsNode *callee;
    JsList args; /* SPREAD possible */
} JsNew;

typedef struct JsImportCall {
    JsNode node;
    JsNode *specifier;
} JsImportCall;

typedef struct JsYield {
    JsNode node;
    JsNode *operand; /* NULL for a bare yield */
    bool is_delegate;
} JsYield;

/* ---- functions and classes ---- */

/* A parameter. access: TypeScript parameter property of a constructor. */
typedef struct JsParam {
    JsNode node;
    JsNode *target; /* JsIdent or pattern */
    JsNode *init;   /* default, or NULL */
    bool is_rest;
    bool is_property; /* this.name = name, after super() and the fields */
} JsParam;

typedef enum JsFunctionKind {
    JS_FUNC_PROGRAM, /* the whole program: an async function */
    JS_FUNC_NORMAL,  /* function declaration or expression */
    JS_FUNC_ARROW,
    JS_FUNC_METHOD, /* also of object literals; no `prototype`, no new */
    JS_FUNC_GETTER,
    JS_FUNC_SETTER,
    JS_FUNC_CONSTRUCTOR, /* of a class */
    JS_FUNC_FIELDS,      /* synthetic method: runs a class's field initializers
                          * with `this` = instance (or class, for static) */
    JS_FUNC_STATIC_BLOCK /* called once with `this` = class */
} JsFunctionKind;

struct JsFunction {
    JsNode node;       /* start..end is the source for toString; for methods it
                  * begins at the key or its modifiers */
    uint8_t func_kind; /* JsFunctionKind */
    bool is_async, is_generator;
    bool is_expression_body; /* arrow with an expression: see `expression` */
    bool has_simple_params;  /* identifiers only */
    bool is_derived;         /* constructor of a class with `extends` */
    /* Uses in the function itself or in arrows inside it (all the way down to
     * the next function that has its own). Arrows carry them too. */
    bool uses_this, uses_arguments, uses_super_property, uses_super_call,
        uses_new_target;
    bool has_direct_await; /* await or for await in this body */
    uint32_t n_params;     /* parameters, the rest included */
    uint32_t length;       /* Function.prototype.length */
    JsName *name;          /* as declared; NULL when anonymous */
    uint32_t name_start;   /* of the name, or node.start */
    uint32_t body_start;   /* of `{` or of the expression */
    JsList params;         /* JsParam */
    JsList body;           /* statements */
    JsNode *expression;    /* is_expression_body */
    JsDecl *decl;          /* declarations: the binding it initialises */
    JsScope *self_scope;   /* JS_SCOPE_SELF of a named expression, or NULL */
    JsScope *scope;        /* JS_SCOPE_FUNCTION */
    JsScope *body_scope;   /* JS_SCOPE_BODY */
    JsFunction *parent;    /* function around; NULL for the program */
    JsClass *home_class;   /* methods, constructor, fields, static blocks */
    /* later */
    uint32_t index;
    void *extra;
};

typedef enum JsElementKind {
    JS_ELEMENT_METHOD, /* value: JsFunction */
    JS_ELEMENT_GET,
    JS_ELEMENT_SET,
    JS_ELEMENT_FIELD,       /* value: initializer or NULL (undefined) */
    JS_ELEMENT_STATIC_BLOCK /* value: JsFunction */
} JsElementKind;

typedef struct JsElement {
    JsNode node;
    uint8_t kind; /* JsElementKind */
    bool is_static;
    JsKey key; /* a computed key is evaluated at class definition */
    JsNode *value;
} JsElement;

/* node.kind is CLASS or CLASS_DECL. The constructor is not in `elements`. */
struct JsClass {
    JsNode node;
    JsName *name; /* NULL when anonymous */
    uint32_t name_start;
    JsDecl *decl;     /* CLASS_DECL: outer binding (NULL: export default) */
    JsDecl *self;     /* inner binding in `scope`, NULL when anonymous */
    JsNode *heritage; /* extends expression, or NULL */
    JsFunction *constructor;   /* NULL: the default one */
    JsList elements;           /* JsElement, in order */
    JsFunction *fields;        /* JS_FUNC_FIELDS around the initializers of the
                              * instance fields; NULL when there are none */
    JsFunction *static_fields; /* the same for static fields */
    JsScope *scope;            /* JS_SCOPE_CLASS */
    void *extra;               /* later */
};

/* ---- statements ---- */

typedef struct JsExpression {
    JsNode node;
    JsNode *expr;
} JsExpression;

typedef struct JsDeclarator {
    JsNode node;
    JsNode *target; /* JsIdent or pattern */
    JsNode *init;   /* or NULL */
} JsDeclarator;

/* decl_kind: JS_DECL_VAR, JS_DECL_LET or JS_DECL_CONST. `using` declares
 * constants, each a single name. */
typedef struct JsVar {
    JsNode node;
    uint8_t decl_kind;
    uint8_t dispose;    /* JsDispose */
    JsList declarators; /* JsDeclarator */
} JsVar;

typedef struct JsBlock {
    JsNode node;
    JsList body;
    JsScope *scope; /* JS_SCOPE_BLOCK */
} JsBlock;

typedef struct JsIf {
    JsNode node;
    JsArm *arms;       /* if, else if, else if ... */
    JsNode *otherwise; /* else, or NULL */
} JsIf;

typedef struct JsFor {
    JsNode node;
    JsNode *init;          /* JsVar, expression or NULL */
    JsNode *test, *update; /* or NULL */
    JsNode *body;
    JsScope *scope; /* JS_SCOPE_FOR; let: a copy for each iteration */
} JsFor;

/* for (left of right) body, and `in`. left: JsVar with one declarator without
 * init, or an assignment target / pattern. `right` is evaluated with the names
 * of `scope` in their dead zone. */
typedef struct JsForIn {
    JsNode node;
    JsNode *left, *right, *body;
    JsScope *scope; /* JS_SCOPE_FOR */
} JsForIn;

typedef struct JsWhile {
    JsNode node;
    JsNode *test, *body;
} JsWhile;

/* Target: the statement that is left or continued: JsLabeled for a labelled
 * break; the loop (or switch) itself otherwise. A labelled continue names the
 * loop inside the labels. */
typedef struct JsJump {
    JsNode node;
    JsName *label;  /* NULL when bare */
    JsNode *target; /* never NULL; its fields may be filled in later only, as
                     * the statement is still being parsed */
} JsJump;

typedef struct JsTry {
    JsNode node;
    JsBlock *block;
    JsNode *param;        /* JsIdent or pattern; NULL: none */
    JsScope *catch_scope; /* JS_SCOPE_CATCH when there is a handler */
    JsBlock *handler;     /* or NULL */
    JsBlock *finalizer;   /* or NULL */
} JsTry;

typedef struct JsCase {
    JsNode node;
    JsNode *test; /* NULL: default */
    JsList body;
} JsCase;

typedef struct JsSwitch {
    JsNode node;
    JsNode *subject;
    JsList cases;   /* JsCase */
    JsScope *scope; /* JS_SCOPE_SWITCH */
} JsSwitch;

typedef struct JsLabeled {
    JsNode node;
    JsName *label;
    JsNode *body;
} JsLabeled;

/* const enum is an enum. The first declaration of the name in the scope makes
 * the object (is_first), later ones add to it. */
typedef struct JsEnumMember {
    JsNode node;
    JsName *name;
    JsNode *init; /* or NULL: one more than the member before */
} JsEnumMember;

typedef struct JsEnum {
    JsNode node;
    JsName *name;
    JsDecl *decl;
    bool is_first;
    JsList members; /* JsEnumMember */
    JsScope *scope; /* JS_SCOPE_ENUM */
} JsEnum;

typedef struct JsImportName {
    JsNode node;
    JsName *imported; /* "default" for the default import */
    JsDecl *decl;     /* local binding */
} JsImportName;

/* import a, { b as c } from "s"; import a, * as ns from "s"; import "s". */
typedef struct JsImport {
    JsNode node;
    JsName *specifier;
    uint32_t specifier_start;
    JsList names;      /* JsImportName; the default import comes first */
    JsDecl *namespace; /* * as ns, or NULL */
    struct JsImport *next_import;
} JsImport;

/* value: expression, FUNCTION_DECL or CLASS_DECL (those may be anonymous: the
 * function's name is then "default" and decl is NULL). */
typedef struct JsExportDefault {
    JsNode node;
    JsNode *value;
} JsExportDefault;

/* ---- program ---- */

typedef struct JsProgram {
    JsFunction *main; /* JS_FUNC_PROGRAM; main->body are the statements, imports
                       * and the export default at their places */
    JsImport *imports;               /* in order, by next_import */
    JsExportDefault *export_default; /* or NULL */
    JsNode *last; /* last top-level statement, NULL when there is none;
                   * result rule 2.8.3 asks for JS_NODE_EXPRESSION */
    uint32_t n_functions, n_names;
    uint32_t source_start, source_end; /* the program inside the source, after
                                        * BOM and fence lines */
} JsProgram;

#endif
