/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_PARSER_H
#define CM_LUA_PARSER_H
/* parser: Lua 5.4 (manual, section 9) by recursive descent, with lua.md 1.1's
 * bounds. */
#include "lua/ast.h"
#include "lua/lexer.h"

#define LUA_MAX_SOURCE ((size_t)1 << 20)
#define LUA_MAX_DEPTH  200  /* that recurses here */
#define LUA_MAX_HEIGHT 1000 /* of an expression, chains included */
#define LUA_MAX_LOCALS 200

/* [start, end) of the program's source. CM_E_SYNTAX: *ret_fault. */
cm_status cm__lua_parse(Arena *arena, Program *program, size_t start,
                        size_t end, LuaFunc **ret_main, LuaFault *ret_fault);

#endif
