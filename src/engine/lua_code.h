/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_LUA_CODE_H
#define CM_ENGINE_LUA_CODE_H
/* lua_code: the instructions of Lua programs; the records around them are
 * code.h's. */
#include "engine/code.h"

typedef enum LuaInstr {
#define X(name, words, doc) LUA_##name,
#include "engine/lua_opcodes.def"
#undef X
    LUA_INSTR_COUNT
} LuaInstr;

/* Length of each in words. */
extern const uint8_t lua_instr_words[LUA_INSTR_COUNT];

/* Text of a function and what is nested in it, for tests. */
struct Buf;
void lua_disassemble(const FuncProto *f, struct Buf *out);

#endif
