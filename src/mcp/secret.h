/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_SECRET_H
#define CM_MCP_SECRET_H
/* secret: the text of a file, or what a command prints, read once for whoever
 * needs a token, a key or headers.
 *
 * The command runs without a shell and without input; what it starts is ended
 * with it. Line ends at the end are of the file or the command, not of the
 * secret. What is empty, or holds more lines than it may, is refused. Messages
 * say why, and show nothing of it.
 * Ownership: a request frees itself when it ends; one that is not wanted any
 *            more is dropped. The spec is borrowed while it is under way.
 * Threads:   the loop's thread only.
 * Limits:    64 KiB, and the spec's time. */
#include "net/process.h"

typedef struct Secret Secret;

typedef struct SecretSpec {
    const char *file;                     /* NULL: the command's output */
    const char *const *argv, *const *env; /* NULL-ended; env NULL: ours */
    const char *cwd;                      /* NULL: ours */
    uint64_t timeout_ms;                  /* of the command */
    bool may_have_lines;
} SecretSpec;

/* One of them is called, once, perhaps at once; neither when it is dropped. The
 * texts are borrowed. */
typedef struct SecretEvents {
    void (*given)(void *user, const char *text, size_t len);
    void (*failed)(void *user, const char *why); /* for the operator */
} SecretEvents;

/* *ret is NULL when it has ended at once. */
void cm__secret_start(Loop *loop, const SecretSpec *spec,
                      const SecretEvents *events, void *user, Secret **ret);
void cm__secret_drop(Secret *secret); /* NULL is a no-op */

#endif
