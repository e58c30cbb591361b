/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_LEXER_H
#define CM_JS_LEXER_H
/* lexer: JavaScript source to tokens, one at a time.
 *
 * The lexer holds exactly one token; the parser drives it and knows which
 * lexical goal applies, so a `/` or `}` is scanned again when it starts a
 * regular expression or continues a template. A JsLexMark is all there is to
 * look-ahead and going back.
 *
 * The text is a private copy of valid UTF-8 with a NUL behind, so that loops
 * need no bound check; offsets equal those of the submitted source.
 *
 * Failures leave by longjmp to the innermost trap; nothing between owns
 * anything but arena memory and the two scratch buffers, which
 * cm__js_lexer_done frees.
 *
 * Ownership: names and texts live in the arena.
 * Threads:   none. */
#include "js/js_diag.h"
#include "js/token.h"

#include <setjmp.h>

typedef struct JsToken {
    uint8_t kind;   /* JsTokenKind */
    bool nl_before; /* a line terminator between it and the token before */
    bool escaped;   /* identifier or string with a backslash inside */
    uint32_t start, end;
    JsName *name;  /* IDENT, keywords, ESCAPED_KEYWORD, PRIVATE, STRING */
    double number; /* NUMBER */
} JsToken;

/* Where failures go. A quiet trap (speculation) wants no message. */
typedef struct JsTrap {
    jmp_buf env;
    struct JsTrap *outer;
    bool is_quiet;
} JsTrap;

typedef struct JsLexer {
    Arena *arena; /* borrowed */
    const char *text;
    uint32_t pos, end; /* next byte to scan; text[end] is NUL */
    JsToken tok;
    uint32_t prev_end; /* end of the token before */
    JsName **names;    /* hash table by chain, size a power of two */
    uint32_t n_names, names_cap;
    /* scratch, owned */
    uint16_t *units;
    uint32_t n_units, units_cap;
    char *bytes;
    uint32_t bytes_cap;
    /* failure */
    JsTrap *trap;
    cm_status status; /* CM_E_SYNTAX, or what the arena said */
    JsDiagKind fail_kind;
    uint32_t fail_at;
    const char *fail_what, *fail_instead;
} JsLexer;

typedef struct JsLexMark {
    uint32_t pos, prev_end;
    JsToken tok;
} JsLexMark;

/* Takes text[0..end) as submitted and starts scanning at `start`. The caller
 * has set lx->trap (failures are possible from here on), zeroed the rest. */
void cm__js_lexer_init(JsLexer *lx, Arena *arena, const char *text,
                       uint32_t start, uint32_t end);
void cm__js_lexer_done(JsLexer *lx);

/* Scans the next token into lx->tok. */
void cm__js_next(JsLexer *lx);

static inline JsLexMark cm__js_mark(const JsLexer *lx)
{
    return (JsLexMark){ lx->pos, lx->prev_end, lx->tok };
}

static inline void cm__js_rewind(JsLexer *lx, const JsLexMark *mark)
{
    lx->pos = mark->pos;
    lx->prev_end = mark->prev_end;
    lx->tok = mark->tok;
}

/* The current token is `/` or `/=`: scans a regular expression literal and
 * moves to the token behind it. Checks the flags. */
void cm__js_lex_regexp(JsLexer *lx, JsText *ret_pattern, JsText *ret_flags);

/* Scans template characters from offset `at` (behind the backtick or the `}`)
 * to the closing backtick or `${`. Returns true at `${`. The current token
 * afterwards is the one behind. */
bool cm__js_lex_quasi(JsLexer *lx, uint32_t at, bool is_tagged,
                      JsQuasi *ret_quasi);

/* The current token begins with `>`: makes it that one character, so that
 * `>>` can close two type argument lists. */
void cm__js_split_greater(JsLexer *lx);

/* The name of 8-bit or 16-bit text, made at its first use. */
JsName *cm__js_intern(JsLexer *lx, const void *units, uint32_t len, bool wide);
JsName *cm__js_intern_ascii(JsLexer *lx, const char *text);

/* Arena memory, zeroed; never NULL. */
void *cm__js_alloc(JsLexer *lx, size_t n);

/* Failures; none returns. `what` is one sentence without full stop. */
_Noreturn void cm__js_fail(JsLexer *lx, uint32_t at, const char *what);
_Noreturn void cm__js_fail_fmt(JsLexer *lx, uint32_t at, const char *fmt, ...)
    CM_PRINTF(3, 4);
_Noreturn void cm__js_fail_unsupported(JsLexer *lx, uint32_t at,
                                       const char *what, const char *instead);
_Noreturn void cm__js_fail_nomem(JsLexer *lx);

#endif
