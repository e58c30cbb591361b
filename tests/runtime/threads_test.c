/* SPDX-License-Identifier: MIT */
/* Tools that settle from other threads, executions in many threads, cancelling
 * from outside. Run under ThreadSanitizer in CI. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "codemode.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    RUNNERS = 4,
    ROUNDS = 20
};

/* A queue of calls served by one thread. */
typedef struct Server {
    pthread_mutex_t lock;
    pthread_cond_t work;
    cm_call *calls[256];
    size_t first, n;
    int is_closing;
    pthread_t thread;
} Server;

static void enqueue(void *user, cm_call *call, const char *input, size_t len)
{
    Server *s = user;
    (void)input;
    (void)len;
    pthread_mutex_lock(&s->lock);
    s->calls[(s->first + s->n++) % 256] = call;
    pthread_cond_signal(&s->work);
    pthread_mutex_unlock(&s->lock);
}

static void *serve(void *arg)
{
    Server *s = arg;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (s->n == 0 && !s->is_closing)
            pthread_cond_wait(&s->work, &s->lock);
        if (s->n == 0)
            break;
        cm_call *call = s->calls[s->first++ % 256];
        s->n--;
        pthread_mutex_unlock(&s->lock);
        cm_call_return(call, "2", 1);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void *run_many(void *arg)
{
    static const char source[] =
        "const ps = []; for (let i = 0; i < 12; i++) ps.push(tools.slow(i)); "
        "let n = 0; for (const v of await Promise.all(ps)) n += v; return n";
    const cm_runtime *runtime = arg;
    for (int i = 0; i < ROUNDS; i++) {
        cm_result *r = NULL;
        if (cm_execute(runtime, source, sizeof source - 1, &r, NULL) != CM_OK)
            return (void *)1;
        int ok = strcmp(cm_result_value(r, NULL), "24") == 0;
        cm_result_free(r);
        if (!ok)
            return (void *)2;
    }
    return NULL;
}

static void server_init(Server *s, cm_tools *tools, cm_runtime **ret_runtime)
{
    memset(s, 0, sizeof *s);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->work, NULL);
    cm_tool tool = { 0 };
    tool.output_schema = "{}";
    tool.execute = enqueue;
    tool.user = s;
    assert_int_equal(cm_tools_add(tools, "slow", &tool, NULL), CM_OK);
    assert_int_equal(cm_runtime_new(tools, NULL, ret_runtime, NULL), CM_OK);
    assert_int_equal(pthread_create(&s->thread, NULL, serve, s), 0);
}

static void server_done(Server *s)
{
    pthread_mutex_lock(&s->lock);
    s->is_closing = 1;
    pthread_cond_signal(&s->work);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    pthread_cond_destroy(&s->work);
    pthread_mutex_destroy(&s->lock);
}

static void answers_come_from_another_thread(void **state)
{
    (void)state;
    static Server s;
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = NULL;
    server_init(&s, tools, &runtime);
    pthread_t runners[RUNNERS];
    for (int i = 0; i < RUNNERS; i++)
        assert_int_equal(pthread_create(&runners[i], NULL, run_many, runtime),
                         0);
    for (int i = 0; i < RUNNERS; i++) {
        void *failed = NULL;
        pthread_join(runners[i], &failed);
        assert_null(failed);
    }
    server_done(&s);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

static void *cancel_soon(void *arg)
{
    struct timespec pause = { 0, 20000000 };
    nanosleep(&pause, NULL);
    cm_execution_cancel(arg);
    return NULL;
}

static void endless_loop_is_cancelled_from_outside(void **state)
{
    (void)state;
    cm_runtime *runtime = NULL;
    assert_int_equal(cm_runtime_new(NULL, NULL, &runtime, NULL), CM_OK);
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    cm_result *r = NULL;
    o.source = "while (true) {}";
    o.source_len = strlen(o.source);
    assert_int_equal(cm_execution_start(runtime, &o, &x, NULL), CM_OK);
    pthread_t other;
    assert_int_equal(pthread_create(&other, NULL, cancel_soon, x), 0);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(x, &r), CM_E_CANCELLED);
    pthread_join(other, NULL);
    cm_execution_free(x);
    cm_runtime_free(runtime);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_from_another_thread),
        cmocka_unit_test(endless_loop_is_cancelled_from_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
