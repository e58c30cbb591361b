/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net/stdio.h"

typedef struct Probe {
    Loop *loop;
    Stdio *stdio;
    char text[256];
    size_t len;
    unsigned n_overlong, n_broken;
    cm_status why;
} Probe;

static void got_line(void *user, const char *line, size_t len)
{
    Probe *p = user;
    assert_true(p->len + len + 2 < sizeof p->text);
    memcpy(p->text + p->len, line, len);
    p->len += len;
    p->text[p->len++] = '|';
}

static void got_overlong(void *user)
{
    ((Probe *)user)->n_overlong++;
}

static void got_eof(void *user)
{
    cm__loop_stop(((Probe *)user)->loop);
}

static void got_broken(void *user, cm_status why)
{
    Probe *p = user;
    p->why = why;
    p->n_broken++;
    cm__loop_stop(p->loop);
}

static const StdioEvents events = { got_line, got_overlong, got_eof, got_broken,
                                    NULL };

static void open_probe(Probe *p, int in, int out)
{
    *p = (Probe){ .loop = cm__loop_new(cm__alloc_default()) };
    p->stdio = cm__stdio_new(p->loop, in, out, 20, &events, p);
    assert_non_null(p->stdio);
}

static void close_probe(Probe *p)
{
    cm__stdio_free(p->stdio);
    cm__loop_free(p->loop);
}

static void a_pipe_gives_lines_and_takes_messages(void **state)
{
    (void)state;
    int in[2], out[2];
    char got[64] = { 0 };
    Probe p;
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    static const char text[] = "one\r\n\nover the cap of twenty\nlast";
    assert_int_equal(write(in[1], text, sizeof text - 1), sizeof text - 1);
    close(in[1]);
    open_probe(&p, in[0], out[1]);
    cm__stdio_resume(p.stdio);
    cm__loop_run(p.loop);
    assert_string_equal(p.text, "one|last|");
    assert_int_equal(p.n_overlong, 1);
    assert_int_equal(cm__stdio_write(p.stdio, "answer", 6), CM_OK);
    assert_int_equal(cm__stdio_pending(p.stdio), 0);
    assert_int_equal(read(out[0], got, sizeof got), 7);
    assert_string_equal(got, "answer\n");
    close_probe(&p);
    close(out[0]);
}

static void a_file_is_read_and_written(void **state)
{
    (void)state;
    char path[] = "/tmp/codemode-stdio-XXXXXX", got[16] = { 0 };
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "a\nb", 3), 3);
    int in = open(path, O_RDONLY | O_CLOEXEC);
    Probe p;
    open_probe(&p, in, fd);
    cm__stdio_resume(p.stdio);
    cm__loop_run(p.loop);
    assert_string_equal(p.text, "a|b|");
    assert_int_equal(cm__stdio_write(p.stdio, "c", 1), CM_OK);
    assert_int_equal(pread(fd, got, sizeof got, 0), 5);
    assert_string_equal(got, "a\nbc\n");
    close_probe(&p);
    close(in);
    close(fd);
    (void)unlink(path);
}

static void a_reader_that_is_gone_is_reported_once(void **state)
{
    (void)state;
    int in[2], out[2];
    Probe p;
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    open_probe(&p, in[0], out[1]);
    close(out[0]);
    (void)cm__stdio_write(p.stdio, "x", 1);
    if (p.n_broken == 0)
        cm__loop_run(p.loop);
    assert_int_equal(cm__stdio_write(p.stdio, "x", 1), CM_E_IO);
    assert_int_equal(p.n_broken, 1);
    assert_int_equal(p.why, CM_E_IO);
    close_probe(&p);
    close(in[1]);
}

static void the_queue_has_an_end(void **state)
{
    (void)state;
    const size_t len = (size_t)40 << 20;
    int in[2], out[2];
    Probe p;
    char *block = calloc(1, len);
    assert_non_null(block);
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    open_probe(&p, in[0], out[1]);
    for (int i = 0; i < 6; i++)
        assert_int_equal(cm__stdio_write(p.stdio, block, len), CM_OK);
    assert_int_equal(p.n_broken, 0);
    assert_int_equal(cm__stdio_write(p.stdio, block, len), CM_E_LIMIT);
    assert_int_equal(cm__stdio_write(p.stdio, "x", 1), CM_E_IO);
    assert_int_equal(p.n_broken, 1);
    assert_int_equal(p.why, CM_E_LIMIT);
    free(block);
    close_probe(&p);
    close(out[0]);
    close(in[1]);
}

static void a_slow_reader_gets_everything_later(void **state)
{
    (void)state;
    int in[2], out[2];
    static char block[300000];
    Probe p;
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    memset(block, 'y', sizeof block);
    open_probe(&p, in[0], out[1]);
    assert_int_equal(cm__stdio_write(p.stdio, block, sizeof block), CM_OK);
    assert_true(cm__stdio_pending(p.stdio) > 0);
    close_probe(&p);
    close(out[0]);
    close(in[1]);
}

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pipe_gives_lines_and_takes_messages),
        cmocka_unit_test(a_file_is_read_and_written),
        cmocka_unit_test(a_reader_that_is_gone_is_reported_once),
        cmocka_unit_test(the_queue_has_an_end),
        cmocka_unit_test(a_slow_reader_gets_everything_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
