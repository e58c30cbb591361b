/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_LIB_LIB_TABLE_H
#define CM_LUA_LIB_LIB_TABLE_H
/* lib_table: what the parts of the table library share; for lua/lib only. */
#include "lua/lua_lib.h"

/* The table at argument i, to be changed: raises for library tables too. */
bool lua_arg_writable(VM *vm, const NativeCall *c, uint32_t i, LuaTable **ret);

/* sort: table_sort.c. */
Step lua_table_sort(VM *vm, NativeFrame *f);
#define LUA_SORT_REGS 3

#endif
