/* SPDX-License-Identifier: MIT */
/* Deadlines of parked jobs stand in a binary heap, so that ten thousand waiting
 * executions cost a worker one comparison when it looks for the next. Room in
 * the heap is reserved at submit: parking cannot fail. */
#include "mcp/workpool.h"

#include <pthread.h>
#include <time.h>

#include "base/clock.h"

enum {
    SLOT_SIZE = sizeof(void *)
}; /* of the heap: one pointer */

struct WorkPool {
    const cm_allocator *alloc;
    size_t size;          /* of this object */
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t work;
    WorkJob *first, **last; /* QUEUED jobs */
    WorkJob **heap;         /* PARKED jobs with a deadline, nearest first */
    size_t n_heap, heap_cap;
    size_t n_jobs; /* submitted and not DONE */
    bool is_closing;
    uint64_t max_steps;
    unsigned n_threads;
    pthread_t threads[];
};

/* ---- the heap of deadlines; all under the lock ---- */

static void heap_put(WorkPool *pool, size_t at, WorkJob *job)
{
    pool->heap[at] = job;
    job->heap_at = at + 1;
}

static void heap_up(WorkPool *pool, size_t at)
{
    WorkJob *job = pool->heap[at];
    while (at > 0) {
        size_t parent = (at - 1) / 2;
        if (pool->heap[parent]->deadline_ns <= job->deadline_ns)
            break;
        heap_put(pool, at, pool->heap[parent]);
        at = parent;
    }
    heap_put(pool, at, job);
}

static void heap_down(WorkPool *pool, size_t at)
{
    WorkJob *job = pool->heap[at];
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= pool->n_heap)
            break;
        if (child + 1 < pool->n_heap &&
            pool->heap[child + 1]->deadline_ns < pool->heap[child]->deadline_ns)
            child++;
        if (pool->heap[child]->deadline_ns >= job->deadline_ns)
            break;
        heap_put(pool, at, pool->heap[child]);
        at = child;
    }
    heap_put(pool, at, job);
}

static void heap_insert(WorkPool *pool, WorkJob *job)
{
    heap_put(pool, pool->n_heap, job);
    heap_up(pool, pool->n_heap++);
}

static void heap_remove(WorkPool *pool, WorkJob *job)
{
    if (job->heap_at == 0)
        return;
    size_t at = job->heap_at - 1;
    job->heap_at = 0;
    WorkJob *moved = pool->heap[--pool->n_heap];
    if (moved == job)
        return;
    heap_put(pool, at, moved);
    heap_up(pool, at);
    heap_down(pool, moved->heap_at - 1);
}

/* ---- the queue; all under the lock ---- */

static void enqueue(WorkPool *pool, WorkJob *job)
{
    job->state = CM_JOB_QUEUED;
    job->next = NULL;
    *pool->last = job;
    pool->last = &job->next;
    pthread_cond_signal(&pool->work);
}

static WorkJob *dequeue(WorkPool *pool)
{
    WorkJob *job = pool->first;
    if (job == NULL)
        return NULL;
    pool->first = job->next;
    if (pool->first == NULL)
        pool->last = &pool->first;
    return job;
}

static void queue_overdue(WorkPool *pool)
{
    if (pool->n_heap == 0)
        return;
    uint64_t now = cm__clock_monotonic_ns();
    while (pool->n_heap > 0 && pool->heap[0]->deadline_ns <= now) {
        WorkJob *job = pool->heap[0];
        heap_remove(pool, job);
        enqueue(pool, job);
    }
}

static void park(WorkPool *pool, WorkJob *job)
{
    job->state = CM_JOB_PARKED;
    job->deadline_ns = cm_execution_deadline_ns(job->execution);
    if (job->deadline_ns == UINT64_MAX)
        return;
    heap_insert(pool, job);
    if (pool->heap[0] == job) /* a sleeping worker must wait for less */
        pthread_cond_signal(&pool->work);
}

/* ---- workers ---- */

static void wait_for_work(WorkPool *pool)
{
    if (pool->n_heap == 0) {
        pthread_cond_wait(&pool->work, &pool->lock);
        return;
    }
    uint64_t ns = pool->heap[0]->deadline_ns;
    struct timespec until = {
        .tv_sec = (time_t)(ns / UINT64_C(1000000000)),
        .tv_nsec = (long)(ns % UINT64_C(1000000000)),
    };
    pthread_cond_timedwait(&pool->work, &pool->lock, &until);
}

/* Runs one slice. Enters and leaves with the lock held. */
static void run_slice(WorkPool *pool, WorkJob *job)
{
    job->state = CM_JOB_RUNNING;
    job->is_woken = false;
    pthread_mutex_unlock(&pool->lock);
    cm_run_state state = cm_execution_run(job->execution, pool->max_steps);
    pthread_mutex_lock(&pool->lock);
    if (state == CM_RUN_DONE) {
        job->state = CM_JOB_DONE;
        pool->n_jobs--;
        pthread_mutex_unlock(&pool->lock);
        job->done(job); /* the job may be gone from here on */
        pthread_mutex_lock(&pool->lock);
    } else if (state == CM_RUN_YIELDED || job->is_woken) {
        enqueue(pool, job);
    } else {
        park(pool, job);
    }
}

static void *worker(void *arg)
{
    WorkPool *pool = arg;
    pthread_mutex_lock(&pool->lock);
    while (!pool->is_closing) {
        queue_overdue(pool);
        WorkJob *job = dequeue(pool);
        if (job != NULL)
            run_slice(pool, job);
        else
            wait_for_work(pool);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* ---- public ---- */

void cm__workpool_job_init(WorkJob *job, WorkPool *pool,
                           void (*done)(WorkJob *job))
{
    *job = (WorkJob){ .pool = pool, .done = done };
}

cm_status cm__workpool_submit(WorkJob *job, cm_execution *execution)
{
    WorkPool *pool = job->pool;
    cm_status status = CM_OK;
    pthread_mutex_lock(&pool->lock);
    WorkJob **heap = cm__room(pool->alloc, pool->heap, pool->n_jobs,
                              &pool->heap_cap, SLOT_SIZE);
    if (heap == NULL) {
        status = CM_E_NOMEM;
    } else {
        pool->heap = heap;
        pool->n_jobs++;
        job->execution = execution;
        enqueue(pool, job);
    }
    pthread_mutex_unlock(&pool->lock);
    return status;
}

void cm__workpool_wake(void *arg)
{
    WorkJob *job = arg;
    WorkPool *pool = job->pool;
    pthread_mutex_lock(&pool->lock);
    if (job->state == CM_JOB_PARKED) {
        heap_remove(pool, job);
        enqueue(pool, job);
    } else if (job->state == CM_JOB_RUNNING) {
        job->is_woken = true;
    }
    pthread_mutex_unlock(&pool->lock);
}

static bool init_locks(WorkPool *pool)
{
    pthread_condattr_t attr;
    if (pthread_mutex_init(&pool->lock, NULL) != 0)
        return false;
    if (pthread_condattr_init(&attr) != 0) {
        pthread_mutex_destroy(&pool->lock);
        return false;
    }
    /* Deadlines are on the monotonic clock, like the library's. */
    bool is_ok = pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0 &&
                 pthread_cond_init(&pool->work, &attr) == 0;
    pthread_condattr_destroy(&attr);
    if (!is_ok)
        pthread_mutex_destroy(&pool->lock);
    return is_ok;
}

WorkPool *cm__workpool_new(const cm_allocator *alloc, unsigned n_threads,
                           uint64_t max_steps)
{
    size_t size = sizeof(WorkPool) + n_threads * sizeof(pthread_t);
    WorkPool *pool = cm__alloc_zero(alloc, 1, size);
    if (pool == NULL)
        return NULL;
    pool->alloc = alloc;
    pool->size = size;
    pool->last = &pool->first;
    pool->max_steps = max_steps;
    if (!init_locks(pool)) {
        cm__free(alloc, pool, size);
        return NULL;
    }
    while (pool->n_threads < n_threads &&
           pthread_create(&pool->threads[pool->n_threads], NULL, worker,
                          pool) == 0)
        pool->n_threads++;
    if (pool->n_threads < n_threads) {
        cm__workpool_free(pool);
        return NULL;
    }
    return pool;
}

void cm__workpool_free(WorkPool *pool)
{
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->is_closing = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->n_threads; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    cm__free(pool->alloc, pool->heap, pool->heap_cap * SLOT_SIZE);
    cm__free(pool->alloc, pool, pool->size);
}
