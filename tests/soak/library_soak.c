/* SPDX-License-Identifier: MIT */
/* Very many executions in one process: both languages, tools that are settled
 * at once, later and by another thread, failures, every limit, cancellation,
 * executions that are dropped. Several threads share the runtimes and have some
 * executions under way each.
 *
 *     soak.library [EXECUTIONS [THREADS]]
 *
 * Every result is compared with what it must be. At the end of each of twenty
 * phases nothing runs: the live bytes must be the same to the byte, the
 * descriptors as many, and after the first phases the resident memory may not
 * grow by more than 1 %, or half a megabyte where that is more. */
#include "codemode.h"

#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    PHASES = 20,
    WARM = 5,   /* phases */
    ACTIVE = 8, /* executions that a thread has under way */
    THREADS_MAX = 16,
    LATE_MAX = 4096
};

/* Pages that the C library's arenas take and give as threads happen to meet. */
#define SLACK_KIB 512

_Noreturn static void fail(const char *what, const char *more)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, "soak: %s: %s\n", what, more);
    abort();
}

/* ---- memory ---- */

static atomic_size_t live_bytes, live_blocks;

static void *resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    (void)ctx;
    void *moved = NULL;
    if (new_size == 0)
        free(ptr);
    else if (!(moved = realloc(ptr, new_size)))
        return NULL;
    if (ptr)
        atomic_fetch_sub_explicit(&live_bytes, old_size, memory_order_relaxed);
    if (moved)
        atomic_fetch_add_explicit(&live_bytes, new_size, memory_order_relaxed);
    if (!ptr && moved)
        atomic_fetch_add_explicit(&live_blocks, 1, memory_order_relaxed);
    if (ptr && !moved)
        atomic_fetch_sub_explicit(&live_blocks, 1, memory_order_relaxed);
    return moved;
}

static const cm_allocator counted = { resize, NULL };

/* ---- the programs ---- */

typedef enum End {
    END_RECORD,
    END_CANCELLED, /* the host cancels it when it waits */
    END_DROPPED    /* the host frees it when it waits */
} End;

/* In source and record %d is a number that differs from run to run. */
typedef struct Plan {
    const char *source, *record;
    unsigned weight;
    cm_language language;
    End end;
    bool is_compiled; /* one program, shared by all threads; no %d */
    int64_t max_memory, max_steps, max_output, max_calls, timeout_ms;
} Plan;

#define JS  CM_LANGUAGE_JAVASCRIPT
#define LUA CM_LANGUAGE_LUA
#define OK(value, calls) \
    "{\"ok\":true,\"value\":" value ",\"toolCalls\":[" calls "]}"
#define CALLED(name) "{\"name\":\"" name "\"}"

static const Plan plans[] = {
    { "return %d + 1 - 1", OK("%d", ""), 20, .language = JS },
    { "let s = 0; for (let i = 0; i < 100; i++) s += i * %d; return s - 4949 * "
      "%d",
      OK("%d", ""), 10, .language = JS },
    { "const a = Array.from({ length: 40 }, (_, i) => ({ id: i, n: 'x' + i }));"
      "\nconst b = JSON.parse(JSON.stringify(a)); return [b[39].n, %d]",
      OK("[\"x39\",%d]", ""), 10, .language = JS },
    { "const m = new Map(); for (let i = 0; i < 50; i++) m.set('k' + i, i);\n"
      "return [...m.keys()].filter((k) => /^k[1-3]\\d$/.test(k)).length + %d "
      "- 30",
      OK("%d", ""), 8, .language = JS },
    { "const r = await Promise.all([1, 2, 3].map((n) => tools.late({ n })));\n"
      "return r.map((o) => o.n).concat(%d)",
      OK("[1,2,3,%d]", CALLED("late") "," CALLED("late") "," CALLED("late")), 8,
      .language = JS },
    { "const out = []; for (let i = 0; i < 3; i++) out.push((await "
      "tools.late({ n: i })).n); return out",
      OK("[0,1,2]", CALLED("late") "," CALLED("late") "," CALLED("late")), 6,
      .language = JS, .is_compiled = true },
    { "return await tools.echo({ a: [%d, 'x'], b: { c: null } })",
      OK("{\"a\":[%d,\"x\"],\"b\":{\"c\":null}}", CALLED("echo")), 8,
      .language = JS },
    { "try { await tools.fails({}) } catch (e) { return [e.kind, e.message, %d] "
      "}",
      OK("[\"ToolFailure\",\"no\",%d]", CALLED("fails")), 5, .language = JS },
    { "try { await tools.lateFails({}) } catch (e) { return e.message }",
      OK("\"late no\"", CALLED("lateFails")), 4, .language = JS },
    { "null.x; return %d",
      "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":"
      "\"TypeError: Cannot read properties of null (reading 'x') (line 1, col "
      "1)\",\"location\":{\"line\":1,\"column\":1}},\"toolCalls\":[]}",
      4, .language = JS },
    { "const = %d",
      "{\"ok\":false,\"error\":{\"kind\":\"ParseError\",\"message\":"
      "\"unexpected token '=' (line 1, col 7)\\n  1 | const = %d\\n            "
      "^\",\"location\":{\"line\":1,\"column\":7},\"suggestions\":[\"This "
      "runtime takes JavaScript (TypeScript types are allowed).\"]},"
      "\"toolCalls\":[]}",
      3, .language = JS },
    { "class A { #n = %d; get n() { return this.#n } *[Symbol.iterator]() { "
      "yield this.n; yield* [1, 2] } }\nconst [x, ...r] = new A(); return { x, "
      "r, s: [...'ab'].map((c) => c.toUpperCase()).join() }",
      OK("{\"x\":%d,\"r\":[1,2],\"s\":\"A,B\"}", ""), 5, .language = JS },
    { "async function* g() { for (let i = 0; i < 4; i++) yield await i }\nlet "
      "s = 0; for await (const x of g()) s += x; return s",
      OK("6", ""), 5, .language = JS, .is_compiled = true },
    { "console.log('n', %d); const d = new Date(0); return [d.toISOString(), "
      "(1234.5).toLocaleString(), new URL('x?q=1', 'http://h/').href, "
      "(2n ** 70n).toString()]",
      "{\"ok\":true,\"value\":[\"1970-01-01T00:00:00.000Z\",\"1,234.5\","
      "\"http://h/x?q=1\",\"1180591620717411303424\"],\"logs\":[\"n %d\"],"
      "\"toolCalls\":[]}",
      4, .language = JS },
    { "for (;;) {}",
      "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":\"The "
      "execution exceeded its budget of 20000 steps\"},\"toolCalls\":[]}",
      2, .language = JS, .max_steps = 20000 },
    { "for (;;) {}",
      "{\"ok\":false,\"error\":{\"kind\":\"TimeoutExceeded\",\"message\":\"The "
      "execution exceeded its timeout of 1 ms\"},\"toolCalls\":[]}",
      1, .language = JS, .timeout_ms = 1 },
    { "const a = []; for (;;) a.push('x'.repeat(5000) + a.length)",
      "{\"ok\":false,\"error\":{\"kind\":\"MemoryLimitExceeded\",\"message\":"
      "\"The execution exceeded its memory limit of 1048576 bytes\"},"
      "\"toolCalls\":[]}",
      1, .language = JS, .max_memory = 1048576 },
    { "for (;;) await tools.echo({})",
      "{\"ok\":false,\"error\":{\"kind\":\"ToolCallLimitExceeded\",\"message\":"
      "\"A program may make at most 3 tool calls\",\"location\":{\"line\":1,"
      "\"column\":16}},\"toolCalls\":[" CALLED("echo") "," CALLED(
          "echo") "," CALLED("echo") "]}",
      2, .language = JS, .max_calls = 3 },
    { "return 'x'.repeat(100)",
      "{\"ok\":true,\"value\":\"\\\"xxxxxxxxxxxxxxxxxxx [result truncated: 102 "
      "bytes of JSON, over the 20-byte limit; return less data]\","
      "\"truncated\":true,\"toolCalls\":[]}",
      2, .language = JS, .max_output = 20 },
    { "await Promise.race([tools.never({}), tools.never({})])", NULL, 3,
      .language = JS, .end = END_CANCELLED },
    { "await Promise.all([tools.never({}), tools.late({ n: 1 })])", NULL, 3,
      .language = JS, .end = END_DROPPED },
    { "tools.never({}); tools.late({ n: 1 }); return %d",
      OK("%d", CALLED("never") "," CALLED("late")), 3, .language = JS },
    { "await new Promise(() => {})",
      "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":\"The "
      "program awaits a promise that can never settle (line 1, col 1)\","
      "\"location\":{\"line\":1,\"column\":1}},\"toolCalls\":[]}",
      2, .language = JS },
    { "return search({ query: 'late' }).items.length > 0",
      OK("true", CALLED("search")), 2, .language = JS },
    { "const a = []; for (let i = 0; i < 200; i++) a.push({ k: (i * 7919) % "
      "211, p: a.length }); a.sort((x, y) => x.k - y.k); return a[0].p",
      OK("0", ""), 3, .language = JS, .is_compiled = true },
    { "return %d + 1 - 1", OK("%d", ""), 10, .language = LUA },
    { "local t = {} for i = 1, 60 do t[i] = (i * 7919) % 61 end table.sort(t) "
      "return { t[1], t[60], #table.concat(t, ',') }",
      OK("[1,60,170]", ""), 6, .language = LUA, .is_compiled = true },
    { "local r = {} for i = 1, 3 do r[i] = tools.late({ n = i }).n end r[4] = "
      "%d return r",
      OK("[1,2,3,%d]", CALLED("late") "," CALLED("late") "," CALLED("late")), 6,
      .language = LUA },
    { "local ok, e = pcall(tools.fails, {}) return { ok, tostring(e), %d }",
      OK("[false,\"no\",%d]", CALLED("fails")), 4, .language = LUA },
    { "local s = '' for i = 1, 40 do s = s .. i end local t = "
      "json.decode(json.encode({ a = s, b = { 1, 2 } })) return { #t.a, t.b[2], "
      "%d, ('%%s'):format('q') }",
      OK("[71,2,%d,\"q\"]", ""), 5, .language = LUA },
    { "return nosuch(%d)",
      "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":"
      "\"attempt to call a nil value (global 'nosuch') (line 1, col 8)\","
      "\"location\":{\"line\":1,\"column\":8}},\"toolCalls\":[]}",
      3, .language = LUA },
    { "while true do end",
      "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":\"The "
      "execution exceeded its budget of 20000 steps (line 1, col 1)\","
      "\"location\":{\"line\":1,\"column\":1}},\"toolCalls\":[]}",
      2, .language = LUA, .max_steps = 20000 },
    { "local t = {} while true do t[#t + 1] = ('x'):rep(5000) .. #t end",
      "{\"ok\":false,\"error\":{\"kind\":\"MemoryLimitExceeded\",\"message\":"
      "\"The execution exceeded its memory limit of 1048576 bytes (line 1, col "
      "40)\",\"location\":{\"line\":1,\"column\":40}},\"toolCalls\":[]}",
      1, .language = LUA, .max_memory = 1048576 },
    { "tools.never({})", NULL, 2, .language = LUA, .end = END_CANCELLED },
    { "tools.never({})", NULL, 2, .language = LUA, .end = END_DROPPED },
};

enum {
    N_PLANS = sizeof plans / sizeof plans[0]
};

static unsigned total_weight;
static cm_runtime *runtimes[2];
static cm_program *programs[N_PLANS];
static atomic_long n_done[N_PLANS];

/* The text with %d filled in and %% for %. */
static size_t fill(const char *pattern, int number, char *out, size_t size)
{
    size_t n = 0;
    for (const char *p = pattern; *p; p++) {
        if (n + 12 >= size)
            fail("a text is too long", pattern);
        if (p[0] == '%' && p[1] == 'd') {
            n += (size_t)snprintf(out + n, size - n, "%d", number);
            p++;
        } else {
            p += p[0] == '%' && p[1] == '%';
            out[n++] = *p;
        }
    }
    out[n] = '\0';
    return n;
}

/* ---- calls that are settled later, by another thread ---- */

typedef struct LateCall {
    cm_call *call;
    char input[24];
    bool is_failure;
} LateCall;

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    LateCall calls[LATE_MAX];
    size_t n;
    uint64_t seed;
    bool is_over;
} late = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { { 0 } }, 0, 1, false
};

static uint32_t chance(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* Settles in any order. */
static void *settle(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&late.lock);
    for (;;) {
        while (late.n == 0 && !late.is_over)
            pthread_cond_wait(&late.changed, &late.lock);
        if (late.n == 0)
            break;
        size_t at = chance(&late.seed) % late.n;
        LateCall c = late.calls[at];
        late.calls[at] = late.calls[--late.n];
        pthread_mutex_unlock(&late.lock);
        if (c.is_failure)
            cm_call_fail_text(c.call, "late no");
        else
            cm_call_return(c.call, c.input, strlen(c.input));
        pthread_mutex_lock(&late.lock);
    }
    pthread_mutex_unlock(&late.lock);
    return NULL;
}

static void wait_to_settle(void *user, cm_call *call, const char *input,
                           size_t len)
{
    LateCall c = { .call = call, .is_failure = user != NULL };
    if (len >= sizeof c.input)
        fail("an input is too long", input);
    memcpy(c.input, input, len);
    pthread_mutex_lock(&late.lock);
    if (late.n == LATE_MAX)
        fail("too many calls wait", "");
    late.calls[late.n++] = c;
    pthread_cond_signal(&late.changed);
    pthread_mutex_unlock(&late.lock);
}

static void echo(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

static void fails(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_fail_text(call, "no");
}

static void give_up(void *user, cm_call *call)
{
    (void)user;
    cm_call_cancelled(call);
}

static void never(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_on_cancel(call, give_up, NULL);
}

static void add(cm_tools *tools, const char *path, cm_tool_execute execute,
                void *user)
{
    const cm_tool tool = { .description = "Does one thing",
                           .input_schema = "{\"type\":\"object\"}",
                           .output_schema = "{}",
                           .validate_input = 1,
                           .execute = execute,
                           .user = user };
    if (cm_tools_add(tools, path, &tool, NULL) != CM_OK)
        fail("a tool cannot be added", path);
}

static void open_runtimes(void)
{
    cm_tools *tools = cm_tools_new(&counted);
    add(tools, "echo", echo, NULL);
    add(tools, "fails", fails, NULL);
    add(tools, "never", never, NULL);
    add(tools, "late", wait_to_settle, NULL);
    add(tools, "lateFails", wait_to_settle, &late);
    for (int i = 0; i < 2; i++) {
        cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
        o.allocator = &counted;
        o.language = i ? LUA : JS;
        if (cm_runtime_new(tools, &o, &runtimes[i], NULL) != CM_OK)
            fail("there is no runtime", "");
    }
    cm_tools_free(tools);
    for (size_t i = 0; i < N_PLANS; i++) {
        cm_result *r = NULL;
        total_weight += plans[i].weight;
        if (plans[i].is_compiled &&
            (cm_program_new(runtimes[plans[i].language], plans[i].source,
                            strlen(plans[i].source), &programs[i], &r,
                            NULL) != CM_OK ||
             r))
            fail("it does not compile", plans[i].source);
    }
}

static void close_runtimes(void)
{
    for (size_t i = 0; i < N_PLANS; i++)
        cm_program_free(programs[i]);
    cm_runtime_free(runtimes[0]);
    cm_runtime_free(runtimes[1]);
}

/* ---- executions ---- */

typedef struct Worker Worker;

typedef struct Run {
    Worker *worker;
    cm_execution *execution; /* NULL: free */
    const Plan *plan;
    int number;
    atomic_bool is_woken;
    bool is_waiting;
} Run;

struct Worker {
    pthread_t thread;
    pthread_mutex_t lock; /* for `woken` alone; flags are atomic */
    pthread_cond_t woken;
    uint64_t seed;
    long left; /* to be started in this phase */
    Run runs[ACTIVE];
    size_t n_active;
};

static void wake(void *user)
{
    Run *run = user;
    Worker *w = run->worker;
    pthread_mutex_lock(&w->lock);
    atomic_store(&run->is_woken, true);
    pthread_cond_signal(&w->woken);
    pthread_mutex_unlock(&w->lock);
}

static int64_t or_unset(int64_t n)
{
    return n ? n : CM_UNSET;
}

static size_t choose(uint64_t *seed)
{
    unsigned at = chance(seed) % total_weight;
    size_t i = 0;
    while (at >= plans[i].weight)
        at -= plans[i++].weight;
    return i;
}

static void start(Run *run)
{
    char source[1024];
    size_t i = choose(&run->worker->seed);
    const Plan *p = &plans[i];
    cm_limits limits = { or_unset(p->timeout_ms), or_unset(p->max_calls),
                         or_unset(p->max_output), or_unset(p->max_memory),
                         or_unset(p->max_steps) };
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    run->plan = p;
    run->number = (int)(chance(&run->worker->seed) % 100000);
    run->is_waiting = false;
    atomic_store(&run->is_woken, false);
    o.limits = &limits;
    o.wake = wake;
    o.wake_user = run;
    o.program = programs[i];
    o.source = source;
    o.source_len = p->is_compiled
                       ? 0
                       : fill(p->source, run->number, source, sizeof source);
    if (cm_execution_start(runtimes[p->language], &o, &run->execution, NULL) !=
        CM_OK)
        fail("an execution does not start", p->source);
    run->worker->n_active++;
}

static void judge(const Run *run)
{
    char expected[2048];
    cm_result *r = NULL;
    cm_status status = cm_execution_take_result(run->execution, &r);
    if (run->plan->end == END_CANCELLED) {
        if (status != CM_E_CANCELLED)
            fail("it was not cancelled", run->plan->source);
        return;
    }
    if (status != CM_OK)
        fail(cm_status_text(status), run->plan->source);
    if (run->plan->end == END_DROPPED)
        fail("it ended", run->plan->source);
    (void)fill(run->plan->record, run->number, expected, sizeof expected);
    const char *json = cm_result_json(r, NULL);
    if (!json || strcmp(json, expected) != 0) {
        (void)fprintf(stderr, "got      %s\nexpected %s\n",
                      json ? json : "nothing", expected);
        fail("a wrong result", run->plan->source);
    }
    cm_result_free(r);
}

static void end(Run *run)
{
    cm_execution_free(run->execution);
    run->execution = NULL;
    run->worker->n_active--;
    atomic_fetch_add_explicit(&n_done[run->plan - plans], 1,
                              memory_order_relaxed);
}

/* One go. True: something happened. */
static bool step(Run *run)
{
    if (run->is_waiting && !atomic_exchange(&run->is_woken, false))
        return false;
    atomic_store(&run->is_woken, false);
    run->is_waiting = false;
    switch (cm_execution_run(run->execution, 2000)) {
    case CM_RUN_DONE:
        judge(run);
        end(run);
        break;
    case CM_RUN_WAITING:
        run->is_waiting = true;
        if (run->plan->end == END_CANCELLED)
            cm_execution_cancel(run->execution);
        else if (run->plan->end == END_DROPPED)
            end(run);
        break;
    case CM_RUN_YIELDED:
        break;
    }
    return true;
}

static bool is_one_woken(Worker *w)
{
    for (size_t i = 0; i < ACTIVE; i++)
        if (w->runs[i].execution && atomic_load(&w->runs[i].is_woken))
            return true;
    return false;
}

/* Nothing can go on: waits for a wake-up. */
static void rest(Worker *w)
{
    pthread_mutex_lock(&w->lock);
    while (!is_one_woken(w))
        pthread_cond_wait(&w->woken, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

static void phase(Worker *w)
{
    while (w->left > 0 || w->n_active > 0) {
        bool has_moved = false;
        for (size_t i = 0; i < ACTIVE; i++) {
            Run *run = &w->runs[i];
            if (!run->execution && w->left > 0) {
                w->left--;
                start(run);
            }
            if (run->execution)
                has_moved |= step(run);
        }
        if (!has_moved && w->n_active > 0)
            rest(w);
    }
}

/* ---- phases ---- */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int phase;      /* that may run; PHASES: the end */
    int n_finished; /* workers */
} gate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, -1, 0 };

static long per_phase;

static void *work(void *arg)
{
    Worker *w = arg;
    for (int i = 0; i < PHASES; i++) {
        pthread_mutex_lock(&gate.lock);
        while (gate.phase < i)
            pthread_cond_wait(&gate.changed, &gate.lock);
        pthread_mutex_unlock(&gate.lock);
        w->left = per_phase;
        phase(w);
        pthread_mutex_lock(&gate.lock);
        gate.n_finished++;
        pthread_cond_broadcast(&gate.changed);
        pthread_mutex_unlock(&gate.lock);
    }
    return NULL;
}

static void run_phase(int i, int n_threads)
{
    pthread_mutex_lock(&gate.lock);
    gate.phase = i;
    gate.n_finished = 0;
    pthread_cond_broadcast(&gate.changed);
    while (gate.n_finished < n_threads)
        pthread_cond_wait(&gate.changed, &gate.lock);
    pthread_mutex_unlock(&gate.lock);
    /* calls whose executions are gone are settled, too */
    for (size_t left = 1; left > 0;) {
        pthread_mutex_lock(&late.lock);
        left = late.n;
        pthread_mutex_unlock(&late.lock);
        (void)usleep(1000);
    }
    (void)usleep(20000); /* the last one is out of the settler's hands */
}

static int descriptors(void)
{
    int n = 0;
    DIR *dir = opendir("/proc/self/fd");
    while (dir && readdir(dir))
        n++;
    if (dir)
        (void)closedir(dir);
    return n;
}

/* What malloc keeps of freed memory is a matter of chance; it is given back
 * first. */
static long resident_kib(void)
{
    char line[100] = "";
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
    FILE *f = fopen("/proc/self/statm", "r");
    char *at = f ? fgets(line, sizeof line, f) : NULL;
    long pages = 0;
    if (at) { /* the second number */
        (void)strtol(at, &at, 10);
        pages = strtol(at, NULL, 10);
    }
    if (f)
        (void)fclose(f);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

typedef struct Measure {
    size_t bytes, blocks;
    long kib;
    int fds;
} Measure;

static Measure measure(void)
{
    return (Measure){ atomic_load(&live_bytes), atomic_load(&live_blocks),
                      resident_kib(), descriptors() };
}

/* Sanitizers keep freed memory for a while. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define KEEPS_FREED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KEEPS_FREED 1
#endif
#endif
#ifndef KEEPS_FREED
#define KEEPS_FREED 0
#endif

static void compare(const Measure *first, const Measure *warm,
                    const Measure *now)
{
    char text[200];
    (void)snprintf(text, sizeof text,
                   "%zu bytes in %zu blocks, at first %zu in %zu; %d "
                   "descriptors, at first %d; %ld KiB resident, warm %ld",
                   now->bytes, now->blocks, first->bytes, first->blocks,
                   now->fds, first->fds, now->kib, warm->kib);
    if (now->bytes != first->bytes || now->blocks != first->blocks)
        fail("memory is not given back", text);
    if (now->fds != first->fds)
        fail("descriptors are left open", text);
    long most = warm->kib + warm->kib / 100;
    if (most < warm->kib + SLACK_KIB)
        most = warm->kib + SLACK_KIB;
    if (!KEEPS_FREED && now->kib > most)
        fail("resident memory grows", text);
}

static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void run_phases(int n_threads)
{
    Measure first = { 0 }, warm = { 0 };
    double from = seconds();
    for (int i = 0; i < PHASES; i++) {
        run_phase(i, n_threads);
        Measure now = measure();
        if (i == 0) /* signatures of tools are made when first searched */
            first = now;
        if (i <= WARM && now.kib > warm.kib)
            warm = now;
        compare(&first, &warm, &now);
        (void)printf("%9ld executions  %6.1f s  %zu live bytes  %ld KiB "
                     "resident  %d descriptors\n",
                     (i + 1) * per_phase * n_threads, seconds() - from,
                     now.bytes, now.kib, now.fds);
        (void)fflush(stdout);
    }
    (void)printf(
        "live bytes %zu in every phase, resident %ld KiB warm, %ld KiB "
        "at the end\n",
        first.bytes, warm.kib, resident_kib());
}

static void report(void)
{
    long all = 0;
    for (size_t i = 0; i < N_PLANS; i++) {
        all += atomic_load(&n_done[i]);
        (void)printf("%9ld  %-4s %.60s\n", atomic_load(&n_done[i]),
                     plans[i].language == LUA ? "Lua" : "JS", plans[i].source);
    }
    (void)printf("%9ld  executions, every result as it must be\n", all);
}

int main(int argc, char **argv)
{
    static Worker workers[THREADS_MAX];
    pthread_t settler;
    long n = argc > 1 ? strtol(argv[1], NULL, 10) : 20000;
    int n_threads = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 4;
    if (n < PHASES || n_threads < 1 || n_threads > THREADS_MAX)
        fail("what is given", "EXECUTIONS from 20, THREADS from 1 to 16");
    long runs = (long)PHASES * n_threads; /* of phase() */
    per_phase = (n + runs - 1) / runs;
    open_runtimes();
    if (pthread_create(&settler, NULL, settle, NULL) != 0)
        fail("no thread", "");
    for (int i = 0; i < n_threads; i++) {
        Worker *w = &workers[i];
        w->seed = (uint64_t)i * 77 + 5;
        (void)pthread_mutex_init(&w->lock, NULL);
        (void)pthread_cond_init(&w->woken, NULL);
        for (size_t k = 0; k < ACTIVE; k++)
            w->runs[k].worker = w;
        if (pthread_create(&w->thread, NULL, work, w) != 0)
            fail("no thread", "");
    }
    run_phases(n_threads);
    for (int i = 0; i < n_threads; i++)
        (void)pthread_join(workers[i].thread, NULL);
    pthread_mutex_lock(&late.lock);
    late.is_over = true;
    pthread_cond_signal(&late.changed);
    pthread_mutex_unlock(&late.lock);
    (void)pthread_join(settler, NULL);
    close_runtimes();
    if (atomic_load(&live_bytes) != 0)
        fail("memory is left at the end", "");
    report();
    return 0;
}
