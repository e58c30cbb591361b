/* SPDX-License-Identifier: MIT */
/* The life of one execution; spec/execution.md 1, 5.2, 5.6, 5.7. */
#include "runtime/execution.h"

#include "base/options.h"
#include "engine/gc.h"
#include "engine/meter.h"
#include "engine/promise.h"
#include "engine/realm.h"
#include "runtime/program.h"
#include "runtime/reference.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- memory ---- */

/* The records that are there before the VM and after it. */
static size_t records_size(const cm_execution *x)
{
    return sizeof *x + sizeof *x->mailbox + sizeof *x->result;
}

/* While there is a VM, what is taken counts against its limit. */
static void *charged_resize(void *ctx, void *p, size_t old_size,
                            size_t new_size)
{
    const cm_execution *x = ctx;
    const cm_allocator *a = x->runtime->alloc;
    Heap *heap = x->vm ? &x->vm->heap : NULL;
    size_t held = p ? old_size : 0;
    if (!heap)
        return a->resize(a->ctx, p, old_size, new_size);
    if (new_size > held && !heap_charge(heap, new_size - held))
        return NULL;
    void *now = a->resize(a->ctx, p, old_size, new_size);
    if (!now && new_size > 0) {
        if (new_size > held)
            heap_uncharge(heap, new_size - held);
        heap->refused = true;
    } else if (new_size < held) {
        heap_uncharge(heap, held - new_size);
    }
    return now;
}

static void *watched_resize(void *ctx, void *p, size_t old_size,
                            size_t new_size)
{
    const cm_execution *x = ctx;
    size_t held = p ? old_size : 0;
    if (x->vm && new_size > held && !meter_look_up(x->vm))
        return NULL;
    return charged_resize(ctx, p, old_size, new_size);
}

/* ---- outcomes ---- */

static Promise *as_promise(Value v)
{
    return (Promise *)(void *)value_obj(v);
}

/* Whatever the program left behind is told to stop, and the VM goes. The host
 * may clean up for a while unless the time is over anyway. */
static void begin_cleanup(cm_execution *x, bool wait)
{
    cm__calls_interrupt(x);
    cm__mailbox_set_vm(x->mailbox, NULL);
    if (x->vm) {
        if (x->result_crossing) {
            cross_done(x->result_crossing);
            cm__free(&x->charged, x->result_crossing,
                     sizeof *x->result_crossing);
            x->result_crossing = NULL;
        }
        x->memory_peak = x->vm->heap.peak;
        vm_free(x->vm);
        x->vm = NULL;
    }
    while (x->functions) {
        ExtensionEntry *e = x->functions;
        x->functions = e->next;
        cm__extension_entry_unref(e);
    }
    program_free(x->own_program);
    x->own_program = NULL;
    uint64_t now = cm__runtime_now(x->runtime);
    uint64_t grace = cm__deadline(now, x->runtime->cleanup_grace_ms);
    x->grace_ns = grace < x->deadline_ns ? grace : x->deadline_ns;
    if (!wait)
        x->grace_ns = now;
    x->phase = PHASE_CLEANUP;
}

static void fail_with(cm_execution *x, Diag *take_diag)
{
    cm_result *r = x->result;
    r->ok = false;
    r->error = *take_diag;
    cm__diags_done(&r->warnings, r->alloc);
    cm__text_free(r->alloc, &r->value);
    bool over = r->error.kind == DIAG_TIMEOUT;
    begin_cleanup(x, !over);
}

enum {
    MEMORY_TEXT = 128
};

static const char *memory_text(const cm_execution *x, char text[MEMORY_TEXT])
{
    (void)snprintf(text, MEMORY_TEXT,
                   "The execution exceeded its memory limit of %llu bytes",
                   (unsigned long long)x->limits.max_memory_bytes);
    return text;
}

static const char *timeout_text(const cm_execution *x, char text[MEMORY_TEXT])
{
    (void)snprintf(text, MEMORY_TEXT,
                   "The execution exceeded its timeout of %llu ms",
                   (unsigned long long)x->limits.timeout_ms);
    return text;
}

static bool diagnose(const cm_allocator *alloc, DiagKind kind, const char *text,
                     uint32_t line, uint32_t column, Diag *ret_diag)
{
    Buf message;
    cm__buf_init(&message, alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&message, text);
    cm__add_place(&message, line, column);
    bool ok = message.status == CM_OK &&
              cm__diag_init(ret_diag, alloc, kind, cm__buf_text(&message),
                            message.len, line, column);
    cm__buf_done(&message);
    return ok;
}

/* A failure whose text lacks memory is one of memory, the last one without a
 * text. These texts are short: they are not charged, since memory may be what
 * has run out. */
static void fail_text(cm_execution *x, DiagKind kind, const char *text,
                      uint32_t line, uint32_t column)
{
    Diag d;
    char instead[MEMORY_TEXT];
    const cm_allocator *a = x->runtime->alloc;
    if (!diagnose(a, kind, text, line, column, &d) &&
        !diagnose(a, DIAG_MEMORY_LIMIT, memory_text(x, instead), 0, 0, &d))
        d = (Diag){ .kind = DIAG_MEMORY_LIMIT };
    fail_with(x, &d);
}

/* Place of the `await` at which the program's body is suspended, or of the
 * value whose promise the boundary waits for. */
static void await_place(const cm_execution *x, uint32_t *ret_line,
                        uint32_t *ret_column)
{
    const VM *vm = x->vm;
    const Coroutine *co = vm->main_co;
    *ret_line = vm->result_line;
    *ret_column = vm->result_column;
    if (x->result_crossing || !co || co->state != CO_SUSPENDED)
        return;
    const FuncProto *proto = co->closure->proto;
    ptrdiff_t pc = co->pc - proto->code;
    const CodePos *pos = proto_position(proto, pc > 0 ? (uint32_t)pc - 1 : 0);
    if (pos)
        program_location(proto->program, pos->start, ret_line, ret_column);
}

static void fail_deadlock(cm_execution *x)
{
    uint32_t line, column;
    await_place(x, &line, &column);
    fail_text(x, DIAG_EXECUTION_FAILURE,
              "The program awaits a promise that can never settle", line,
              column);
}

static void fail_termination(cm_execution *x)
{
    char text[MEMORY_TEXT];
    const Limits *l = &x->limits;
    /* Where memory and steps gave out: Lua only (spec/lua.md 5). */
    bool is_lua = x->vm->realm->is_lua;
    uint32_t line = is_lua ? x->vm->result_line : 0;
    uint32_t column = is_lua ? x->vm->result_column : 0;
    switch (x->vm->termination) {
    case TERM_TIMEOUT:
        fail_text(x, DIAG_TIMEOUT, timeout_text(x, text), 0, 0);
        return;
    case TERM_STEPS:
        (void)snprintf(text, sizeof text,
                       "The execution exceeded its budget of %llu steps",
                       (unsigned long long)l->max_steps);
        fail_text(x, DIAG_EXECUTION_FAILURE, text, line, column);
        return;
    case TERM_CANCELLED:
        x->was_cancelled = true;
        begin_cleanup(x, false);
        return;
    case TERM_DEADLOCK:
        fail_deadlock(x);
        return;
    case TERM_BOUND:
        fail_text(x, DIAG_EXECUTION_FAILURE, x->vm->bound_text,
                  x->vm->result_line, x->vm->result_column);
        return;
    case TERM_MEMORY:
    case TERM_NONE:
        break;
    }
    fail_text(x, DIAG_MEMORY_LIMIT, memory_text(x, text), line, column);
}

/* Something was refused: collect, so that the caller can try again. */
static void make_room(VM *vm)
{
    vm->heap.refused = false;
    gc_collect(vm);
}

static void fail_uncaught(cm_execution *x, Value v)
{
    Diag d;
    bool ok = cm__uncaught(x, v, &d);
    if (!ok && x->vm->termination == TERM_NONE) {
        x->vm->exception = v; /* keeps it alive */
        make_room(x->vm);
        x->vm->exception = VALUE_ABSENT;
        ok = cm__uncaught(x, v, &d);
    }
    if (ok)
        fail_with(x, &d);
    else
        fail_termination(x);
}

/* ---- the result ---- */

static bool is_late(const cm_execution *x)
{
    return x->deadline_ns != CM_NO_LIMIT &&
           cm__runtime_now(x->runtime) >= x->deadline_ns;
}

static void succeed(cm_execution *x)
{
    VM *vm = x->vm;
    cm_result *r = x->result;
    if (is_late(x)) {
        vm_terminate(vm, TERM_TIMEOUT);
        fail_termination(x);
        return;
    }
    r->value = cm__text_take(&x->result_crossing->out);
    size_t n = r->warnings.n;
    bool ok = r->value.p && cm__collect_unhandled(x);
    if (!ok && r->value.p && vm->termination == TERM_NONE) {
        while (r->warnings.n > n)
            cm__drop_warning(x);
        make_room(vm);
        ok = cm__collect_unhandled(x) && vm->termination == TERM_NONE;
    }
    if (!ok) {
        vm_terminate(vm, TERM_MEMORY);
        fail_termination(x);
        return;
    }
    r->ok = true;
    begin_cleanup(x, true);
}

/* The text may be as long as the names in its path. */
static void fail_refused(cm_execution *x)
{
    VM *vm = x->vm;
    const char *why = cm__buf_text(&x->result_crossing->why);
    Diag d;
    bool ok = diagnose(&x->charged, DIAG_INVALID_DATA_VALUE, why,
                       vm->result_line, vm->result_column, &d);
    if (!ok) {
        make_room(vm);
        ok = diagnose(&x->charged, DIAG_INVALID_DATA_VALUE, why,
                      vm->result_line, vm->result_column, &d);
    }
    if (ok) {
        fail_with(x, &d);
        return;
    }
    vm_terminate(vm, TERM_MEMORY);
    fail_termination(x);
}

/* What became of a step of the result's crossing. */
static void crossing_stepped(cm_execution *x, CrossStatus status)
{
    VM *vm = x->vm;
    Crossing *c = x->result_crossing;
    if (status == CROSS_THROWN && vm->exception == VALUE_ABSENT &&
        vm->termination == TERM_NONE) {
        make_room(vm);
        status = cross_step(c);
        if (status == CROSS_THROWN && vm->exception == VALUE_ABSENT)
            vm_terminate(vm, TERM_MEMORY);
    }
    switch (status) {
    case CROSS_DONE:
        succeed(x);
        return;
    case CROSS_WAIT:
        vm->until = as_promise(c->promise);
        return;
    case CROSS_REFUSED:
        fail_refused(x);
        return;
    case CROSS_THROWN:
        break;
    }
    if (vm->termination != TERM_NONE) {
        fail_termination(x);
        return;
    }
    Value reason = vm->exception;
    vm->exception = VALUE_ABSENT;
    fail_uncaught(x, reason);
}

/* The promise that was waited for settled: the program's own, or one inside its
 * value. */
static void awaited_settled(cm_execution *x)
{
    VM *vm = x->vm;
    Promise *p = vm->until;
    if (p->state == PROMISE_REJECTED) {
        fail_uncaught(x, p->value);
        return;
    }
    if (x->result_crossing) {
        crossing_stepped(x, cross_resume(x->result_crossing, p->value));
        return;
    }
    Crossing *c = cm__alloc_zero(&x->charged, 1, sizeof *c);
    if (!c) {
        make_room(vm);
        c = cm__alloc_zero(&x->charged, 1, sizeof *c);
    }
    if (!c) {
        vm_terminate(vm, TERM_MEMORY);
        fail_termination(x);
        return;
    }
    x->result_crossing = c;
    crossing_stepped(x, cross_start(c, vm, p->value, "result", true));
}

/* ---- starting ---- */

static void mark_roots(VM *vm, struct Gc *gc)
{
    const cm_execution *x = vm->host;
    gc_mark_value(gc, x->main);
    gc_mark_cell(gc, vm->main_co);
    if (x->result_crossing)
        cross_mark(gc, x->result_crossing);
    cm__calls_mark(gc, x);
}

/* Executions differ by a counter when the host fixed no seed. */
static uint64_t pick_seed(const cm_runtime *r)
{
    if (r->has_seed)
        return r->seed;
    cm_runtime *counted = cm_unconst(r);
    uint64_t n =
        atomic_fetch_add_explicit(&counted->n_seeds, 1, memory_order_relaxed);
    return r->seed + n * UINT64_C(0x9e3779b97f4a7c15);
}

/* Bytes of a program that belongs to this execution alone. */
static size_t program_size(const Program *p)
{
    return p->heap.used + p->arena.used + p->source_len;
}

static bool boot(cm_execution *x)
{
    const cm_runtime *r = x->runtime;
    VMOptions o = { .alloc = r->alloc,
                    .memory_limit = x->limits.max_memory_bytes > SIZE_MAX
                                        ? SIZE_MAX
                                        : (size_t)x->limits.max_memory_bytes,
                    .max_steps = x->limits.max_steps,
                    .now_ns = r->now_ns,
                    .wall_ms = r->wall_ms,
                    .hook_user = r->hook_user,
                    .seed = pick_seed(r),
                    .realm = r->realm };
    VM *vm = vm_new(&o);
    if (!vm)
        return false;
    x->vm = vm;
    vm->host = x;
    vm->mark_roots = mark_roots;
    cm__zones_set(vm);
    vm->deadline_ns = x->deadline_ns;
    if (!heap_charge(&vm->heap, records_size(x)))
        return false;
    if (x->own_program && !heap_charge(&vm->heap, program_size(x->own_program)))
        return false;
    if (!cm__globals_make(vm))
        return false;
    x->main = vm_start(vm, x->program);
    if (x->main == VALUE_THROWN) {
        x->main = VALUE_UNDEFINED;
        return false;
    }
    /* now that names which the program knows are found in it */
    if (vm->realm->is_lua && !cm__extension_globals_lua(vm))
        return false;
    vm->until = as_promise(x->main);
    cm__mailbox_set_vm(x->mailbox, vm);
    return true;
}

static void start(cm_execution *x)
{
    if (boot(x)) {
        x->phase = PHASE_RUNNING;
        return;
    }
    if (x->vm) {
        vm_terminate(x->vm, TERM_MEMORY);
        fail_termination(x);
    } else {
        fail_text(x, DIAG_MEMORY_LIMIT, "Memory for the execution was refused",
                  0, 0);
    }
}

/* ---- running ---- */

/* Cancellation, deadline, answers. False when the execution has to end. */
static bool attend(cm_execution *x)
{
    VM *vm = x->vm;
    if (cm__mailbox_cancelled(x->mailbox))
        vm_terminate(vm, TERM_CANCELLED);
    else if (is_late(x))
        vm_terminate(vm, TERM_TIMEOUT);
    return vm->termination == TERM_NONE && cm__calls_deliver(x) &&
           cm__calls_expire(x) && vm->termination == TERM_NONE;
}

/* One round of the loop while the program runs. True: *ret_state is to be
 * returned to the host. */
static bool run_round(cm_execution *x, uint64_t max_steps,
                      cm_run_state *ret_state)
{
    VM *vm = x->vm;
    VmState state = attend(x) ? vm_run(vm, max_steps) : VM_TERMINATED;
    if (state == VM_TERMINATED) {
        fail_termination(x);
        return false;
    }
    if (state == VM_YIELDED) {
        *ret_state = CM_RUN_YIELDED;
        return true;
    }
    if (vm->until->state != PROMISE_PENDING && !vm->awaited) {
        awaited_settled(x);
        return false;
    }
    if (cm__calls_withdrawn_seen(x)) {
        vm_terminate(vm, TERM_CANCELLED);
        return false;
    }
    if (!cm__calls_pending(x)) {
        vm_terminate(vm, TERM_DEADLOCK);
        fail_termination(x);
        return false;
    }
    /* An answer that found no room inside `execute` is not in the mailbox:
     * nobody would wake the execution for it. */
    if (x->ready.first || !cm__mailbox_wait(x->mailbox))
        return false;
    *ret_state = CM_RUN_WAITING;
    return true;
}

static bool warn_late(cm_execution *x)
{
    static const char text[] = "The timeout passed while interrupted "
                               "background work was cleaning up: it was "
                               "abandoned";
    cm_result *r = x->result;
    Diag d;
    if (!cm__diag_init(&d, r->alloc, DIAG_TIMEOUT, text, sizeof text - 1, 0,
                       0) ||
        !cm__diags_add(&r->warnings, r->alloc, &d))
        return false;
    d = r->warnings.items[r->warnings.n - 1];
    memmove(r->warnings.items + 1, r->warnings.items,
            (r->warnings.n - 1) * sizeof d);
    r->warnings.items[0] = d;
    return true;
}

/* Lines and calls stay: they were charged with what they need. */
static void lack_memory(const cm_execution *x)
{
    cm_result *r = x->result;
    char text[MEMORY_TEXT];
    r->ok = false;
    cm__text_free(r->alloc, &r->value);
    cm__diags_done(&r->warnings, r->alloc);
    cm__diag_done(&r->error, r->alloc);
    if (!diagnose(r->alloc, DIAG_MEMORY_LIMIT, memory_text(x, text), 0, 0,
                  &r->error))
        r->error = (Diag){ .kind = DIAG_MEMORY_LIMIT };
}

static void finish(cm_execution *x)
{
    cm_result *r = x->result;
    const Limits *l = &x->limits;
    bool late = x->running && is_late(x);
    cm__calls_abandon(x);
    if ((late && r->ok && !warn_late(x)) ||
        !cm__result_bound(r, l->max_output_bytes, l->max_memory_bytes))
        lack_memory(x);
    x->phase = PHASE_DONE;
}

static bool clean_round(cm_execution *x, cm_run_state *ret_state)
{
    cm__calls_reap(x);
    if (cm__mailbox_cancelled(x->mailbox)) {
        x->was_cancelled = true;
        finish(x);
    } else if (!x->running || cm__runtime_now(x->runtime) >= x->grace_ns) {
        finish(x);
    } else if (cm__mailbox_wait(x->mailbox)) {
        *ret_state = CM_RUN_WAITING;
        return true;
    }
    return false;
}

cm_run_state cm_execution_run(cm_execution *x, uint64_t max_steps)
{
    cm_run_state state = CM_RUN_DONE;
    for (;;) {
        switch ((Phase)x->phase) {
        case PHASE_NEW:
            start(x);
            break;
        case PHASE_RUNNING:
            if (run_round(x, max_steps, &state))
                return state;
            break;
        case PHASE_CLEANUP:
            if (clean_round(x, &state))
                return state;
            break;
        case PHASE_DONE:
            return CM_RUN_DONE;
        }
    }
}

/* ---- public: life ---- */

/* Compiling is not metered: it ends, as if memory had been refused, when it asks
 * for more after the deadline or beyond its bound. The tree of a program goes
 * before the program runs, so it may take more than the limit says. */
#define TREE_MORE  ((uint64_t)16 << 20)
/* A short program need not pay for looks at the clock. */
#define LOOK_BYTES 16384
#define LOOK_ASKS  16

static bool is_too_large(const cm_execution *x, size_t bytes)
{
    uint64_t limit = x->limits.max_memory_bytes;
    return limit < UINT64_MAX - TREE_MORE && bytes > limit + TREE_MORE;
}

static void *compile_resize(void *ctx, void *p, size_t old_size,
                            size_t new_size)
{
    cm_execution *x = ctx;
    const cm_allocator *a = x->runtime->alloc;
    size_t held = p ? old_size : 0;
    if (new_size > held) {
        size_t wanted = x->compile_bytes + new_size - held;
        if (wanted > x->compile_peak)
            x->compile_peak = wanted;
        bool looks =
            new_size >= LOOK_BYTES || ++x->compile_asks % LOOK_ASKS == 0;
        if ((looks && is_late(x)) || is_too_large(x, wanted))
            return NULL;
    }
    void *now = a->resize(a->ctx, p, old_size, new_size);
    if (now || new_size == 0)
        x->compile_bytes += new_size - held;
    return now;
}

/* Why compiling ended; false: the host refused memory. */
static bool explain_refusal(const cm_execution *x, Diag *ret_diag)
{
    char text[MEMORY_TEXT];
    if (is_late(x))
        return diagnose(x->runtime->alloc, DIAG_TIMEOUT, timeout_text(x, text),
                        0, 0, ret_diag);
    return is_too_large(x, x->compile_peak) &&
           diagnose(x->runtime->alloc, DIAG_MEMORY_LIMIT, memory_text(x, text),
                    0, 0, ret_diag);
}

static cm_status take_source(cm_execution *x, const cm_execution_options *o)
{
    if (o->program) {
        x->program = o->program->program;
        return CM_OK;
    }
    Diag d;
    x->compile_alloc = (cm_allocator){ compile_resize, x };
    cm_status status =
        cm__compile(x->runtime, &x->compile_alloc, o->source ? o->source : "",
                    o->source ? o->source_len : 0, &x->own_program, &d, NULL);
    if (status != CM_OK && !explain_refusal(x, &d))
        return status;
    x->program = x->own_program;
    if (!x->program) {
        x->result->error = d;
        x->grace_ns = 0;
        x->phase = PHASE_CLEANUP;
    }
    return CM_OK;
}

static cm_status fill(cm_execution *x, const cm_execution_options *o,
                      cm_error *err)
{
    const cm_runtime *r = x->runtime;
    x->limits = r->limits;
    if (o->limits) {
        cm_status status =
            cm__limits_resolve(o->limits, &r->limits, &x->limits, err);
        if (status != CM_OK)
            return status;
    }
    if (r->language == CM_LANGUAGE_LUA &&
        x->limits.max_steps > CM_LUA_MAX_STEPS)
        x->limits.max_steps = CM_LUA_MAX_STEPS;
    x->deadline_ns = cm__deadline(cm__runtime_now(r), x->limits.timeout_ms);
    x->mailbox = cm__mailbox_new(r->alloc, r->tree);
    x->result = cm__result_new(r->alloc, r->tree);
    cm_status status = CM_E_NOMEM;
    if (x->mailbox && x->result) {
        x->result->log_room = x->limits.max_output_bytes;
        x->mailbox->context = o->context;
        x->mailbox->wake = o->wake;
        x->mailbox->wake_user = o->wake_user;
        status = take_source(x, o);
    }
    return status == CM_OK
               ? CM_OK
               : cm__error_set(err, status, "", "memory was refused");
}

cm_status cm_execution_start(const cm_runtime *runtime,
                             const cm_execution_options *options,
                             cm_execution **ret_execution, cm_error *err)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    if (!runtime)
        return cm__error_set(err, CM_E_ARGUMENT, "", "a runtime is required");
    if (!options)
        return cm__error_set(err, CM_E_ARGUMENT, "", "options are required");
    if (!cm__options_take(&o, sizeof o, offsetof(cm_execution_options, program),
                          options))
        return cm__error_set(
            err, CM_E_ARGUMENT, "struct_size",
            "the options were not initialised with "
            "CM_EXECUTION_OPTIONS_INIT, or are of another version");
    if (o.program && o.program->runtime != runtime)
        return cm__error_set(err, CM_E_ARGUMENT, "program",
                             "the program is of another runtime");
    cm_execution *x = cm__alloc_zero(runtime->alloc, 1, sizeof *x);
    if (!x)
        return cm__error_set(err, CM_E_NOMEM, "", "memory was refused");
    x->runtime = runtime;
    x->charged = (cm_allocator){ charged_resize, x };
    x->watched = (cm_allocator){ watched_resize, x };
    x->main = VALUE_UNDEFINED;
    x->phase = PHASE_NEW;
    cm_status status = fill(x, &o, err);
    if (status != CM_OK) {
        cm_execution_free(x);
        return status;
    }
    *ret_execution = x;
    return CM_OK;
}

static void free_inbox(cm_call *call)
{
    while (call) {
        cm_call *next = call->next_inbox;
        cm__call_free(call);
        call = next;
    }
}

void cm_execution_free(cm_execution *x)
{
    if (!x)
        return;
    const cm_allocator *a = x->runtime->alloc;
    if (x->phase == PHASE_RUNNING)
        begin_cleanup(x, false);
    if (x->mailbox) {
        cm__calls_abandon(x);
        free_inbox(cm__mailbox_close(x->mailbox));
        cm__mailbox_unref(x->mailbox);
    }
    program_free(x->own_program);
    cm_result_free(x->result);
    cm__free(a, x, sizeof *x);
}

/* ---- public: asking ---- */

uint64_t cm_execution_deadline_ns(const cm_execution *x)
{
    if (x->phase == PHASE_CLEANUP)
        return x->grace_ns;
    if (x->phase != PHASE_RUNNING)
        return CM_NO_LIMIT;
    uint64_t calls = cm__calls_deadline(x);
    return calls < x->deadline_ns ? calls : x->deadline_ns;
}

void cm_execution_cancel(cm_execution *x)
{
    cm__mailbox_cancel(x->mailbox);
}

cm_status cm_execution_take_result(cm_execution *x, cm_result **ret_result)
{
    if (x->phase != PHASE_DONE || x->was_taken)
        return CM_E_STATE;
    if (x->was_cancelled)
        return CM_E_CANCELLED;
    x->was_taken = true;
    *ret_result = x->result;
    x->result = NULL;
    return CM_OK;
}

size_t cm_execution_memory(const cm_execution *x)
{
    return x->vm ? x->vm->heap.used : records_size(x);
}

size_t cm_execution_memory_peak(const cm_execution *x)
{
    size_t peak = x->vm ? x->vm->heap.peak : x->memory_peak;
    return peak > 0 ? peak : records_size(x);
}
