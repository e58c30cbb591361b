/* SPDX-License-Identifier: MIT */
/* Extensions whose calls are settled by other threads, or when everything else
 * is gone; limits while a program waits for one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "extension_fixture.h"

#include <pthread.h>

enum {
    QUEUE = 64
};

/* Calls on their way to the thread that settles them. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    cm_call *calls[QUEUE];
    int n;
    bool stop;
} queue = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { NULL }, 0, false
};

static void enqueue(cm_call *call)
{
    (void)pthread_mutex_lock(&queue.lock);
    queue.calls[queue.n++] = call;
    (void)pthread_cond_signal(&queue.changed);
    (void)pthread_mutex_unlock(&queue.lock);
}

/* Answers with a list of a number, a function and a promise settled at once. */
static void settle(Ext *ext, cm_call *call)
{
    cm_call *promise;
    cm_value *list = cm_value_new(NULL, CM_VALUE_ARRAY);
    (void)cm_value_push(list, cm_value_number(NULL, 1));
    (void)cm_value_push(list, ext_function(ext, ext_next, false));
    (void)cm_value_push(list, cm_value_promise(call, &promise));
    cm_call_return_value(call, list);
    cm_call_return(promise, "2", 1);
}

static void *settler(void *user)
{
    (void)pthread_mutex_lock(&queue.lock);
    while (!queue.stop || queue.n) {
        if (queue.n == 0) {
            (void)pthread_cond_wait(&queue.changed, &queue.lock);
            continue;
        }
        cm_call *call = queue.calls[--queue.n];
        (void)pthread_mutex_unlock(&queue.lock);
        settle(user, call);
        (void)pthread_mutex_lock(&queue.lock);
    }
    (void)pthread_mutex_unlock(&queue.lock);
    return NULL;
}

static void elsewhere(void *user, cm_call *call, const cm_value *args)
{
    (void)user;
    (void)args;
    enqueue(call);
}

static cm_runtime *runtime_with(Ext *ext, cm_tools *tools, int64_t timeout_ms)
{
    cm_runtime_options o = ext_options(ext, CM_LANGUAGE_JAVASCRIPT);
    cm_runtime *runtime = NULL;
    cm_value *g = cm_value_new(NULL, CM_VALUE_OBJECT);
    o.limits.timeout_ms = timeout_ms;
    ext_put(g, "wait", ext_function(ext, elsewhere, false));
    ext_put(g, "start", ext_function(ext, elsewhere, true));
    ext_put(g, "never", ext_function(ext, ext_never, false));
    assert_int_equal(cm_tools_extend(tools, "threads", g, NULL), CM_OK);
    assert_int_equal(cm_runtime_new(tools, &o, &runtime, NULL), CM_OK);
    return runtime;
}

static void another_thread_settles(void **state)
{
    static const char source[] =
        "let sum = 0; for (let i = 0; i < 200; i++) { const [a, f, p] = "
        "wait(i); sum += a + await p; const many = await Promise.all([1, 2, "
        "3].map(start)); sum += many.length } return sum";
    static Ext ext;
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = runtime_with(&ext, tools, CM_UNSET);
    cm_result *r = NULL;
    pthread_t thread;
    (void)state;
    queue.stop = false;
    assert_int_equal(pthread_create(&thread, NULL, settler, &ext), 0);
    assert_int_equal(cm_execute(runtime, source, sizeof source - 1, &r, NULL),
                     CM_OK);
    assert_string_equal(cm_result_value(r, NULL), "1200");
    cm_result_free(r);
    (void)pthread_mutex_lock(&queue.lock);
    queue.stop = true;
    (void)pthread_cond_signal(&queue.changed);
    (void)pthread_mutex_unlock(&queue.lock);
    (void)pthread_join(thread, NULL);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    assert_int_equal(ext.n_released, 800 + 3);
}

static cm_execution *started(const cm_runtime *runtime, const char *source)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    o.source = source;
    o.source_len = strlen(source);
    assert_int_equal(cm_execution_start(runtime, &o, &x, NULL), CM_OK);
    return x;
}

/* Everything is freed; then the host settles what it still has. */
static void settled_when_all_is_gone(void **state)
{
    static Ext ext;
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = runtime_with(&ext, tools, CM_UNSET);
    (void)state;
    queue.n = 0;
    cm_execution *x = started(runtime, "start(1); wait(2)");
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    assert_int_equal(queue.n, 2);
    /* an answer with a promise, given while the program is there */
    cm_call *promise;
    cm_value *v = cm_value_promise(queue.calls[1], &promise);
    cm_execution_free(x);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    assert_string_equal(cm_call_name(queue.calls[0]), "start");
    assert_int_equal(ext.n_released, 1); /* never was not called */
    cm_call_return_value(queue.calls[1], v);
    assert_int_equal(ext.n_released, 1); /* the promise keeps its function */
    cm_call_fail_text(promise, "late");
    assert_int_equal(ext.n_released, 2);
    settle(&ext, queue.calls[0]); /* with a function, which nobody calls */
    assert_int_equal(ext.n_released, 4);
    queue.n = 0;
}

/* A promise whose value never reaches a program. */
static void promises_that_are_dropped(void **state)
{
    static Ext ext;
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = runtime_with(&ext, tools, CM_UNSET);
    cm_call *first, *second;
    cm_result *r = NULL;
    (void)state;
    queue.n = 0;
    cm_execution *x = started(runtime, "wait(1); return 5");
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    cm_value *a = cm_value_promise(queue.calls[0], &first);
    cm_value *b = cm_value_promise(queue.calls[0], &second);
    cm_call_return(first, NULL, 0);
    cm_value_free(a); /* settled, then dropped */
    cm_value_free(b); /* dropped, then settled */
    cm_call_return(second, NULL, 0);
    cm_call_return(queue.calls[0], NULL, 0);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(x, &r), CM_OK);
    assert_string_equal(cm_result_value(r, NULL), "5");
    cm_result_free(r);
    cm_execution_free(x);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    queue.n = 0;
}

/* A promise has no copy: it would be in two places. */

static void give_again(void *user, cm_call *call, const cm_value *args)
{
    cm_call *promise;
    cm_value *v = cm_value_promise(call, &promise);
    (void)user;
    (void)args;
    assert_null(cm_value_copy(NULL, v));
    cm_call_return_value(call, v);
    cm_call_return(promise, "1", 1);
}

static void a_promise_has_one_place(void **state)
{
    static Ext ext;
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = NULL;
    cm_value *g = cm_value_new(NULL, CM_VALUE_OBJECT);
    cm_result *r = NULL;
    (void)state;
    ext_put(g, "give", ext_function(&ext, give_again, false));
    assert_int_equal(cm_tools_extend(tools, "p", g, NULL), CM_OK);
    assert_int_equal(cm_runtime_new(tools, NULL, &runtime, NULL), CM_OK);
    assert_int_equal(cm_execute(runtime, "return give()", 13, &r, NULL), CM_OK);
    assert_string_equal(cm_result_value(r, NULL), "1");
    cm_result_free(r);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

static void limits_while_it_waits(void **state)
{
    static Ext ext;
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = runtime_with(&ext, tools, 20);
    cm_result *r = NULL;
    (void)state;
    const char *source = "try { [1].map(never) } finally { console.log(1) }";
    assert_int_equal(cm_execute(runtime, source, strlen(source), &r, NULL),
                     CM_OK);
    assert_string_equal(cm_result_error_kind(r), "TimeoutExceeded");
    assert_int_equal(cm_result_log_count(r), 0);
    assert_int_equal(ext.n_cancelled, 1);
    cm_result_free(r);
    cm_execution *x = started(runtime, "never(1)");
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    cm_execution_cancel(x);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(x, &r), CM_E_CANCELLED);
    cm_execution_free(x);
    assert_int_equal(ext.n_cancelled, 2);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

/* The call's own cancellation ends an execution that looks at it. */
static void withdrawn(void *user, cm_call *call, const cm_value *args)
{
    (void)user;
    (void)args;
    cm_call_cancelled(call);
}

static void a_call_may_withdraw(void **state)
{
    static Ext ext;
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    cm_value *g = cm_value_new(NULL, CM_VALUE_OBJECT);
    (void)state;
    ext_put(g, "now", ext_function(&ext, withdrawn, false));
    ext_put(g, "soon", ext_function(&ext, withdrawn, true));
    assert_int_equal(cm_tools_extend(tools, "w", g, NULL), CM_OK);
    assert_int_equal(cm_runtime_new(tools, NULL, &runtime, NULL), CM_OK);
    assert_int_equal(
        cm_execute(runtime, "try { now() } catch {}", 22, &r, NULL),
        CM_E_CANCELLED);
    assert_int_equal(cm_execute(runtime, "await soon()", 12, &r, NULL),
                     CM_E_CANCELLED);
    assert_int_equal(cm_execute(runtime, "soon(); return 1", 16, &r, NULL),
                     CM_OK);
    assert_string_equal(cm_result_value(r, NULL), "1");
    cm_result_free(r);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

/* Slices: a long program beside a call that waits. */
static void slices_go_on_after_waiting(void **state)
{
    static Ext ext;
    cm_result *r = NULL;
    (void)state;
    memset(&ext, 0, sizeof ext);
    assert_true(ext_start(&ext, CM_LANGUAGE_JAVASCRIPT));
    cm_execution *x = started(
        ext.runtime, "let n = 0; for (let i = 0; i < 50; i++) { n += slow(1); "
                     "for (let k = 0; k < 1000; k++) n += 0 } return n");
    cm_run_state run;
    int n_yields = 0;
    while ((run = cm_execution_run(x, 500)) != CM_RUN_DONE) {
        if (run == CM_RUN_WAITING)
            assert_true(ext_settle_one(&ext));
        else
            n_yields++;
    }
    assert_true(n_yields > 20);
    assert_int_equal(cm_execution_take_result(x, &r), CM_OK);
    assert_string_equal(cm_result_value(r, NULL), "50");
    cm_result_free(r);
    cm_execution_free(x);
    ext_stop(&ext);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_thread_settles),
        cmocka_unit_test(settled_when_all_is_gone),
        cmocka_unit_test(promises_that_are_dropped),
        cmocka_unit_test(a_promise_has_one_place),
        cmocka_unit_test(limits_while_it_waits),
        cmocka_unit_test(a_call_may_withdraw),
        cmocka_unit_test(slices_go_on_after_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
