/* SPDX-License-Identifier: MIT */
/* Programs, workers and the loop's thread together: the paths whose locking
 * hostcall.h and workpool.h describe. Meant to run under the thread sanitizer
 * too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mcp/hostrun.h"
#include "mcp/toolbox.h"

enum {
    RUNS_MAX = 2000
};

/* A tool that answers after `input.ms`, or at once, or never by itself. */
typedef struct Later {
    Timer *timer;
    HostCall *call;
    struct Later *next;
} Later;

typedef struct Bench {
    Loop *loop;
    WorkPool *pool;
    Toolbox *box;
    Later *orphans; /* calls that ignore their cancellation */
    unsigned n_runs, n_left, n_ok, n_cancelled, n_failed;
    unsigned n_cancel_calls;
    char last_value[200];
    char rows[300];
} Bench;

typedef struct OneRun {
    Bench *bench;
    HostRun *run;
} OneRun;

static Bench *bench_of(const HostCall *call)
{
    return call->tool->source;
}

static void later_fired(void *user)
{
    Later *later = user;
    HostCall *call = later->call;
    cm__timer_free(later->timer);
    free(later);
    call->op = NULL;
    cm__host_return(call, "7", 1);
}

static void later_start(HostCall *call)
{
    Later *later = calloc(1, sizeof *later);
    assert_non_null(later);
    const char *digits = strchr(call->input, ':');
    later->call = call;
    later->timer = cm__timer_new(bench_of(call)->loop, later_fired, later);
    assert_non_null(later->timer);
    cm__timer_start(later->timer,
                    digits != NULL ? strtoul(digits + 1, NULL, 10) : 0);
    call->op = later;
}

static void later_cancel(HostCall *call)
{
    Later *later = call->op;
    bench_of(call)->n_cancel_calls++;
    if (later == NULL)
        return;
    cm__timer_free(later->timer);
    free(later);
    cm__host_fail(call, "cancelled");
}

static void now_start(HostCall *call)
{
    cm__host_return(call, call->input, call->input_len);
}

static void no_cancel(HostCall *call)
{
    bench_of(call)->n_cancel_calls++;
}

/* Never settles by itself and does not listen to a cancellation. */
static void deaf_start(HostCall *call)
{
    Later *later = calloc(1, sizeof *later);
    assert_non_null(later);
    later->call = call;
    later->next = bench_of(call)->orphans;
    bench_of(call)->orphans = later;
}

static const HostToolOps later_ops = { later_start, later_cancel };
static const HostToolOps now_ops = { now_start, no_cancel };
static const HostToolOps deaf_ops = { deaf_start, no_cancel };

static void bench_open(Bench *b, unsigned n_workers)
{
    static const struct {
        const char *path;
        const HostToolOps *ops;
    } tools[] = { { "t.later", &later_ops },
                  { "t.now", &now_ops },
                  { "t.deaf", &deaf_ops } };
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    cm_error err;
    *b = (Bench){ .loop = cm__loop_new(cm__alloc_default()) };
    assert_non_null(b->loop);
    b->pool = cm__workpool_new(cm__alloc_default(), n_workers, 1000);
    assert_non_null(b->pool);
    b->box = cm__toolbox_new(cm__alloc_default());
    assert_non_null(b->box);
    for (size_t i = 0; i < CM_ARRAY_LEN(tools); i++) {
        ToolboxEntry entry = { .path = tools[i].path,
                               .output_schema = "{}",
                               .ops = tools[i].ops,
                               .source = b };
        assert_int_equal(cm__toolbox_add(b->box, &entry, NULL, &err), CM_OK);
    }
    options.cleanup_grace_ms = 100;
    assert_int_equal(cm__toolbox_seal(b->box, &options, &err), CM_OK);
}

static void bench_close(Bench *b)
{
    cm__workpool_free(b->pool);
    while (b->orphans != NULL) {
        Later *later = b->orphans;
        b->orphans = later->next;
        cm__host_return(later->call, "1", 1); /* long after the end */
        free(later);
    }
    cm__toolbox_unref(b->box);
    cm__loop_free(b->loop);
}

static void run_done(void *user, cm_status status, cm_result *take_result)
{
    OneRun *one = user;
    Bench *b = one->bench;
    if (status == CM_E_CANCELLED) {
        assert_null(take_result);
        b->n_cancelled++;
    } else {
        assert_int_equal(status, CM_OK);
        b->n_ok += cm_result_ok(take_result) != 0;
        b->n_failed += cm_result_ok(take_result) == 0;
        (void)snprintf(b->last_value, sizeof b->last_value, "%s",
                       cm_result_value(take_result, NULL));
        cm_result_free(take_result);
    }
    Buf rows;
    cm__buf_init(&rows, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__hostrun_rows_json(one->run, &rows);
    (void)snprintf(b->rows, sizeof b->rows, "%s", cm__buf_text(&rows));
    cm__buf_done(&rows);
    cm__hostrun_free(one->run);
    one->run = NULL;
    if (--b->n_left == 0)
        cm__loop_stop(b->loop);
}

static const HostRunEvents events = { .done = run_done };

static void start(Bench *b, OneRun *one, const char *source,
                  const cm_limits *limits)
{
    HostRunSpec spec = { .source = source,
                         .source_len = strlen(source),
                         .limits = limits,
                         .events = &events,
                         .user = one };
    cm_error err;
    one->bench = b;
    b->n_runs++;
    b->n_left++;
    assert_int_equal(
        cm__hostrun_start(b->pool, b->loop, b->box, &spec, &one->run, &err),
        CM_OK);
}

#define TOGETHER(calls) "return await Promise.all([\n" calls "\n])\n"
#define LATER(ms)       "tools.t[\"later\"]({\"ms\":" ms "}),\n"

static void answers_come_back_in_place(void **state)
{
    (void)state;
    Bench b;
    OneRun one;
    bench_open(&b, 1);
    start(&b, &one,
          TOGETHER(LATER("3") "tools.t[\"now\"]({\"a\":[1,null]}),\n"), NULL);
    cm__loop_run(b.loop);
    assert_int_equal(b.n_ok, 1);
    assert_string_equal(b.last_value, "[7,{\"a\":[1,null]}]");
    assert_string_equal(b.rows,
                        "[{\"tool\":\"t.later\",\"status\":\"completed\","
                        "\"input\":{\"ms\":3}},{\"tool\":\"t.now\",\"status\":"
                        "\"completed\",\"input\":{\"a\":[1,null]}}]");
    bench_close(&b);
}

static void two_thousand_programs_share_three_workers(void **state)
{
    (void)state;
    static OneRun runs[RUNS_MAX];
    Bench b;
    bench_open(&b, 3);
    for (int i = 0; i < RUNS_MAX; i++)
        start(&b, &runs[i],
              i % 2 ? TOGETHER(LATER("20") LATER("1"))
                    : TOGETHER("tools.t[\"now\"]({\"x\":1}),\n" LATER("2")),
              NULL);
    cm__loop_run(b.loop);
    assert_int_equal(b.n_ok, RUNS_MAX);
    assert_int_equal(b.n_cancel_calls, 0);
    bench_close(&b);
}

static void deadlines_end_programs_that_wait(void **state)
{
    (void)state;
    static OneRun runs[100];
    cm_limits limits = CM_LIMITS_INIT;
    Bench b;
    bench_open(&b, 2);
    for (int i = 0; i < 100; i++) {
        limits.timeout_ms = 100 - i; /* the heap gets them in reverse */
        start(&b, &runs[i], TOGETHER(LATER("60000")), &limits);
    }
    cm__loop_run(b.loop);
    assert_int_equal(b.n_failed, 100);
    assert_string_equal(b.rows, "[{\"tool\":\"t.later\",\"status\":\"error\","
                                "\"input\":{\"ms\":60000}}]");
    bench_close(&b);
}

static void a_cancel_may_meet_any_moment(void **state)
{
    (void)state;
    static OneRun runs[300];
    Bench b;
    bench_open(&b, 3);
    for (int i = 0; i < 300; i++) {
        start(&b, &runs[i],
              TOGETHER(LATER("1") LATER("2") "tools.t[\"now\"]({\"x\":1}),\n"),
              NULL);
        if (i % 3 == 0) /* before, or while a worker begins with it */
            cm__hostrun_cancel(runs[i].run);
        if (i >= 100 && i % 3 == 1 && runs[i - 60].run != NULL)
            cm__hostrun_cancel(runs[i - 60].run);
    }
    cm__loop_run(b.loop);
    assert_int_equal(b.n_ok + b.n_cancelled, 300);
    assert_true(b.n_cancelled >= 100);
    bench_close(&b);
}

static void a_tool_may_settle_after_the_end(void **state)
{
    (void)state;
    static OneRun runs[20];
    cm_limits limits = CM_LIMITS_INIT;
    Bench b;
    bench_open(&b, 2);
    limits.timeout_ms = 20;
    for (int i = 0; i < 20; i++)
        start(&b, &runs[i], TOGETHER("tools.t[\"deaf\"]({}),\n"), &limits);
    cm__loop_run(b.loop);
    assert_int_equal(b.n_failed, 20);
    assert_non_null(b.orphans);
    assert_string_equal(b.rows, "[{\"tool\":\"t.deaf\",\"status\":\"error\"}]");
    bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_back_in_place),
        cmocka_unit_test(two_thousand_programs_share_three_workers),
        cmocka_unit_test(deadlines_end_programs_that_wait),
        cmocka_unit_test(a_cancel_may_meet_any_moment),
        cmocka_unit_test(a_tool_may_settle_after_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
