/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_EMIT_H
#define CM_JS_EMIT_H
/* emit: from the analysed tree to the code of the machine.
 *
 * Functions are compiled one after another from a queue, never one inside
 * another; of a function the tree is walked once, and every node gives code
 * once (loops have their test at the bottom, finally blocks are entered by
 * number). Fails with a located diagnostic or a status, never with wrong code.
 *
 * Ownership: code and constants go to the program; scratch memory is freed.
 * Threads:   none. */
#include "engine/code.h"
#include "js/js_diag.h"
#include "js/scope.h"

typedef struct EmitOptions {
    const cm_allocator *alloc;
    Arena *arena;              /* of the tree; diagnostics go there */
    const struct Realm *realm; /* built-in globals; NULL: none known */
    Program *program;
    const JsProgram *tree;
    const ScopeResult *scopes;
    /* Whether a name is a global of the host; NULL: none is. */
    bool (*is_global)(void *user, const char *name, size_t len);
    void *global_user;
} EmitOptions;

/* CM_OK: program->main is set. CM_E_SYNTAX: *ret_diag is set, in the arena.
 * Other: CM_E_NOMEM, CM_E_LIMIT. */
cm_status cm__js_emit(const EmitOptions *options,
                      JsDiagnostic *ret_diag) CM_MUST_USE;

#endif
