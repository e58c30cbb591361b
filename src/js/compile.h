/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_COMPILE_H
#define CM_JS_COMPILE_H
/* compile: from submitted text to a sealed Program.
 *
 * Steps: strip the code fence, check blank and size, parse (types erased),
 * resolve static imports, analyse scopes, emit, seal (spec/execution.md 2.1).
 *
 * Ownership: the program belongs to the caller (program_free). Texts of the
 * result live in its arena until js_compile_result_done.
 * Threads:   none; the realm is only read. */
#include "engine/realm.h"
#include "js/js_diag.h"

/* Answers what a program may import (spec 2.7). */
typedef struct JsImportHost {
    void *user;
    /* Whether the specifier (a leading "node:" removed) resolves. */
    bool (*has_module)(void *user, const char *specifier, size_t len);
    bool (*has_member)(void *user, const char *specifier, size_t len,
                       const char *member, size_t member_len);
    /* "url, util, buffer, crypto, console": for the suggestion. */
    const char *importable;
    /* Whether the name is a global of the host, which cannot be assigned to.
     * NULL: none is. */
    bool (*is_global)(void *user, const char *name, size_t len);
} JsImportHost;

typedef struct JsCompileOptions {
    size_t memory_limit;         /* bytes for tree and tables; 0: 1 GiB */
    const JsImportHost *imports; /* NULL: nothing resolves */
    bool want_calls;             /* collect JsToolCall records (preflight) */
} JsCompileOptions;

/* A call of a statically known path below the global `tools` that runs whenever
 * the program runs (spec 11). Segments joined with '.'. */
typedef struct JsToolCall {
    const char *path;
    size_t path_len;
    uint32_t offset; /* of the callee in the source */
} JsToolCall;

typedef struct JsCompileResult {
    Arena arena;       /* owns the texts below */
    JsDiagnostic diag; /* when the status is CM_E_SYNTAX */
    JsToolCall *calls;
    size_t n_calls;
} JsCompileResult;

/* CM_OK: *ret_program. CM_E_SYNTAX: ret_result->diag says why (ParseError or
 * UnsupportedSyntax). CM_E_NOMEM: memory or memory_limit. In any case the
 * caller ends with js_compile_result_done. opts may be NULL. */
cm_status js_compile(const cm_allocator *alloc, const Realm *realm,
                     const char *source, size_t len,
                     const JsCompileOptions *opts, Program **ret_program,
                     JsCompileResult *ret_result);
void js_compile_result_done(JsCompileResult *result);

#endif
