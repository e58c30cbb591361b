/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_LINEEDIT_H
#define CM_CLI_LINEEDIT_H
/* lineedit: lines from a person, with history and completion, or from a pipe.
 *
 * Over libedit when it was found at build time, is there, and both ends are a
 * terminal; else lines are read as they come. The history lives as long as the session:
 * what was typed may hold secrets and is not written to a file.
 * Ownership: _new, _free. Threads: one; a read blocks. */
#include "base/buf.h"

typedef struct LineEdit LineEdit;

/* Completes the text before the cursor: what can be inserted goes to `insert`;
 * when nothing can, the choices go to `choices`, one a line. */
typedef void (*LineComplete)(void *user, const char *text, size_t len,
                             Buf *insert, Buf *choices);

typedef enum LineStatus {
    LINE_READ,
    LINE_CANCELLED, /* Ctrl-C: what was typed is given up */
    LINE_END        /* of input, or it failed */
} LineStatus;

/* NULL when memory is refused. is_interactive: both ends are a terminal. */
LineEdit *cm__lineedit_new(bool is_interactive, LineComplete complete,
                           void *user);
void cm__lineedit_free(LineEdit *edit); /* NULL is a no-op */

/* Appends one line, line end included if it had one. The prompt is shown to a
 * person only. */
LineStatus cm__lineedit_read(LineEdit *edit, const char *prompt, Buf *out);
void cm__lineedit_remember(LineEdit *edit, const char *text);

#endif
