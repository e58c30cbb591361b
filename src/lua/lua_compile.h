/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_LUA_COMPILE_H
#define CM_LUA_LUA_COMPILE_H
/* lua_compile: from submitted text to a sealed Program; the Lua form of
 * js/compile.h.
 *
 * Ownership: the program belongs to the caller (program_free). Texts of the
 * result live in its arena until lua_compile_result_done.
 * Threads:   none; the realm is only read. */
#include "engine/realm.h"
#include "lua/lua_diag.h"

typedef struct LuaCompileOptions {
    size_t memory_limit; /* bytes for tree and tables; 0: 256 MiB */
    bool want_calls;     /* collect LuaToolCall records (preflight) */
} LuaCompileOptions;

/* A call of a statically known path below the global `tools` that runs whenever
 * the program runs. Segments joined with '.'. */
typedef struct LuaToolCall {
    const char *path;
    size_t path_len;
    uint32_t offset; /* in the source */
} LuaToolCall;

typedef struct LuaCompileResult {
    Arena arena; /* owns the texts below */
    LuaDiagnostic diag;
    LuaToolCall *calls;
    size_t n_calls;
} LuaCompileResult;

/* CM_OK: *ret_program. CM_E_SYNTAX: ret_result->diag says why. CM_E_NOMEM:
 * memory or memory_limit. In any case the caller ends with
 * lua_compile_result_done. opts may be NULL. */
cm_status lua_compile(const cm_allocator *alloc, const Realm *realm,
                      const char *source, size_t len,
                      const LuaCompileOptions *opts, Program **ret_program,
                      LuaCompileResult *ret_result);
void lua_compile_result_done(LuaCompileResult *result);

#endif
