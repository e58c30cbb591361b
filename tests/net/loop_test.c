/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>

#include "net/loop.h"

enum {
    POSTERS = 4,
    POSTS = 5000
};

typedef struct Counter {
    Loop *loop;
    int n_ran[POSTERS];
    int n_left;
} Counter;

typedef struct Post {
    LoopTask task;
    Counter *counter;
    int poster, number;
} Post;

typedef struct Poster {
    Counter *counter;
    int poster;
    pthread_t thread;
    Post posts[POSTS];
} Poster;

static void ran(LoopTask *task)
{
    Post *post = (Post *)(void *)task;
    Counter *c = post->counter;
    /* Tasks of one thread run in the order of posting. */
    assert_int_equal(post->number, c->n_ran[post->poster]++);
    if (--c->n_left == 0)
        cm__loop_stop(c->loop);
}

static void *post_all(void *arg)
{
    Poster *p = arg;
    for (int i = 0; i < POSTS; i++) {
        p->posts[i] = (Post){ { NULL, ran }, p->counter, p->poster, i };
        cm__loop_post(p->counter->loop, &p->posts[i].task);
    }
    return NULL;
}

static void posts_of_many_threads_all_run_in_order(void **state)
{
    (void)state;
    static Poster posters[POSTERS];
    Counter c = { .loop = cm__loop_new(cm__alloc_default()),
                  .n_left = POSTERS * POSTS };
    assert_non_null(c.loop);
    for (int i = 0; i < POSTERS; i++) {
        posters[i].counter = &c;
        posters[i].poster = i;
        assert_int_equal(
            pthread_create(&posters[i].thread, NULL, post_all, &posters[i]), 0);
    }
    cm__loop_run(c.loop);
    for (int i = 0; i < POSTERS; i++) {
        pthread_join(posters[i].thread, NULL);
        assert_int_equal(c.n_ran[i], POSTS);
    }
    cm__loop_free(c.loop);
}

typedef struct Timing {
    Loop *loop;
    Timer *first, *second, *third;
    char order[8];
    size_t n;
} Timing;

static void first_fired(void *user)
{
    Timing *t = user;
    t->order[t->n++] = '1';
    /* A timer may be freed in its own event. */
    cm__timer_free(t->first);
    t->first = NULL;
    cm__timer_stop(t->third);
}

static void second_fired(void *user)
{
    Timing *t = user;
    t->order[t->n++] = '2';
    if (t->n < 4)
        cm__timer_start(t->second, 1);
    else
        cm__loop_stop(t->loop);
}

static void third_fired(void *user)
{
    Timing *t = user;
    t->order[t->n++] = '3';
}

static void timers_fire_once_for_each_start(void **state)
{
    (void)state;
    Timing t = { .loop = cm__loop_new(cm__alloc_default()) };
    t.first = cm__timer_new(t.loop, first_fired, &t);
    t.second = cm__timer_new(t.loop, second_fired, &t);
    t.third = cm__timer_new(t.loop, third_fired, &t);
    assert_false(cm__timer_is_active(t.first));
    cm__timer_start(t.second, 30);
    cm__timer_start(t.first, 5);
    cm__timer_start(t.third, 20);
    assert_true(cm__timer_is_active(t.first));
    cm__loop_run(t.loop);
    assert_string_equal(t.order, "1222");
    cm__timer_free(t.second);
    cm__timer_free(t.third);
    cm__timer_free(NULL);
    cm__loop_free(t.loop);
}

typedef struct Busy {
    LoopTask task;
    Loop *loop;
    Timer *timers[2];
    int n_fired;
    bool has_run;
} Busy;

static void busy_fired(void *user)
{
    Busy *b = user;
    uint64_t end = cm__loop_now_ms(b->loop) + 3;
    while (cm__loop_now_ms(b->loop) < end)
        ;
    if (++b->n_fired == 100)
        cm__loop_stop(b->loop);
    for (int i = 0; i < 2; i++)
        if (!cm__timer_is_active(b->timers[i]))
            cm__timer_start(b->timers[i], 0);
}

static void busy_ran(LoopTask *task)
{
    Busy *b = (Busy *)(void *)task;
    b->has_run = true;
    cm__loop_stop(b->loop);
}

static void timers_that_start_each_other_leave_room(void **state)
{
    (void)state;
    Busy b = { .task = { NULL, busy_ran },
               .loop = cm__loop_new(cm__alloc_default()) };
    for (int i = 0; i < 2; i++) {
        b.timers[i] = cm__timer_new(b.loop, busy_fired, &b);
        cm__timer_start(b.timers[i], 0);
    }
    cm__loop_post(b.loop, &b.task);
    cm__loop_run(b.loop);
    assert_true(b.has_run);
    assert_in_range(b.n_fired, 1, 8);
    for (int i = 0; i < 2; i++)
        cm__timer_free(b.timers[i]);
    cm__loop_free(b.loop);
}

typedef struct Many {
    Loop *loop;
    Timer *timers[3];
    int n_fired;
} Many;

static void many_fired(void *user)
{
    Many *m = user;
    uint64_t end = cm__loop_now_ms(m->loop) + 20;
    while (cm__loop_now_ms(m->loop) < end)
        ;
    /* The others are due: one is stopped, one is started again. */
    if (++m->n_fired > 1) {
        cm__loop_stop(m->loop);
        return;
    }
    assert_true(cm__timer_is_active(m->timers[1]));
    assert_true(cm__timer_is_active(m->timers[2]));
    cm__timer_stop(m->timers[1]);
    assert_false(cm__timer_is_active(m->timers[1]));
    cm__timer_start(m->timers[2], 1);
    assert_true(cm__timer_is_active(m->timers[2]));
}

static void timers_that_are_due_can_be_stopped(void **state)
{
    (void)state;
    Many m = { .loop = cm__loop_new(cm__alloc_default()) };
    for (int i = 0; i < 3; i++) {
        m.timers[i] = cm__timer_new(m.loop, many_fired, &m);
        cm__timer_start(m.timers[i], 0);
    }
    cm__loop_run(m.loop);
    assert_int_equal(m.n_fired, 2);
    assert_false(cm__timer_is_active(m.timers[2]));
    for (int i = 0; i < 3; i++)
        cm__timer_free(m.timers[i]);
    cm__loop_free(m.loop);
}

static void caught(void *user, int signum)
{
    Timing *t = user;
    assert_int_equal(signum, SIGUSR1);
    t->n++;
    cm__loop_stop(t->loop);
}

static void signals_arrive_in_the_loop(void **state)
{
    (void)state;
    Timing t = { .loop = cm__loop_new(cm__alloc_default()) };
    SignalWatch *watch = cm__signal_new(t.loop, SIGUSR1, caught, &t);
    assert_non_null(watch);
    assert_int_equal(raise(SIGUSR1), 0);
    cm__loop_run(t.loop);
    assert_int_equal(t.n, 1);
    cm__signal_free(watch);
    cm__loop_free(t.loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posts_of_many_threads_all_run_in_order),
        cmocka_unit_test(timers_fire_once_for_each_start),
        cmocka_unit_test(timers_that_start_each_other_leave_room),
        cmocka_unit_test(timers_that_are_due_can_be_stopped),
        cmocka_unit_test(signals_arrive_in_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
