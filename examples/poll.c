/* SPDX-License-Identifier: MIT */
/* An event-driven host: four programs at once in one thread, driven by poll(2).
 * Tools answer later, by timers; a program that computes for long runs in
 * slices and holds up nobody; one program meets its deadline, one is cancelled.
 * docs/embedding.md walks through it. */
#define _POSIX_C_SOURCE 200809L
#include <codemode.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SLICE = 20000, /* steps; well under a millisecond */
    MAX_TIMERS = 32
};

typedef struct Session {
    const char *source;
    int64_t timeout_ms;
    cm_execution *execution; /* NULL: ended */
    atomic_bool is_awake;    /* set by wake() in any thread */
    int wake_fd;
    size_t n_slices;
    cm_status end;
    cm_result *result; /* when end is CM_OK */
} Session;

typedef struct Timer {
    cm_call *call; /* NULL: not in use */
    uint64_t due_ns;
} Timer;

typedef struct Host {
    int wake_read, wake_write; /* the self-pipe */
    Timer timers[MAX_TIMERS];
    size_t n_cancelled_timers;
} Host;

/* The runtime gets this clock too, so that its deadlines and our timers are
 * times on the same one. */
static uint64_t now_ns(void *user)
{
    struct timespec t;
    (void)user;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ---- the tool clock.sleep({ ms }) ---- */

static void cancel_timer(void *user, cm_call *call)
{
    Host *host = user;
    for (size_t i = 0; i < MAX_TIMERS; i++)
        if (host->timers[i].call == call)
            host->timers[i].call = NULL;
    host->n_cancelled_timers++;
    cm_call_cancelled(call);
}

static void sleep_tool(void *user, cm_call *call, const char *input, size_t len)
{
    Host *host = user;
    int64_t ms = 0;
    cm_value *in = cm_value_json(NULL, input, len);
    (void)cm_value_int64(cm_value_get(in, "ms", 2), &ms);
    cm_value_free(in);
    for (size_t i = 0; i < MAX_TIMERS; i++) {
        if (host->timers[i].call)
            continue;
        host->timers[i].call = call;
        host->timers[i].due_ns = now_ns(NULL) + (uint64_t)ms * 1000000u;
        cm_call_on_cancel(call, cancel_timer, host);
        return; /* answered by fire_timers or cancel_timer */
    }
    cm_call_fail_text(call, "too many timers");
}

static void fire_timers(Host *host)
{
    uint64_t now = now_ns(NULL);
    for (size_t i = 0; i < MAX_TIMERS; i++) {
        cm_call *call = host->timers[i].call;
        if (!call || host->timers[i].due_ns > now)
            continue;
        host->timers[i].call = NULL;
        cm_call_return(call, "\"rested\"", 8);
    }
}

/* ---- sessions ---- */

/* Says which session can go on, then interrupts poll(). A full pipe is no harm:
 * poll() returns anyway. */
static void wake(void *user)
{
    Session *s = user;
    atomic_store(&s->is_awake, true);
    while (write(s->wake_fd, "", 1) < 0 && errno == EINTR)
        ;
}

static cm_status start(Session *s, const cm_runtime *runtime, cm_error *err)
{
    cm_limits limits = CM_LIMITS_INIT;
    limits.timeout_ms = s->timeout_ms;
    cm_execution_options options = CM_EXECUTION_OPTIONS_INIT;
    options.limits = &limits;
    options.context = s;
    options.wake = wake;
    options.wake_user = s;
    options.source = s->source;
    options.source_len = strlen(s->source);
    atomic_store(&s->is_awake, true);
    return cm_execution_start(runtime, &options, &s->execution, err);
}

/* Runs one slice if the session can go on. */
static void run(Session *s)
{
    bool is_due = now_ns(NULL) >= cm_execution_deadline_ns(s->execution);
    if (!atomic_exchange(&s->is_awake, false) && !is_due)
        return;
    s->n_slices++;
    switch (cm_execution_run(s->execution, SLICE)) {
    case CM_RUN_YIELDED:
        atomic_store(&s->is_awake, true);
        break;
    case CM_RUN_WAITING:
        break;
    case CM_RUN_DONE:
        s->end = cm_execution_take_result(s->execution, &s->result);
        cm_execution_free(s->execution);
        s->execution = NULL;
        break;
    }
}

/* The session ends the next time it is run. */
static void cancel(Session *s)
{
    if (s->execution)
        cm_execution_cancel(s->execution);
}

/* ---- the loop ---- */

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Milliseconds for poll(): 0 when a session can go on, -1 for ever. */
static int time_to_wait(const Host *host, Session *sessions, size_t n)
{
    uint64_t until = UINT64_MAX;
    for (size_t i = 0; i < n; i++) {
        if (!sessions[i].execution)
            continue;
        if (atomic_load(&sessions[i].is_awake))
            return 0;
        until = earlier(until, cm_execution_deadline_ns(sessions[i].execution));
    }
    for (size_t i = 0; i < MAX_TIMERS; i++)
        if (host->timers[i].call)
            until = earlier(until, host->timers[i].due_ns);
    if (until == UINT64_MAX)
        return -1;
    uint64_t now = now_ns(NULL);
    uint64_t ms = until > now ? (until - now + 999999u) / 1000000u : 0;
    return ms > 60000 ? 60000 : (int)ms;
}

static void loop(Host *host, Session *sessions, size_t n)
{
    size_t n_running = n;
    while (n_running > 0) {
        struct pollfd fds[] = { { host->wake_read, POLLIN, 0 } };
        char bytes[64];
        (void)poll(fds, 1, time_to_wait(host, sessions, n));
        while (read(host->wake_read, bytes, sizeof bytes) > 0)
            ;
        fire_timers(host);
        for (size_t i = 0; i < n; i++) {
            if (!sessions[i].execution)
                continue;
            run(&sessions[i]);
            if (sessions[i].execution)
                continue;
            n_running--;
            if (i == 0) /* the user of the last session has had enough */
                cancel(&sessions[n - 1]);
        }
    }
}

static void print_end(const Session *s, size_t number)
{
    if (s->end == CM_E_CANCELLED)
        (void)printf("%zu: cancelled\n", number);
    else if (cm_result_ok(s->result))
        (void)printf("%zu: %s in %s\n", number,
                     cm_result_value(s->result, NULL),
                     s->n_slices > 3 ? "many slices" : "a few slices");
    else
        (void)printf("%zu: %s: %s\n", number, cm_result_error_kind(s->result),
                     cm_result_error_message(s->result, NULL));
}

/* ---- set up ---- */

static int open_pipe(Host *host)
{
    int fds[2];
    if (pipe(fds) != 0)
        return 0;
    host->wake_read = fds[0];
    host->wake_write = fds[1];
    return fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(fds[1], F_SETFL, O_NONBLOCK) == 0;
}

static cm_status make_runtime(Host *host, cm_runtime **ret_runtime,
                              cm_error *err)
{
    const cm_tool tool = {
        .description = "Answers after some time",
        .input_schema = "{\"type\":\"object\",\"required\":[\"ms\"],"
                        "\"properties\":{\"ms\":{\"type\":\"integer\","
                        "\"minimum\":0,\"maximum\":60000}}}",
        .output_schema = "{\"type\":\"string\"}",
        .validate_input = 1,
        .execute = sleep_tool,
        .user = host,
    };
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    options.monotonic_ns = now_ns;
    cm_tools *tools = cm_tools_new(NULL);
    cm_status status =
        tools ? cm_tools_add(tools, "clock.sleep", &tool, err) : CM_E_NOMEM;
    if (status == CM_OK)
        status = cm_runtime_new(tools, &options, ret_runtime, err);
    cm_tools_free(tools);
    return status;
}

int main(void)
{
    Host host = { .wake_read = -1, .wake_write = -1 };
    Session sessions[] = {
        { .source = "const naps = [10, 20].map((ms) => "
                    "tools.clock.sleep({ ms }));\n"
                    "return await Promise.all(naps);\n",
          .timeout_ms = CM_UNSET },
        { .source = "let sum = 0;\n"
                    "for (let i = 0; i < 100000; i++) sum += i % 7;\n"
                    "return sum;\n",
          .timeout_ms = CM_UNSET },
        { .source = "return await tools.clock.sleep({ ms: 60000 });\n",
          .timeout_ms = 300 },
        { .source = "return await tools.clock.sleep({ ms: 60000 });\n",
          .timeout_ms = CM_UNSET },
    };
    const size_t n = sizeof sessions / sizeof *sessions;
    cm_error err = { .text = "no pipe or no memory" };
    cm_runtime *runtime = NULL;
    int ok = open_pipe(&host) && make_runtime(&host, &runtime, &err) == CM_OK;
    for (size_t i = 0; ok && i < n; i++) {
        sessions[i].wake_fd = host.wake_write;
        ok = start(&sessions[i], runtime, &err) == CM_OK;
    }
    if (ok)
        loop(&host, sessions, n);
    for (size_t i = 0; i < n; i++) {
        if (ok)
            print_end(&sessions[i], i + 1);
        cm_result_free(sessions[i].result);
        cm_execution_free(sessions[i].execution);
    }
    if (ok)
        (void)printf("%zu timers cancelled\n", host.n_cancelled_timers);
    else
        (void)fprintf(stderr, "%s\n", err.text);
    cm_runtime_free(runtime);
    (void)close(host.wake_read);
    (void)close(host.wake_write);
    return ok ? 0 : 1;
}
