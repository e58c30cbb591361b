/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include <string.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/clock.h"
#include "mcp/wire.h"
#include "mcp/workpool.h"
#include "net/loop_internal.h"

enum {
    TURNS_MAX = 200000 /* of one settling: more is a circle */
};

struct Timer {
    Timer *next; /* all of the loop, in no order */
    Loop *loop;
    void (*fire)(void *user);
    void *user;
    bool is_active;
    uint64_t due_ms, serial; /* which of two came first */
};

struct Loop {
    const cm_allocator *alloc;
    LoopTask *first, **last;
    Timer *timers;
};

struct WorkPool {
    const cm_allocator *alloc;
    uint64_t max_steps;
    WorkJob *first, **last; /* queued */
    WorkJob *parked;        /* by `next` too */
    size_t n_jobs;
};

typedef struct StagedProcess {
    Wire wire; /* first */
    StageWire stage;
    WireEvents events;
    void *user;
    const cm_allocator *alloc;
    Buf said; /* lines that have not arrived */
    bool has_ended;
} StagedProcess;

static const StageHost *the_host;
static StageWire *wires;
static WorkPool *the_pool;
static uint64_t now_ms, serial;

/* ---- time ---- */

uint64_t cm__clock_monotonic_ns(void)
{
    return now_ms * 1000000;
}

double cm__clock_wall_ms(void)
{
    return 1.7e12 + (double)now_ms;
}

/* Seeds of programs' random numbers; see CMakeLists.txt. */
ssize_t __wrap_getrandom(void *bytes, size_t n, unsigned flags);

ssize_t __wrap_getrandom(void *bytes, size_t n, unsigned flags)
{
    (void)flags;
    memset(bytes, 7, n);
    return (ssize_t)n;
}

/* ---- the loop ---- */

Loop *cm__loop_new(const cm_allocator *alloc)
{
    Loop *loop = cm__alloc_zero(alloc, 1, sizeof *loop);
    if (loop == NULL)
        return NULL;
    loop->alloc = alloc;
    loop->last = &loop->first;
    return loop;
}

void cm__loop_free(Loop *loop)
{
    FUZZ_CHECK(loop->timers == NULL && loop->first == NULL);
    cm__free(loop->alloc, loop, sizeof *loop);
}

const cm_allocator *cm__loop_alloc(const Loop *loop)
{
    return loop->alloc;
}

void cm__loop_run(Loop *loop)
{
    stage_settle(loop);
}

void cm__loop_stop(Loop *loop)
{
    (void)loop;
}

void cm__loop_post(Loop *loop, LoopTask *task)
{
    task->next = NULL;
    *loop->last = task;
    loop->last = &task->next;
}

uint64_t cm__loop_now_ms(const Loop *loop)
{
    (void)loop;
    return now_ms;
}

Timer *cm__timer_new(Loop *loop, void (*fire)(void *user), void *user)
{
    Timer *timer = cm__alloc_zero(loop->alloc, 1, sizeof *timer);
    if (timer == NULL)
        return NULL;
    *timer = (Timer){
        .next = loop->timers, .loop = loop, .fire = fire, .user = user
    };
    loop->timers = timer;
    return timer;
}

void cm__timer_start(Timer *timer, uint64_t delay_ms)
{
    timer->is_active = true;
    timer->due_ms = now_ms + delay_ms;
    timer->serial = ++serial;
}

void cm__timer_stop(Timer *timer)
{
    timer->is_active = false;
}

bool cm__timer_is_active(const Timer *timer)
{
    return timer->is_active;
}

void cm__timer_free(Timer *timer)
{
    if (timer == NULL)
        return;
    Timer **at = &timer->loop->timers;
    while (*at != timer)
        at = &(*at)->next;
    *at = timer->next;
    cm__free(timer->loop->alloc, timer, sizeof *timer);
}

/* ---- what needs the real loop and is not reached ---- */

SignalWatch *cm__signal_new(Loop *loop, int signum,
                            void (*caught)(void *user, int signum), void *user)
{
    (void)loop, (void)signum, (void)caught, (void)user;
    abort();
}

void cm__signal_free(SignalWatch *watch)
{
    (void)watch;
    abort();
}

uv_loop_t *cm__loop_uv(Loop *loop)
{
    (void)loop;
    abort();
}

void *cm__owned_new(Loop *loop, size_t size)
{
    (void)loop, (void)size;
    abort();
}

void cm__owned_adopt(Owned *object, uv_handle_t *handle)
{
    (void)object, (void)handle;
    abort();
}

void cm__owned_close(uv_handle_t *handle)
{
    (void)handle;
    abort();
}

void cm__owned_free(Owned *object)
{
    (void)object;
    abort();
}

/* ---- the pool ---- */

WorkPool *cm__workpool_new(const cm_allocator *alloc, unsigned n_threads,
                           uint64_t max_steps)
{
    FUZZ_CHECK(the_pool == NULL && n_threads > 0);
    the_pool = cm__alloc_zero(alloc, 1, sizeof *the_pool);
    if (the_pool == NULL)
        return NULL;
    the_pool->alloc = alloc;
    the_pool->max_steps = max_steps;
    the_pool->last = &the_pool->first;
    return the_pool;
}

void cm__workpool_free(WorkPool *pool)
{
    if (pool == NULL)
        return;
    FUZZ_CHECK(pool->n_jobs == 0);
    cm__free(pool->alloc, pool, sizeof *pool);
    the_pool = NULL;
}

static void enqueue(WorkPool *pool, WorkJob *job)
{
    job->state = CM_JOB_QUEUED;
    job->next = NULL;
    *pool->last = job;
    pool->last = &job->next;
}

void cm__workpool_job_init(WorkJob *job, WorkPool *pool,
                           void (*done)(WorkJob *job))
{
    *job = (WorkJob){ .pool = pool, .done = done };
}

cm_status cm__workpool_submit(WorkJob *job, cm_execution *execution)
{
    job->execution = execution;
    job->pool->n_jobs++;
    enqueue(job->pool, job);
    return CM_OK;
}

void cm__workpool_wake(void *arg)
{
    WorkJob *job = arg;
    if (job->state == CM_JOB_PARKED) {
        WorkJob **at = &job->pool->parked;
        while (*at != job)
            at = &(*at)->next;
        *at = job->next;
        enqueue(job->pool, job);
    } else if (job->state == CM_JOB_RUNNING) {
        job->is_woken = true;
    }
}

static void run_slice(WorkPool *pool, WorkJob *job)
{
    job->state = CM_JOB_RUNNING;
    job->is_woken = false;
    cm_run_state state = cm_execution_run(job->execution, pool->max_steps);
    if (state == CM_RUN_DONE) {
        job->state = CM_JOB_DONE;
        pool->n_jobs--;
        job->done(job);
    } else if (state == CM_RUN_YIELDED || job->is_woken) {
        enqueue(pool, job);
    } else {
        job->state = CM_JOB_PARKED;
        job->deadline_ns = cm_execution_deadline_ns(job->execution);
        job->next = pool->parked;
        pool->parked = job;
    }
}

/* One job. Those whose time is over come first. */
static bool run_job(void)
{
    WorkJob *job = the_pool != NULL ? the_pool->parked : NULL;
    while (job != NULL && job->deadline_ns > cm__clock_monotonic_ns())
        job = job->next;
    if (job != NULL)
        cm__workpool_wake(job);
    job = the_pool != NULL ? the_pool->first : NULL;
    if (job == NULL)
        return false;
    the_pool->first = job->next;
    if (the_pool->first == NULL)
        the_pool->last = &the_pool->first;
    run_slice(the_pool, job);
    return true;
}

/* ---- wires ---- */

static StagedProcess *process_of(StageWire *wire)
{
    return (StagedProcess *)(void *)((char *)wire -
                                     offsetof(StagedProcess, stage));
}

static cm_status wire_send(Wire *wire, const char *line, size_t len,
                           const WireNote *note)
{
    StagedProcess *p = (StagedProcess *)wire;
    (void)note;
    if (p->has_ended)
        return CM_E_STATE;
    the_host->received(&p->stage, line, len);
    return CM_OK;
}

static void wire_forget(Wire *wire, uint64_t request)
{
    (void)wire, (void)request;
}

static void wire_stop(Wire *wire, uint64_t grace_ms)
{
    (void)grace_ms;
    ((StagedProcess *)wire)->has_ended = true;
}

static void wire_free(Wire *wire)
{
    StagedProcess *p = (StagedProcess *)wire;
    StageWire **at = &wires;
    while (*at != &p->stage)
        at = &(*at)->next;
    *at = p->stage.next;
    the_host->freed(&p->stage);
    cm__buf_done(&p->said);
    cm__free(p->alloc, p, sizeof *p);
}

Wire *cm__wire_stdio_new(Loop *loop, const ProcessSpec *spec,
                         const Redactor *redactor, const WireEvents *events,
                         void *user, cm_error *err)
{
    static const WireOps ops = { "stdio",     wire_send, wire_forget,
                                 wire_forget, wire_stop, wire_free };
    StagedProcess *p = cm__alloc_zero(loop->alloc, 1, sizeof *p);
    (void)redactor;
    if (p == NULL) {
        *err = (cm_error){ .status = CM_E_NOMEM, .text = "out of memory" };
        return NULL;
    }
    p->wire.ops = &ops;
    p->alloc = loop->alloc;
    p->events = *events;
    p->user = user;
    p->stage = (StageWire){ .name = spec->argv[0], .next = wires };
    cm__buf_init(&p->said, loop->alloc, CM_BUF_NO_LIMIT);
    wires = &p->stage;
    the_host->opened(&p->stage);
    return &p->wire;
}

void stage_say(StageWire *wire, const char *text, size_t len)
{
    StagedProcess *p = process_of(wire);
    if (p->has_ended)
        return;
    cm__buf_add(&p->said, text, len);
    cm__buf_add_char(&p->said, '\n');
}

void stage_exit(StageWire *wire)
{
    process_of(wire)->has_ended = true;
}

/* One line, or one end. The wire may be gone after it. */
static bool run_wire(void)
{
    StageWire *wire = wires;
    while (wire != NULL && process_of(wire)->said.len == 0 &&
           !process_of(wire)->has_ended)
        wire = wire->next;
    if (wire == NULL)
        return false;
    StagedProcess *p = process_of(wire);
    Buf line = p->said;
    if (line.len == 0) {
        p->events.closed(p->user, "the process exited with status 1", "");
        return true; /* and the wire is gone, or this is a circle */
    }
    size_t len =
        (size_t)((char *)memchr(line.bytes, '\n', line.len) - line.bytes);
    cm__buf_init(&p->said, p->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&p->said, line.bytes + len + 1, line.len - len - 1);
    p->events.message(p->user, line.bytes, len, 0);
    cm__buf_done(&line);
    return true;
}

/* ---- in order ---- */

static bool run_task(Loop *loop)
{
    LoopTask *task = loop->first;
    if (task == NULL)
        return false;
    loop->first = task->next;
    if (loop->first == NULL)
        loop->last = &loop->first;
    task->run(task);
    return true;
}

static Timer *next_timer(const Loop *loop)
{
    Timer *first = NULL;
    for (Timer *t = loop->timers; t != NULL; t = t->next)
        if (t->is_active &&
            (first == NULL || t->due_ms < first->due_ms ||
             (t->due_ms == first->due_ms && t->serial < first->serial)))
            first = t;
    return first;
}

static bool run_timer(Loop *loop)
{
    Timer *timer = next_timer(loop);
    if (timer == NULL || timer->due_ms > now_ms)
        return false;
    timer->is_active = false;
    timer->fire(timer->user);
    return true;
}

void stage_settle(Loop *loop)
{
    int turns = 0;
    while (run_task(loop) || run_job() || run_wire() || run_timer(loop))
        FUZZ_CHECK(++turns < TURNS_MAX);
}

void stage_pass(Loop *loop, uint64_t ms)
{
    uint64_t end = now_ms + ms;
    stage_settle(loop);
    for (;;) {
        const Timer *timer = next_timer(loop);
        uint64_t next = timer != NULL ? timer->due_ms : UINT64_MAX;
        const WorkJob *job = the_pool != NULL ? the_pool->parked : NULL;
        for (; job != NULL; job = job->next)
            if (job->deadline_ns / 1000000 + 1 < next)
                next = job->deadline_ns / 1000000 + 1;
        if (next > end)
            break;
        now_ms = next;
        stage_settle(loop);
    }
    now_ms = end;
}

void stage_begin(const StageHost *host)
{
    the_host = host;
    now_ms = 0;
    serial = 0;
}

void stage_end(void)
{
    FUZZ_CHECK(wires == NULL && the_pool == NULL);
}
