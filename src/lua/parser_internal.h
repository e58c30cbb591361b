/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_PARSER_INTERNAL_H
#define CM_LUA_PARSER_INTERNAL_H
/* parser_internal: what the parts of the parser share. After a failure
 * (p->x.status) every token is the end of the text, so that all loops finish;
 * results are NULL or half-made and nobody looks at them. */
#include "base/arena.h"
#include "lua/parser.h"

#define LUA_BUCKETS 256

typedef struct Parser {
    Arena *arena;
    LuaLexer x;
    LuaToken t;     /* current */
    LuaToken ahead; /* when has_ahead */
    bool has_ahead;
    uint32_t last_end; /* of the token before */
    uint32_t last_line;
    uint32_t depth;
    LuaFunc *func;
    LuaVar *buckets[LUA_BUCKETS];
    LuaVar **declared; /* variables in scope, innermost last */
    uint32_t n_declared, cap_declared;
    const Str *name_env, *name_close, *name_const;
} Parser;

/* Marks which variables are in scope. */
typedef uint32_t ScopeMark;

void cm__lua_advance(Parser *p);
int cm__lua_look_ahead(Parser *p);
bool cm__lua_accept(Parser *p, int kind);
void cm__lua_expect(Parser *p, int kind);
/* `end` and the like: names what it closes when that is on another line. */
void cm__lua_expect_close(Parser *p, int what, int who, uint32_t at,
                          uint32_t line);
Str *cm__lua_expect_name(Parser *p);
void cm__lua_fail(Parser *p, uint32_t at, const char *what);
void cm__lua_fail_hint(Parser *p, uint32_t at, const char *what,
                       const char *hint);
/* "Unexpected 'x'". */
void cm__lua_unexpected(Parser *p);
/* A zeroed record of the arena; a static one, never looked at, when that gave
 * out. */
void *cm__lua_make(Parser *p, size_t size);
/* False when too deep. */
bool cm__lua_enter(Parser *p);
void cm__lua_leave(Parser *p);
const char *cm__lua_format(Parser *p, const char *fmt, ...) CM_PRINTF(2, 3);
static inline bool lua_failed(const Parser *p)
{
    return p->x.status != CM_OK;
}

LuaVar *cm__lua_new_var(Parser *p, Str *name);
/* From here on the variable is in scope. */
void cm__lua_declare(Parser *p, LuaVar *v);
ScopeMark cm__lua_open_scope(const Parser *p);
void cm__lua_close_scope(Parser *p, ScopeMark mark);

LuaExpr *cm__lua_expr(Parser *p);
LuaExpr *cm__lua_expr_list(Parser *p);
LuaExpr *cm__lua_suffixed(Parser *p);
LuaExpr *cm__lua_name(Parser *p);
LuaExpr *cm__lua_index(Parser *p, LuaExpr *a, LuaExpr *b);
LuaExpr *cm__lua_string(Parser *p, Str *s, uint32_t start);
/* Behind `function`: parameters, body, end. */
LuaExpr *cm__lua_function(Parser *p, uint32_t start, uint32_t line,
                          bool is_method);
LuaBlock cm__lua_block(Parser *p);

#endif
