/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_WORKPOOL_H
#define CM_MCP_WORKPOOL_H
/* workpool: worker threads that run executions in step slices.
 *
 * Any number of executions shares a few threads: one that used up its slice
 * goes to the end of the queue, one that waits for calls is parked and holds no
 * thread, until a wake-up or its own deadline queues it again.
 *
 *     NEW -submit-> QUEUED -worker-> RUNNING -done-> DONE
 *                     ^                |
 *                     |  slice used up |  waits
 *                     +----------------+-----> PARKED
 *                     +-- wake, or deadline ------+
 *
 * Ownership: a job is embedded in the caller's object; the pool holds a pointer
 *            from submit until it calls `done`, and never touches the job once
 *            it has called it.
 * Threads:   submit and wake from any thread; `done` runs in a worker and must
 *            only hand the job on (cm__loop_post).
 * Locking:   one mutex guards queue, heap and every job's state. It is never
 *            held while an execution runs or `done` is called. A wake-up that
 *            comes while its job is RUNNING sets a flag which the worker reads
 *            under the mutex before it parks the job, so none is lost. The
 *            library may call wake under locks of its own: wake takes only the
 *            pool's mutex, and nobody who holds that calls the library. */
#include "base/alloc.h"

typedef struct WorkPool WorkPool;

typedef enum WorkJobState {
    CM_JOB_NEW = 0,
    CM_JOB_QUEUED,
    CM_JOB_RUNNING,
    CM_JOB_PARKED,
    CM_JOB_DONE
} WorkJobState;

typedef struct WorkJob {
    WorkPool *pool;
    cm_execution *execution; /* borrowed */
    void (*done)(struct WorkJob *job);
    struct WorkJob *next; /* in the queue */
    WorkJobState state;
    bool is_woken;        /* a wake-up came while it was running */
    uint64_t deadline_ns; /* when parked */
    size_t heap_at;       /* place in the heap + 1; 0: not in it */
} WorkJob;

/* Starts n_threads workers (at least 1). Executions run max_steps at a time.
 * NULL when memory or threads are refused. */
WorkPool *cm__workpool_new(const cm_allocator *alloc, unsigned n_threads,
                           uint64_t max_steps);
/* Waits for the workers to end. Every submitted job must be DONE. */
void cm__workpool_free(WorkPool *pool);

/* Prepares a job, before its execution is started with cm__workpool_wake. */
void cm__workpool_job_init(WorkJob *job, WorkPool *pool,
                           void (*done)(WorkJob *job));
/* Queues the execution for its first slice. CM_E_NOMEM: nothing happened. */
cm_status cm__workpool_submit(WorkJob *job, cm_execution *execution);
/* The `wake` of cm_execution_options; arg is the job. */
void cm__workpool_wake(void *arg);

#endif
