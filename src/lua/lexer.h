/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_LEXER_H
#define CM_LUA_LEXER_H
/* lexer: Lua source to tokens; Lua 5.4 manual 3.1.
 *
 * Names and strings are interned in the program at once, numbers become
 * constants of its heap. A failure sticks: status, place and text; from then on
 * every token is the end. Ownership: strings belong to the program. */
#include "base/buf.h"
#include "engine/code.h"
#include "lua/lua_diag.h"
#include "lua/token.h"

typedef struct LuaLexer {
    Program *program;
    const char *source; /* whole text; positions are offsets into it */
    uint32_t at, end;
    uint32_t line;
    Buf text; /* of the string being read */
    cm_status status;
    LuaFault fault; /* when status is CM_E_SYNTAX */
} LuaLexer;

void cm__lua_lexer_init(LuaLexer *x, Program *program,
                        const cm_allocator *alloc, size_t start, size_t end);
void cm__lua_lexer_done(LuaLexer *x);
void cm__lua_next(LuaLexer *x, LuaToken *ret);
/* Text of a token kind for messages. */
const char *cm__lua_kind_text(int kind, char room[2]);
/* A number constant of the program; VALUE_THROWN when memory is refused. */
Value cm__lua_constant(Program *program, bool is_float, int64_t n, double d);

#endif
