/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_LOOP_H
#define CM_NET_LOOP_H
/* loop: the one thread that does all input and output.
 *
 * A thin module over libuv: timers, signals, and a queue through which other
 * threads hand work to the loop thread. Nobody outside src/net sees uv.h.
 * Ownership: _new objects are the caller's until _free; freeing closes the
 *            handle later inside the loop, so the loop is freed last.
 * Threads:   cm__loop_post may be called from any thread, everything else only
 *            from the thread that runs the loop (or before it runs).
 * Locking:   one mutex guards the list of posted tasks; it is held for a few
 *            instructions and never while a task runs. */
#include "base/alloc.h"

typedef struct Loop Loop;
typedef struct Timer Timer;
typedef struct SignalWatch SignalWatch;

/* One piece of work for the loop thread. The storage is the poster's and is
 * not touched any more once `run` has been entered: `run` may free it. A task
 * that is posted must not be posted again before it ran. */
typedef struct LoopTask {
    struct LoopTask *next;
    void (*run)(struct LoopTask *task);
} LoopTask;

/* NULL when memory or descriptors are refused. */
Loop *cm__loop_new(const cm_allocator *alloc);
/* Closes what is still open (without further events), drops tasks that were
 * posted and did not run, frees. */
void cm__loop_free(Loop *loop);
const cm_allocator *cm__loop_alloc(const Loop *loop);

/* Runs until cm__loop_stop. */
void cm__loop_run(Loop *loop);
/* Makes cm__loop_run return after the current event. */
void cm__loop_stop(Loop *loop);

/* Queues a task; tasks run in the order of posting. Never fails. */
void cm__loop_post(Loop *loop, LoopTask *task);

/* Milliseconds of a clock that never goes back. */
uint64_t cm__loop_now_ms(const Loop *loop);

/* A timer that fires once for each start. Between timers that take long, input
 * and output have their turn. NULL when memory is refused. */
Timer *cm__timer_new(Loop *loop, void (*fire)(void *user), void *user);
void cm__timer_start(Timer *timer, uint64_t delay_ms); /* restarts */
void cm__timer_stop(Timer *timer);
bool cm__timer_is_active(const Timer *timer);
void cm__timer_free(Timer *timer); /* NULL is a no-op */

/* Calls `caught` in the loop thread for each delivery of the signal. */
SignalWatch *cm__signal_new(Loop *loop, int signum,
                            void (*caught)(void *user, int signum), void *user);
void cm__signal_free(SignalWatch *watch);

#endif
