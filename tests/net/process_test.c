/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>

#include "net/process.h"

typedef struct Probe {
    Loop *loop;
    Process *process;
    Timer *guard;
    size_t n_lines, n_bytes;
    char first[128];
    ProcessEnd end;
    bool has_ended;
} Probe;

static void got_line(void *user, const char *line, size_t len)
{
    Probe *p = user;
    if (p->n_lines++ == 0 && len < sizeof p->first) {
        memcpy(p->first, line, len);
        p->first[len] = '\0';
    }
    p->n_bytes += len;
}

static void got_end(void *user, ProcessEnd end)
{
    Probe *p = user;
    assert_false(p->has_ended);
    p->has_ended = true;
    p->end = end;
    cm__loop_stop(p->loop);
}

static void guard_fired(void *user)
{
    cm__loop_stop(((Probe *)user)->loop);
}

static void begin(Probe *p, const char *script)
{
    static const ProcessEvents events = { .line = got_line, .ended = got_end };
    const char *argv[] = { "/bin/sh", "-c", script, NULL };
    ProcessSpec spec = { .argv = argv };
    cm_error err;
    *p = (Probe){ .loop = cm__loop_new(cm__alloc_default()) };
    assert_non_null(p->loop);
    p->process = cm__process_start(p->loop, &spec, &events, p, &err);
    assert_non_null(p->process);
    p->guard = cm__timer_new(p->loop, guard_fired, p);
    cm__timer_start(p->guard, 20000);
}

static void finish(Probe *p)
{
    cm__process_free(p->process);
    cm__timer_free(p->guard);
    cm__loop_free(p->loop);
}

static void lines_and_status_arrive(void **state)
{
    (void)state;
    Probe p;
    begin(&p, "read x; echo got $x; echo two; exit 3");
    assert_int_equal(cm__process_write(p.process, "hello\n", 6), CM_OK);
    cm__loop_run(p.loop);
    assert_true(p.has_ended);
    assert_int_equal(p.end.exit_status, 3);
    assert_int_equal(p.n_lines, 2);
    assert_string_equal(p.first, "got hello");
    char text[64];
    cm__process_end_text(p.end, text, sizeof text);
    assert_string_equal(text, "exited with status 3");
    finish(&p);
}

static void a_missing_program_is_named(void **state)
{
    (void)state;
    static const ProcessEvents events = { .line = got_line, .ended = got_end };
    const char *argv[] = { "no-such-program-here", NULL };
    ProcessSpec spec = { .argv = argv };
    cm_error err;
    Loop *loop = cm__loop_new(cm__alloc_default());
    assert_null(cm__process_start(loop, &spec, &events, NULL, &err));
    assert_int_equal(err.status, CM_E_IO);
    assert_string_equal(err.text, "cannot start no-such-program-here: no such "
                                  "file or directory");
    cm__loop_free(loop);
}

/* Runs nothing; says what a start would say. */
static void programs_are_looked_for(void **state)
{
    (void)state;
    static const struct {
        const char *program, *path, *cwd, *text; /* text NULL: it is there */
    } rows[] = {
        { "sh", "PATH=/usr/bin:/bin", NULL, NULL },
        { "/bin/sh", NULL, NULL, NULL },
        { "sh", "PATH=", "/bin", NULL },
        { "./sh", "PATH=/none", "/bin", NULL },
        { "sh", "PATH=/none:/bin/", "/", NULL },
        { "sh", "PATH=/none::/also-none", "/",
          "cannot start sh: not found on PATH" },
        { "/bin", NULL, NULL, "cannot start /bin: not executable" },
        { "/none/sh", NULL, NULL, "cannot start /none/sh: no such file" },
        { "sh", NULL, "/none", "cannot start sh: no folder /none" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        const char *argv[] = { rows[i].program, NULL };
        const char *env[] = { "HOME=/", rows[i].path, NULL };
        ProcessSpec spec = { .argv = argv, .env = env, .cwd = rows[i].cwd };
        cm_error err = { .text = "" };
        cm_status status = cm__process_check(&spec, &err);
        assert_int_equal(status, rows[i].text != NULL ? CM_E_IO : CM_OK);
        assert_string_equal(err.text, rows[i].text ? rows[i].text : "");
    }
}

static void stderr_flood_is_drained_and_its_tail_kept(void **state)
{
    (void)state;
    Probe p;
    begin(&p, "i=0; while [ $i -lt 20000 ]; do echo line $i >&2; "
              "i=$((i+1)); done; echo done");
    cm__loop_run(p.loop);
    assert_true(p.has_ended);
    size_t len;
    const char *tail = cm__process_stderr_tail(p.process, &len);
    assert_true(len <= 4096 && len > 3000);
    assert_memory_equal(tail, "line ", 5);
    assert_string_equal(tail + len - strlen("line 19999\n"), "line 19999\n");
    finish(&p);
}

static void stop_reaches_a_child_that_ignores_everything(void **state)
{
    (void)state;
    Probe p;
    begin(&p, "trap '' TERM; echo up; while :; do sleep 5; done");
    cm__process_stop(p.process, 50);
    cm__loop_run(p.loop);
    assert_true(p.has_ended);
    assert_int_equal(p.end.term_signal, SIGKILL);
    assert_int_equal(cm__process_write(p.process, "x", 1), CM_E_STATE);
    finish(&p);
}

static void a_grandchild_that_holds_the_pipe_does_not_hold_the_end(void **state)
{
    (void)state;
    Probe p;
    begin(&p, "setsid sleep 60 & echo bye; exit 0");
    uint64_t t0 = cm__loop_now_ms(p.loop);
    cm__loop_run(p.loop);
    assert_true(p.has_ended);
    assert_true(cm__loop_now_ms(p.loop) - t0 < 10000);
    assert_string_equal(p.first, "bye");
    finish(&p);
}

static void the_input_queue_has_a_cap(void **state)
{
    (void)state;
    static const ProcessEvents events = { .line = got_line, .ended = got_end };
    const char *argv[] = { "/bin/sh", "-c", "sleep 60", NULL };
    ProcessSpec spec = { .argv = argv, .max_queue = 1 << 20 };
    static char block[300000];
    Probe p = { .loop = cm__loop_new(cm__alloc_default()) };
    p.process = cm__process_start(p.loop, &spec, &events, &p, NULL);
    assert_non_null(p.process);
    cm_status status = CM_OK;
    for (int i = 0; i < 20 && status == CM_OK; i++)
        status = cm__process_write(p.process, block, sizeof block);
    assert_int_equal(status, CM_E_LIMIT);
    cm__process_kill(p.process);
    cm__loop_run(p.loop);
    assert_true(p.has_ended);
    cm__process_free(p.process);
    cm__loop_free(p.loop);
}

/* Each costs a request of some hundred bytes, and that is what counts. */
static void many_small_messages_fill_the_input_queue(void **state)
{
    (void)state;
    static const ProcessEvents events = { .line = got_line, .ended = got_end };
    const char *argv[] = { "/bin/sh", "-c", "sleep 60", NULL };
    ProcessSpec spec = { .argv = argv, .max_queue = 1 << 20 };
    Probe p = { .loop = cm__loop_new(cm__alloc_default()) };
    p.process = cm__process_start(p.loop, &spec, &events, &p, NULL);
    assert_non_null(p.process);
    int n = 0;
    while (n < 1 << 20 && cm__process_write(p.process, "x", 1) == CM_OK)
        n++;
    assert_in_range(n, 1000, 10000);
    cm__process_kill(p.process);
    cm__loop_run(p.loop);
    assert_true(p.has_ended);
    cm__process_free(p.process);
    cm__loop_free(p.loop);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_status_arrive),
        cmocka_unit_test(a_missing_program_is_named),
        cmocka_unit_test(programs_are_looked_for),
        cmocka_unit_test(stderr_flood_is_drained_and_its_tail_kept),
        cmocka_unit_test(stop_reaches_a_child_that_ignores_everything),
        cmocka_unit_test(
            a_grandchild_that_holds_the_pipe_does_not_hold_the_end),
        cmocka_unit_test(the_input_queue_has_a_cap),
        cmocka_unit_test(many_small_messages_fill_the_input_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
