/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_DIAG_H
#define CM_LUA_DIAG_H
/* lua_diag: what is wrong with a source, as a person reads it; lua.md 1.1. */
#include "base/arena.h"

#include <stdbool.h>

/* A failure inside the compiler. Texts are static or in the arena. */
typedef struct LuaFault {
    bool is_unsupported; /* UnsupportedSyntax, else ParseError */
    bool is_placeless;
    uint32_t offset;
    const char *what;
    const char *hint;     /* NULL: what the text looks like decides */
    const char *fallback; /* when it looks like nothing in particular */
} LuaFault;

typedef struct LuaDiagnostic {
    bool is_unsupported;
    uint32_t line, column; /* 0 without a place */
    const char *message;
    const char *suggestion; /* may be NULL */
} LuaDiagnostic;

/* False when the arena gave out. */
bool cm__lua_diagnose(Arena *arena, const char *source, size_t len,
                      const LuaFault *fault, LuaDiagnostic *ret) CM_MUST_USE;

#endif
