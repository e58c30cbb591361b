/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_LIB_LIB_STRING_H
#define CM_LUA_LIB_LIB_STRING_H
/* lib_string: what the parts of the string library share; for lua/lib only. */
#include "lua/lua_lib.h"

/* A place in text given as in Lua: from 1, negative ones from the end. As a
 * start it is 1 to SIZE_MAX, as an end 0 to len. */
size_t lua_start_position(int64_t at, size_t len);
size_t lua_end_position(int64_t at, size_t len);

/* Text of a value made from bytes; VALUE_THROWN when refused. */
Value lua_bytes_value(VM *vm, const char *bytes, size_t len);

/* format(...): string_format.c. */
Value lua_string_format(VM *vm, NativeCall *c);

/* find, match, gmatch, gsub: string_search.c. */
void lua_install_search(LuaBuilder *b, LuaTable *string);

#endif
