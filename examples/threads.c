/* SPDX-License-Identifier: MIT */
/* Eight threads share one runtime and one compiled program. Each execution has
 * a context pointer, and one tool is answered from a ninth thread.
 * docs/embedding.md walks through it. */
#define _POSIX_C_SOURCE 200809L
#include <codemode.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    N_WORKERS = 8,
    N_RUNS = 25,
    MAX_JOBS = 64
};

/* ---- the ninth thread: answers orders.price ---- */

typedef struct Pricer {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    cm_call *jobs[MAX_JOBS]; /* a queue from head on, round the end */
    int64_t quantities[MAX_JOBS];
    size_t head, n_jobs;
    bool is_closed;
} Pricer;

static void price(void *user, cm_call *call, const char *input, size_t len)
{
    Pricer *pricer = user;
    int64_t quantity = 0;
    cm_value *in = cm_value_json(NULL, input, len);
    (void)cm_value_int64(cm_value_get(in, "quantity", 8), &quantity);
    cm_value_free(in);

    (void)pthread_mutex_lock(&pricer->lock);
    bool has_room = pricer->n_jobs < MAX_JOBS;
    if (has_room) {
        size_t at = (pricer->head + pricer->n_jobs++) % MAX_JOBS;
        pricer->jobs[at] = call;
        pricer->quantities[at] = quantity;
        (void)pthread_cond_signal(&pricer->changed);
    }
    (void)pthread_mutex_unlock(&pricer->lock);
    if (!has_room)
        cm_call_fail_text(call, "too many prices are asked for");
}

static void *answer_prices(void *arg)
{
    Pricer *pricer = arg;
    (void)pthread_mutex_lock(&pricer->lock);
    for (;;) {
        while (pricer->n_jobs == 0 && !pricer->is_closed)
            (void)pthread_cond_wait(&pricer->changed, &pricer->lock);
        if (pricer->n_jobs == 0)
            break;
        cm_call *call = pricer->jobs[pricer->head];
        int64_t quantity = pricer->quantities[pricer->head];
        pricer->head = (pricer->head + 1) % MAX_JOBS;
        pricer->n_jobs--;
        (void)pthread_mutex_unlock(&pricer->lock);
        /* From here on the execution may end and its thread may be anywhere. */
        cm_call_return_value(call, cm_value_integer(NULL, quantity * 3));
        (void)pthread_mutex_lock(&pricer->lock);
    }
    (void)pthread_mutex_unlock(&pricer->lock);
    return NULL;
}

/* ---- eight threads: run the program ---- */

typedef struct Worker {
    pthread_t thread;
    const cm_runtime *runtime;
    const cm_program *program;
    int64_t number, sum;
    pthread_mutex_t lock; /* of is_awake */
    pthread_cond_t woken;
    bool is_awake, is_ok;
} Worker;

/* orders.quantity(): another answer for each worker, by its context. */
static void quantity(void *user, cm_call *call, const char *input, size_t len)
{
    const Worker *worker = cm_call_context(call);
    (void)user;
    (void)input;
    (void)len;
    cm_call_return_value(call, cm_value_integer(NULL, worker->number));
}

static void wake(void *user)
{
    Worker *worker = user;
    (void)pthread_mutex_lock(&worker->lock);
    worker->is_awake = true;
    (void)pthread_cond_signal(&worker->woken);
    (void)pthread_mutex_unlock(&worker->lock);
}

/* Until wake() or the deadline, a time of CLOCK_MONOTONIC. */
static void wait_for_wake(Worker *worker, uint64_t deadline_ns)
{
    const struct timespec until = { (time_t)(deadline_ns / 1000000000u),
                                    (long)(deadline_ns % 1000000000u) };
    int rc = 0;
    (void)pthread_mutex_lock(&worker->lock);
    while (!worker->is_awake && rc == 0) {
        if (deadline_ns == UINT64_MAX)
            rc = pthread_cond_wait(&worker->woken, &worker->lock);
        else
            rc = pthread_cond_timedwait(&worker->woken, &worker->lock, &until);
    }
    worker->is_awake = false;
    (void)pthread_mutex_unlock(&worker->lock);
}

/* One execution to its end. Without slices a run that is not done waits. */
static bool run_once(Worker *worker)
{
    cm_execution_options options = CM_EXECUTION_OPTIONS_INIT;
    options.context = worker;
    options.wake = wake;
    options.wake_user = worker;
    options.program = worker->program;
    cm_execution *execution = NULL;
    cm_result *result = NULL;
    if (cm_execution_start(worker->runtime, &options, &execution, NULL) !=
        CM_OK)
        return false;
    while (cm_execution_run(execution, 0) != CM_RUN_DONE)
        wait_for_wake(worker, cm_execution_deadline_ns(execution));
    bool ok = cm_execution_take_result(execution, &result) == CM_OK &&
              cm_result_ok(result);
    if (ok) {
        cm_value *value = cm_value_json(NULL, cm_result_value(result, NULL),
                                        strlen(cm_result_value(result, NULL)));
        int64_t number = 0;
        (void)cm_value_int64(value, &number);
        worker->sum += number;
        cm_value_free(value);
    }
    cm_result_free(result);
    cm_execution_free(execution);
    return ok;
}

static void *work(void *arg)
{
    Worker *worker = arg;
    worker->is_ok = true;
    for (int i = 0; worker->is_ok && i < N_RUNS; i++)
        worker->is_ok = run_once(worker);
    return NULL;
}

static bool start_worker(Worker *w)
{
    pthread_condattr_t attr;
    return pthread_condattr_init(&attr) == 0 &&
           pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0 &&
           pthread_mutex_init(&w->lock, NULL) == 0 &&
           pthread_cond_init(&w->woken, &attr) == 0 &&
           pthread_condattr_destroy(&attr) == 0 &&
           pthread_create(&w->thread, NULL, work, w) == 0;
}

static bool work_in_threads(const cm_runtime *runtime,
                            const cm_program *program)
{
    static Worker workers[N_WORKERS];
    bool ok = true;
    int n = 0;
    for (; ok && n < N_WORKERS; n += ok) {
        Worker *w = &workers[n];
        w->runtime = runtime;
        w->program = program;
        w->number = n + 1;
        ok = start_worker(w);
    }
    for (int i = 0; i < n; i++) {
        Worker *w = &workers[i];
        (void)pthread_join(w->thread, NULL);
        (void)pthread_cond_destroy(&w->woken);
        (void)pthread_mutex_destroy(&w->lock);
        ok = ok && w->is_ok;
        (void)printf("thread %d: %lld\n", i + 1, (long long)w->sum);
    }
    return ok;
}

static cm_status add_tools(cm_tools *tools, Pricer *pricer)
{
    const cm_tool price_tool = {
        .input_schema = "{\"type\":\"object\",\"properties\":{"
                        "\"quantity\":{\"type\":\"integer\"}}}",
        .output_schema = "{\"type\":\"integer\"}",
        .validate_input = 1,
        .execute = price,
        .user = pricer,
    };
    const cm_tool quantity_tool = {
        .output_schema = "{\"type\":\"integer\"}",
        .execute = quantity,
    };
    cm_status status = cm_tools_add(tools, "orders.price", &price_tool, NULL);
    if (status == CM_OK)
        status = cm_tools_add(tools, "orders.quantity", &quantity_tool, NULL);
    return status;
}

static const char source[] =
    "const quantity = await tools.orders.quantity();\n"
    "const prices = await Promise.all([\n"
    "    tools.orders.price({ quantity }),\n"
    "    tools.orders.price({ quantity: 2 * quantity }),\n"
    "]);\n"
    "return prices[0] + prices[1];\n";

int main(void)
{
    static Pricer pricer = { .lock = PTHREAD_MUTEX_INITIALIZER,
                             .changed = PTHREAD_COND_INITIALIZER };
    pthread_t pricer_thread;
    cm_runtime *runtime = NULL;
    cm_program *program = NULL;
    cm_result *problems = NULL;
    cm_tools *tools = cm_tools_new(NULL);
    bool ok = tools && add_tools(tools, &pricer) == CM_OK &&
              cm_runtime_new(tools, NULL, &runtime, NULL) == CM_OK &&
              cm_program_new(runtime, source, strlen(source), &program,
                             &problems, NULL) == CM_OK &&
              program;
    cm_tools_free(tools);
    if (ok &&
        pthread_create(&pricer_thread, NULL, answer_prices, &pricer) == 0) {
        ok = work_in_threads(runtime, program);
        (void)pthread_mutex_lock(&pricer.lock);
        pricer.is_closed = true;
        (void)pthread_cond_signal(&pricer.changed);
        (void)pthread_mutex_unlock(&pricer.lock);
        (void)pthread_join(pricer_thread, NULL);
    } else {
        ok = false;
    }
    cm_result_free(problems);
    cm_program_free(program);
    cm_runtime_free(runtime);
    return ok ? 0 : 1;
}
