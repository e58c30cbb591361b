/* SPDX-License-Identifier: MIT */
#include "lua/lua_compile.h"

#include "base/fence.h"
#include "lua/emit.h"
#include "lua/parser.h"
#include "lua/preflight.h"

#define DEFAULT_MEMORY ((size_t)256 << 20)

/* What is wrong with the text as a whole (spec/execution.md 2.1). */
static cm_status find_range(const char *source, size_t len,
                            SourceRange *ret_range, LuaFault *ret_fault)
{
    SourceRange r = cm__strip_fence(source, len);
    *ret_range = r;
    *ret_fault = (LuaFault){ .is_placeless = true };
    if (r.fence != FENCE_BROKEN && cm__source_is_blank(source, r.start, r.end))
        ret_fault->what = "The program is empty";
    else if (len > LUA_MAX_SOURCE)
        ret_fault->what = "The program is longer than 1 MiB";
    else if (r.fence == FENCE_BROKEN)
        *ret_fault = (LuaFault){
            .offset = (uint32_t)r.fence_start,
            .what = "A Markdown fence does not enclose the whole program",
            .hint = "Send the program alone, without Markdown fences and text "
                    "around it."
        };
    else
        return CM_OK;
    return CM_E_SYNTAX;
}

static cm_status translate(const SourceRange *range, Program *program,
                           const LuaCompileOptions *opts,
                           LuaCompileResult *result, LuaFault *ret_fault)
{
    LuaFunc *main;
    cm_status status = cm__lua_parse(&result->arena, program, range->start,
                                     range->end, &main, ret_fault);
    if (status != CM_OK)
        return status;
    if (opts && opts->want_calls &&
        !cm__lua_preflight(&result->arena, main, program, &result->calls,
                           &result->n_calls))
        return CM_E_NOMEM;
    return cm__lua_emit(&result->arena, program, main, ret_fault);
}

cm_status lua_compile(const cm_allocator *alloc, const Realm *realm,
                      const char *source, size_t len,
                      const LuaCompileOptions *opts, Program **ret_program,
                      LuaCompileResult *ret_result)
{
    size_t limit =
        opts && opts->memory_limit ? opts->memory_limit : DEFAULT_MEMORY;
    SourceRange range;
    LuaFault fault;
    *ret_result = (LuaCompileResult){ 0 };
    cm__arena_init(&ret_result->arena, alloc, limit);
    cm_status status = find_range(source, len, &range, &fault);
    Program *program = NULL;
    if (status == CM_OK) {
        program = program_new(alloc, realm, source, len);
        status = program ? translate(&range, program, opts, ret_result, &fault)
                         : CM_E_NOMEM;
    }
    if (status == CM_OK) {
        *ret_program = program;
        return CM_OK;
    }
    program_free(program);
    if (status == CM_E_SYNTAX && fault.what &&
        cm__lua_diagnose(&ret_result->arena, source, len, &fault,
                         &ret_result->diag))
        return CM_E_SYNTAX;
    return CM_E_NOMEM;
}

void lua_compile_result_done(LuaCompileResult *result)
{
    cm__arena_done(&result->arena);
    *result = (LuaCompileResult){ 0 };
}
