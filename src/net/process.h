/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_PROCESS_H
#define CM_NET_PROCESS_H
/* process: a child process with three pipes, in a process group of its own.
 *
 * Writing never blocks: text goes through a queue with a cap. Standard error is
 * always drained (a full pipe would stall the child); its last bytes are kept
 * for diagnostics. `ended` is reported once, after the exit and after standard
 * output reached its end - or 200 ms after the exit, when a grandchild holds
 * the pipe open. When the child is gone the rest of its group is killed.
 * A child that is read in lines and closes its input or output without ending
 * can answer nobody any more: it is ended half a second later.
 * Ownership: the starter frees with cm__process_free, also inside an event.
 * Threads:   the loop's thread only.
 * Limits:    line cap, queue cap, bytes of raw output: the spec's. */
#include "net/lines.h"
#include "net/loop.h"

typedef struct Process Process;

typedef struct ProcessSpec {
    const char *const *argv; /* NULL-ended; argv[0] is looked up in PATH */
    const char *const *env;  /* NULL-ended "NAME=value"; NULL: inherit ours */
    const char *cwd;         /* NULL: inherit ours */
    size_t max_line;         /* 0: CM_LINE_MAX_DEFAULT */
    /* Memory of what waits for the child, so that many small messages count
     * for what they take; 0: 64 MiB. */
    size_t max_queue;
} ProcessSpec;

typedef struct ProcessEnd {
    int exit_status;  /* meaningless when term_signal != 0 */
    int term_signal;  /* 0: it exited by itself */
    bool was_cut_off; /* it closed a pipe and lived on; we ended it */
} ProcessEnd;

/* Set `line` or `output`: lines, or raw bytes as they come. */
typedef struct ProcessEvents {
    void (*line)(void *user, const char *line, size_t len);
    void (*output)(void *user, const char *bytes, size_t len);
    /* A line over the cap was dropped. May be NULL. */
    void (*overlong)(void *user);
    void (*ended)(void *user, ProcessEnd end);
} ProcessEvents;

/* Starts a child. NULL when it cannot be started; err->text says why. What we
 * were started with beside the three standard descriptors does not go on to
 * it. */
Process *cm__process_start(Loop *loop, const ProcessSpec *spec,
                           const ProcessEvents *events, void *user,
                           cm_error *err);

/* Whether the spec's program and folder are there, without starting anything;
 * else CM_E_IO and err->text as of a failed start. */
cm_status cm__process_check(const ProcessSpec *spec, cm_error *err);

/* Queues a copy of the bytes for the child's standard input. CM_E_LIMIT when
 * the queue is full, CM_E_STATE when the input is closed. */
cm_status cm__process_write(Process *process, const char *bytes, size_t n);
/* Ends the child's input once the queue has been written. */
void cm__process_close_stdin(Process *process);

/* The orderly end: closes stdin, waits grace_ms, SIGTERM to the group, waits
 * grace_ms, SIGKILL to the group. `ended` still comes. */
void cm__process_stop(Process *process, uint64_t grace_ms);
/* SIGKILL to the group at once. `ended` still comes. */
void cm__process_kill(Process *process);

/* No event comes any more; a child that still runs is killed with its group.
 * NULL is a no-op. */
void cm__process_free(Process *process);

/* The last bytes that the child wrote to standard error, from the begin of a
 * line where possible; NUL-ended; borrowed until the next turn of the loop. */
const char *cm__process_stderr_tail(const Process *process, size_t *ret_len);

/* "exited with status 3", "was ended by signal 9 (Killed)". */
void cm__process_end_text(ProcessEnd end, char *text, size_t size);

#endif
