/* SPDX-License-Identifier: MIT */
/* The blocking form: an execution driven by the calling thread, which sleeps
 * while others work. The lock protects `is_awake` alone. */
#include "runtime/execution.h"

#include "base/clock.h"

#include <pthread.h>
#include <time.h>

typedef struct Sleeper {
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool is_awake;
} Sleeper;

static bool sleeper_init(Sleeper *s)
{
    pthread_condattr_t attr;
    s->is_awake = false;
    if (pthread_condattr_init(&attr) != 0)
        return false;
    bool ok = pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0 &&
              pthread_cond_init(&s->woken, &attr) == 0;
    (void)pthread_condattr_destroy(&attr);
    if (!ok)
        return false;
    if (pthread_mutex_init(&s->lock, NULL) == 0)
        return true;
    (void)pthread_cond_destroy(&s->woken);
    return false;
}

static void sleeper_done(Sleeper *s)
{
    (void)pthread_mutex_destroy(&s->lock);
    (void)pthread_cond_destroy(&s->woken);
}

static void wake(void *user)
{
    Sleeper *s = user;
    (void)pthread_mutex_lock(&s->lock);
    s->is_awake = true;
    (void)pthread_cond_signal(&s->woken);
    (void)pthread_mutex_unlock(&s->lock);
}

/* The host's clock may not be the system's: only the span left is taken from
 * it. */
static struct timespec wake_time(const cm_execution *x)
{
    uint64_t now = cm__runtime_now(x->runtime);
    uint64_t deadline = cm_execution_deadline_ns(x);
    uint64_t left = deadline > now ? deadline - now : 0;
    uint64_t at = cm__clock_monotonic_ns() + left;
    return (struct timespec){ .tv_sec = (time_t)(at / 1000000000u),
                              .tv_nsec = (long)(at % 1000000000u) };
}

static void sleep_until_woken(Sleeper *s, const cm_execution *x)
{
    bool forever = cm_execution_deadline_ns(x) == CM_NO_LIMIT;
    struct timespec until = { 0, 0 };
    if (!forever)
        until = wake_time(x);
    (void)pthread_mutex_lock(&s->lock);
    while (!s->is_awake) {
        int rc = forever ? pthread_cond_wait(&s->woken, &s->lock)
                         : pthread_cond_timedwait(&s->woken, &s->lock, &until);
        if (rc != 0)
            break;
    }
    s->is_awake = false;
    (void)pthread_mutex_unlock(&s->lock);
}

cm_status cm_execute(const cm_runtime *runtime, const char *source,
                     size_t source_len, cm_result **ret_result, cm_error *err)
{
    Sleeper s;
    cm_execution *x = NULL;
    if (!sleeper_init(&s))
        return cm__error_set(err, CM_E_NOMEM, "", "threads are refused");
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    o.source = source;
    o.source_len = source_len;
    o.wake = wake;
    o.wake_user = &s;
    cm_status status = cm_execution_start(runtime, &o, &x, err);
    if (status == CM_OK) {
        while (cm_execution_run(x, 0) == CM_RUN_WAITING)
            sleep_until_woken(&s, x);
        status = cm_execution_take_result(x, ret_result);
        if (status != CM_OK)
            (void)cm__error_set(err, status, "", "the execution was cancelled");
    }
    cm_execution_free(x);
    sleeper_done(&s);
    return status;
}
