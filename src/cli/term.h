/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_TERM_H
#define CM_CLI_TERM_H
/* term: everything the command shows to a person on standard error.
 *
 * Log lines, and on a terminal one live line per running tool call (name and
 * elapsed time) below them, redrawn while they run and gone when done. Text
 * from outside never reaches a terminal with its control characters: they are
 * made visible, so a tool cannot move the cursor or set the title.
 * Ownership: one object, storage is the caller's.
 * Threads:   the loop's thread only. */
#include <stdio.h>

#include "base/buf.h"
#include "net/log.h"

enum {
    CM_TERM_LIVE_MAX = 8
};

typedef struct TermLive {
    uint64_t id; /* 0: the slot is free */
    uint64_t since_ms;
    char name[80];
} TermLive;

typedef struct Term {
    const cm_allocator *alloc;
    FILE *out;      /* standard error */
    bool is_screen; /* out is a terminal */
    bool is_tty;    /* one that understands escapes */
    bool is_quiet;
    bool is_json;     /* log lines as JSON */
    unsigned n_drawn; /* live lines on the screen now */
    TermLive live[CM_TERM_LIVE_MAX];
    Log log; /* writes here */
} Term;

void cm__term_init(Term *term, const cm_allocator *alloc, LogLevel level,
                   bool is_json, bool is_quiet);

/* One line of text, control characters visible. */
void cm__term_line(Term *term, const char *text, size_t len);
/* What a buffer holds after a mark, which may be NULL; "out of memory" when it
 * could not be made. */
void cm__term_buf(Term *term, const char *mark, const Buf *text);
/* A message with an optional mark in front ("error: "), coloured on a
 * terminal; lines of the text are kept. Shown even when quiet. */
void cm__term_error(Term *term, const char *mark, const char *text, size_t len);

/* Live lines. Calls beyond the slots are not shown. */
void cm__term_call_begin(Term *term, uint64_t id, const char *name,
                         uint64_t now_ms);
void cm__term_call_end(Term *term, uint64_t id);
void cm__term_redraw(Term *term, uint64_t now_ms);
void cm__term_clear(Term *term);

/* Appends text with control characters made visible: ESC as ^[, others alike,
 * C1 controls, what turns the direction of text, and tag characters as \u{...}.
 * Line ends and tabs stay when keep_lines. Malformed UTF-8 becomes U+FFFD. */
void cm__term_visible(Buf *out, const char *text, size_t len, bool keep_lines);
/* The same for JSON, which stays JSON: \u202e. */
void cm__term_visible_json(Buf *out, const char *json, size_t len);

#endif
