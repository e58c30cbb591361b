/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_DIAGNOSTIC_H
#define CM_RUNTIME_DIAGNOSTIC_H
/* diagnostic: failures and warnings as records outside the program's heap;
 * spec/execution.md 3.1.
 *
 * Ownership: texts are owned and freed by cm__diag_done.
 * Threads:   none. */
#include "base/buf.h"
#include "engine/error.h"
#include "json/writer.h"

/* Owned UTF-8 text; NULL means none. size len + 1. */
typedef struct Text {
    char *p;
    size_t len;
} Text;

enum {
    CM_DIAG_SUGGESTIONS = 2
};

typedef struct Diag {
    DiagKind kind;
    uint32_t line, column; /* 0: no place */
    Text message;
    Text suggestions[CM_DIAG_SUGGESTIONS];
    uint32_t n_suggestions;
} Diag;

typedef struct DiagList {
    Diag *items; /* owned */
    size_t n, cap;
} DiagList;

/* p NULL when refused. */
Text cm__text_dup(const cm_allocator *alloc, const char *text, size_t len);
/* The bytes of a Buf, which is emptied; p NULL when it had failed. */
Text cm__text_take(Buf *buf);
void cm__text_free(const cm_allocator *alloc, Text *text);

/* Copies the message; false when refused (the Diag is then empty). */
bool cm__diag_init(Diag *d, const cm_allocator *alloc, DiagKind kind,
                   const char *message, size_t len, uint32_t line,
                   uint32_t column);
/* Adds a suggestion if there is room; false when refused. */
bool cm__diag_suggest(Diag *d, const cm_allocator *alloc, const char *text,
                      size_t len);
void cm__diag_done(Diag *d, const cm_allocator *alloc);

/* Takes *d over, on failure too. */
bool cm__diags_add(DiagList *list, const cm_allocator *alloc, Diag *take_d);
void cm__diags_done(DiagList *list, const cm_allocator *alloc);

/* Replaces lone surrogates in three-byte form by U+FFFD, in place. */
void cm__text_clean(char *text, size_t len);

/* The most bytes that its record takes, comma included. */
size_t cm__diag_json_size(const Diag *d);
/* Writes the record of 3.1. */
void cm__diag_write(JsonWriter *w, const Diag *d);

#endif
