/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_PREFLIGHT_H
#define CM_LUA_PREFLIGHT_H
/* preflight: calls of tools that run whenever the program runs;
 * spec/execution.md 11, lua.md L67. */
#include "lua/ast.h"
#include "lua/lua_compile.h"

/* Collects them in order; false when the arena gave out. */
bool cm__lua_preflight(Arena *arena, const LuaFunc *main, Program *program,
                       LuaToolCall **ret_calls, size_t *ret_n);

#endif
