/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_STDIO_H
#define CM_NET_STDIO_H
/* stdio: the process's own standard input and output as lines of messages.
 *
 * Input may be a pipe, socket, terminal or file. Each message is written with
 * its line end by one write where the system allows it; what a slow reader does
 * not take is queued up to 256 MiB. A reader that is gone, or that lets the queue
 * overflow, is reported once as `broken`, with CM_E_IO, CM_E_LIMIT, or
 * CM_E_NOMEM when there is no memory for the queue; SIGPIPE must be ignored.
 * Ownership: the caller frees. Events must not free the object.
 * Threads:   the loop's thread only. */
#include "net/lines.h"
#include "net/loop.h"

typedef struct Stdio Stdio;

typedef struct StdioEvents {
    void (*line)(void *user, const char *line, size_t len);
    void (*overlong)(void *user); /* a line over the cap was dropped */
    void (*eof)(void *user);      /* end of input, or it cannot be read */
    void (*broken)(void *user, cm_status why); /* the output is lost */
    void (*drained)(void *user); /* the queue became empty; may be NULL */
} StdioEvents;

/* NULL when memory is refused or a descriptor is unusable. Nothing is read
 * before cm__stdio_resume. */
Stdio *cm__stdio_new(Loop *loop, int in_fd, int out_fd, size_t max_line,
                     const StdioEvents *events, void *user);

/* Stops and restarts reading. Lines of a chunk that was already read still come
 * after a pause. */
void cm__stdio_pause(Stdio *stdio);
void cm__stdio_resume(Stdio *stdio);

/* Queues one message; adds the line end. CM_E_IO once the output is broken.
 * Without memory it is written at once, or breaks the output when others are
 * queued. */
cm_status cm__stdio_write(Stdio *stdio, const char *message, size_t n);
/* Bytes queued and not yet taken by the system. */
size_t cm__stdio_pending(const Stdio *stdio);

void cm__stdio_free(Stdio *stdio);

#endif
