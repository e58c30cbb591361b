/* SPDX-License-Identifier: MIT */
/* Refuses memory to every scenario of the list at its first request, its
 * second, and so on until none is refused any more: once each, and for ever
 * from there. After each the scenario must work as if nothing had been.
 *
 *     oom.scenarios [--full] [--list] [GROUP | TEXT]...
 *
 * --full: at every request. Otherwise at the first 24, the last 8 and some
 * between, and at most that many. GROUP, TEXT: only those of a group, or whose
 * name contains the text. */
#include "scenario.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../oom_alloc.h"
#include "base/alloc.h"

enum {
    FIRST = 24,
    LAST = 8,
    BETWEEN = 24,
    AGAIN_EVERY = 8, /* short form: how often it is run undisturbed between */
    FORKED_MAX = 400 /* children, also in the full form */
};

static const ScenarioGroup *const groups[] = {
    &oom_api, &oom_extensions, &oom_openapi, &oom_parsers, &oom_javascript,
    &oom_lua, &oom_adapter,    &oom_gateway, &oom_command,
};

static bool is_full;
static bool is_first; /* run: libraries open what they keep for good */
static const char *now_running = "";
static long now_n;
static int now_forever;

static struct {
    long scenarios, places, refused;
} total;

_Noreturn void scenario_fail(const char *format, ...)
{
    va_list args;
    (void)fflush(stdout);
    (void)fprintf(stderr, "\n%s, request %ld refused %s: ", now_running, now_n,
                  now_forever ? "and all after it" : "once");
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    (void)fputc('\n', stderr);
    abort(); /* a debugger, and sanitizers, show where */
}

void scenario_same(const char *got, const char *expected)
{
    if (strcmp(got, expected) != 0)
        scenario_fail("\n  got      %s\n  expected %s", got, expected);
}

cm_status scenario_status(cm_status status)
{
    if (status != CM_OK && status != CM_E_NOMEM)
        scenario_fail("the status is \"%s\"", cm_status_text(status));
    return status;
}

static const cm_allocator *own;

const cm_allocator *scenario_own(void)
{
    return own;
}

/* Open descriptors. */
static int descriptors(void)
{
    int n = 0;
    DIR *dir = opendir("/proc/self/fd");
    if (!dir)
        return 0;
    while (readdir(dir))
        n++;
    (void)closedir(dir);
    return n;
}

static cm_status run_here(const Scenario *s, OomAlloc *o)
{
    int before = descriptors();
    cm__alloc_set_default(&o->alloc);
    cm_status status = s->run(&o->alloc, s->arg);
    cm__alloc_set_default(NULL);
    scenario_status(status);
    if (o->live_bytes != 0)
        scenario_fail("%zu bytes were not given back", o->live_bytes);
    if (descriptors() != before && !is_first)
        scenario_fail("descriptors: %d before, %d after", before,
                      descriptors());
    return status;
}

typedef struct Outcome {
    cm_status status;
    long requests, refused;
} Outcome;

/* In a child, whose process-wide state is fresh. It runs a second time there,
 * undisturbed, since that state has seen the refusal. */
static Outcome run_in_child(const Scenario *s, OomAlloc *o)
{
    Outcome out = { CM_E_STATE, 0, 0 };
    int ends[2], how;
    if (pipe(ends) != 0)
        scenario_fail("no pipe");
    pid_t child = fork();
    if (child == 0) {
        int before = descriptors();
        cm__alloc_set_default(&o->alloc);
        out.status = scenario_status(s->run(&o->alloc, s->arg));
        out.requests = o->requests;
        out.refused = o->refused;
        o->left = 0;
        if (s->run(&o->alloc, s->arg) != CM_OK)
            scenario_fail("it does not work afterwards");
        if (descriptors() != before)
            scenario_fail("descriptors are left open");
        if (write(ends[1], &out, sizeof out) != sizeof out)
            scenario_fail("cannot tell the outcome");
        _exit(0);
    }
    (void)close(ends[1]);
    if (child < 0 || read(ends[0], &out, sizeof out) != sizeof out ||
        waitpid(child, &how, 0) != child || how != 0)
        scenario_fail("the child ended badly");
    (void)close(ends[0]);
    return out;
}

static Outcome run_with(const Scenario *s, long n, int forever)
{
    OomAlloc o;
    now_n = n;
    now_forever = forever;
    oom_alloc_init(&o, n, forever);
    if (s->is_forked)
        return run_in_child(s, &o);
    cm_status status = run_here(s, &o);
    return (Outcome){ status, o.requests, o.refused };
}

/* Without refusals; gives the number of requests. */
static long undisturbed(const Scenario *s)
{
    Outcome out = run_with(s, 0, 0);
    if (out.status != CM_OK)
        scenario_fail("it does not work with all memory it wants");
    return out.requests;
}

/* The next place after n. */
static long next_place(const Scenario *s, long n, long requests)
{
    /* threads and processes take their time */
    long part = s->is_uneven ? 2 : 1, step = 1;
    long last = requests - LAST / part;
    if (is_full && s->is_forked)
        step = requests / FORKED_MAX + 1;
    else if (!is_full && n >= FIRST / part && n < last)
        step = (last - FIRST / part) / (BETWEEN / part) + 1;
    if (n + step > last && n < last && step > 1)
        return last;
    return n + step;
}

/* Refuses at each place; counts. Past the last one nothing is refused. */
static void sweep(const Scenario *s, int forever, long requests, long *places,
                  long *refused)
{
    long since = 0;
    /* uneven scenarios may want more than the first run did */
    long most = s->is_uneven ? requests : 2 * requests + 100;
    for (long n = 1; n <= most; n = next_place(s, n, requests)) {
        Outcome out = run_with(s, n, forever);
        if (out.refused == 0) {
            if (out.status != CM_OK)
                scenario_fail("out of memory, though none was refused");
            if (!s->is_uneven)
                return;
            continue;
        }
        (*places)++;
        *refused += out.refused;
        if (!s->is_forked && (is_full || ++since % AGAIN_EVERY == 0))
            (void)undisturbed(s);
    }
    if (!s->is_uneven)
        scenario_fail("it never ends");
}

static void run_scenario(const char *group, const Scenario *s)
{
    struct timespec from, to;
    long places = 0, refused = 0;
    (void)clock_gettime(CLOCK_MONOTONIC, &from);
    now_running = s->name;
    is_first = true;
    (void)undisturbed(s);
    is_first = false;
    long requests = undisturbed(s);
    if (!s->is_uneven && requests != undisturbed(s))
        scenario_fail("the number of requests is not the same twice");
    sweep(s, 0, requests, &places, &refused);
    sweep(s, 1, requests, &places, &refused);
    (void)undisturbed(s);
    (void)clock_gettime(CLOCK_MONOTONIC, &to);
    long ms = (to.tv_sec - from.tv_sec) * 1000 +
              (to.tv_nsec - from.tv_nsec) / 1000000;
    (void)printf("%-10s %-52.52s %7ld %7ld %9ld %6ld ms  ok\n", group, s->name,
                 requests, places, refused, ms);
    (void)fflush(stdout);
    total.scenarios++;
    total.places += places;
    total.refused += refused;
}

static bool is_wanted(const char *group, const char *name, char **words)
{
    bool is_any = true;
    for (; *words; words++) {
        if ((*words)[0] == '-')
            continue;
        is_any = false;
        if (strcmp(group, *words) == 0 || strstr(name, *words))
            return true;
    }
    return is_any;
}

/* What all executions of a process share belongs to no scenario. */
static void make_shared(void)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    for (int language = 0; language < 2; language++) {
        cm_runtime *runtime = NULL;
        o.language = language ? CM_LANGUAGE_LUA : CM_LANGUAGE_JAVASCRIPT;
        if (cm_runtime_new(NULL, &o, &runtime, NULL) != CM_OK)
            scenario_fail("there is no runtime");
        cm_runtime_free(runtime);
    }
}

static void each(bool is_forked, bool is_list, char **words)
{
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        for (size_t i = 0; i < groups[g]->n_items; i++) {
            const Scenario *s = &groups[g]->items[i];
            if (s->is_forked != is_forked ||
                !is_wanted(groups[g]->name, s->name, words))
                continue;
            if (is_list)
                (void)printf("%-10s %s\n", groups[g]->name, s->name);
            else
                run_scenario(groups[g]->name, s);
        }
    }
}

int main(int argc, char **argv)
{
    bool is_list = false;
    own = cm__alloc_default();
    for (int i = 1; i < argc; i++) {
        is_full |= strcmp(argv[i], "--full") == 0;
        is_list |= strcmp(argv[i], "--list") == 0;
    }
    if (!is_list)
        (void)printf("%-10s %-52s %7s %7s %9s\n", "group", "scenario", "n",
                     "places", "refused");
    each(true, is_list, argv + 1);
    make_shared();
    each(false, is_list, argv + 1);
    if (!is_list)
        (void)printf("%ld scenarios, memory refused at %ld places, %ld "
                     "requests refused\n",
                     total.scenarios, total.places, total.refused);
    return total.scenarios == 0 && !is_list;
}
