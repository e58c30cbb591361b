/* SPDX-License-Identifier: MIT */
/* Answers from other threads, cancellation, and answers that come too late. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../oom_alloc.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char document[] =
    "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":\"https://h\"}],"
    "\"components\":{\"securitySchemes\":{"
    "\"k\":{\"type\":\"apiKey\",\"in\":\"header\",\"name\":\"X-K\"},"
    "\"b\":{\"type\":\"http\",\"scheme\":\"bearer\"}}},\"paths\":{"
    "\"/open\":{\"get\":{\"operationId\":\"open\"}},"
    "\"/closed\":{\"get\":{\"operationId\":\"closed\","
    "\"security\":[{\"k\":[],\"b\":[]},{\"b\":[]}]}}}}";

/* ---- a host with threads ---- */

enum {
    MAX_JOBS = 4096,
    N_WORKERS = 3
};

/* What a worker is to end: one of the two. */
typedef struct Job {
    cm_http_exchange *exchange;
    cm_credential_question *question;
} Job;

typedef struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t more;
    pthread_t threads[N_WORKERS];
    Job jobs[MAX_JOBS];
    size_t n_jobs;
    size_t n_started, n_ended, n_cancelled; /* exchanges and questions */
    bool is_closing;
    bool holds;      /* workers wait until it is false */
    bool is_slow;    /* workers take a while */
    bool must_reply; /* a cancellation does not end the exchange */
    bool waits_in_send;
    bool is_in_send;
} Pool;

static void nap(long us)
{
    struct timespec t = { 0, us * 1000 };
    (void)nanosleep(&t, NULL);
}

static void end(const Job *job)
{
    static const cm_credential key = { CM_CREDENTIAL_API_KEY, NULL, "s" };
    if (job->exchange)
        cm_http_answer(job->exchange, 200, "application/json", "7", 1);
    else
        cm_credential_give(job->question, &key);
}

static void *work(void *arg)
{
    Pool *p = arg;
    unsigned turn = 0;
    (void)pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->is_closing && (p->n_jobs == 0 || p->holds))
            (void)pthread_cond_wait(&p->more, &p->lock);
        if (p->n_jobs == 0)
            break;
        Job job = p->jobs[0];
        memmove(p->jobs, p->jobs + 1, --p->n_jobs * sizeof job);
        bool is_slow = p->is_slow;
        (void)pthread_mutex_unlock(&p->lock);
        if (is_slow)
            nap((long)(++turn * 7919 % 3000));
        end(&job);
        (void)pthread_mutex_lock(&p->lock);
        p->n_ended++;
        (void)pthread_cond_broadcast(&p->more);
    }
    (void)pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void pool_init(Pool *p)
{
    *p = (Pool){ .n_jobs = 0 };
    assert_int_equal(pthread_mutex_init(&p->lock, NULL), 0);
    assert_int_equal(pthread_cond_init(&p->more, NULL), 0);
    for (int i = 0; i < N_WORKERS; i++)
        assert_int_equal(pthread_create(&p->threads[i], NULL, work, p), 0);
}

static void pool_set(Pool *p, bool *flag, bool value)
{
    (void)pthread_mutex_lock(&p->lock);
    *flag = value;
    (void)pthread_cond_broadcast(&p->more);
    (void)pthread_mutex_unlock(&p->lock);
}

/* Until everything that was started has ended. */
static void pool_drain(Pool *p)
{
    (void)pthread_mutex_lock(&p->lock);
    while (p->n_ended < p->n_started)
        (void)pthread_cond_wait(&p->more, &p->lock);
    (void)pthread_mutex_unlock(&p->lock);
}

static void pool_done(Pool *p)
{
    pool_set(p, &p->holds, false);
    pool_set(p, &p->is_closing, true);
    for (int i = 0; i < N_WORKERS; i++)
        assert_int_equal(pthread_join(p->threads[i], NULL), 0);
    (void)pthread_cond_destroy(&p->more);
    (void)pthread_mutex_destroy(&p->lock);
}

static void push(Pool *p, Job job)
{
    (void)pthread_mutex_lock(&p->lock);
    assert_true(p->n_jobs < MAX_JOBS);
    p->jobs[p->n_jobs++] = job;
    p->n_started++;
    (void)pthread_cond_broadcast(&p->more);
    (void)pthread_mutex_unlock(&p->lock);
}

/* Ends the exchange unless a worker has it already. */
static void cancelled(void *user, cm_http_exchange *exchange)
{
    Pool *p = user;
    bool is_mine = false;
    (void)pthread_mutex_lock(&p->lock);
    p->n_cancelled++;
    for (size_t i = 0; i < p->n_jobs && !p->must_reply; i++) {
        if (p->jobs[i].exchange != exchange)
            continue;
        memmove(p->jobs + i, p->jobs + i + 1,
                (--p->n_jobs - i) * sizeof *p->jobs);
        is_mine = true;
        break;
    }
    (void)pthread_mutex_unlock(&p->lock);
    if (!is_mine)
        return;
    cm_http_fail(exchange, CM_HTTP_FAILED, "cancelled");
    (void)pthread_mutex_lock(&p->lock);
    p->n_ended++;
    (void)pthread_cond_broadcast(&p->more);
    (void)pthread_mutex_unlock(&p->lock);
}

static void send_later(void *user, cm_http_exchange *exchange,
                       const cm_http_request *request)
{
    Pool *p = user;
    (void)request;
    (void)pthread_mutex_lock(&p->lock);
    p->is_in_send = true;
    (void)pthread_cond_broadcast(&p->more);
    while (p->waits_in_send)
        (void)pthread_cond_wait(&p->more, &p->lock);
    (void)pthread_mutex_unlock(&p->lock);
    cm_http_on_cancel(exchange, cancelled, p);
    push(p, (Job){ exchange, NULL });
}

static void resolve_later(void *user, cm_credential_question *question,
                          const cm_credential_request *request)
{
    if (strcmp(request->name, "b") == 0) { /* the same thread, at once */
        static const cm_credential token = { CM_CREDENTIAL_BEARER, NULL, "t" };
        cm_credential_give(question, &token);
        return;
    }
    push(user, (Job){ NULL, question });
}

static cm_openapi *open_document(Pool *p)
{
    cm_openapi_options options = CM_OPENAPI_OPTIONS_INIT;
    cm_openapi *openapi = NULL;
    options.send = send_later;
    options.resolve = resolve_later;
    options.user = p;
    assert_int_equal(
        cm_openapi_new(document, sizeof document - 1, &options, &openapi, NULL),
        CM_OK);
    return openapi;
}

static cm_runtime *runtime_of(const cm_openapi *openapi, int64_t timeout_ms,
                              int64_t grace_ms)
{
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    cm_tools *tools = cm_tools_new(NULL);
    assert_int_equal(cm_openapi_add(openapi, tools, NULL, NULL, NULL), CM_OK);
    options.limits.timeout_ms = timeout_ms;
    options.cleanup_grace_ms = grace_ms;
    assert_int_equal(cm_runtime_new(tools, &options, &runtime, NULL), CM_OK);
    cm_tools_free(tools);
    return runtime;
}

/* Runs and gives the value, or the kind of the error. */
static void run(const cm_runtime *runtime, const char *source, char out[64])
{
    cm_result *r = NULL;
    assert_int_equal(cm_execute(runtime, source, strlen(source), &r, NULL),
                     CM_OK);
    (void)snprintf(out, 64, "%s",
                   cm_result_ok(r) ? cm_result_value(r, NULL)
                                   : cm_result_error_kind(r));
    cm_result_free(r);
}

/* ---- tests ---- */

/* The document goes right after the last answer, while the worker that gave it
 * is on its way out. */
static void answers_from_other_threads(void **state)
{
    Pool p;
    (void)state;
    pool_init(&p);
    for (int i = 0; i < 100; i++) {
        char out[64];
        cm_openapi *openapi = open_document(&p);
        cm_runtime *runtime = runtime_of(openapi, CM_UNSET, CM_UNSET);
        run(runtime,
            i % 2 ? "return await tools.closed({})"
                  : "return (await Promise.all([tools.open({}), "
                    "tools.closed({}), tools.open({})])).length",
            out);
        assert_string_equal(out, i % 2 ? "7" : "3");
        cm_runtime_free(runtime);
        cm_openapi_free(openapi);
    }
    assert_int_equal(p.n_cancelled, 0);
    pool_done(&p);
}

/* O58 */
static void o58_the_deadline_aborts(void **state)
{
    Pool p;
    char out[64];
    (void)state;
    pool_init(&p);
    p.holds = true;
    cm_openapi *openapi = open_document(&p);
    cm_runtime *runtime = runtime_of(openapi, 20, CM_UNSET);
    run(runtime, "return await tools.open({})", out);
    assert_string_equal(out, "TimeoutExceeded");
    assert_int_equal(p.n_cancelled, 1);
    assert_int_equal(p.n_ended, 1);
    cm_runtime_free(runtime);
    cm_openapi_free(openapi);
    pool_done(&p);
}

/* The host does not hear; everything of the execution is gone when it answers. */
static void late_answers_are_ignored(void **state)
{
    static const char *const sources[] = { "return await tools.open({})",
                                           "return await tools.closed({})" };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        Pool p;
        char out[64];
        pool_init(&p);
        p.holds = true;
        p.must_reply = true;
        cm_openapi *openapi = open_document(&p);
        cm_runtime *runtime = runtime_of(openapi, 10, 0);
        run(runtime, sources[i], out);
        assert_string_equal(out, "TimeoutExceeded");
        cm_runtime_free(runtime);
        pool_set(&p, &p.holds, false);
        pool_drain(&p);
        /* a question that is answered after the end sends nothing */
        assert_int_equal(p.n_started, 1);
        assert_int_equal(p.n_cancelled, i == 0 ? 1 : 0);
        cm_openapi_free(openapi);
        pool_done(&p);
    }
}

/* The cancellation comes while another thread is inside `send`, which has not
 * said yet whom to tell. */
static void a_cancellation_during_send_is_told_after_it(void **state)
{
    Pool p;
    cm_execution_options options = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    (void)state;
    pool_init(&p);
    p.waits_in_send = true;
    p.holds = true; /* so that a worker goes on, not this thread */
    cm_openapi *openapi = open_document(&p);
    cm_runtime *runtime = runtime_of(openapi, CM_UNSET, 0);
    options.source = "return await tools.closed({})";
    options.source_len = strlen(options.source);
    assert_int_equal(cm_execution_start(runtime, &options, &x, NULL), CM_OK);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    pool_set(&p, &p.holds, false);
    (void)pthread_mutex_lock(&p.lock);
    while (!p.is_in_send)
        (void)pthread_cond_wait(&p.more, &p.lock);
    p.holds = true; /* so that only the cancellation can end it */
    (void)pthread_mutex_unlock(&p.lock);
    cm_execution_cancel(x);
    (void)cm_execution_run(x, 0);
    cm_execution_free(x);
    cm_runtime_free(runtime);
    pool_set(&p, &p.waits_in_send, false);
    (void)pthread_mutex_lock(&p.lock);
    while (p.n_ended < 2)
        (void)pthread_cond_wait(&p.more, &p.lock);
    assert_int_equal(p.n_cancelled, 1);
    (void)pthread_mutex_unlock(&p.lock);
    cm_openapi_free(openapi);
    pool_done(&p);
}

typedef struct Runner {
    pthread_t thread;
    const cm_runtime *runtime;
    int n_runs;
    int n_good, n_late;
} Runner;

static void *run_many(void *arg)
{
    Runner *r = arg;
    for (int i = 0; i < r->n_runs; i++) {
        char out[64];
        run(r->runtime,
            i % 2 ? "return await tools.closed({})"
                  : "const all = []; for (let i = 0; i < 4; i++) "
                    "all.push(tools.open({}), tools.closed({})); "
                    "await Promise.all(all); return 7",
            out);
        if (strcmp(out, "7") == 0)
            r->n_good++;
        else if (strcmp(out, "TimeoutExceeded") == 0)
            r->n_late++;
    }
    return NULL;
}

/* Deadlines and answers meet at every moment. */
static void cancellations_and_answers_race(void **state)
{
    enum {
        N_RUNNERS = 3,
        N_RUNS = 60
    };
    Pool p;
    Runner runners[N_RUNNERS];
    (void)state;
    pool_init(&p);
    p.is_slow = true;
    cm_openapi *openapi = open_document(&p);
    cm_runtime *runtimes[2] = { runtime_of(openapi, 3, 0),
                                runtime_of(openapi, 4, CM_UNSET) };
    for (int i = 0; i < N_RUNNERS; i++) {
        runners[i] = (Runner){ .runtime = runtimes[i % 2], .n_runs = N_RUNS };
        assert_int_equal(
            pthread_create(&runners[i].thread, NULL, run_many, &runners[i]), 0);
    }
    for (int i = 0; i < N_RUNNERS; i++) {
        assert_int_equal(pthread_join(runners[i].thread, NULL), 0);
        assert_int_equal(runners[i].n_good + runners[i].n_late, N_RUNS);
    }
    cm_runtime_free(runtimes[0]);
    cm_runtime_free(runtimes[1]);
    pool_drain(&p);
    cm_openapi_free(openapi);
    pool_done(&p);
}

/* ---- memory ---- */

static void send_now(void *user, cm_http_exchange *exchange,
                     const cm_http_request *request)
{
    (void)user;
    (void)request;
    cm_http_answer(exchange, 200, "application/json", "7", 1);
}

static void resolve_now(void *user, cm_credential_question *question,
                        const cm_credential_request *request)
{
    static const cm_credential token = { CM_CREDENTIAL_BEARER, NULL, "t" };
    (void)user;
    if (strcmp(request->name, "k") == 0)
        cm_credential_unavailable(question);
    else
        cm_credential_give(question, &token);
}

/* The library has memory, the document has not always: every call ends, and
 * never with a wrong answer. */
static void memory_may_be_refused_to_calls(void **state)
{
    (void)state;
    for (long n = 1;; n++) {
        cm_openapi_options options = CM_OPENAPI_OPTIONS_INIT;
        cm_openapi *openapi = NULL;
        OomAlloc o;
        char out[64];
        oom_alloc_init(&o, 0, 0);
        options.allocator = &o.alloc;
        options.send = send_now;
        options.resolve = resolve_now;
        assert_int_equal(cm_openapi_new(document, sizeof document - 1, &options,
                                        &openapi, NULL),
                         CM_OK);
        cm_runtime *runtime = runtime_of(openapi, CM_UNSET, CM_UNSET);
        o.left = n;
        run(runtime,
            "try { await tools.open({}) } catch (e) { return e.message }\n"
            "try { return await tools.closed({}) } "
            "catch (e) { return e.message }",
            out);
        assert_string_equal(out, o.refused ? "MemoryLimitExceeded" : "7");
        cm_runtime_free(runtime);
        cm_openapi_free(openapi);
        assert_int_equal(o.live_bytes, 0);
        if (!o.refused) {
            assert_true(n > 10);
            break;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_from_other_threads),
        cmocka_unit_test(o58_the_deadline_aborts),
        cmocka_unit_test(late_answers_are_ignored),
        cmocka_unit_test(a_cancellation_during_send_is_told_after_it),
        cmocka_unit_test(cancellations_and_answers_race),
        cmocka_unit_test(memory_may_be_refused_to_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
