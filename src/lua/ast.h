/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_AST_H
#define CM_LUA_AST_H
/* ast: a parsed program. Names are resolved while it is parsed, so each
 * variable is one record that says, once all is read, whether a closure
 * captures it and whether it is ever assigned again: only a variable that both
 * is needs a box.
 *
 * Everything lies in one arena; strings belong to the program. */
#include "engine/str.h"

typedef struct LuaFunc LuaFunc;
typedef struct LuaExpr LuaExpr;
typedef struct LuaStmt LuaStmt;

typedef struct LuaVar {
    struct LuaVar *next;     /* declared by the same statement */
    struct LuaVar *shadowed; /* in the same bucket of the scope */
    const Str *name;
    LuaFunc *func;
    uint32_t reg; /* of the emitter */
    bool is_const, captured, assigned;
} LuaVar;

typedef struct LuaBlock {
    LuaStmt *first;
} LuaBlock;

struct LuaFunc {
    LuaFunc *parent;
    LuaVar *params;
    uint32_t n_params;
    bool is_vararg;
    uint32_t n_active; /* local variables in scope, while parsing */
    uint32_t start, end;
    LuaBlock body;
};

typedef enum LuaExprKind {
    LE_CONSTANT, /* nil, booleans, numbers, strings */
    LE_VARARG,
    LE_FUNCTION,
    LE_LOCAL, /* of this function or, as an upvalue, of one around it */
    LE_GLOBAL,
    LE_INDEX,
    LE_CALL,
    LE_METHOD,
    LE_UNARY,
    LE_BINARY,
    LE_AND,
    LE_OR,
    LE_PAREN, /* cuts to one value */
    LE_TABLE
} LuaExprKind;

typedef enum LuaBinary {
    LB_ADD,
    LB_SUB,
    LB_MUL,
    LB_DIV,
    LB_MOD,
    LB_IDIV,
    LB_POW,
    LB_BAND,
    LB_BOR,
    LB_BXOR,
    LB_SHL,
    LB_SHR,
    LB_CONCAT,
    LB_EQ,
    LB_NE,
    LB_LT,
    LB_LE,
    LB_GT,
    LB_GE,
    LB_AND,
    LB_OR
} LuaBinary;

typedef enum LuaUnary {
    LU_NEGATE,
    LU_NOT,
    LU_LENGTH,
    LU_BNOT
} LuaUnary;

/* One entry of a table constructor; key NULL: the next element. */
typedef struct LuaItem {
    struct LuaItem *next;
    LuaExpr *key, *value;
} LuaItem;

struct LuaExpr {
    uint8_t kind; /* LuaExprKind */
    uint8_t op;   /* LuaBinary, LuaUnary */
    uint16_t height;
    uint32_t start, end; /* source text */
    LuaExpr *next;       /* of a list */
    union {
        Value constant;
        LuaVar *var;
        Str *name;
        LuaFunc *func;
        struct {
            LuaExpr *a, *b; /* LE_INDEX: a[b] */
        } pair;
        struct {
            LuaExpr *fn, *args;
            Str *method;
        } call;
        struct {
            LuaItem *items;
            uint32_t n_elements, n_fields;
        } table;
    } as;
};

typedef enum LuaStmtKind {
    LS_LOCAL,
    LS_LOCAL_FUNCTION,
    LS_ASSIGN,
    LS_CALL,
    LS_DO,
    LS_WHILE,
    LS_REPEAT,
    LS_IF,
    LS_FOR,
    LS_FOR_IN,
    LS_RETURN,
    LS_BREAK,
    LS_GOTO,
    LS_LABEL
} LuaStmtKind;

typedef struct LuaClause {
    struct LuaClause *next;
    LuaExpr *condition; /* NULL: else */
    LuaBlock block;
} LuaClause;

struct LuaStmt {
    uint8_t kind;
    bool ends_block; /* LS_LABEL: nothing but labels follows */
    uint32_t start;
    LuaStmt *next;
    LuaVar *vars;   /* LS_LOCAL, LS_FOR, LS_FOR_IN */
    LuaExpr *left;  /* targets; condition; call */
    LuaExpr *right; /* values; start, limit, step */
    LuaBlock block;
    LuaClause *clauses;
    const Str *label;
};

#endif
