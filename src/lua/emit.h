/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_EMIT_H
#define CM_LUA_EMIT_H
/* emit: a parsed program to instructions; fills program->main. */
#include "base/arena.h"
#include "lua/ast.h"
#include "lua/lua_diag.h"

struct Program;

cm_status cm__lua_emit(Arena *arena, struct Program *program, LuaFunc *main,
                       LuaFault *ret_fault);

#endif
