/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_BOUNDARY_LUA_H
#define CM_RUNTIME_BOUNDARY_LUA_H
/* boundary_lua: data of Lua programs, both ways; spec/lua.md 3. The work is
 * done by lua/lua_data.c; here it meets the crossings and answers of the
 * runtime. */
#include "runtime/boundary_out.h"

/* Writes c->pending whole; in Lua nothing has to be waited for. Restartable
 * after a refusal of memory like cross_step. */
CrossStatus cm__cross_lua(Crossing *c);

/* The value of a JSON text; VALUE_ABSENT when it is none, with the reason
 * behind what `why` holds. VALUE_THROWN when memory was refused or the
 * execution has to end. */
Value cm__read_lua(VM *vm, const char *text, size_t len, Buf *why);

/* The diagnostic of an uncaught failure (lua.md 5). False when memory is
 * refused. */
struct cm_execution;
bool cm__uncaught_lua(struct cm_execution *x, Value v, Diag *ret_diag);

#endif
