/* SPDX-License-Identifier: MIT */
/* Tasks go through one list and one uv_async_t: libuv merges several sends into
 * one wake-up, therefore the whole list is taken at each.
 *
 * A timer that falls due is only put into a queue, and the queue runs behind
 * libuv's timers, for some milliseconds a turn. Otherwise timers that take long
 * and start each other would keep the turn from input and output for ever. */
#include "net/loop.h"

#include <pthread.h>

#include "net/loop_internal.h"

enum {
    DUE_TURN_MS = 10 /* for timers that are due, in one turn of the loop */
};

struct Loop {
    const cm_allocator *alloc; /* borrowed */
    uv_loop_t uv;
    uv_async_t wake;
    pthread_mutex_t lock; /* guards first, last */
    LoopTask *first, **last;
    uv_idle_t turn; /* runs while a timer is due */
    Timer *first_due, **last_due;
};

struct Timer {
    Owned owned;
    uv_timer_t uv;
    Timer *next_due;
    bool is_due;
    void (*fire)(void *user);
    void *user;
};

struct SignalWatch {
    Owned owned;
    uv_signal_t uv;
    void (*caught)(void *user, int signum);
    void *user;
};

/* ---- objects with handles ---- */

static void owned_maybe_release(Owned *object)
{
    if (!object->is_freed || object->n_handles > 0)
        return;
    if (object->released != NULL)
        object->released(object);
    cm__free(object->loop->alloc, object, object->size);
}

void *cm__owned_new(Loop *loop, size_t size)
{
    Owned *object = cm__alloc_zero(loop->alloc, 1, size);
    if (object == NULL)
        return NULL;
    object->loop = loop;
    object->size = size;
    return object;
}

void cm__owned_adopt(Owned *object, uv_handle_t *handle)
{
    handle->data = object;
    object->n_handles++;
}

static void owned_closed(uv_handle_t *handle)
{
    Owned *object = handle->data;
    object->n_handles--;
    owned_maybe_release(object);
}

void cm__owned_close(uv_handle_t *handle)
{
    if (handle->data != NULL && !uv_is_closing(handle))
        uv_close(handle, owned_closed);
}

void cm__owned_free(Owned *object)
{
    object->is_freed = true;
    owned_maybe_release(object);
}

/* ---- the loop ---- */

static void run_posted(uv_async_t *wake)
{
    Loop *loop = (Loop *)wake->loop->data;
    pthread_mutex_lock(&loop->lock);
    LoopTask *task = loop->first;
    loop->first = NULL;
    loop->last = &loop->first;
    pthread_mutex_unlock(&loop->lock);
    while (task != NULL) {
        LoopTask *next = task->next; /* before run, which may free the task */
        task->run(task);
        task = next;
    }
}

static void run_due(uv_idle_t *turn);

Loop *cm__loop_new(const cm_allocator *alloc)
{
    Loop *loop = cm__alloc_zero(alloc, 1, sizeof *loop);
    if (loop == NULL)
        return NULL;
    loop->alloc = alloc;
    loop->last = &loop->first;
    loop->last_due = &loop->first_due;
    if (uv_loop_init(&loop->uv) != 0) {
        cm__free(alloc, loop, sizeof *loop);
        return NULL;
    }
    loop->uv.data = loop;
    if (uv_async_init(&loop->uv, &loop->wake, run_posted) != 0 ||
        pthread_mutex_init(&loop->lock, NULL) != 0) {
        uv_loop_close(&loop->uv);
        cm__free(alloc, loop, sizeof *loop);
        return NULL;
    }
    uv_idle_init(&loop->uv, &loop->turn);
    return loop;
}

static void close_leftover(uv_handle_t *handle, void *ctx)
{
    (void)ctx;
    if (uv_is_closing(handle))
        return;
    if (handle->data == NULL)
        uv_close(handle, NULL);
    else
        cm__owned_close(handle);
}

void cm__loop_free(Loop *loop)
{
    if (loop == NULL)
        return;
    uv_walk(&loop->uv, close_leftover, NULL);
    while (uv_run(&loop->uv, UV_RUN_DEFAULT) != 0)
        uv_walk(&loop->uv, close_leftover, NULL);
    uv_loop_close(&loop->uv);
    pthread_mutex_destroy(&loop->lock);
    cm__free(loop->alloc, loop, sizeof *loop);
}

const cm_allocator *cm__loop_alloc(const Loop *loop)
{
    return loop->alloc;
}

uv_loop_t *cm__loop_uv(Loop *loop)
{
    return &loop->uv;
}

void cm__loop_run(Loop *loop)
{
    uv_run(&loop->uv, UV_RUN_DEFAULT);
}

void cm__loop_stop(Loop *loop)
{
    uv_stop(&loop->uv);
}

void cm__loop_post(Loop *loop, LoopTask *task)
{
    task->next = NULL;
    pthread_mutex_lock(&loop->lock);
    *loop->last = task;
    loop->last = &task->next;
    pthread_mutex_unlock(&loop->lock);
    uv_async_send(&loop->wake);
}

uint64_t cm__loop_now_ms(const Loop *loop)
{
    (void)loop;
    return uv_hrtime() / UINT64_C(1000000);
}

/* ---- timers ---- */

static void timer_fired(uv_timer_t *uv)
{
    Timer *timer = (Timer *)uv->data;
    Loop *loop = timer->owned.loop;
    timer->is_due = true;
    timer->next_due = NULL;
    *loop->last_due = timer;
    loop->last_due = &timer->next_due;
    (void)uv_idle_start(&loop->turn, run_due);
}

static void not_due(Timer *timer)
{
    Loop *loop = timer->owned.loop;
    Timer **link = &loop->first_due;
    if (!timer->is_due)
        return;
    timer->is_due = false;
    while (*link != timer)
        link = &(*link)->next_due;
    *link = timer->next_due;
    if (loop->last_due == &timer->next_due)
        loop->last_due = link;
}

static void run_due(uv_idle_t *turn)
{
    Loop *loop = (Loop *)turn->loop->data;
    uint64_t end_ms = cm__loop_now_ms(loop) + DUE_TURN_MS;
    while (loop->first_due != NULL) {
        Timer *timer = loop->first_due;
        not_due(timer);
        timer->fire(timer->user); /* which may free it */
        if (cm__loop_now_ms(loop) >= end_ms)
            break;
    }
    if (loop->first_due == NULL)
        uv_idle_stop(turn);
}

Timer *cm__timer_new(Loop *loop, void (*fire)(void *user), void *user)
{
    Timer *timer = cm__owned_new(loop, sizeof *timer);
    if (timer == NULL)
        return NULL;
    timer->fire = fire;
    timer->user = user;
    uv_timer_init(&loop->uv, &timer->uv);
    cm__owned_adopt(&timer->owned, (uv_handle_t *)&timer->uv);
    return timer;
}

void cm__timer_start(Timer *timer, uint64_t delay_ms)
{
    not_due(timer);
    uv_update_time(timer->uv.loop);
    uv_timer_start(&timer->uv, timer_fired, delay_ms, 0);
}

void cm__timer_stop(Timer *timer)
{
    not_due(timer);
    uv_timer_stop(&timer->uv);
}

bool cm__timer_is_active(const Timer *timer)
{
    return timer->is_due || uv_is_active((const uv_handle_t *)&timer->uv) != 0;
}

void cm__timer_free(Timer *timer)
{
    if (timer == NULL)
        return;
    not_due(timer);
    cm__owned_close((uv_handle_t *)&timer->uv);
    cm__owned_free(&timer->owned);
}

/* ---- signals ---- */

static void signal_caught(uv_signal_t *uv, int signum)
{
    SignalWatch *watch = (SignalWatch *)uv->data;
    watch->caught(watch->user, signum);
}

SignalWatch *cm__signal_new(Loop *loop, int signum,
                            void (*caught)(void *user, int signum), void *user)
{
    SignalWatch *watch = cm__owned_new(loop, sizeof *watch);
    if (watch == NULL)
        return NULL;
    watch->caught = caught;
    watch->user = user;
    uv_signal_init(&loop->uv, &watch->uv);
    cm__owned_adopt(&watch->owned, (uv_handle_t *)&watch->uv);
    if (uv_signal_start(&watch->uv, signal_caught, signum) != 0) {
        cm__signal_free(watch);
        return NULL;
    }
    return watch;
}

void cm__signal_free(SignalWatch *watch)
{
    if (watch == NULL)
        return;
    cm__owned_close((uv_handle_t *)&watch->uv);
    cm__owned_free(&watch->owned);
}
