/* SPDX-License-Identifier: MIT */
/* How many calls are open at once, and who is next: every test names the calls
 * by one character each and compares the order in which sources got them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mcp/callgate.h"

#include <stdio.h>
#include <string.h>

#include "../oom_alloc.h"
#include "mcp/hostrun.h"
#include "mcp/toolbox.h"

enum {
    GATES_MAX = 4,
    CHARACTERS = 128
};

static struct {
    OomAlloc memory;
    Loop *loop;
    CallGates *gates;
    CallGate *gate[GATES_MAX];
    size_t n_gates;
    Toolbox *box;
    HostTool *tool;
    HostCall *calls[CHARACTERS]; /* by name; NULL: settled, or none */
    HostRun run[2];              /* only who waits is kept in them */
    /* Of the call that begins. */
    char name;
    CallGate *at;
    HostRun *of;
    char started[100];
    char failed[100];
    char reason[600];
} b;

/* ---- one source for all, whose calls go through the gate they are told ---- */

static char name_of(const HostCall *call)
{
    return *(const char *)call->op;
}

static void append(char *list, char name)
{
    size_t n = strlen(list);
    list[n] = name;
    list[n + 1] = '\0';
}

static void begin(HostCall *call)
{
    append(b.started, name_of(call));
    if (name_of(call) >= '0' && name_of(call) <= '9') /* answers at once */
        cm__host_return(call, "1", 1);
}

static void source_start(HostCall *call)
{
    static char names[CHARACTERS];
    char *name = &names[(int)b.name];
    *name = b.name;
    call->op = name;
    call->run = b.of;
    b.calls[(int)b.name] = call;
    cm__gate_enter(b.at, call, begin);
}

static void source_cancel(HostCall *call)
{
    assert_true(cm__gate_holds(call));
    cm__host_fail(call, "cancelled");
}

static const HostToolOps ops = { source_start, source_cancel };

static void call_returned(void *user, const char *json, size_t len)
{
    (void)json, (void)len;
    b.calls[(int)*(const char *)user] = NULL;
}

static void call_failed(void *user, const char *message, size_t len)
{
    (void)len;
    append(b.failed, *(const char *)user);
    (void)snprintf(b.reason, sizeof b.reason, "%s", message);
    b.calls[(int)*(const char *)user] = NULL;
}

/* ---- what tests do ---- */

static void open_bench(size_t max_all)
{
    cm_error err;
    memset(&b, 0, sizeof b);
    oom_alloc_init(&b.memory, 0, 0);
    b.loop = cm__loop_new(&b.memory.alloc);
    b.gates = cm__gates_new(b.loop, max_all);
    b.box = cm__toolbox_new(cm__alloc_default());
    assert_non_null(b.gates);
    const ToolboxEntry entry = { .path = "s.t",
                                 .ops = &ops,
                                 .direct_id = "s_t" };
    assert_int_equal(cm__toolbox_add(b.box, &entry, NULL, &err), CM_OK);
    b.tool = b.box->host_tools;
}

static void add_gate(size_t max, uint64_t silence_ms)
{
    const CallGateSpec spec = {
        .kind = "server", .name = "s", .max = max, .silence_ms = silence_ms
    };
    CallGate *gate = cm__gate_new(b.gates, &spec);
    assert_non_null(gate);
    b.gate[b.n_gates++] = gate;
}

static void end(char name)
{
    HostCall *call = b.calls[(int)name];
    assert_non_null(call);
    cm__host_return(call, "1", 1);
}

static void cancel(char name)
{
    HostCall *call = b.calls[(int)name];
    assert_non_null(call);
    call->tool->ops->cancel(call);
}

static void close_bench(void)
{
    for (int name = 0; name < CHARACTERS; name++)
        if (b.calls[name] != NULL && !cm__gate_holds(b.calls[name]))
            end((char)name);
    cm__gates_free(b.gates);
    for (size_t i = 0; i < CM_ARRAY_LEN(b.run); i++)
        assert_null(b.run[i].waiting);
    cm__toolbox_unref(b.box);
    cm__loop_free(b.loop);
    assert_int_equal(b.memory.live_bytes, 0);
}

/* A call for each character, of a program (NULL: of none). */
static void enter(size_t gate, HostRun *run, const char *names)
{
    static const HostSink sink = { .returned = call_returned,
                                   .failed = call_failed };
    static char users[CHARACTERS];
    for (; *names != '\0'; names++) {
        HostCall *call;
        b.name = *names;
        b.at = b.gate[gate];
        b.of = run;
        users[(int)*names] = *names;
        assert_true(
            cm__host_begin(b.tool, "{}", 2, &sink, &users[(int)*names], &call));
    }
}

static void stop(LoopTask *task)
{
    (void)task;
    cm__loop_stop(b.loop);
}

/* In the turns of the loop that follow calls are let in. */
static void turn(void)
{
    for (int i = 0; i < 2; i++) {
        LoopTask task = { .run = stop };
        cm__loop_post(b.loop, &task);
        cm__loop_run(b.loop);
    }
}

#define STARTED(names) assert_string_equal(b.started, names)

/* ---- one source ---- */

static void a_source_gets_as_many_as_it_may(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(2, 0);
    enter(0, &b.run[0], "abcd");
    STARTED("ab");
    assert_false(cm__gate_holds(b.calls['b']));
    assert_true(cm__gate_holds(b.calls['c']));
    end('b');
    STARTED("ab"); /* who settles meets no new calls */
    turn();
    STARTED("abc");
    end('a');
    end('c');
    turn();
    STARTED("abcd");
    close_bench();
}

static void zero_is_any_number(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(0, 0);
    enter(0, NULL, "abcdefghijklmnop");
    STARTED("abcdefghijklmnop");
    close_bench();
}

static void without_a_gate_nobody_waits(void **state)
{
    (void)state;
    open_bench(1);
    enter(0, NULL, "ab"); /* gate[0] is NULL */
    STARTED("ab");
    assert_false(cm__gate_holds(b.calls['a']));
    cm__gate_alive(NULL);
    close_bench();
}

static void programs_take_turns(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    enter(0, &b.run[0], "abcd");
    enter(0, &b.run[1], "xy");
    enter(0, NULL, "n"); /* of no program: a program of its own */
    static const char order[] = "abxncyd";
    for (size_t i = 0; order[i] != '\0'; i++) {
        char so_far[sizeof order];
        (void)snprintf(so_far, sizeof so_far, "%.*s", (int)i + 1, order);
        STARTED(so_far);
        end(order[i]);
        turn();
    }
    close_bench();
}

static void who_comes_late_does_not_go_first(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    enter(0, &b.run[0], "ab");
    end('a');
    enter(0, &b.run[1], "x"); /* there is room, but b waits for it */
    STARTED("a");
    turn();
    STARTED("ab");
    end('b');
    turn();
    STARTED("abx");
    close_bench();
}

static void a_program_that_comes_again_is_the_last(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    enter(0, &b.run[0], "ab");
    enter(0, &b.run[1], "xy");
    end('a');
    turn(); /* b is in: the first program waits no more */
    STARTED("ab");
    enter(0, &b.run[0], "c");
    for (const char *name = "bxcy"; *name != '\0'; name++) {
        end(*name);
        turn();
    }
    STARTED("abxcy");
    close_bench();
}

static void answers_at_once_let_all_in(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    enter(0, &b.run[0], "12a"); /* digits are answered at once */
    STARTED("12a");
    enter(0, &b.run[0], "345b6");
    STARTED("12a");
    end('a');
    turn();
    STARTED("12a345b");
    end('b');
    turn();
    STARTED("12a345b6");
    close_bench();
}

/* ---- calls that end while they wait ---- */

static void a_cancelled_call_waits_no_more(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    enter(0, &b.run[0], "abcd");
    enter(0, &b.run[1], "x");
    cancel('c');
    assert_string_equal(b.failed, "c");
    assert_string_equal(b.reason, "cancelled");
    for (const char *name = "abxd"; *name != '\0'; name++) {
        STARTED(name[0] == 'a'   ? "a"
                : name[0] == 'b' ? "ab"
                : name[0] == 'x' ? "abx"
                                 : "abxd");
        end(*name);
        turn();
    }
    close_bench();
}

static void first_and_last_calls_may_be_cancelled(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    enter(0, &b.run[0], "abcd");
    cancel('b');
    cancel('d');
    enter(0, &b.run[0], "e");
    end('a');
    turn();
    end('c');
    turn();
    STARTED("ace");
    assert_string_equal(b.failed, "bd");
    close_bench();
}

static void a_program_that_ends_passes_its_turn_on(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    enter(0, &b.run[0], "abc"); /* b and c: its turn */
    enter(0, &b.run[1], "xy");
    enter(0, NULL, "n");
    cancel('b');
    cancel('c');
    assert_null(b.run[0].waiting);
    for (const char *name = "axny"; *name != '\0'; name++) {
        end(*name);
        turn();
    }
    STARTED("axny");
    assert_string_equal(b.failed, "bc");
    close_bench();
}

static void the_last_who_waits_may_go(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    enter(0, &b.run[0], "ab");
    cancel('b');
    end('a');
    turn();
    enter(0, &b.run[0], "cd");
    STARTED("ac");
    close_bench();
}

static void a_program_waits_at_two_gates(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    add_gate(1, 0);
    add_gate(1, 0);
    enter(0, &b.run[0], "ab");
    enter(1, &b.run[0], "xy");
    enter(2, &b.run[0], "no");
    cancel('y'); /* the middle one of the program's groups */
    end('a');
    end('n');
    end('x');
    turn();
    STARTED("axnbo");
    assert_null(b.run[0].waiting);
    close_bench();
}

/* ---- all sources ---- */

static void half_is_divided_and_half_is_lent(void **state)
{
    (void)state;
    open_bench(8); /* 2 for each of two, 4 to lend */
    add_gate(0, 0);
    add_gate(0, 0);
    enter(0, NULL, "abcdefgh");
    STARTED("abcdef");
    enter(1, NULL, "xyz");
    STARTED("abcdefxy");
    end('x'); /* its own part, which the other one cannot have */
    turn();
    STARTED("abcdefxyz");
    end('a'); /* what was lent comes back */
    turn();
    STARTED("abcdefxyzg");
    end('y');
    turn();
    STARTED("abcdefxyzg");
    close_bench();
}

static void a_part_is_no_more_than_a_source_may(void **state)
{
    (void)state;
    open_bench(8); /* 1 and 2; the other 5 are lent */
    add_gate(1, 0);
    add_gate(0, 0);
    enter(1, NULL, "abcdefgh");
    STARTED("abcdefg");
    enter(0, NULL, "xy");
    STARTED("abcdefgx");
    close_bench();
}

static void every_source_has_one_at_least(void **state)
{
    (void)state;
    open_bench(1);
    add_gate(0, 0);
    add_gate(0, 0);
    add_gate(0, 0);
    enter(0, NULL, "ab");
    enter(1, NULL, "cd");
    enter(2, NULL, "ef");
    STARTED("ace");
    end('c');
    turn();
    STARTED("aced");
    close_bench();
}

static void what_is_lent_goes_around(void **state)
{
    (void)state;
    open_bench(6); /* 1 for each of three, 3 to lend */
    add_gate(0, 0);
    add_gate(0, 0);
    add_gate(0, 0);
    enter(0, NULL, "abcd"); /* has all that is lent */
    enter(1, NULL, "lmn");
    enter(2, NULL, "xyz");
    STARTED("abcdlx");
    end('a');
    end('b');
    end('c');
    turn();
    STARTED("abcdlxmyn"); /* 1, 2, 1 */
    end('d');
    turn();
    STARTED("abcdlxmyn"); /* that one was the part of its source */
    end('m');
    turn();
    STARTED("abcdlxmynz");
    close_bench();
}

static void a_deaf_source_holds_up_nobody_else(void **state)
{
    (void)state;
    open_bench(4); /* 1 for each of two, 2 to lend */
    add_gate(0, 0);
    add_gate(0, 0);
    enter(0, &b.run[0], "abcdef");
    STARTED("abc");
    enter(1, &b.run[1], "12345"); /* one after the other */
    STARTED("abc12345");
    close_bench();
}

/* ---- silence, memory, the end ---- */

/* Signs of life, each in a turn of its own, for some time; the longest time
 * without one, which on a busy machine may be any. */
static uint64_t stay_alive(uint64_t ms)
{
    uint64_t began = cm__loop_now_ms(b.loop), last = began, longest = 0;
    while (last - began < ms) {
        cm__gate_alive(b.gate[0]);
        turn();
        uint64_t now = cm__loop_now_ms(b.loop);
        longest = now - last > longest ? now - last : longest;
        last = now;
    }
    return longest;
}

static void who_waits_in_silence_is_given_up(void **state)
{
    enum {
        SILENCE_MS = 30
    };
    (void)state;
    open_bench(100);
    add_gate(1, SILENCE_MS);
    enter(0, &b.run[0], "ab");
    enter(0, &b.run[1], "x");
    if (stay_alive(120) < SILENCE_MS)
        assert_string_equal(b.failed, "");
    uint64_t silent_from = cm__loop_now_ms(b.loop);
    bool is_late = b.failed[0] != '\0';
    cm__gate_alive(b.gate[0]);
    while (b.failed[0] == '\0' || b.failed[1] == '\0')
        turn();
    if (!is_late)
        assert_true(cm__loop_now_ms(b.loop) - silent_from >= SILENCE_MS);
    assert_string_equal(b.failed, "bx");
    assert_string_equal(b.reason,
                        "server \"s\": no answer to any call within 30 ms; "
                        "the call waited for its turn and was given up");
    STARTED("a"); /* which its source gives up, or not */
    close_bench();
}

static void without_memory_a_call_fails(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    enter(0, &b.run[0], "a");
    b.memory.left = 1;
    enter(0, &b.run[0], "b");
    assert_string_equal(b.failed, "b");
    assert_string_equal(b.reason, "the host is out of memory");
    enter(0, &b.run[0], "c");
    end('a');
    turn();
    STARTED("ac");
    close_bench();
}

static void in_the_end_who_waits_fails(void **state)
{
    (void)state;
    open_bench(100);
    add_gate(1, 0);
    add_gate(1, 0);
    enter(0, &b.run[0], "abc");
    enter(0, &b.run[1], "x");
    enter(1, &b.run[0], "lm");
    end('a');
    end('l');
    STARTED("al");
    close_bench();
    assert_string_equal(b.failed, "bcxm");
    assert_string_equal(b.reason, "the host is shutting down");
    STARTED("al");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_source_gets_as_many_as_it_may),
        cmocka_unit_test(zero_is_any_number),
        cmocka_unit_test(without_a_gate_nobody_waits),
        cmocka_unit_test(programs_take_turns),
        cmocka_unit_test(who_comes_late_does_not_go_first),
        cmocka_unit_test(a_program_that_comes_again_is_the_last),
        cmocka_unit_test(answers_at_once_let_all_in),
        cmocka_unit_test(a_cancelled_call_waits_no_more),
        cmocka_unit_test(first_and_last_calls_may_be_cancelled),
        cmocka_unit_test(a_program_that_ends_passes_its_turn_on),
        cmocka_unit_test(the_last_who_waits_may_go),
        cmocka_unit_test(a_program_waits_at_two_gates),
        cmocka_unit_test(half_is_divided_and_half_is_lent),
        cmocka_unit_test(a_part_is_no_more_than_a_source_may),
        cmocka_unit_test(every_source_has_one_at_least),
        cmocka_unit_test(what_is_lent_goes_around),
        cmocka_unit_test(a_deaf_source_holds_up_nobody_else),
        cmocka_unit_test(who_waits_in_silence_is_given_up),
        cmocka_unit_test(without_memory_a_call_fails),
        cmocka_unit_test(in_the_end_who_waits_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
