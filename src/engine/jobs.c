/* SPDX-License-Identifier: MIT */
/* The job queue: a ring of small records. One record is one turn. The record
 * being run is kept in `current`, where the collector sees it; the C code below
 * rereads it after anything that runs program code. */
#include "engine/lua_internal.h"
#include "engine/vm_internal.h"

typedef enum JobKind {
    JOB_START,    /* a: the program's closure */
    JOB_RESUME,   /* a: coroutine, b: value */
    JOB_REACTION, /* a: Reaction cell, b: value */
    JOB_NATIVE    /* fn(a, b) */
} JobKind;

typedef enum JobStage {
    STAGE_START,
    STAGE_RUN, /* its frame is on the stack */
    STAGE_SETTLE
} JobStage;

typedef struct Job {
    Value a, b;
    NativeJob fn;
    uint8_t kind;
    bool rejected;
} Job;

struct Jobs {
    Job *ring; /* owned; cap records, a power of two */
    uint32_t cap, head, n;
    bool running;  /* `current` is in progress */
    bool threw;    /* its outcome, with vm->job_result */
    uint8_t stage; /* JobStage */
    Job current;
    Promise *rejected; /* list by next_rejected, newest first */
};

#define FIRST_CAP 8

bool jobs_init(VM *vm)
{
    vm->jobs = cm__alloc_zero(vm->heap.alloc, 1, sizeof *vm->jobs);
    return vm->jobs != NULL;
}

void jobs_done(VM *vm)
{
    if (!vm->jobs)
        return;
    cm__free(vm->heap.alloc, vm->jobs->ring, vm->jobs->cap * sizeof(Job));
    cm__free(vm->heap.alloc, vm->jobs, sizeof *vm->jobs);
    vm->jobs = NULL;
}

bool jobs_reserve(VM *vm, uint32_t n)
{
    Jobs *q = vm->jobs;
    if (n <= q->cap - q->n)
        return true;
    uint32_t cap = q->cap ? q->cap : FIRST_CAP;
    while (cap - q->n < n) {
        if (cap > UINT32_MAX / 4) {
            vm->heap.refused = true;
            return false;
        }
        cap *= 2;
    }
    size_t old_bytes = q->cap * sizeof(Job), bytes = cap * sizeof(Job);
    if (!heap_charge(&vm->heap, bytes - old_bytes))
        return false;
    Job *ring = cm__alloc(vm->heap.alloc, bytes);
    if (!ring) {
        heap_uncharge(&vm->heap, bytes - old_bytes);
        vm->heap.refused = true;
        return false;
    }
    for (uint32_t i = 0; i < q->n; i++)
        ring[i] = q->ring[(q->head + i) & (q->cap - 1)];
    cm__free(vm->heap.alloc, q->ring, old_bytes);
    q->ring = ring;
    q->cap = cap;
    q->head = 0;
    return true;
}

static bool enqueue(VM *vm, Job job)
{
    if (!jobs_reserve(vm, 1))
        return false;
    Jobs *q = vm->jobs;
    q->ring[(q->head + q->n++) & (q->cap - 1)] = job;
    return true;
}

bool jobs_add_start(VM *vm, Closure *main_fn)
{
    Job j = { value_from_obj(main_fn), VALUE_UNDEFINED, NULL, JOB_START,
              false };
    return enqueue(vm, j);
}

bool jobs_add_resume(VM *vm, Coroutine *co, bool rejected, Value v)
{
    Job j = { value_from_obj(co), v, NULL, JOB_RESUME, rejected };
    return enqueue(vm, j);
}

bool jobs_add_reaction(VM *vm, Reaction *r, bool rejected, Value v)
{
    if (r->kind == REACT_AWAIT)
        return jobs_add_resume(vm, (Coroutine *)(void *)value_obj(r->target),
                               rejected, v);
    Job j = { value_from_cell(r), v, NULL, JOB_REACTION, rejected };
    return enqueue(vm, j);
}

bool jobs_add(VM *vm, NativeJob fn, Value a, Value b)
{
    Job j = { a, b, fn, JOB_NATIVE, false };
    return enqueue(vm, j);
}

bool jobs_ready(const VM *vm)
{
    return vm->jobs->n > 0 || vm->jobs->running;
}

void jobs_note_rejected(VM *vm, Promise *p)
{
    p->next_rejected = vm->jobs->rejected;
    vm->jobs->rejected = p;
}

Promise *promise_first_unhandled(VM *vm)
{
    Promise *first = NULL;
    for (Promise *p = vm->jobs->rejected; p; p = p->next_rejected) {
        if (!p->observed && (!first || p->number < first->number))
            first = p;
    }
    return first;
}

size_t promise_list_unhandled(VM *vm, Promise **out, size_t cap)
{
    size_t n = 0;
    for (Promise *p = vm->jobs->rejected; p; p = p->next_rejected) {
        if (p->observed)
            continue;
        if (n < cap)
            out[n] = p;
        n++;
    }
    return n;
}

static void mark_job(Gc *gc, const Job *j)
{
    gc_mark_value(gc, j->a);
    gc_mark_value(gc, j->b);
}

void jobs_mark(Gc *gc, VM *vm)
{
    Jobs *q = vm->jobs;
    for (uint32_t i = 0; i < q->n && gc_goes_on(gc, 1); i++)
        mark_job(gc, &q->ring[(q->head + i) & (q->cap - 1)]);
    if (q->running)
        mark_job(gc, &q->current);
    /* What has been observed meanwhile is no longer of interest. */
    Promise **link = &q->rejected;
    while (*link && gc_goes_on(gc, 1)) {
        if ((*link)->observed) {
            *link = (*link)->next_rejected;
        } else {
            gc_mark_cell(gc, *link);
            link = &(*link)->next_rejected;
        }
    }
}

/* ---- running ---- */

/* Settles what a reaction's handler result leads to. */
static bool finish_reaction(VM *vm, const Reaction *r, bool threw, Value v)
{
    if (r->kind == REACT_CAPABILITY) {
        Array *cap = (Array *)(void *)value_obj(r->target);
        Value fn = obj_element_fast(&cap->obj, threw ? 2 : 1);
        return vm_call(vm, fn, VALUE_UNDEFINED, 1, &v) != VALUE_THROWN;
    }
    if (!value_is_object(r->target))
        return true;
    Promise *derived = (Promise *)(void *)value_obj(r->target);
    return threw ? promise_reject(vm, derived, v)
                 : promise_resolve(vm, derived, v);
}

static bool call_native_reaction(VM *vm, const Reaction *r, const Job *j)
{
    NativeReaction fn;
    RawCell *raw = value_ptr(r->on_fulfilled);
    memcpy(&fn, raw->bytes, sizeof fn);
    return fn(vm, r->target, r->index, j->rejected, j->b) != VALUE_THROWN;
}

/* The handler of a reaction runs in a frame of its own over the base frame, so
 * that it may be interrupted and collected like any program code. */
static CallResult start_reaction(VM *vm, const Job *j)
{
    Reaction *r = value_ptr(j->a);
    if (r->kind == REACT_NATIVE)
        return call_native_reaction(vm, r, j) ? CALL_DONE : CALL_FAILED;
    Value fn = j->rejected ? r->on_rejected : r->on_fulfilled;
    if (!value_is_callable(fn)) {
        vm->jobs->threw = j->rejected;
        vm->job_result = j->b;
        return CALL_DONE;
    }
    StackSegment *s;
    Value *cs = call_area(vm, 3, &s);
    if (!cs)
        return CALL_FAILED;
    cs[0] = fn;
    cs[1] = VALUE_UNDEFINED;
    cs[2] = j->b;
    return call_slots(vm, cs, 1, &vm->job_result, VALUE_UNDEFINED);
}

static CallResult start_program(VM *vm, const Job *j)
{
    StackSegment *s;
    Value *cs = call_area(vm, 2, &s);
    if (!cs)
        return CALL_FAILED;
    cs[0] = j->a;
    cs[1] = VALUE_UNDEFINED;
    if (vm->realm->is_lua)
        return lua_call_slots(vm, cs, 0, &vm->job_result, 1);
    return call_slots(vm, cs, 0, &vm->job_result, VALUE_UNDEFINED);
}

static CallResult start_job(VM *vm, const Job *j)
{
    vm->jobs->threw = false;
    switch ((JobKind)j->kind) {
    case JOB_START:
        return start_program(vm, j);
    case JOB_NATIVE:
        return j->fn(vm, j->a, j->b) == VALUE_THROWN ? CALL_FAILED : CALL_DONE;
    case JOB_REACTION:
        return start_reaction(vm, j);
    case JOB_RESUME:
        break;
    }
    Coroutine *co = (Coroutine *)(void *)value_obj(j->a);
    if (!coroutine_push(vm, co, &vm->discard, j->rejected, j->b))
        return CALL_FAILED;
    if (j->rejected) {
        vm->exception = j->b;
        vm->resume_throw = true;
    }
    return CALL_PUSHED;
}

/* Turns a parked exception into the outcome of the job; false when there is
 * none: the execution ends or memory was refused. */
static bool take_exception(VM *vm)
{
    if (vm->exception == VALUE_ABSENT)
        return false;
    vm->job_result = vm->exception;
    vm->exception = VALUE_ABSENT;
    vm->jobs->threw = true;
    return true;
}

static bool settle_job(VM *vm, const Job *j)
{
    if (j->kind == JOB_START && vm->realm->is_lua) {
        Promise *p = (Promise *)(void *)value_obj(vm->main_promise);
        return vm->jobs->threw ? promise_reject(vm, p, vm->job_result)
                               : promise_fulfil(vm, p, vm->job_result);
    }
    if (j->kind != JOB_REACTION)
        return true;
    Reaction *r = value_ptr(j->a);
    if (r->kind == REACT_NATIVE)
        return true;
    return finish_reaction(vm, r, vm->jobs->threw, vm->job_result);
}

/* One step of the current job. RUN_RETURNED: go on with the next stage. */
static RunResult advance(VM *vm)
{
    Jobs *q = vm->jobs;
    switch ((JobStage)q->stage) {
    case STAGE_START: {
        CallResult c = start_job(vm, &q->current);
        if (c == CALL_PUSHED) {
            q->stage = STAGE_RUN;
            return RUN_RETURNED;
        }
        if (c == CALL_FAILED && !take_exception(vm))
            return RUN_THROWN;
        q->stage = STAGE_SETTLE;
        return RUN_RETURNED;
    }
    case STAGE_RUN: {
        RunResult run = vm->realm->is_lua ? lua_interpret(vm) : interpret(vm);
        if (run == RUN_YIELDED)
            return run;
        if (run == RUN_THROWN && !take_exception(vm))
            return run;
        q->stage = STAGE_SETTLE;
        return RUN_RETURNED;
    }
    case STAGE_SETTLE:
        if (!settle_job(vm, &q->current) && !take_exception(vm))
            return RUN_THROWN;
        q->running = false;
        return RUN_RETURNED;
    }
    return RUN_THROWN;
}

RunResult jobs_run_next(VM *vm)
{
    Jobs *q = vm->jobs;
    if (!q->running) {
        /* Here and not for each turn of vm_run: what an execution is charged
         * must not depend on how it is cut into slices. */
        if (!vm_charge(vm, 1))
            return RUN_THROWN;
        q->current = q->ring[q->head];
        q->head = (q->head + 1) & (q->cap - 1);
        q->n--;
        q->running = true;
        q->stage = STAGE_START;
        vm->job_number++;
    }
    bool retried = false;
    while (q->running) {
        vm->code_ran = false;
        RunResult r = advance(vm);
        if (r == RUN_RETURNED)
            continue;
        if (r == RUN_YIELDED || vm->termination != TERM_NONE)
            return r;
        /* Memory was refused in C code of the stage; nothing has changed
         * yet. */
        if (retried || vm->code_ran) {
            vm_terminate(vm, TERM_MEMORY);
            return RUN_THROWN;
        }
        retried = true;
        vm->heap.refused = false;
        gc_collect(vm);
    }
    return RUN_RETURNED;
}
