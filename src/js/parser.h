/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_PARSER_H
#define CM_JS_PARSER_H
/* parser: JavaScript with TypeScript types, from text to tree.
 *
 * Recursive descent with one token of look-ahead; types are skipped while
 * parsing, so that the tree is plain JavaScript (plus enum). Every early error
 * of ECMA-262 in strict mode is found here but those of regular expression
 * patterns. Time is linear in the source.
 *
 * Ownership: the tree lives in the arena. The source must outlive it (raw
 *            texts point into it).
 * Threads:   none. Uses about 1 MiB of C stack at most.
 * Limits:    CM_JS_MAX_NESTING; CM_JS_MAX_SOURCE bytes; the arena's own. */
#include "js/ast.h"
#include "js/js_diag.h"

/* Source size bound of spec 2.1. */
#define CM_JS_MAX_SOURCE ((size_t)4 << 20)

typedef struct JsParseOptions {
    /* Bytes of source allowed; 0 means CM_JS_MAX_SOURCE. */
    size_t max_source;
} JsParseOptions;

/* Parses a whole program (spec 2.1 steps 1 to 4): byte-order mark, blank
 * check, fence, size, grammar. options may be NULL.
 * CM_OK: *ret_program is set. CM_E_SYNTAX: *ret_diag is set, in the arena.
 * CM_E_NOMEM, CM_E_LIMIT: the arena gave out; nothing is set. */
cm_status cm__js_parse(Arena *arena, const char *source, size_t len,
                       const JsParseOptions *options, JsProgram **ret_program,
                       JsDiagnostic *ret_diag) CM_MUST_USE;

#endif
