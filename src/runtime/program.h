/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_PROGRAM_H
#define CM_RUNTIME_PROGRAM_H
/* program: source text to bytecode, or to a diagnostic. */
#include "runtime/result.h"
#include "runtime/runtime.h"

struct Program;

struct cm_program {
    const cm_runtime *runtime; /* borrowed */
    struct Program *program;   /* owned */
};

/* Compiles, and examines the calls of tools (spec/execution.md 11) when the
 * runtime or `problems` asks for it. CM_OK with *ret_program NULL means that
 * *ret_diag says why not. CM_E_NOMEM: nothing is set. problems may be NULL;
 * else every missing tool is added there and none is a failure. All memory of
 * the work and of the program comes from alloc, which may refuse it to end the
 * work, and must outlive the program. */
cm_status cm__compile(const cm_runtime *runtime, const cm_allocator *alloc,
                      const char *source, size_t source_len,
                      struct Program **ret_program, Diag *ret_diag,
                      DiagList *problems);

#endif
