/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_DIAG_H
#define CM_JS_DIAG_H
/* js_diag: where in the source something is, and how to say it (spec 2.2).
 *
 * Positions inside the compiler are byte offsets; they become line and column
 * only when a person has to read them. Lines end at LF, CR, CRLF, U+2028 and
 * U+2029; columns count Unicode characters; both start at 1.
 *
 * Ownership: texts live in the arena or are static.
 * Threads:   none. */
#include "base/arena.h"

typedef enum JsDiagKind {
    JS_DIAG_PARSE_ERROR,       /* ParseError */
    JS_DIAG_UNSUPPORTED_SYNTAX /* UnsupportedSyntax */
} JsDiagKind;

#define CM_JS_MAX_SUGGESTIONS 2

typedef struct JsDiagnostic {
    JsDiagKind kind;
    bool has_location;
    uint32_t offset;       /* byte offset in the source as submitted */
    uint32_t line, column; /* from 1; 0 without location */
    const char *message;   /* whole message, UTF-8, NUL-terminated */
    const char *suggestions[CM_JS_MAX_SUGGESTIONS];
    uint32_t n_suggestions;
} JsDiagnostic;

/* Fills *diag for a failure at `offset` of the source: kind, what is wrong
 * (one sentence, no full stop) and, for UnsupportedSyntax, what to write
 * instead. A ParseError gets the three-line message and the hint about the
 * language; UnsupportedSyntax gets the sentence with ` (line L, col C)`.
 * Returns false when the arena gave out. */
bool cm__js_diagnose(Arena *arena, const char *source, size_t len,
                     JsDiagKind kind, uint32_t offset, const char *what,
                     const char *instead, JsDiagnostic *diag) CM_MUST_USE;

/* The same without a place (blank source, source too big). */
bool cm__js_diagnose_bare(Arena *arena, const char *source, size_t len,
                          const char *what, JsDiagnostic *diag) CM_MUST_USE;

#endif
