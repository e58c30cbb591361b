/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "mcp/replay.h"

static size_t total;

static void keep(Replay *r, uint64_t stream, uint64_t number, bool is_answer,
                 const char *text)
{
    const ReplayEvent e = { .stream = stream,
                            .number = number,
                            .kept_ms = 1000 + number,
                            .is_answer = is_answer };
    cm__replay_keep(r, &e, text, strlen(text));
}

/* What the stream said behind a number, as "text text ". */
static const char *after(const Replay *r, uint64_t stream, uint64_t number)
{
    static char out[4096];
    size_t n = 0;
    const ReplayEvent *e;
    while ((e = cm__replay_after(r, stream, number)) != NULL) {
        assert_true(n + e->len + 2 < sizeof out);
        memcpy(out + n, e->text, e->len);
        n += e->len;
        out[n++] = ' ';
        number = e->number;
    }
    out[n] = '\0';
    return out;
}

static void streams_are_kept_apart(void **state)
{
    (void)state;
    Replay r;
    cm__replay_init(&r, cm__alloc_default(), &total);
    assert_string_equal(after(&r, 0, 0), "");
    keep(&r, 1, 1, false, "a");
    keep(&r, 0, 1, false, "note");
    keep(&r, 2, 1, false, "x");
    keep(&r, 1, 2, false, "b");
    keep(&r, 1, 3, true, "c");
    assert_string_equal(after(&r, 1, 0), "a b c ");
    assert_string_equal(after(&r, 1, 2), "c ");
    assert_string_equal(after(&r, 1, 3), "");
    assert_string_equal(after(&r, 0, 0), "note ");
    assert_int_equal(cm__replay_answer(&r, 1)->number, 3);
    assert_null(cm__replay_answer(&r, 2));
    assert_int_equal(total, 8);
    cm__replay_expire(&r, 1003);
    assert_string_equal(after(&r, 1, 0), "c ");
    assert_string_equal(after(&r, 0, 0), "note ");
    cm__replay_done(&r);
    assert_int_equal(total, 0);
}

static void answers_go_last(void **state)
{
    (void)state;
    Replay r;
    cm__replay_init(&r, cm__alloc_default(), &total);
    keep(&r, 1, 1, true, "answer");
    keep(&r, 2, 1, false, "first");
    for (uint64_t i = 2; i < CM_REPLAY_EVENTS_MAX; i++)
        keep(&r, 2, i, false, "p");
    assert_int_equal(r.n_events, CM_REPLAY_EVENTS_MAX);
    assert_int_equal(cm__replay_after(&r, 2, 0)->number, 1);
    keep(&r, 2, CM_REPLAY_EVENTS_MAX, false, "p");
    assert_int_equal(r.n_events, CM_REPLAY_EVENTS_MAX);
    assert_int_equal(cm__replay_after(&r, 2, 0)->number, 2);
    assert_non_null(cm__replay_answer(&r, 1));
    for (uint64_t i = 3; i < 3 + CM_REPLAY_EVENTS_MAX; i++)
        keep(&r, i, 1, true, "answer");
    assert_null(cm__replay_answer(&r, 1));
    assert_null(cm__replay_after(&r, 2, 0));
    assert_non_null(cm__replay_answer(&r, 3));
    assert_int_equal(r.n_events, CM_REPLAY_EVENTS_MAX);
    while (cm__replay_drop_one(&r))
        ;
    assert_int_equal(r.n_events, 0);
    assert_int_equal(total, 0);
}

static bool ask(Replay *r, uint64_t stream, uint64_t number)
{
    const ReplayEvent e = { .stream = stream,
                            .number = number,
                            .kept_ms = 1000 + number,
                            .is_request = true,
                            .is_waiting = true };
    return cm__replay_keep(r, &e, "ask", 3);
}

static void requests_stay_until_they_were_told(void **state)
{
    (void)state;
    Replay r;
    cm__replay_init(&r, cm__alloc_default(), &total);
    for (uint64_t i = 1; i <= CM_REPLAY_WAITING_MAX; i++)
        assert_true(ask(&r, 1 + i % 2, i));
    assert_false(ask(&r, 1, CM_REPLAY_WAITING_MAX + 1));
    assert_false(cm__replay_drop_one(&r));
    cm__replay_expire(&r, 5000);
    assert_int_equal(r.n_events, CM_REPLAY_WAITING_MAX);
    for (uint64_t i = 0; i < CM_REPLAY_EVENTS_MAX; i++)
        keep(&r, 9, i, i == 0, "p");
    assert_int_equal(r.n_events, CM_REPLAY_EVENTS_MAX);
    assert_int_equal(cm__replay_after(&r, 1, 0)->number, 2);
    assert_int_equal(cm__replay_after(&r, 2, 0)->number, 1);
    assert_non_null(cm__replay_answer(&r, 9));

    cm__replay_told(&r, 1, 2);
    cm__replay_told(&r, 7, 1); /* no such event */
    assert_true(ask(&r, 1, CM_REPLAY_WAITING_MAX + 1));
    assert_false(ask(&r, 1, CM_REPLAY_WAITING_MAX + 2));
    while (cm__replay_drop_one(&r))
        ;
    assert_int_equal(r.n_events, CM_REPLAY_WAITING_MAX);
    assert_int_equal(cm__replay_after(&r, 1, 0)->number, 4);
    cm__replay_settle(&r, 2);
    assert_true(ask(&r, 1, CM_REPLAY_WAITING_MAX + 2)); /* there is room */
    cm__replay_told(&r, 1, CM_REPLAY_WAITING_MAX + 2);
    while (cm__replay_drop_one(&r))
        ;
    /* Void ones stay until somebody takes them. */
    cm__replay_expire(&r, 5000);
    for (uint64_t i = 1; i < CM_REPLAY_WAITING_MAX; i += 2) {
        ReplayEvent *e = cm__replay_take_void(&r);
        assert_non_null(e);
        assert_int_equal(e->stream, 2);
        cm__free(cm__alloc_default(), e, sizeof *e + e->len);
    }
    assert_null(cm__replay_take_void(&r));
    assert_null(cm__replay_waiting(&r, 2));
    assert_null(cm__replay_after(&r, 2, 0));
    assert_int_equal(cm__replay_waiting(&r, 1)->number, 4);
    assert_int_equal(cm__replay_after(&r, 1, 0)->number, 4);
    assert_int_equal(r.n_events, CM_REPLAY_WAITING_MAX / 2);
    cm__replay_done(&r);
    assert_int_equal(total, 0);
}

static void bytes_of_requests_are_bounded(void **state)
{
    (void)state;
    Replay r;
    const ReplayEvent e = {
        .stream = 1, .number = 2, .is_request = true, .is_waiting = true
    };
    char *text = calloc(1, CM_REPLAY_WAITING_BYTES_MAX);
    assert_non_null(text);
    cm__replay_init(&r, cm__alloc_default(), &total);
    assert_true(ask(&r, 1, 1));
    assert_false(
        cm__replay_keep(&r, &e, text, CM_REPLAY_WAITING_BYTES_MAX - 2));
    assert_true(cm__replay_keep(&r, &e, text, CM_REPLAY_WAITING_BYTES_MAX - 3));
    assert_false(ask(&r, 2, 1));
    assert_int_equal(total, CM_REPLAY_WAITING_BYTES_MAX);
    cm__replay_done(&r);
    free(text);
}

static void bytes_are_bounded(void **state)
{
    (void)state;
    Replay r;
    const ReplayEvent e = { .stream = 1, .number = 1, .is_answer = true };
    size_t size = CM_REPLAY_BYTES_MAX + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, 'x', size);
    cm__replay_init(&r, cm__alloc_default(), &total);
    keep(&r, 7, 1, true, "small");
    cm__replay_keep(&r, &e, text, size); /* it would fit with nothing else */
    assert_null(cm__replay_answer(&r, 1));
    assert_non_null(cm__replay_answer(&r, 7));
    cm__replay_keep(&r, &e, text, size - 1);
    assert_non_null(cm__replay_answer(&r, 1));
    assert_null(cm__replay_answer(&r, 7));
    assert_int_equal(total, CM_REPLAY_BYTES_MAX);
    cm__replay_done(&r);
    free(text);
}

static void ids_are_read_as_written(void **state)
{
    static const char *const bad[] = {
        "",     "-",    "1",    "1-",   "-1",
        "1-2-", "1-2x", " 1-2", "+1-2", "1234567890123456789-1"
    };
    (void)state;
    char id[CM_REPLAY_ID_MAX];
    uint64_t stream, number;
    cm__replay_write_id(id, 12, 345);
    assert_string_equal(id, "12-345");
    assert_true(cm__replay_read_id(id, &stream, &number));
    assert_int_equal(stream, 12);
    assert_int_equal(number, 345);
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++)
        assert_false(cm__replay_read_id(bad[i], &stream, &number));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_kept_apart),
        cmocka_unit_test(answers_go_last),
        cmocka_unit_test(requests_stay_until_they_were_told),
        cmocka_unit_test(bytes_of_requests_are_bounded),
        cmocka_unit_test(bytes_are_bounded),
        cmocka_unit_test(ids_are_read_as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
