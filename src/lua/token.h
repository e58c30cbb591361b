/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_TOKEN_H
#define CM_LUA_TOKEN_H
/* token: what the lexer gives. Single characters are their own code. */
#include "engine/value.h"

/* Sorted: words_from of lexer.c finds them by their first letter. */
#define LUA_KEYWORDS(X)     \
    X(AND, "and")           \
    X(BREAK, "break")       \
    X(DO, "do")             \
    X(ELSE, "else")         \
    X(ELSEIF, "elseif")     \
    X(END, "end")           \
    X(FALSE, "false")       \
    X(FOR, "for")           \
    X(FUNCTION, "function") \
    X(GOTO, "goto")         \
    X(IF, "if")             \
    X(IN, "in")             \
    X(LOCAL, "local")       \
    X(NIL, "nil")           \
    X(NOT, "not")           \
    X(OR, "or")             \
    X(REPEAT, "repeat")     \
    X(RETURN, "return")     \
    X(THEN, "then")         \
    X(TRUE, "true")         \
    X(UNTIL, "until")       \
    X(WHILE, "while")

typedef enum LuaTokenKind {
    LT_EOF = 0,
    LT_FIRST_WORD = 256, /* below: characters */
#define X(id, text) LT_##id,
    LUA_KEYWORDS(X)
#undef X
    LT_NAME,
    LT_STRING,
    LT_NUMBER,
    LT_EQ,     /* == */
    LT_NE,     /* ~= */
    LT_LE,     /* <= */
    LT_GE,     /* >= */
    LT_SHL,    /* << */
    LT_SHR,    /* >> */
    LT_IDIV,   /* // */
    LT_CONCAT, /* .. */
    LT_DOTS,   /* ... */
    LT_LABEL   /* :: */
} LuaTokenKind;

typedef struct LuaToken {
    int kind;
    uint32_t start, end; /* bytes of the source */
    uint32_t line;       /* counted from 1, for the ambiguity of a call */
    Value value;         /* LT_NAME, LT_STRING: interned; LT_NUMBER */
} LuaToken;

#endif
