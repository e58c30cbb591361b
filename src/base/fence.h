/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_FENCE_H
#define CM_BASE_FENCE_H
/* fence: which part of a submitted text is the program (spec 2.1).
 *
 * Works on bytes and knows no language, so that any front end may use it. All
 * ranges are offsets into the text as submitted. */
#include "base/compiler.h"

#include <stdbool.h>

typedef enum Fence {
    FENCE_NONE,  /* no fence on the first line */
    FENCE_WHOLE, /* the text is one fence; its lines were dropped */
    FENCE_BROKEN /* first line is a fence, the text is not one whole fence */
} Fence;

typedef struct SourceRange {
    Fence fence;
    size_t start, end;  /* the program: [start, end) */
    size_t fence_start; /* of the opening fence; broken: place of the error */
} SourceRange;

/* Drops a byte-order mark and the lines of a whole-text Markdown fence. */
SourceRange cm__strip_fence(const char *text, size_t len);

/* Whether [start, end) holds nothing but white space (ECMA-262 WhiteSpace and
 * LineTerminator). */
bool cm__source_is_blank(const char *text, size_t start, size_t end);

/* Whether any line of the text opens or closes a Markdown fence. */
bool cm__has_fence_line(const char *text, size_t len);

#endif
